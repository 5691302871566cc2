// Package probability says how good the probabilities of a judge are, compared with the yes and no of people. It
// answers three questions. How well do they order the items? Do they mean what they say? At which threshold do they
// follow people best?
//
// People's labels are noisy, and an item may have several. An item counts once, with the share w of its labels that are
// yes. All quantities are about the label of a random person. The mean of a random person's labels of an item is its
// share of yes, however many labels it has. The majority of few labels would be another truth for each number of
// labels.
package probability

import (
	"cmp"
	"math"
	"slices"

	"concord/study"
)

// Item is an item with a probability and human labels.
type Item struct {
	Name        string
	Probability float64 // that the judge gives to yes
	Yes, Labels int     // of people
}

// Share is the share of people's labels that are yes.
func (it Item) Share() float64 { return float64(it.Yes) / float64(it.Labels) }

// Scored is items with a probability and labels, by ascending probability.
type Scored struct {
	items []Item
}

// NewScored returns the items of a study of binary labels that have a probability, by their names. It panics if the
// labels are not binary.
func NewScored(people study.View, probability map[string]float64) *Scored {
	t := people.Table()
	if t.Kind() != study.Binary {
		panic("probability: labels of people must be binary")
	}
	labels, yes := make([]int, len(t.Items())), make([]int, len(t.Items()))
	for n, i := range people.Item() {
		labels[i]++
		yes[i] += int(people.Value()[n])
	}
	var items []Item
	for i, name := range t.Items() {
		if p, ok := probability[name]; ok && labels[i] > 0 {
			items = append(items, Item{name, p, yes[i], labels[i]})
		}
	}
	return Of(items)
}

// Of sorts items by their probabilities. It panics if an item has no label.
func Of(items []Item) *Scored {
	items = slices.Clone(items)
	if slices.ContainsFunc(items, func(it Item) bool { return it.Labels < 1 }) {
		panic("probability: an item has no label")
	}
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Probability, b.Probability), cmp.Compare(a.Name, b.Name))
	})
	return &Scored{items}
}

// Items returns the items by ascending probability. The slice is shared and must not be modified.
func (s *Scored) Items() []Item { return s.items }

// Majority returns the items on which more than half of the labels agree, each with this answer as its only label.
func (s *Scored) Majority() *Scored {
	var items []Item
	for _, it := range s.items {
		if 2*it.Yes == it.Labels {
			continue
		}
		yes := 0
		if 2*it.Yes > it.Labels {
			yes = 1
		}
		items = append(items, Item{it.Name, it.Probability, yes, 1})
	}
	return &Scored{items}
}

// Positive is the mean over items of the share of yes; NaN of no items.
func (s *Scored) Positive() float64 {
	sum := 0.0
	for _, it := range s.items {
		sum += it.Share()
	}
	return sum / float64(len(s.items))
}

// Disagreement is the chance that one person says yes to an item and another says no, in this order, averaged over
// items with two labels or more. It estimates the mean of p(1 − p) without bias; p is the share of all people who would
// say yes. ok is false if no item has two labels.
func (s *Scored) Disagreement() (value float64, ok bool) {
	n := 0
	for _, it := range s.items {
		if k := float64(it.Labels); it.Labels > 1 {
			value += float64(it.Yes) * (k - float64(it.Yes)) / (k * (k - 1))
			n++
		}
	}
	return value / float64(n), n > 0
}

// Estimate is a value with its standard error.
type Estimate struct {
	Value, SE float64
}

// meanOf is the mean of one value for each item, with its standard error; NaN of fewer than two items.
func meanOf(x []float64) Estimate {
	n := float64(len(x))
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		square += (v - mean) * (v - mean)
	}
	if len(x) < 2 {
		return Estimate{mean, math.NaN()}
	}
	return Estimate{mean, math.Sqrt(square / (n - 1) / n)}
}
