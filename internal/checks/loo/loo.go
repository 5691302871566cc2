// Package loo compares fits of the same labels by how well each predicts a label that it has not seen: the expected log
// predictive density, by Pareto smoothed importance sampling (Vehtari, Gelman and Gabry 2017). It predicts one more
// label of an item by a labeler, both known from their other labels.
package loo

import (
	"context"
	"fmt"
	"math"

	"concord/internal/abandon"
	"concord/model"
	"concord/posterior"
)

// Result is how well a fit predicts each label from all others.
type Result struct {
	// Labels are in the order of the table, study by study.
	Labels []posterior.LeftOut
}

// Of returns the result of a fit that kept the draws of effects; if it did not, the error is [model.ErrNoEffects]. It
// works label by label on the given number of cores (0: all), and the result is the same for any number. If the context
// ends first, the error is its.
func Of(ctx context.Context, fit *model.Posterior, workers int) (*Result, error) {
	lik, err := model.NewLogLik(fit)
	if err != nil {
		return nil, err
	}
	r := &Result{Labels: make([]posterior.LeftOut, lik.Len())}
	return r, abandon.Each(ctx, max(workers, 0), len(r.Labels), func() func(n int) error {
		chains := fit.Draws().Quantity(0).Like("").Chains
		return func(n int) error {
			lik.Label(chains, n)
			r.Labels[n] = posterior.LeaveOneOut(chains)
			return nil
		}
	})
}

// Sum is a sum over labels with its standard error, √(N Var).
type Sum struct{ Value, SE float64 }

func sumOf(x []float64) Sum {
	n, mean := float64(len(x)), 0.0
	for _, v := range x {
		mean += v / n
	}
	square := 0.0
	for _, v := range x {
		square += (v - mean) * (v - mean)
	}
	return Sum{n * mean, math.Sqrt(n * square / (n - 1))}
}

// ELPD returns the expected log predictive density of the labels, the larger the better.
func (r *Result) ELPD() Sum {
	x := make([]float64, len(r.Labels))
	for n, l := range r.Labels {
		x[n] = l.ELPD
	}
	return sumOf(x)
}

// Parameters returns the effective number of parameters, how much better the labels are predicted from all labels.
func (r *Result) Parameters() float64 {
	sum := 0.0
	for _, l := range r.Labels {
		sum += l.Within - l.ELPD
	}
	return sum
}

// Unreliable returns how many labels hold so much of the information about their item or labeler that the draws cannot
// show their prediction without them (k̂ > 0.7, or less if draws are few), and the largest k̂.
func (r *Result) Unreliable() (labels int, largest float64) {
	largest = math.Inf(-1)
	for _, l := range r.Labels {
		if !l.Reliable {
			labels++
		}
		largest = math.Max(largest, l.K) // NaN stays
	}
	return labels, largest
}

// Difference returns the expected log predictive density of r minus the one of another fit of the same labels, with the
// standard error of the difference (equation 24). It panics if the numbers of labels differ.
func (r *Result) Difference(other *Result) Sum {
	if len(r.Labels) != len(other.Labels) {
		panic(fmt.Sprintf("loo: fits of %d and %d labels cannot be compared", len(r.Labels), len(other.Labels)))
	}
	x := make([]float64, len(r.Labels))
	for n, l := range r.Labels {
		x[n] = l.ELPD - other.Labels[n].ELPD
	}
	return sumOf(x)
}
