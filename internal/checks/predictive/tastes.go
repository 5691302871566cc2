package predictive

import (
	"math"

	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// OwnCorrelation is how alike the labels are that one labeler gives an item in two studies, beyond the item's and the
// labeler's levels. It is the correlation of residuals over the pairs of labels of an item by one labeler. The
// residuals are of a sum of levels, by least squares in each study. Rests of different labelers have nothing in common.
// Rests of one labeler do only if the labeler has tastes.
const OwnCorrelation = "own_label_correlation"

// restSweeps are passes towards the least squares of levels. Each step leaves about 1/n of the rest, if an item has n
// labels by people who meet at random.
const restSweeps = 6

// fewestTwice is how many items that a labeler labels in both studies the correlation takes, as for [kind.applies].
const fewestTwice = 10

// ownKind is [OwnCorrelation] as a statistic of two studies.
func ownKind() *kind {
	return &kind{name: OwnCorrelation, highOnly: true, unmoved: true, doubt: tasteDoubt,
		title: "the correlation of one labeler's labels of an item in two groups, less the levels of both,"}
}

// tastes reports whether enough items have labels by one labeler in both studies, whose level is known in each.
func (bo *both) tastes(a, b *studyDesign) bool {
	if bo == nil || a.labeler == nil || b.labeler == nil {
		return false
	}
	items := 0
	for item := range a.labels {
		for _, s := range bo.of(int32(item)) {
			if a.labeler[s.a] >= 0 && b.labeler[s.b] >= 0 {
				items++
				break
			}
		}
	}
	return items >= fewestTwice
}

// ownCorrelation is [OwnCorrelation]; NaN if all residuals of a study are 0.
func (bo *both) ownCorrelation(a, b *sums) float64 {
	x, y := a.rests(), b.rests()
	var xx, xy, yy float64
	for _, s := range bo.twice {
		if a.labeler[s.a] < 0 || b.labeler[s.b] < 0 {
			continue
		}
		u, v := x[s.a], y[s.b]
		xx, xy, yy = xx+u*u, xy+u*v, yy+v*v
	}
	if least := 1e-12; !(xx > least*a.all().square && yy > least*b.all().square) {
		return math.NaN()
	}
	return xy / math.Sqrt(xx*yy)
}

// rests returns the residual of each label without the levels of its item and labeler.
func (sum *sums) rests() []float64 {
	level, count := make([]float64, len(sum.people)), make([]float64, len(sum.people))
	item := make([]float64, len(sum.labels))
	rest := make([]float64, len(sum.values))
	for _, l := range sum.labeler {
		if l >= 0 {
			count[l]++
		}
	}
	of := func(n int) float64 {
		if l := sum.labeler[n]; l >= 0 {
			return level[l]
		}
		return 0
	}
	for range restSweeps {
		clear(item)
		for n, y := range sum.values {
			item[sum.item[n]] += (y - sum.origin - of(n)) / sum.labels[sum.item[n]]
		}
		clear(level)
		for n, y := range sum.values {
			if l := sum.labeler[n]; l >= 0 {
				level[l] += (y - sum.origin - item[sum.item[n]]) / count[l]
			}
		}
	}
	for n, y := range sum.values {
		rest[n] = y - sum.origin - item[sum.item[n]] - of(n)
	}
	return rest
}

// tasteDoubt is of labels that one labeler gives an item in two studies.
func tasteDoubt(f finding) Doubt {
	d := Doubt{
		Assumption:  "two labels of an item in two groups agree equally, whether one labeler or two gave them",
		Consequence: "one labeler's taste for an item counts as agreement between the groups: ρ and xCC are too high",
		Look:        "labels that were copied from one group to the other",
	}
	if !f.common() {
		remedy := TasteRemedy()
		if f.spec.Labelers == spec.Returning {
			remedy = remedy[1:] // these labelers are shared
		}
		d.Look = "effects of items and labelers together that both groups share (" + f.words.Of(remedy...) +
			"), and " + d.Look
	}
	return d
}

// common reports whether the model has effects of item and labeler together that studies share.
func (f finding) common() bool {
	for _, facet := range f.spec.Facets {
		if facet.Covariance != spec.Independent && spec.ItemByLabeler().SameBy(facet) {
			return true
		}
	}
	return false
}

// TasteRemedy is the model of labelers who have personal tastes that show in several studies.
func TasteRemedy() []model.Choice {
	return []model.Choice{
		{Name: "labeler-effects", Value: spec.Shared.String()},
		{Name: "facet", Value: study.ItemFactor + ":" + study.LabelerFactor},
		{Name: "facet-effects", Value: spec.Common.String()},
	}
}
