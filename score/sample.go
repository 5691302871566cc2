package score

import (
	"fmt"
	"math"

	"concord/internal/visible"
)

// System is one system with its N items. Every slice has N elements or is nil.
type System struct {
	Name string
	// Items names the items. An item of the same name in another system is the answer to the same prompt, and
	// [Difference] pairs the two. nil: no item is shared.
	Items []string
	// Judge has the judge's label of each item, or the mean if there are several.
	Judge []float64
	// Judged says which items the judge labelled. Other items are left out; nil: all.
	Judged []bool
	// People has the mean of people's labels of each item, and is not read where Labels is 0.
	People []float64
	// Labels has the number of people's labels of each item.
	Labels []int
	// Spread has the variance of an item's human labels (divisor: labels minus one). It is read where Labels is 2 or
	// more; nil: unknown.
	Spread []float64
	// Votes are the labels with the people who gave them, so that errors allow for people's levels. nil: unknown, as if
	// each label were by another person. Their means and numbers by item are People and Labels.
	Votes []Vote
	// Weights are 1 over the probability with which an item was drawn for people. A common factor of the items of a
	// stratum does not matter. nil: all items of a stratum were drawn with the same probability.
	Weights []float64
	// Strata has the stratum of each item, within which items were drawn for people; nil: one stratum.
	Strata []int
	// Clusters has the cluster of each item, such as its conversation; nil: every item is a separate cluster.
	Clusters []int
}

// Sample is the systems of one study, which have different names.
type Sample []*System

// Code names a fault of a sample, or the reason for which a quantity is undefined.
type Code string

// The codes, each with the facts of [Error] that go with it.
const (
	NoSystem          Code = "no_system"           // there is none
	SystemTwice       Code = "system_twice"        // two have the name System
	NoItems           Code = "no_items"            // the System has none
	ItemTwice         Code = "item_twice"          // the System has Item twice
	NoPeoplesLabels   Code = "no_peoples_labels"   // nobody labelled an item of the System
	NoOverlap         Code = "no_overlap"          // people and judge labelled different items of the System
	TooFewItems       Code = "too_few_items"       // people labelled Count items of the System, no more than strata
	TooFewClusters    Code = "too_few_clusters"    // the same, of Count clusters
	StratumUnlabelled Code = "stratum_unlabelled"  // the Stratum has items and no people's labels
	WeightNotPositive Code = "weight_not_positive" // the Weight of Item is 0 or negative
	NotFinite         Code = "not_finite"          // Value, of the Part of Item, is no finite number
	NegativeLabels    Code = "negative_labels"     // Item has a negative number of labels, Count
	NegativeSpread    Code = "negative_spread"     // the variance of the labels of Item, Value, is negative
)

// Error says why a sample cannot be used, or why a quantity is undefined.
type Error struct {
	Code    Code
	System  string // its name; "" if it has none
	Item    string // its name; where items have none, #7 for the element of index 6
	Part    string // Judge, People, Spread, Votes or Weights
	Stratum int
	Strata  int // their number
	Count   int
	Value   float64
}

// Error returns the system and the fault in one sentence without a full stop.
func (e *Error) Error() string {
	of := ""
	if e.System != "" {
		of = "system " + visible.Name(e.System) + ": "
	}
	item := visible.Name(e.Item)
	switch e.Code {
	case NoSystem:
		return "there is no system"
	case SystemTwice:
		return of + "the name is given to two systems"
	case NoItems:
		return of + "there are no items"
	case ItemTwice:
		return of + item + " is there twice"
	case NoPeoplesLabels:
		return of + "no item has a label by people"
	case NoOverlap:
		return of + "the judge labelled none of the items that people labelled"
	case TooFewItems:
		return of + fmt.Sprintf("people labelled %s, and an error needs more than strata (%d)",
			counted(e.Count, "item"), e.Strata)
	case TooFewClusters:
		return of + fmt.Sprintf("people labelled items of %s, and an error needs more than strata (%d)",
			counted(e.Count, "cluster"), e.Strata)
	case StratumUnlabelled:
		return of + fmt.Sprintf("people labelled no item of stratum %d", e.Stratum)
	case WeightNotPositive:
		return of + fmt.Sprintf("the weight of %s is %v, and must be positive", item, e.Value)
	case NotFinite:
		return of + fmt.Sprintf("%s of %s is %v", e.Part, item, e.Value)
	case NegativeLabels:
		return of + fmt.Sprintf("%s has %d labels by people", item, e.Count)
	case NegativeSpread:
		return of + fmt.Sprintf("the variance of people's labels of %s is %v", item, e.Value)
	}
	return of + string(e.Code)
}

// Validate returns the first fault of the sample, an [*Error], or nil.
func (s Sample) Validate() error {
	if len(s) == 0 {
		return &Error{Code: NoSystem}
	}
	seen := map[string]bool{}
	for _, y := range s {
		if seen[y.Name] {
			return &Error{Code: SystemTwice, System: y.Name}
		}
		seen[y.Name] = true
		if err := y.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// Validate returns the first fault of the system, an [*Error], or nil. It panics if slices differ in length.
func (y *System) Validate() error {
	n := len(y.Judge)
	for _, l := range []int{
		len(y.Items), len(y.Judged), len(y.Spread), len(y.Weights), len(y.Strata), len(y.Clusters),
	} {
		if l != 0 && l != n {
			panic(fmt.Sprintf("score: slices of %d and %d items", n, l))
		}
	}
	if len(y.People) != n || len(y.Labels) != n {
		panic(fmt.Sprintf("score: %d labels by the judge, %d means of people and %d numbers of labels",
			n, len(y.People), len(y.Labels)))
	}
	if n == 0 {
		return &Error{Code: NoItems, System: y.Name}
	}
	for _, v := range y.Votes {
		if v.Item < 0 || v.Item >= n {
			panic(fmt.Sprintf("score: a vote on item %d of %d", v.Item, n))
		}
		if !finite(v.Value) {
			return &Error{Code: NotFinite, System: y.Name, Item: y.item(v.Item), Part: "Votes", Value: v.Value}
		}
	}
	seen := map[string]bool{}
	for i := range y.Items {
		if seen[y.Items[i]] {
			return &Error{Code: ItemTwice, System: y.Name, Item: y.Items[i]}
		}
		seen[y.Items[i]] = true
	}
	people, both := false, false
	for i := range n {
		if err := y.validateItem(i); err != nil {
			return err
		}
		people = people || y.Labels[i] > 0
		both = both || y.Labels[i] > 0 && y.judged(i)
	}
	switch {
	case !people:
		return &Error{Code: NoPeoplesLabels, System: y.Name}
	case !both:
		return &Error{Code: NoOverlap, System: y.Name}
	}
	return y.validateStrata()
}

func (y *System) validateItem(i int) error {
	fault := func(code Code, part string, value float64) error {
		return &Error{Code: code, System: y.Name, Item: y.item(i), Part: part, Value: value}
	}
	if y.Labels[i] < 0 {
		return &Error{Code: NegativeLabels, System: y.Name, Item: y.item(i), Count: y.Labels[i]}
	}
	if y.judged(i) && !finite(y.Judge[i]) {
		return fault(NotFinite, "Judge", y.Judge[i])
	}
	if y.Labels[i] > 0 && !finite(y.People[i]) {
		return fault(NotFinite, "People", y.People[i])
	}
	if y.Spread != nil && y.Labels[i] > 1 {
		if !finite(y.Spread[i]) {
			return fault(NotFinite, "Spread", y.Spread[i])
		}
		if y.Spread[i] < 0 {
			return fault(NegativeSpread, "Spread", y.Spread[i])
		}
	}
	if y.Weights != nil && y.Labels[i] > 0 {
		if !finite(y.Weights[i]) {
			return fault(NotFinite, "Weights", y.Weights[i])
		}
		if y.Weights[i] <= 0 {
			return fault(WeightNotPositive, "Weights", y.Weights[i])
		}
	}
	return nil
}

// validateStrata finds a stratum without human labels, and too few items or clusters to know an error.
func (y *System) validateStrata() error {
	labelled, clusters := map[int]bool{}, map[int]bool{}
	for i := range y.Judge {
		if y.judged(i) && y.Labels[i] > 0 {
			labelled[y.stratum(i)], clusters[y.cluster(i)] = true, true
		}
	}
	for i := range y.Judge {
		if s := y.stratum(i); y.judged(i) && !labelled[s] {
			return &Error{Code: StratumUnlabelled, System: y.Name, Stratum: s}
		}
	}
	code := TooFewItems
	if y.Clusters != nil {
		code = TooFewClusters
	}
	if len(clusters) <= len(labelled) {
		return &Error{Code: code, System: y.Name, Count: len(clusters), Strata: len(labelled)}
	}
	return nil
}

func (y *System) item(i int) string {
	if y.Items != nil {
		return y.Items[i]
	}
	return fmt.Sprintf("#%d", i+1)
}

func (y *System) judged(i int) bool { return y.Judged == nil || y.Judged[i] }

func (y *System) weight(i int) float64 {
	if y.Weights == nil {
		return 1
	}
	return y.Weights[i]
}

func (y *System) stratum(i int) int {
	if y.Strata == nil {
		return 0
	}
	return y.Strata[i]
}

func (y *System) cluster(i int) int {
	if y.Clusters == nil {
		return i
	}
	return y.Clusters[i]
}

// counted is "1 item" or "2 items".
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
