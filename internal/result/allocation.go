package result

import (
	"math"
	"slices"
	"strings"

	"concord/allocation"
	"concord/internal/document"
	"concord/internal/visible"
	"concord/posterior"
)

// Allocation says which items should get the next labels.
type Allocation struct {
	Data    Data     `json:"data"`
	Model   *Model   `json:"model"`
	Sampler *Sampler `json:"sampler"`
	// Goal is "decision", if labels are to make the consensus of items certain, or "estimate", if they are to make
	// scores precise.
	Goal string `json:"goal"`
	// Target is the study whose consensus or scores the labels are to improve.
	Target string            `json:"target"`
	Budget float64           `json:"budget"`
	Spent  float64           `json:"spent"`
	Groups []AllocationGroup `json:"groups"`
	// MostLabels is how many further labels of an item were considered.
	MostLabels int `json:"most_labels"`
	NewItems   int `json:"new_items"`
	// Before, After and Even are the expected loss of an item on average: the share of items whose consensus is wrong,
	// or the root mean square error of a score. Even is the loss if labels are spread evenly over the items; null if
	// that would take more labels of an item than were considered.
	Before Number          `json:"before"`
	After  Number          `json:"after"`
	Even   Number          `json:"spread_evenly"`
	Counts []AllocateCount `json:"counts"` // of items, by how many labels they get
	// Items are those that get labels, the largest gain per cost first.
	Items       []AllocatedItem `json:"items"`
	Verdict     []string        `json:"verdict"`
	Notes       []string        `json:"notes"`
	Diagnostics *Diagnostics    `json:"diagnostics"`
}

// AllocationGroup is who may label.
type AllocationGroup struct {
	Group  string  `json:"group"` // study
	Cost   float64 `json:"cost"`  // of a label
	Labels int     `json:"labels"`
	Items  int     `json:"items"`
}

// AllocateCount counts the items that get a number of labels.
type AllocateCount struct {
	Labels int `json:"labels"`
	Items  int `json:"items"`
}

// AllocatedItem is an item that gets labels.
type AllocatedItem struct {
	Item   string  `json:"item"`
	Labels int     `json:"labels"` // further ones
	Group  string  `json:"group"`
	Cost   float64 `json:"cost"`
	// Gain is by how much the labels are expected to reduce the probability of a wrong consensus, or the variance of
	// the score. Before and After are that probability, or the standard deviation of the score.
	Gain   Number `json:"gain"`
	Before Number `json:"before"`
	After  Number `json:"after"`
	New    bool   `json:"new,omitempty"` // the item has no label yet
}

// AllocationQuestion is the question: how many labels, for which items, at which cost.
type AllocationQuestion struct {
	Goal       allocation.Goal
	Target     string
	Groups     []AllocationGroup // with their costs
	Budget     float64
	MostLabels int
	Names      []string // of the items
	New        int      // the last of the items, without labels
}

// leastGain is half a draw of a thousand: draws do not show a smaller probability.
const leastGain = 1.0 / 2000

// NewAllocation divides the budget of a question over items with options.
func NewAllocation(
	data Data, fits []Fit, q AllocationQuestion, items []allocation.Item, interval posterior.Interval,
) *Allocation {
	least, goal := leastGain, "decision"
	if q.Goal == allocation.ForEstimate {
		least, goal = 0, "estimate"
	}
	a := &Allocation{Data: data, Goal: goal, Target: q.Target, Budget: q.Budget, Groups: q.Groups, NewItems: q.New,
		MostLabels: q.MostLabels, Counts: []AllocateCount{}, Items: []AllocatedItem{}, Notes: []string{},
		Even: Undefined()}
	a.Model, a.Sampler, a.Diagnostics = ofFits(data, fits, interval)
	chosen := allocation.Divide(items, q.Budget, least)
	counts := make([]int, q.MostLabels+1)
	for i, o := range chosen {
		if o.Labels == 0 {
			continue
		}
		counts[o.Labels]++
		a.Spent += o.Cost
		group := &a.Groups[o.Group]
		group.Items, group.Labels = group.Items+1, group.Labels+o.Labels
		a.Items = append(a.Items, AllocatedItem{Item: q.Names[i], Labels: o.Labels, Group: group.Group, Cost: o.Cost,
			Gain: Number(items[i].Gain(o)), Before: a.loss(items[i].Now), After: a.loss(o.Left),
			New: i >= len(items)-q.New})
	}
	slices.SortStableFunc(a.Items, func(x, y AllocatedItem) int {
		switch u, v := float64(x.Gain)*y.Cost, float64(y.Gain)*x.Cost; {
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return 0
	})
	for labels, n := range counts {
		if n > 0 {
			a.Counts = append(a.Counts, AllocateCount{labels, n})
		}
	}
	a.Before = a.loss(allocation.Loss(items, make([]allocation.Option, len(items))))
	a.After = a.loss(allocation.Loss(items, chosen))
	best := math.Inf(1)
	for g, group := range a.Groups {
		if loss, ok := allocation.Even(items, g, group.Cost, q.Budget); ok {
			best = min(best, loss)
		}
	}
	if !math.IsInf(best, 1) {
		a.Even = a.loss(best)
	}
	a.conclude(len(items))
	return a
}

// loss returns a loss as it is reported: a probability, or the root of a variance.
func (a *Allocation) loss(x float64) Number {
	if a.Goal == "decision" {
		return Number(x)
	}
	return Number(math.Sqrt(max(0, x)))
}

// conclude sets verdict and notes.
func (a *Allocation) conclude(items int) {
	if !a.Diagnostics.Converged {
		a.Verdict = []string{"No verdict: the chains have not converged"}
		return
	}
	if len(a.Items) == 0 {
		a.Verdict = []string{"No label is expected to change a consensus: spend nothing"}
		if a.Goal == "decision" && float64(a.Before) > leastGain {
			a.Verdict = []string{"No label that the budget buys is expected to change a consensus: spend nothing"}
		}
		return
	}
	labels := 0
	var parts []string
	for i, c := range a.Counts {
		labels += c.Labels * c.Items
		get := " get "
		if c.Items == 1 {
			get = " gets "
		}
		who := count(c.Items)
		if i == 0 {
			who = plural(c.Items, "item")
		}
		parts = append(parts, who+get+count(c.Labels))
	}
	if len(parts) > mostCountsTold {
		parts = []string{plural(len(a.Items), "item") + " get " + count(a.Counts[0].Labels) + " to " +
			count(a.Counts[len(a.Counts)-1].Labels)}
	}
	a.Verdict = []string{plural(labels, "label") + ": " + strings.Join(parts, ", "), a.lossText()}
	left := a.Budget - a.Spent
	switch {
	case left < a.cheapest():
	case labels >= a.MostLabels*items:
		a.Notes = append(a.Notes, "Every item gets "+plural(a.MostLabels, "label")+", the most that were considered.")
	default:
		a.Notes = append(a.Notes, "No further labels are expected to change anything: "+document.Full(left)+
			" of the budget is not spent.")
	}
}

// mostCountsTold is how many different numbers of labels a verdict lists.
const mostCountsTold = 4

// cheapest returns the lowest cost of a label.
func (a *Allocation) cheapest() float64 {
	least := math.Inf(1)
	for _, g := range a.Groups {
		least = min(least, g.Cost)
	}
	return least
}

// lossText says by how much the labels are expected to reduce the loss.
func (a *Allocation) lossText() string {
	print := percentage
	what := "Expected share of wrong labels"
	if a.Goal == "estimate" {
		print = func(n Number) string {
			return document.Fixed(float64(n), document.Places(float64(a.After)/2, 0, 6))
		}
		what = "Expected error of a score"
	}
	if len(a.Data.Studies) > 1 {
		what += " by " + visible.Text(a.Target)
	}
	text := what + ": " + print(a.Before) + " → " + print(a.After)
	if a.Even.Defined() {
		text += " (spread evenly: " + print(a.Even) + ")"
	}
	return text
}
