package predictive

import "concord/nonparam"

// Shift is what the difference between the means of two studies does to their κ_x. With squared distance,
// which between 0 and 1 is the nominal one, both disagreements of κ_x = 1 − d_o/d_e contain the squared difference
// δ² of the means, so that without it
//
//	κ_x = 1 − (d_o − δ²)/(d_e − δ²),
//
// exactly so where all items have as many labels, and else nearly.
// xCC, which divides each label's deviation from its own study's mean, never contains it.
type Shift struct {
	Studies    [2]string
	Difference float64 // mean label of the second study less that of the first, over the items of both
	CrossKappa float64 // κ_x as observed
	Without    float64 // κ_x without the difference
}

// shifts returns the shift of each pair of studies that have a κ_x.
func shifts(d *design) []Shift {
	var all []Shift
	for b := range d.studies {
		for a := range b {
			observed, expected, err := nonparam.CrossDisagreement(d.sources[a], d.sources[b], d.distance)
			if err != nil {
				continue // undefined, as the coefficient itself says
			}
			delta := d.sharedMean(b, a) - d.sharedMean(a, b)
			all = append(all, Shift{
				Studies: [2]string{d.studies[a].name, d.studies[b].name}, Difference: delta,
				CrossKappa: 1 - observed/expected, Without: 1 - (observed-delta*delta)/(expected-delta*delta),
			})
		}
	}
	return all
}

// sharedMean returns the mean label of study s over the items that study with has too.
func (d *design) sharedMean(s, with int) float64 {
	has := map[int32]bool{}
	for _, j := range d.itemIDs[with] {
		has[j] = true
	}
	mean, n := 0.0, 0.0
	for i, j := range d.itemIDs[s] {
		if has[j] {
			n++
			mean += (d.observed[s][i] - mean) / n
		}
	}
	return mean
}
