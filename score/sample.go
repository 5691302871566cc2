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

// Code names the reason for which a quantity of a system is undefined.
type Code string

// The codes, each with the facts of [Error] that go with it.
const (
	NoPeoplesLabels   Code = "no_peoples_labels"  // nobody labelled an item of the System
	NoOverlap         Code = "no_overlap"         // people and judge labelled different items of the System
	TooFewItems       Code = "too_few_items"      // people labelled Count items of the System, no more than strata
	TooFewClusters    Code = "too_few_clusters"   // the same, of Count clusters
	StratumUnlabelled Code = "stratum_unlabelled" // the Stratum has items and no people's labels
)

// Error is why a quantity of a system is undefined.
type Error struct {
	Code    Code
	System  string // its name; "" if it has none
	Stratum int
	Strata  int // their number
	Count   int
}

func (e *Error) Error() string {
	of, text := "", map[Code]string{
		NoPeoplesLabels:   "no item has a label by people",
		NoOverlap:         "the judge labelled none of the items that people labelled",
		StratumUnlabelled: fmt.Sprintf("people labelled no item of stratum %d", e.Stratum),
		TooFewItems: fmt.Sprintf("people labelled %s, and an error needs more than strata (%d)",
			visible.Count(e.Count, "item"), e.Strata),
		TooFewClusters: fmt.Sprintf("people labelled items of %s, and an error needs more than strata (%d)",
			visible.Count(e.Count, "cluster"), e.Strata),
	}[e.Code]
	if e.System != "" {
		of = "system " + visible.Name(e.System) + ": "
	}
	return of + text
}

// Validate says why people's mean label of a system cannot be estimated. It panics if the slices do not fit.
func (y *System) Validate() error {
	for n, l := range []int{len(y.People), len(y.Labels), len(y.Items), len(y.Judged), len(y.Spread), len(y.Weights),
		len(y.Strata), len(y.Clusters)} {
		if l != len(y.Judge) && (l != 0 || n < 2) { // the others may be nil
			panic(fmt.Sprintf("score: slices of %d and %d items", l, len(y.Judge)))
		}
	}
	labelled, clusters, people := map[int]bool{}, map[int]bool{}, false
	for i, k := range y.Labels {
		if people = people || k > 0; k > 0 && y.judged(i) {
			labelled[y.stratum(i)], clusters[y.cluster(i)] = true, true
		}
	}
	e := &Error{System: y.Name, Strata: len(labelled), Count: len(clusters)}
	for i := range y.Judge {
		if s := y.stratum(i); y.judged(i) && !labelled[s] {
			e.Code, e.Stratum = StratumUnlabelled, s
			break
		}
	}
	switch {
	case !people:
		e.Code = NoPeoplesLabels
	case len(clusters) == 0:
		e.Code = NoOverlap
	case e.Code != "" || len(clusters) > len(labelled):
	case y.Clusters != nil:
		e.Code = TooFewClusters
	default:
		e.Code = TooFewItems
	}
	if e.Code == "" {
		return nil
	}
	return e
}

// add adds an item with the judge's label, NaN if there is none, and labels of people as numbers.
func (y *System) add(i Item, judge float64, people []Label, clustered, named bool) {
	mean, spread, n := 0.0, 0.0, float64(len(people))
	for _, p := range people {
		mean += p.Value / n
		if named {
			y.Votes = append(y.Votes, Vote{Item: len(y.Judge), Labeler: p.Labeler, Value: p.Value})
		}
	}
	for _, p := range people {
		spread += math.Pow(p.Value-mean, 2) / math.Max(1, n-1)
	}
	y.Items, y.Judge, y.Judged = append(y.Items, i.Name), append(y.Judge, judge), append(y.Judged, !math.IsNaN(judge))
	y.People, y.Labels = append(y.People, mean), append(y.Labels, len(people))
	y.Spread, y.Strata = append(y.Spread, spread), append(y.Strata, i.Stratum)
	if i.Weight > 0 {
		y.Weights = append(y.Weights, i.Weight)
	}
	if clustered {
		y.Clusters = append(y.Clusters, i.Cluster)
	}
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
