package ask

import (
	"cmp"
	"math"
	"slices"

	"concord/allocation"
	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/posterior"
)

// NextQuestion is the question: how many labels, for which items, at which cost.
type NextQuestion struct {
	Goal       allocation.Goal
	Target     string // the group whose consensus or scores the labels are to improve
	Groups     []NextGroup
	Budget     float64
	MostLabels int
	Names      []string // of the items
	New        int      // the last of the items, without labels
}

// NextGroup is a group that may label, with the cost of a label.
type NextGroup struct {
	Group string
	Cost  float64
}

// leastGain is half a draw of a thousand: draws do not show a smaller probability.
const leastGain = 1.0 / 2000

// Next divides the budget of a question over items with options.
func Next(
	data result.Data, fits []result.Fit, q NextQuestion, items []allocation.Item, interval posterior.Interval,
	notes []string,
) *answer.Answer {
	a := answer.New("next", data, result.NewIntervals(interval, nil))
	model, sampler, trust := result.OfFits(fits, interval)
	a.Runs = []answer.Run{{Model: model, Sampler: sampler, Trust: trust}}
	least, loss := leastGain, "wrong"
	print := func(x float64) float64 { return x }
	if a.Set["goal"] = "decision"; q.Goal == allocation.ForEstimate {
		a.Set["goal"], least, loss = "estimate", 0, "error"
		print = func(x float64) float64 { return math.Sqrt(max(0, x)) }
	}
	chosen := allocation.Divide(items, q.Budget, least)
	order := make([]int, 0, len(items))
	spent, counts := 0.0, make([]int, q.MostLabels+1)
	labelsBy, itemsBy := make([]int, len(q.Groups)), make([]int, len(q.Groups))
	for i, o := range chosen {
		if o.Labels > 0 {
			order = append(order, i)
			spent += o.Cost
			counts[o.Labels]++
			labelsBy[o.Group] += o.Labels
			itemsBy[o.Group]++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(items[j].Gain(chosen[j])*chosen[i].Cost, items[i].Gain(chosen[i])*chosen[j].Cost)
	})
	all := answer.Key{Group: q.Target}
	a.Add(loss+"_now", all, print(allocation.Loss(items, make([]allocation.Option, len(items)))))
	a.Add(loss+"_after", all, print(allocation.Loss(items, chosen)))
	best := math.Inf(1)
	for g, group := range q.Groups {
		at := answer.Key{Group: group.Group}
		a.Add("label_cost", at, group.Cost)
		a.Add("group_labels", at, float64(labelsBy[g]))
		a.Add("group_items", at, float64(itemsBy[g]))
		a.Add("spent", at, group.Cost*float64(labelsBy[g]))
		if even, ok := allocation.Even(items, g, group.Cost, q.Budget); ok {
			best = min(best, even)
		}
	}
	if evenly := a.Add(loss+"_evenly", all, print(best)); math.IsInf(best, 1) {
		evenly.Value, evenly.Why = math.NaN(), "an item would get more labels than were considered"
	}
	a.Add("budget", answer.Key{}, q.Budget)
	a.Add("spent", answer.Key{}, spent)
	a.Add("most_labels", answer.Key{}, float64(q.MostLabels))
	a.Add("new_items", answer.Key{}, float64(q.New))
	for labels, n := range counts {
		if n > 0 {
			a.Add("items_with", answer.Key{K: labels}, float64(n))
		}
	}
	for _, i := range order {
		o := chosen[i]
		at := answer.Key{Group: q.Groups[o.Group].Group, Of: q.Names[i]}
		more := a.Add("more_labels", at, float64(o.Labels))
		if i >= len(items)-q.New {
			more.Method = "new item"
		}
		a.Add("spent", at, o.Cost)
		a.Add("gain", at, items[i].Gain(o))
		a.Add(loss+"_now", at, print(items[i].Now))
		a.Add(loss+"_after", at, print(o.Left))
	}
	a.Verdict, a.Notes = say.NextVerdict(a), append(say.NextNotes(a, len(items)), notes...)
	return a
}
