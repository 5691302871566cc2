package read

import (
	"encoding/binary"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
)

// division is the rows of a file, without labels, as one grouping has them.
type division struct {
	study.Indexed
	column   study.Column
	excluded []bool // rows whose labeler is to be left out; nil: none
}

// divisions returns the rows in the order of the file, as each grouping has them, grouped by study.
func (in *intake) divisions() ([]division, error) {
	rows := in.rows()
	if len(in.groupings) == 0 {
		return []division{{Indexed: rows.Grouped(), column: in.source.Columns.Study}}, nil
	}
	var all []division
	for _, g := range in.groupings {
		var names [][]string
		var index [][]int32
		for _, part := range g.Columns {
			k := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.Index == part.Index })
			names, index = append(names, in.index[k].names.List), append(index, in.index[k].codes)
		}
		d := division{Indexed: rows, column: g.Column()}
		if len(names) == 1 {
			d.Studies, d.Study = names[0], index[0]
		} else if d.Studies, d.Study = study.Combine(names, index, study.CombinedBy); len(d.Studies) > mostStudies {
			return nil, tooManyStudies(d.column.Name, 0)
		}
		d.Indexed = d.grouped().Grouped()
		all = append(all, d)
	}
	return all, nil
}

// grouped returns the rows that are of a study.
func (div division) grouped() study.Indexed {
	places := make([]int32, 0, len(div.Study)) // never nil, which would be all rows
	for n, s := range div.Study {
		if s >= 0 {
			places = append(places, int32(n))
		}
	}
	if len(places) == len(div.Study) {
		return div.Indexed
	}
	return div.Pick(places)
}

// TwoClusters is the fault of an item in two clusters; see [Options.Cluster].
const TwoClusters study.Code = "two_clusters"

// inOneCluster is the error about the first label whose item an earlier label has in another cluster. Labels are of
// rows that have a place in c.Row.
func (in *intake) inOneCluster(c study.Indexed) error {
	same := func(f study.Factor) bool { return strings.EqualFold(f.Name, in.options.Cluster) }
	k := slices.IndexFunc(c.Factors, same)
	if k < 0 {
		return nil
	}
	cluster := c.Factors[k]
	var of []study.Factor // that items are told apart by
	for _, f := range c.Factors {
		named := func(name string) bool { return strings.EqualFold(f.Name, name) }
		if slices.ContainsFunc(in.options.ItemFactors, named) {
			of = append(of, f)
		}
	}
	first := make(map[string]int)
	var key []byte
	for n, item := range c.Item {
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(item))
		for _, f := range of {
			key = binary.LittleEndian.AppendUint32(key, uint32(f.Index[n]))
		}
		m, seen := first[string(key)]
		if !seen {
			first[string(key)] = n
			continue
		}
		if cluster.Index[m] == cluster.Index[n] {
			continue
		}
		row := func(n int) int {
			if c.Row == nil {
				return n
			}
			return int(c.Row[n])
		}
		name := func(n int) string { return visible.Quote(cluster.Levels[cluster.Index[n]]) }
		return TwoClusters.Faultf("item %q is in %v %s, and in %s in line %s: an item belongs to one cluster",
			c.Items[item], cluster.Name, name(n), name(m), in.lineOf(row(m))).AtLine(in.lines.Of(row(n))).
			InColumn(cluster.Name).FixedBy(study.Fix{Does: visible.Sprintf("if each %v has items of the same names",
			cluster.Name)}.Within(in.index[0].Name, cluster.Name),
			study.By("otherwise correct the column"), study.By("without clusters", "cluster"))
	}
	return nil
}

// exclude marks the rows of divisions whose labeler is to be left out. A study whose labeler it is may be of one of
// them only.
func exclude(o Options, divisions []division) error {
	if len(o.Exclude) == 0 {
		return nil
	}
	labelers := divisions[0].Labelers
	if labelers == nil {
		return faults.NoLabelersToExclude.Faultf("labelers are to be left out, but no column names the labelers").
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
			fault := faults.UnknownLabeler.Faultf("%s", missing.Error()).Wrapping(missing)
			fault.Fixes = missing.Mends()
			return fault
		}
	}
	for k := range divisions {
		if !divisions[k].exclude(everywhere, somewhere[k]) {
			return faults.NobodyLeft.Faultf("all labels are by the labelers to be left out: %v", o.Exclude).
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
