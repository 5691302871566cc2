package nominal

import (
	"fmt"
	"slices"

	"concord/study"
)

// scale is the categories of a table, as the engine counts them.
type scale struct {
	categories []string // that some label has
	value      []int    // of each category, its value in the table
	reference  int      // the most frequent category
	others     []int    // the rest, in their order
	uses       [][]bool // by study: whether some label is of each category; nil: all are used
}

// open reports whether a pair of study and other category has labels. If not, its chance is 0.
func (sc scale) open(pair int) bool {
	return sc.uses == nil || sc.uses[pair/len(sc.others)][sc.others[pair%len(sc.others)]]
}

// scaleOf returns the categories of a table. The reference is the most frequent one of those that all studies use, if
// there are any.
func scaleOf(t *study.Table) scale {
	count, studies := make([]int, len(t.Categories())), make([]int, len(t.Categories()))
	uses := make([][]bool, len(t.Studies()))
	for s := range t.Studies() {
		uses[s] = make([]bool, len(count))
		for _, y := range t.StudyAt(s).Value() {
			if count[int(y)]++; !uses[s][int(y)] {
				uses[s][int(y)] = true
				studies[int(y)]++
			}
		}
	}
	var sc scale
	for c, n := range count {
		if n == 0 {
			continue
		}
		sc.categories, sc.value = append(sc.categories, t.Categories()[c]), append(sc.value, c)
	}
	all := slices.Max(studies)
	for c, v := range sc.value {
		best := sc.value[sc.reference]
		more := count[v] > count[best] && (studies[v] == all || studies[best] < all)
		if more || studies[v] == all && studies[best] < all {
			sc.reference = c
		}
	}
	for c := range sc.value {
		if c != sc.reference {
			sc.others = append(sc.others, c)
		}
	}
	for _, used := range uses {
		var of []bool
		for _, v := range sc.value {
			of = append(of, used[v])
		}
		sc.uses = append(sc.uses, of)
	}
	return sc
}

// expand returns the table that the engine reads: a study of binary labels for each study and category other than the
// reference, each with all labels of the study. Names of labelers that are nested have the number of their study.
func (sc scale) expand(t *study.Table, nested bool) (*study.Table, error) {
	parts := len(sc.others)
	c := study.Indexed{Items: t.Items(), Labelers: t.Labelers(), Kind: study.Binary, Duplicates: study.DuplicatesKeep}
	if nested && t.HasLabelers() {
		c.Labelers = nil
		for s := range t.Studies() {
			for _, name := range t.Labelers() {
				c.Labelers = append(c.Labelers, labelerName(s, name))
			}
		}
	}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for part, other := range sc.others {
			c.Studies = append(c.Studies, fmt.Sprintf("%d.%d", s+1, other+1))
			c.Item = append(c.Item, v.Item()...)
			for _, l := range v.Labeler() {
				if nested {
					l += int32(s * len(t.Labelers()))
				}
				c.Labeler = append(c.Labeler, l)
			}
			c.Study = append(c.Study, slices.Repeat([]int32{int32(s*parts + part)}, v.Len())...)
			for _, y := range v.Value() {
				is := 0.0
				if int(y) == sc.value[other] {
					is = 1
				}
				c.Value = append(c.Value, is)
			}
		}
	}
	return study.NewTable(c)
}

// labelerName is the name of a nested labeler in the table of the engine.
func labelerName(study int, name string) string { return fmt.Sprintf("%d.%s", study+1, name) }
