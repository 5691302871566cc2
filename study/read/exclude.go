package read

import (
	"slices"
	"strings"

	"concord/study"
)

// exclude marks the rows of divisions whose labeler is to be left out. A study whose labeler it is may be of one of
// them only.
func (o Options) exclude(divisions []division) error {
	if len(o.Exclude) == 0 {
		return nil
	}
	labelers := divisions[0].Labelers
	if labelers == nil {
		return study.Faultf(NoLabelersToExclude, "labelers are to be left out, but no column names the labelers").
			FixedBy(study.By("", "exclude-labelers"), study.Choose("name the column", "labeler"))
	}
	everywhere := make([]bool, len(labelers))
	somewhere := make([][]studyLabeler, len(divisions))
	for _, name := range o.Exclude {
		if l := slices.Index(labelers, name); l >= 0 {
			everywhere[l] = true
			continue
		}
		known := false
		for k, d := range divisions {
			if one, ok := inOneStudy(name, d.Indexed); ok {
				somewhere[k], known = append(somewhere[k], one), true
			}
		}
		if !known {
			missing := &study.NameError{Kind: "labeler", Name: name, Names: labelers, Option: "exclude-labelers"}
			fault := study.Faultf(UnknownLabeler, "%s", missing.Error()).Wrapping(missing)
			fault.Fixes = missing.Mends()
			return fault
		}
	}
	for k := range divisions {
		if !divisions[k].exclude(everywhere, somewhere[k]) {
			return study.Faultf(NobodyLeft, "all labels are by the labelers to be left out: %v", o.Exclude).
				Advising("leave fewer out")
		}
	}
	return nil
}

// exclude marks rows of labelers, and reports whether others are left.
func (div *division) exclude(everywhere []bool, somewhere []studyLabeler) (left bool) {
	div.excluded = make([]bool, len(div.Labeler))
	for n, l := range div.Labeler {
		div.excluded[n] = everywhere[l] || slices.Contains(somewhere, studyLabeler{div.Study[n], l})
		left = left || !div.excluded[n]
	}
	return left
}

// studyLabeler is a labeler in one study, by the indices of both.
type studyLabeler struct{ study, labeler int32 }

// inOneStudy finds a labeler who is named as "study:labeler".
func inOneStudy(name string, rows study.Indexed) (studyLabeler, bool) {
	for s, of := range rows.Studies {
		labeler, ok := strings.CutPrefix(name, of+":")
		l := slices.Index(rows.Labelers, labeler)
		if !ok || l < 0 {
			continue
		}
		for n := range rows.Labeler {
			if one := (studyLabeler{int32(s), int32(l)}); rows.Study[n] == one.study && rows.Labeler[n] == one.labeler {
				return one, true
			}
		}
	}
	return studyLabeler{}, false
}
