package kinds

import (
	"math"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
)

// labelSets codes labels that are sets, which are categories of a table that knows their parts. It is of no kind where
// labels are no sets, or the caller says so. Sets are an error where options do not allow them.
func (j *judge) labelSets() error {
	said := j.AsIs || j.lists() || j.Split == naming.NoSplit
	if said || j.Split == "" && (j.words == 0 || j.overflows()) {
		return nil
	}
	if j.overflows() {
		return j.tooMany()
	}
	labels := j.texts()
	separator := j.Split
	if separator == "" {
		found, ok := layout.FindSeveral(labels)
		if !ok || found.What != layout.Sets {
			return nil
		}
		if !j.AllowSets || j.Kind == study.Numeric || j.Kind == study.Ordinal {
			return j.several(found)
		}
		separator = found.Separator
	} else if !slices.ContainsFunc(labels, func(l layout.Label) bool { return layout.Separated(l.Text, separator) }) {
		return faults.AbsentSeparator.Faultf("no label of column %q has %q in it", j.Name, separator).
			InColumn(j.Name).FixedBy(study.Choose("with the separator that the labels have, if they are sets",
			"split"), study.To("each label as one thing", "split", naming.NoSplit))
	}
	j.sets(separator)
	return nil
}

// sets codes labels as sets.
func (j *judge) sets(separator string) {
	var members [][]string
	of := make([]int, len(j.Spellings)) // 1 + the place of each spelling among them
	for _, i := range j.byLine() {
		members = append(members, layout.Members(j.Spellings[i].Text, separator))
		of[i] = len(members)
	}
	k := Coding{Kind: study.Nominal, Value: slices.Repeat([]float64{math.NaN()}, len(j.Spellings)),
		ByDefault: study.SetsOfLabels}
	var category []int
	k.Sets, k.Categories, category = study.NewSets(members)
	for i := range j.Spellings {
		if of[i] > 0 {
			k.Value[i] = float64(category[of[i]-1])
		}
	}
	j.k = k
}

// byLine returns the places of spellings that rows have, including empty lists, in the order of the file.
func (j *judge) byLine() []int {
	var all []int
	for i := range j.Spellings {
		if s := &j.Spellings[i]; s.Rows > 0 && i != OverflowCode && (s.Present() || s.Class == emptyLabel) {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return j.Spellings[a].Line - j.Spellings[b].Line })
	return all
}
