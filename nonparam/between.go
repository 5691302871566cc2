package nonparam

import "fmt"

// Between returns the distance between each two of the given values, ascending, as Krippendorff's alpha and
// [CrossKappa] take it: δ[y][z] of values y and z. The function that it returns takes the share, or the number, of
// ratings of each value, on which the ordinal distance depends, and is safe for concurrent use. The error says why
// there is no such distance.
func Between(d Distance, values []float64) (func(share []float64) [][]float64, error) {
	between := func(share []float64) ([][]float64, reason) {
		k, why := d.kernel(values, share)
		if why != "" {
			return nil, why
		}
		table := make([][]float64, len(values))
		for y := range table {
			_, table[y] = k.potential(len(values), cells{[]int32{int32(y)}, []float64{1}})
		}
		return table, ""
	}
	fixed, why := between(make([]float64, len(values)))
	if why != "" {
		return nil, fmt.Errorf("the %v distance cannot be taken: %s", d, why)
	}
	if !d.ranked() {
		return func([]float64) [][]float64 { return fixed }, nil
	}
	return func(share []float64) [][]float64 {
		table, _ := between(share) // ranks are always a distance
		return table
	}, nil
}
