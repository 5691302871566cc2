package xcc

import (
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// TwoLabels is how far two labels by different people differ, of one item and, by chance, of different items: what the
// reliability means in the labels' own terms. A quantity has no chains if the labels do not have it. With more than two
// categories it may have shorter chains, see [ImpliedBy].
type TwoLabels struct {
	of         model.StudyPosterior
	partition  vpc.Partition
	tables     func() ownTables
	normal     bool
	categories int // 0: none
}

// TwoLabels returns how far two labels of a study differ.
func (j Joint) TwoLabels(study model.StudyPosterior) TwoLabels {
	two := TwoLabels{of: study, partition: j.Partition(study), tables: j.own[j.index(study)]}
	f := study.Posterior().Spec().Family
	if categorical, ok := f.(family.Categorical); ok {
		two.categories = categorical.Categories()
	} else {
		two.normal = f.LocationScale()
	}
	return two
}

// Same is the chance that two labels of an item are the same. For two categories it is 1 − 2(T − V), with the variances
// T of a label and V of true scores.
func (two TwoLabels) Same() posterior.Quantity {
	if two.categories == 2 {
		return posterior.Map(nameOf("same_label", two.of), func(x []float64) float64 { return 1 - 2*(x[0]-x[1]) },
			two.partition.TotalVariance(), two.partition.TrueVariance())
	}
	return two.byTables("same_label", func(t *tables) float64 { one, _ := t.apart(0, 0); return one })
}

// SameByChance is [TwoLabels.Same] for labels of two items.
func (two TwoLabels) SameByChance() posterior.Quantity {
	if two.categories == 2 {
		return posterior.Map(nameOf("same_label_by_chance", two.of), func(x []float64) float64 { return 1 - 2*x[0] },
			two.partition.TotalVariance())
	}
	return two.byTables("same_label_by_chance", func(t *tables) float64 { _, chance := t.apart(0, 0); return chance })
}

// Far is the chance that two labels of an item are two steps apart or more, for more than two categories.
func (two TwoLabels) Far() posterior.Quantity {
	return two.byTables("far_apart", func(t *tables) float64 { one, _ := t.apart(2, t.categories); return one })
}

// FarByChance is [TwoLabels.Far] for labels of two items.
func (two TwoLabels) FarByChance() posterior.Quantity {
	return two.byTables("far_apart_by_chance", func(t *tables) float64 {
		_, chance := t.apart(2, t.categories)
		return chance
	})
}

// Difference is the mean distance of two normal labels of an item, 2/√π times their standard error of measurement (von
// Andrae 1872).
func (two TwoLabels) Difference() posterior.Quantity {
	return two.distance("label_difference", func(x float64) float64 { return x }, two.partition.SEM)
}

// DifferenceByChance is [TwoLabels.Difference] for labels of two items, 2/√π times their standard deviation.
func (two TwoLabels) DifferenceByChance() posterior.Quantity {
	return two.distance("label_difference_by_chance", math.Sqrt, two.partition.TotalVariance)
}

func (two TwoLabels) distance(
	name string, sd func(float64) float64, of func() posterior.Quantity,
) (q posterior.Quantity) {
	if !two.normal {
		return q
	}
	return posterior.Map(nameOf(name, two.of), func(x []float64) float64 { return 2 / math.Sqrt(math.Pi) * sd(x[0]) },
		of())
}

func (two TwoLabels) byTables(name string, value func(t *tables) float64) (q posterior.Quantity) {
	if two.categories <= 2 {
		return q
	}
	return two.tables().each(nameOf(name, two.of), value)
}

// apart returns the chance that two labels are from least to most steps apart, of one item and by chance.
func (t *tables) apart(least, most int) (one, chance float64) {
	covariance := 0.0
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			if steps := max(y-z, z-y); least <= steps && steps <= most {
				covariance += t.covariance[y*t.categories+z]
				chance += p * q
			}
		}
	}
	return chance + covariance, chance
}
