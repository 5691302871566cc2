package predictive

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// The parameters of a study follow its mean, its scatter within items and its alpha. These vary among replicates as far
// as the parameters are uncertain, and other statistics vary with them. The observed ones do not vary. Compared with
// unchanged replicates, a statistic that depends on them would rarely be out of range (Bayarri and Berger 2000; Robins,
// van der Vaart and Ventura 2000). Replicated values are therefore moved, along their linear regression on these
// statistics, to the place where these equal the observed ones. The observed study is one of those that the regression
// is fitted to, so that all remain exchangeable, and tail probabilities valid, whether or not the regression is linear.

// followed are the columns that the parameters of a study follow.
func (d *design) followed(study int) []int {
	columns := []int{study, len(d.statistics) + study} // alpha and mean
	if len(d.spec.Family.Parameters()) > 0 {           // otherwise the mean says the scatter
		columns = append(columns, slices.IndexFunc(d.statistics, func(s statistic) bool {
			return s.study == study && s.name == WithinItemSD
		}))
	}
	return columns
}

// adjusted returns the replicated rows with each study's statistics moved to its observed values. Statistics that the
// parameters follow are not moved, and neither is [SlopeTrend]: if those who label most follow the items less than
// others, alpha is out of range for that very reason.
func (d *design) adjusted(observed []float64, replicated [][]float64) [][]float64 {
	moved := make([][]float64, len(replicated))
	for n, row := range replicated {
		moved[n] = slices.Clone(row)
	}
	for i, s := range d.statistics {
		if s.kind == nil || s.kind.unmoved || s.withheld {
			continue
		}
		followed := slices.DeleteFunc(d.followed(s.study), func(c int) bool { return notFinite(observed[c]) })
		slope := regression(observed, replicated, i, followed)
		for n, row := range replicated {
			for a, b := range slope {
				moved[n][i] -= b * (row[followed[a]] - observed[followed[a]])
			}
		}
	}
	return moved
}

// regression returns the slopes of column i on others over all studies; nil if they are not determined.
func regression(observed []float64, replicated [][]float64, i int, on []int) []float64 {
	columns := append([]int{i}, on...)
	var rows [][]float64
	for _, row := range append([][]float64{observed}, replicated...) {
		if !slices.ContainsFunc(columns, func(c int) bool { return notFinite(row[c]) }) {
			rows = append(rows, row)
		}
	}
	const least = 20 // studies for each slope
	if len(rows) < least*len(on) || len(on) == 0 {
		return nil
	}
	centred := mat.NewDense(len(rows), len(columns), nil)
	scale := make([]float64, len(columns))
	for a, c := range columns {
		var m moments
		for _, row := range rows {
			m.add(1, row[c], 0)
		}
		scale[a] = math.Sqrt(m.square)
		if !m.varies() {
			return nil
		}
		for n, row := range rows {
			centred.Set(n, a, (row[c]-m.mean)/scale[a])
		}
	}
	var products mat.Dense
	products.Mul(centred.T(), centred)
	k := len(on)
	var factor mat.Cholesky
	within := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range k {
			within.SetSym(a, b, products.At(a+1, b+1))
		}
	}
	const singular = 1e8
	if !factor.Factorize(within) || factor.Cond() > singular {
		return nil
	}
	var solution mat.VecDense
	if factor.SolveVecTo(&solution, products.Slice(1, k+1, 0, 1).(*mat.Dense).ColView(0)) != nil {
		return nil
	}
	slope := make([]float64, k)
	for a := range slope {
		slope[a] = solution.AtVec(a) * scale[0] / scale[a+1]
	}
	return slope
}
