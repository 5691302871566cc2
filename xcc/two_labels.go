package xcc

import (
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// TwoLabels is how far two labels by different people differ, of one item and, by chance, of different items: what the
// reliability means in the labels' own terms.
type TwoLabels struct {
	// Same is the chance that labels in categories are the same, and Far that they are two steps apart or more.
	Same, SameByChance, Far, FarByChance posterior.Quantity
	// Difference is the mean distance of normal labels. For two of one item it is 2/√π times their standard error of
	// measurement, and for two of different items 2/√π times their standard deviation (von Andrae 1872).
	Difference, DifferenceByChance posterior.Quantity
}

// TwoLabels returns how far two labels of a study differ. Quantities that its labels do not have have no chains. Those
// of more than two categories may have shorter chains, as [ImpliedBy] says.
func (j Joint) TwoLabels(study model.StudyPosterior) TwoLabels {
	p, f := j.Partition(study), study.Posterior().Spec().Family
	categories, ok := f.(family.Categorical)
	switch {
	case !ok && f.LocationScale():
		return normalLabels(study, p)
	case !ok:
		return TwoLabels{}
	case categories.Categories() == 2:
		return binaryLabels(study, p)
	}
	return categoryLabels(study, j.own[j.index(study)]())
}

func normalLabels(of model.StudyPosterior, p vpc.Partition) (two TwoLabels) {
	times := 2 / math.Sqrt(math.Pi)
	distance := func(x []float64) float64 { return times * math.Sqrt(x[0]) }
	two.Difference = posterior.Map(nameOf("label_difference", of), func(x []float64) float64 { return times * x[0] },
		p.SEM())
	two.DifferenceByChance = posterior.Map(nameOf("label_difference_by_chance", of), distance, p.TotalVariance())
	return two
}

// binaryLabels differ with the chance 2(T − V), with T the variance of a label and V that of true scores.
func binaryLabels(of model.StudyPosterior, p vpc.Partition) (two TwoLabels) {
	two.Same = posterior.Map(nameOf("same_label", of), func(x []float64) float64 { return 1 - 2*(x[0]-x[1]) },
		p.TotalVariance(), p.TrueVariance())
	two.SameByChance = posterior.Map(nameOf("same_label_by_chance", of), func(x []float64) float64 {
		return 1 - 2*x[0]
	}, p.TotalVariance())
	return two
}

// categoryLabels are by the tables of pairs of labels.
func categoryLabels(of model.StudyPosterior, own ownTables) (two TwoLabels) {
	chances := func(name string, asked func(steps int) bool) (one, chance posterior.Quantity) {
		one = own.each(nameOf(name, of), func(t *tables) float64 { p, _ := t.apart(asked); return p })
		chance = own.each(nameOf(name+"_by_chance", of), func(t *tables) float64 { _, p := t.apart(asked); return p })
		return one, chance
	}
	two.Same, two.SameByChance = chances("same_label", func(steps int) bool { return steps == 0 })
	two.Far, two.FarByChance = chances("far_apart", func(steps int) bool { return steps >= 2 })
	return two
}

// apart returns the chance that two labels are so many steps apart as is asked for, of one item and by chance.
func (t *tables) apart(asked func(steps int) bool) (one, chance float64) {
	covariance := 0.0
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			if asked(max(y-z, z-y)) {
				covariance += t.covariance[y*t.categories+z]
				chance += p * q
			}
		}
	}
	return chance + covariance, chance
}
