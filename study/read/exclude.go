package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// excluded says of each of some rows whether its labeler is to be left out; nil where nobody is.
func (o Options) excluded(file string, rows study.Indexed) ([]bool, error) {
	if len(o.Exclude) == 0 {
		return nil, nil
	}
	if rows.Labeler == nil {
		return nil, &study.Error{Code: NoLabelersToExclude, File: file,
			Found: "labelers are to be left out, but nothing says who gave a label", Parts: []string{"labeler"},
			Remedy: "name the column of the labelers"}
	}
	everywhere := make([]bool, len(rows.Labelers))
	var somewhere []studyLabeler
	for _, name := range o.Exclude {
		if l := slices.Index(rows.Labelers, name); l >= 0 {
			everywhere[l] = true
		} else if one, ok := inOneStudy(name, rows); ok {
			somewhere = append(somewhere, one)
		} else {
			missing := &study.NameError{Kind: "labeler", Name: name, Names: rows.Labelers}
			return nil, &study.Error{Code: UnknownLabeler, File: file, Found: missing.Error(), Err: missing}
		}
	}
	out := make([]bool, len(rows.Labeler))
	left := false
	for n, l := range rows.Labeler {
		out[n] = everywhere[l] || slices.Contains(somewhere, studyLabeler{rows.Study[n], l})
		left = left || !out[n]
	}
	if !left {
		return nil, &study.Error{Code: NobodyLeft, File: file,
			Found:  "all labels are by labelers who are to be left out: " + visible.Names(o.Exclude),
			Remedy: "leave fewer out"}
	}
	return out, nil
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
