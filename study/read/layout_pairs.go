package read

import (
	"slices"
	"strings"

	"concord/study"
)

// besideWords distinguish the columns of a pair.
const besideWords = "a b, 1 2, left right, first second, x y, one two, i ii, l r"

// beside reports whether two names belong to two things that are compared: model_a and model_b.
func beside(one, other string) bool {
	return slices.Contains(partners(normalized(one)), normalized(other))
}

// partners are the names, without case and separators, of things that may be shown with a thing of some name.
func partners(one string) []string {
	var all []string
	for side := range strings.SplitSeq(besideWords, ", ") {
		a, b, _ := strings.Cut(side, " ")
		if stem, ok := strings.CutSuffix(one, a); ok {
			all = append(all, stem+b)
		}
		if stem, ok := strings.CutPrefix(one, a); ok {
			all = append(all, b+stem)
		}
	}
	return all
}

// pairs finds two columns of candidates, shown in either order, so that a label that names a side is not of
// one of them.
func (in *intake) pairs() *study.Error {
	ws := in.watcher
	columns := ws.whole()
	for i, a := range columns {
		for _, b := range columns[i+1:] {
			if beside(a.name, b.name) && ws.turned(a, b) {
				return study.Faultf(Pairs, "columns %q and %q name two candidates for an item, in either order, "+
					"and the label says which place is better", a.name, b.name).
					FixedBy(study.To("as comparisons: the label says who "+"won", "pair", a.name, b.name), wrong())
			}
		}
	}
	return nil
}

// turned reports whether an item has candidates in either order, or others too; candidates of a row differ.
func (ws *watcher) turned(a, b *watch) bool {
	type pair struct{ a, b string }
	of := make(map[int32]pair)
	turned, alike := 0, 0
	both := make(map[string]int) // 1: in a, 2: in b
	for row, item := range ws.item {
		p := pair{a.value(row), b.value(row)}
		if p.a == "" || p.b == "" {
			continue
		}
		both[p.a], both[p.b] = both[p.a]|1, both[p.b]|2
		if p.a == p.b {
			alike++
		}
		first, known := of[item]
		if !known {
			of[item] = p
		} else if p != first {
			turned++
		}
	}
	shared := 0
	for _, in := range both {
		if in == 3 {
			shared++
		}
	}
	return turned > 0 && shared > 0 && 2*alike < len(ws.item)
}
