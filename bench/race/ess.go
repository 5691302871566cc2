package main

import (
	"cmp"
	"math"
	"slices"
)

// bulkESS is the bulk effective sample size: of ranks, as normal scores, of chains cut into halves (Vehtari, Gelman,
// Simpson, Carpenter and Bürkner 2021, Rank-normalization, folding, and localization, Bayesian Analysis 16, section 4).
func bulkESS(chains [][]float64) float64 {
	var halves [][]float64
	for _, c := range chains {
		n := len(c) / 2
		halves = append(halves, c[:n], c[len(c)-n:])
	}
	return ess(normalScores(halves))
}

// normalScores returns Φ⁻¹((r − 3/8)/(S + 1/4)) of the ranks r of S draws; those that are equal share the mean of
// theirs.
func normalScores(chains [][]float64) [][]float64 {
	type place struct{ chain, at int }
	var order []place
	for c, chain := range chains {
		for i := range chain {
			order = append(order, place{c, i})
		}
	}
	value := func(p place) float64 { return chains[p.chain][p.at] }
	slices.SortFunc(order, func(a, b place) int { return cmp.Compare(value(a), value(b)) })
	scores := make([][]float64, len(chains))
	for c := range chains {
		scores[c] = make([]float64, len(chains[c]))
	}
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && value(order[to]) == value(order[from]) {
			to++
		}
		rank := float64(from+to+1) / 2
		z := math.Sqrt2 * math.Erfinv(2*(rank-0.375)/(float64(len(order))+0.25)-1)
		for _, p := range order[from:to] {
			scores[p.chain][p.at] = z
		}
		from = to
	}
	return scores
}

// ess is the effective size by Geyer's initial monotone sequence over chains of one length (the same, equation 10).
func ess(chains [][]float64) float64 {
	m, n := float64(len(chains)), len(chains[0])
	within, means := 0.0, make([]float64, len(chains))
	for c, chain := range chains {
		mean, sd := moments(chain)
		means[c] = mean
		within += sd * sd / m
	}
	_, between := moments(means)
	total := within*float64(n-1)/float64(n) + between*between
	correlation := func(lag int) float64 {
		covariance := 0.0
		for c, chain := range chains {
			for i := range n - lag {
				covariance += (chain[i] - means[c]) * (chain[i+lag] - means[c]) / (float64(n) * m)
			}
		}
		return 1 - (within-covariance*float64(n)/float64(n-1))/total
	}
	sum, least := 0.0, math.Inf(1)
	for lag := 0; lag+1 < n; lag += 2 {
		first := 1.0
		if lag > 0 {
			first = correlation(lag)
		}
		pair := first + correlation(lag+1)
		if pair < 0 {
			break
		}
		least = math.Min(least, pair)
		sum += 2 * least
	}
	all := m * float64(n)
	return all / math.Max(sum-1, 1/math.Log10(all))
}
