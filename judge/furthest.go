package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"concord/study"
)

// Far is an item on which the labels of a judge lie far from people's.
type Far struct {
	Item string
	// Label is the mean of the judge's labels. People is the true score that [Furthest] estimates from human labels.
	Label, People float64
	// Labels and PeopleLabels are all labels of the item, as the table has them.
	Labels, PeopleLabels []float64
}

// Furthest returns the items on which the labels of a judge lie furthest from people's true scores, the furthest first
// and at most the given number. The true score of an item with k labels is estimated by Kelley's formula: the mean of
// all labels plus the share ICC(k) of the item's difference from it. Thus an item with one odd label does not lead.
// ICC(k) follows from the ICC of one label by Spearman and Brown's formula. Ordered labels count as their scores.
//
// Kelley, T. L. (1947): Fundamentals of Statistics. Harvard University Press, page 409.
func Furthest(people, judge study.View, icc float64, most int) []Far {
	theirs, its := byItem(people), byItem(judge)
	score := scoresOf(people.Table())
	var means []float64
	for _, labels := range theirs {
		for _, y := range labels {
			means = append(means, score(y))
		}
	}
	slices.Sort(means) // the order of a map is none
	all := stat.Mean(means, nil)
	var far []Far
	for item, labels := range its {
		of := theirs[item]
		if len(of) == 0 {
			continue
		}
		k := float64(len(of))
		share := k * icc / (1 + (k-1)*icc)
		far = append(far, Far{Item: item, Label: meanOf(labels, score), People: all + share*(meanOf(of, score)-all),
			Labels: labels, PeopleLabels: of})
	}
	slices.SortFunc(far, func(a, b Far) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Label-b.People), math.Abs(a.Label-a.People)), cmp.Compare(a.Item, b.Item))
	})
	return far[:min(most, len(far))]
}

// byItem returns the labels of each item of a study, in the order of the table.
func byItem(v study.View) map[string][]float64 {
	labels := map[string][]float64{}
	for i, item := range v.Item() {
		name := v.Table().Items()[item]
		labels[name] = append(labels[name], v.Value()[i])
	}
	return labels
}

// scoresOf returns the numbers that stand for labels of a table.
func scoresOf(t *study.Table) func(y float64) float64 {
	if t.Kind() != study.Ordinal {
		return func(y float64) float64 { return y }
	}
	return func(y float64) float64 { return t.Scores()[int(y)-1] }
}

func meanOf(labels []float64, score func(y float64) float64) float64 {
	sum := 0.0
	for _, y := range labels {
		sum += score(y)
	}
	return sum / float64(len(labels))
}
