package nonparam

import (
	"fmt"
	"slices"
)

// Between returns the distance between each two of the given different values, such as study.Table.Scores, as in
// Krippendorff's alpha and [CrossKappa]: δ[y][z] for values y and z. The function that it returns takes the share, or
// the number, of ratings of each value, on which the ordinal distance depends, and is safe for concurrent use. The
// error says why there is no such distance.
func Between(d Distance, values []float64) (func(share []float64) [][]float64, error) {
	ascending := slices.Sorted(slices.Values(values))
	place := make([]int32, len(values)) // of each value, ascending
	for y, v := range values {
		place[y] = int32(slices.Index(ascending, v))
	}
	between := func(share []float64) ([][]float64, reason) {
		count := make([]float64, len(values))
		for y, k := range place {
			count[k] = share[y]
		}
		k, why := d.kernel(ascending, count)
		if why != "" {
			return nil, why
		}
		table := make([][]float64, len(values))
		for y := range table {
			_, to := k.potential(len(values), cells{[]int32{place[y]}, []float64{1}})
			for _, k := range place {
				table[y] = append(table[y], to[k])
			}
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
