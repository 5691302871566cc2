package locate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/tuning"
)

// startLoadings stores the y and T that the EM's covariance of effects implies. The EM separates a judge's items from
// noise.
func startLoadings(ps *density.Density, x []float64, e *em) {
	lo := ps.Loadings
	k, root := ps.K, e.terms[0].Root
	residual := func(s int) float64 {
		if ps.Precisions {
			return e.at.Own[s*ps.OwnCount]
		}
		return lo.Latent
	}
	shared := sharedErrors(lo, root, k)
	for g := range lo.Judges {
		s, at := lo.Pools+g, lo.At[g]
		row := append([]float64(nil), root[s*k:s*k+lo.Pools]...)
		if lo.Factors > lo.Pools {
			row = append(row, shared[g])
		}
		total := math.Hypot(floats.Norm(root[s*k:(s+1)*k], 2), residual(s))
		rest := 1.0
		for e, c := range row {
			partial := c / total / math.Sqrt(rest)
			x[at+e] = math.Atanh(math.Max(-tuning.MostCorrelation, math.Min(tuning.MostCorrelation, partial)))
			rest = math.Max(rest-c*c/(total*total), 1e-6)
		}
		if ps.Precisions {
			x[ps.OwnAt(s, 0)] = math.Log(total)
		}
	}
}

// sharedErrors returns the loadings on one factor of the judges' effects given the pools' (principal axis factoring).
func sharedErrors(lo *blocks.Loadings, root []float64, k int) []float64 {
	n := lo.Judges
	cov := make([]float64, n*n)
	for a := range n {
		for b := range n {
			for m := lo.Pools; m <= lo.Pools+min(a, b); m++ {
				cov[a*n+b] += root[(lo.Pools+a)*k+m] * root[(lo.Pools+b)*k+m]
			}
		}
	}
	v, next := slices.Repeat([]float64{1}, n), make([]float64, n)
	for range tuning.LoadingRounds {
		for a := range n {
			next[a] = 0
			for b := range n {
				next[a] += cov[a*n+b] * v[b]
			}
		}
		norm := floats.Norm(next, 2)
		if norm == 0 {
			return next
		}
		length := floats.Norm(v, 2)
		for a := range n {
			v[a] = next[a] / norm * math.Sqrt(norm/length)
			cov[a*n+a] = v[a] * v[a]
		}
	}
	return v
}
