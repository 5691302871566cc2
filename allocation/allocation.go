// Package allocation says which items should get the next labels. It divides a budget over items by the expected effect
// of further labels: on the probability that the consensus of an item is wrong, or on the variance of its score.
//
// Expectations follow from a fit, item by item, draw by draw: see [Decision] and [Estimate]. Two things are left out.
// New labels would also teach the fit something of its parameters, and of other items. And they are assumed to come
// from labelers drawn at random, and not from the labelers who labelled the item before.
package allocation

import (
	"cmp"
	"slices"
)

// Option is a number of labels by one group that an item may get.
type Option struct {
	Group  int
	Labels int
	Cost   float64 // of all these labels
	Left   float64 // expected loss after them
}

// Item is an item with its options.
type Item struct {
	Now     float64 // expected loss without further labels
	Options []Option
}

// Gain returns by how much an option is expected to reduce the loss.
func (item Item) Gain(o Option) float64 { return item.Now - o.Left }

// step is an upgrade of an item from an option to the next on its envelope.
type step struct {
	item  int
	to    Option
	cost  float64 // beyond that of the option before
	slope float64 // gain per cost
}

// Divide returns the option of each item, the zero Option for none, whose costs add up to the budget at most. Options
// that gain less than least for each label are not taken.
//
// Each item takes one option, so this is a multiple-choice knapsack problem. The upgrades along the concave envelopes
// of all items are taken in the order of their gain per cost (Sinha and Zoltners 1979, Operations Research 27). The
// result misses the best division by less than the gain of one upgrade. The envelope matters if one label cannot change
// a decision and gains nothing, and three labels can: the three are then bought together.
func Divide(items []Item, budget, least float64) []Option {
	var steps []step
	for i, item := range items {
		steps = append(steps, envelope(i, item, least)...)
	}
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(b.slope, a.slope) })
	chosen, stopped := make([]Option, len(items)), make([]bool, len(items))
	left := budget * (1 + 1e-12) // costs are sums of rounded numbers
	for _, s := range steps {
		switch {
		case stopped[s.item] || s.cost > left:
			stopped[s.item] = true
		default:
			chosen[s.item] = s.to
			left -= s.cost
		}
	}
	fill(items, chosen, left, least)
	return chosen
}

// fill spends the rest of a budget, which is less than any upgrade along an envelope costs, on the best upgrades that
// it buys.
func fill(items []Item, chosen []Option, left, least float64) {
	for {
		best, at, to := 0.0, -1, Option{}
		for i, item := range items {
			now := item.Now
			if chosen[i].Labels > 0 {
				now = chosen[i].Left
			}
			for _, o := range item.Options {
				gain := now - o.Left
				if o.Cost-chosen[i].Cost <= left && gain > best &&
					gain >= least*float64(max(1, o.Labels-chosen[i].Labels)) {
					best, at, to = gain, i, o
				}
			}
		}
		if at < 0 {
			return
		}
		left -= to.Cost - chosen[at].Cost
		chosen[at] = to
	}
}

// envelope returns the upgrades along the concave envelope of the gains of an item over their costs, with slopes that
// fall and are positive.
func envelope(i int, item Item, least float64) []step {
	options := slices.DeleteFunc(slices.Clone(item.Options),
		func(o Option) bool { return item.Gain(o) < least*float64(o.Labels) })
	slices.SortStableFunc(options, func(a, b Option) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Left, b.Left))
	})
	var steps []step
	for _, o := range options {
		for {
			from, cost := item.Now, 0.0
			if n := len(steps); n > 0 {
				from, cost = steps[n-1].to.Left, steps[n-1].to.Cost
			}
			s := step{item: i, to: o, cost: o.Cost - cost, slope: (from - o.Left) / (o.Cost - cost)}
			if !(from-o.Left > 0) { // also of equal costs, as the better one comes first
				break
			}
			if n := len(steps); n == 0 || s.cost > 0 && s.slope < steps[n-1].slope {
				steps = append(steps, s)
				break
			}
			steps = steps[:len(steps)-1]
		}
	}
	return steps
}

// Even returns the expected loss of all items, on average, if the labels of one group that the budget buys are spread
// evenly over them. All items are equally likely to get one of the labels that are left over. ok is false if an item
// would get more labels than it has options for.
func Even(items []Item, group int, cost, budget float64) (loss float64, ok bool) {
	each := budget / cost / float64(len(items))
	n := int(each)
	for _, item := range items {
		lower, found := item.left(group, n)
		upper, more := item.left(group, n+1)
		if each == float64(n) {
			upper, more = lower, true
		}
		if !found || !more {
			return 0, false
		}
		loss += (lower + (upper-lower)*(each-float64(n))) / float64(len(items))
	}
	return loss, true
}

// left returns the loss after a number of labels of a group.
func (item Item) left(group, labels int) (loss float64, ok bool) {
	if labels == 0 {
		return item.Now, true
	}
	for _, o := range item.Options {
		if o.Group == group && o.Labels == labels {
			return o.Left, true
		}
	}
	return 0, false
}

// Loss returns the mean loss of items with the options chosen for them.
func Loss(items []Item, chosen []Option) float64 {
	sum := 0.0
	for i, item := range items {
		if chosen[i].Labels == 0 {
			sum += item.Now
		} else {
			sum += chosen[i].Left
		}
	}
	return sum / float64(len(items))
}
