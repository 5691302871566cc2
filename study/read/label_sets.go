package read

import (
	"math"
	"slices"

	"concord/study"
	"concord/study/read/internal/layout"
)

// NoSplit as [Options.Split] says that each label is one thing.
const NoSplit = "none"

// emptyList is how JSON writes a list without elements: a set without labels, or where labels are no sets a missing
// label.
const emptyList = "[]"

// labelSets codes labels that are sets, which are categories of a table that knows their parts. It is of no kind where
// labels are no sets, or the caller says so. Sets are an error where options do not allow them.
func (j *judge) labelSets(o Options) (coding, error) {
	said := o.AsIs || len(o.Positive)+len(o.Negative) > 0 || o.Split == NoSplit
	if said || o.Split == "" && (j.words == 0 || j.overflows()) {
		return coding{}, nil
	}
	if j.overflows() {
		return coding{}, j.tooMany()
	}
	labels := j.texts()
	separator := o.Split
	if separator == "" {
		found, ok := layout.FindSeveral(labels)
		if !ok || found.What != layout.Sets {
			return coding{}, nil
		}
		if !o.AllowSets || o.Kind == study.Numeric || o.Kind == study.Ordinal {
			return coding{}, j.several(found)
		}
		separator = found.Separator
	} else if !slices.ContainsFunc(labels, func(l layout.Label) bool { return layout.Separated(l.Text, separator) }) {
		return coding{}, study.Faultf(AbsentSeparator, "no label of column %q has %q in it", j.name, separator).
			InColumn(j.name).FixedBy(study.Choose("with the separator that the labels have, if they are sets",
			"split"), study.To("each label as one thing", "split", NoSplit))
	}
	return j.sets(separator), nil
}

// sets codes labels as sets.
func (j *judge) sets(separator string) coding {
	var members [][]string
	of := make([]int, len(j.spellings)) // 1 + the place of each spelling among them
	for _, i := range j.byLine() {
		members = append(members, layout.Members(j.spellings[i].text, separator))
		of[i] = len(members)
	}
	k := coding{kind: study.Nominal, value: slices.Repeat([]float64{math.NaN()}, len(j.spellings)),
		byDefault: study.SetsOfLabels}
	var category []int
	k.sets, k.categories, category = study.NewSets(members)
	for i := range j.spellings {
		if of[i] > 0 {
			k.value[i] = float64(category[of[i]-1])
		}
	}
	return k
}

// byLine returns the places of spellings that rows have, including empty lists, in the order of the file.
func (j *judge) byLine() []int {
	var all []int
	for i := range j.spellings {
		if s := &j.spellings[i]; s.rows > 0 && i != overflowCode && (s.present() || s.class == emptyLabel) {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return j.spellings[a].line - j.spellings[b].line })
	return all
}
