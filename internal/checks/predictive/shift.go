package predictive

import (
	"fmt"
	"math"
)

// Shift is the effect of the difference between the means of two studies on their κ_x. With squared distance, which
// between 0 and 1 is the nominal one, both disagreements of κ_x = 1 − d_o/d_e contain the squared difference δ² of the
// means, so that without it
//
//	κ_x = 1 − (d_o − δ²)/(d_e − δ²),
//
// exactly if all items have equally many labels, and otherwise nearly. The same is true for ordered categories with
// their ranks in place of labels; δ is then the difference of mean ranks.
//
// xCC, which divides each label's deviation from its own study's mean, never contains it.
type Shift struct {
	Studies    [2]string
	Difference float64 // mean label of the second study less that of the first, over the items of both
	CrossKappa float64 // κ_x as observed
	Without    float64 // κ_x without the difference
}

// noticeable is how much a difference of means must lower κ_x to be worth mentioning.
const noticeable = 0.02

// Noticeable reports whether the difference costs κ_x 0.02 or more.
func (shift Shift) Noticeable() bool { return shift.Without-shift.CrossKappa >= noticeable }

// String explains a κ_x that a difference of means lowers.
func (shift Shift) String() string {
	than := "lower"
	if shift.Difference > 0 {
		than = "higher"
	}
	return fmt.Sprintf("the mean of %s is %s than the mean of %s by %.2f, which lowers κx from %s to %s but does not "+
		"change ρ or xCC",
		shift.Studies[1], than, shift.Studies[0], math.Abs(shift.Difference),
		signed(fmt.Sprintf("%.3f", shift.Without)),
		signed(fmt.Sprintf("%.3f", shift.CrossKappa)))
}

// shifts returns the shift of each pair of studies that have a κ_x which does not depend on how labels were collected.
func shifts(d *design, observed *evaluator) []Shift {
	var all []Shift
	d.eachPair(func(a, b int) {
		if d.dependent[a] || d.dependent[b] {
			return // κ_x is lower or higher for that reason too
		}
		c, difference := observed.cross(a, b, d.observed), crossKappa(observed.sums[a], observed.sums[b], nil).shift
		if math.IsNaN(c.expected) {
			return // undefined, as the coefficient itself says
		}
		square := c.shift * c.shift
		all = append(all, Shift{
			Studies: [2]string{d.studies[a].name, d.studies[b].name}, Difference: difference,
			CrossKappa: c.kappa(), Without: 1 - (c.observed-square)/(c.expected-square),
		})
	})
	return all
}
