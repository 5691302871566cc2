// Package copies finds people whose labels agree beyond what all others' labels explain: one person twice, a copy, or a
// rule that only they know. Labels alone do not tell these apart.
//
// For each pair of people there is an e-value E = M1/M0. M0 is the probability of their labels if both follow the items
// independently. M1 is their probability if one of the two repeats the other's label of an item with probability c ~
// U(0, 1). Both average over how well the two follow the items, given the evidence of the others' labels about each
// item. If nobody copies, E has a mean of 1. So the probability that E ≥ pairs/α for any pair is at most α (Vovk and
// Wang 2021, "E-values: calibration, combination and applications", Annals of Statistics 49, section 2). This is exact
// on average over the prior of how well people follow the items.
//
// A third copier among the others hides a pair. E is therefore the mean over leaving out nobody and each other person
// who may be one: a mean of e-values is an e-value. Labels in more than two categories are split in two in each
// possible way: ordered ones between neighbours, others into one against the rest, and numbers at their quartiles. E is
// the mean over the splits.
package copies

import (
	"context"
	"math"
	"slices"

	"concord/study"
)

// Group is people of a study with labels that agree beyond what all others explain.
type Group struct {
	Members []int32 // labelers of the table, ascending
	// Same of Shared items have the same label by the first two members that were found.
	Same, Shared int
	Pair         [2]int32
	// LogE is the logarithm of the e-value of that pair, and Repeats the posterior mean of c if it copies.
	LogE, Repeats float64
}

// alpha is the probability of naming a pair in a study without one.
const alpha = 0.01

// mostShared is the largest number of pairs of labels of an item, over all items, with which pairs of people are looked
// at: a second of work.
const mostShared = 100_000_000

// mostWork is the number of labels in integrals after which a search ends with the groups that it has: a second of
// work. Honest people pass the screen rarely. If many pairs pass it in a large study, labels follow a rule that all of
// them know.
const mostWork = 40_000

// Find returns the groups of a study, in the order in which they were found. There are none among fewer than four
// people, because two others have to say what an item is like. Studies of very many labels of each item are not looked
// at. The context may end it early, with the groups found so far. Callers share the groups.
func Find(ctx context.Context, v study.View) []Group {
	type ofStudy string
	return study.Once(v.Table(), ofStudy(v.Name()), func() ([]Group, bool) {
		groups := find(ctx, v)
		return groups, ctx.Err() == nil
	})
}

func find(ctx context.Context, v study.View) []Group {
	const fewest = 4
	if v.Labeler() == nil || len(v.Table().Labelers()) < fewest || sharedLabels(v) > mostShared {
		return nil
	}
	s := newSearch(v)
	var groups []Group
	for ctx.Err() == nil && len(s.people) >= fewest && s.work < mostWork {
		best, ok := s.best(ctx)
		if !ok {
			break
		}
		groups = s.merge(groups, best)
	}
	for i := range groups {
		slices.Sort(groups[i].Members)
	}
	return groups
}

// sharedLabels is the number of pairs of labels of an item.
func sharedLabels(v study.View) (n float64) {
	labels := make([]float64, len(v.Table().Items()))
	for _, j := range v.Item() {
		n += labels[j]
		labels[j]++
	}
	return n
}

// search is a study in which pairs are looked for.
type search struct {
	people []account
	splits []split
	items  int
	pairs  float64       // that share an item
	nodes  *abilities    // of the rest
	at     [][]int       // accounts of each item, ascending
	shared map[int][]int // items that an account shares with each; see [search.shares]
	work   float64       // labels of integrals so far
	raters []int         // of each item
}

// account is a person, or a group that counts as one.
type account struct {
	labelers []int32
	labels   []label // by item
}

// label is the label of an item, as the person gave it first.
type label struct {
	item  int32
	value float64
}

func (a *account) merged() bool { return len(a.labelers) > 1 }

func newSearch(v study.View) *search {
	s := &search{items: len(v.Table().Items()), splits: splitsOf(v),
		nodes: anyAbility(finest()), raters: make([]int, len(v.Table().Items()))}
	for _, j := range v.Item() {
		s.raters[j]++
	}
	at := make([]int, len(v.Table().Labelers()))
	for n, k := range v.Labeler() {
		if at[k] == 0 {
			s.people = append(s.people, account{labelers: []int32{k}})
			at[k] = len(s.people)
		}
		of := &s.people[at[k]-1]
		of.labels = append(of.labels, label{v.Item()[n], v.Value()[n]})
	}
	slices.SortFunc(s.people, func(a, b account) int { return int(a.labelers[0]) - int(b.labelers[0]) })
	for k := range s.people {
		of := &s.people[k]
		slices.SortStableFunc(of.labels, func(a, b label) int { return int(a.item) - int(b.item) })
		of.labels = slices.CompactFunc(of.labels, func(a, b label) bool { return a.item == b.item })
	}
	s.index()
	return s
}

// index says anew which accounts labelled each item.
func (s *search) index() {
	s.at, s.shared = make([][]int, s.items), map[int][]int{}
	for k := range s.people {
		for _, y := range s.people[k].labels {
			s.at[y.item] = append(s.at[y.item], k)
		}
	}
}

// found is a pair with its evidence.
type found struct {
	k, l int // accounts
	evidence
}

// evidence is the logarithm of an e-value, and the mean of c given copying.
type evidence struct{ log, repeats float64 }

// best returns the pair of accounts with the most evidence, if that is enough.
func (s *search) best(ctx context.Context) (best found, ok bool) {
	candidates := s.candidates()
	if candidates == nil {
		return best, false
	}
	t := s.newTetrads()
	best.log = s.threshold()
	for _, c := range candidates {
		if ctx.Err() != nil {
			return best, false
		}
		if s.work >= mostWork {
			break
		}
		if e := s.evidence(t, c); e.log >= best.log {
			best, ok = found{c.k, c.l, e}, true
		}
	}
	return best, ok
}

// threshold is the logarithm of the e-value from which a pair is named.
func (s *search) threshold() float64 { return math.Log(math.Max(1, s.pairs) / alpha) }

// merge makes one account of a pair. It has the first one's label of an item, and the second one's where there is none.
func (s *search) merge(groups []Group, f found) []Group {
	a, b := s.people[f.k], s.people[f.l]
	one := account{labelers: append(slices.Clone(a.labelers), b.labelers...)}
	same, shared := 0, 0
	each(a.labels, b.labels, func(x, y *label) {
		switch {
		case y == nil:
			one.labels = append(one.labels, *x)
		case x == nil:
			one.labels = append(one.labels, *y)
		default:
			one.labels = append(one.labels, *x)
			if shared++; x.value == y.value {
				same++
			}
		}
	})
	g := Group{Members: one.labelers, Same: same, Shared: shared, LogE: f.log, Repeats: f.repeats,
		Pair: [2]int32{a.labelers[0], b.labelers[0]}}
	// A group that has grown keeps its first pair, because that pair had the most evidence.
	groups = slices.DeleteFunc(groups, func(old Group) bool {
		part := slices.Contains(one.labelers, old.Members[0])
		if part && old.LogE >= g.LogE {
			g.Same, g.Shared, g.Pair, g.LogE, g.Repeats = old.Same, old.Shared, old.Pair, old.LogE, old.Repeats
		}
		return part
	})
	s.people[f.k] = one
	s.people = slices.Delete(s.people, f.l, f.l+1)
	s.index()
	return append(groups, g)
}

// each goes through the items that at least one of the two has labelled. The label of the other is nil if there is
// none.
func each(a, b []label, f func(x, y *label)) {
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case j == len(b) || i < len(a) && a[i].item < b[j].item:
			f(&a[i], nil)
			i++
		case i == len(a) || b[j].item < a[i].item:
			f(nil, &b[j])
			j++
		default:
			f(&a[i], &b[j])
			i, j = i+1, j+1
		}
	}
}
