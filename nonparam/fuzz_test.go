package nonparam_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

// FuzzCoefficients computes every coefficient of two small matrices and of their counts: a
// finite number in the coefficient's range or a reason, and the same for intervals.
func FuzzCoefficients(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := tape(data)
		o := nonparam.Options{Coefficients: nonparam.Coefficients(), Distance: p.distance(),
			Intervals: p.bootstrap(), Level: p.level(), Workers: 1}
		reliable := slices.DeleteFunc(nonparam.Coefficients(),
			func(c nonparam.Coefficient) bool { return !c.Reliable() })
		o.Normalize = nonparam.Normalization{By: reliable[p.below(len(reliable))], SharedItems: p.below(2) == 1}
		palette := p.palette()
		sources := []*nonparam.Ratings{p.ratings(t, palette), p.ratings(t, palette)}
		if p.below(4) == 0 {
			o.Categories = palette
		}
		for _, kind := range []nonparam.IntervalMethod{o.Intervals, nonparam.Jackknife{}} {
			o.Intervals = kind
			results, err := nonparam.AgreementOf(context.Background(), sources, o)
			require.NoError(t, err)
			specific := func(r nonparam.Outcome) bool { return r.Coefficient == nonparam.SpecificAgreementName }
			const across = 3 // coefficients of two studies
			others := slices.DeleteFunc(slices.Clone(results), specific)
			require.Len(t, others, 2*(len(o.Coefficients)-across-1)+across)
			for _, r := range results {
				requireSound(t, r, o.Distance)
			}
		}
	})
}

// FuzzKRater does the same for k-rater reliability.
func FuzzKRater(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := tape(data)
		o := nonparam.KRaterOptions{Aggregate: nonparam.Aggregate(p.below(3)), Draws: 1 + p.below(4),
			Bootstrap: p.bootstrap(), Level: p.level(), Workers: 1}
		if o.Method = nonparam.KRaterMethod(p.below(3)); o.Method == nonparam.Analytic {
			o.Aggregate = nonparam.Mean
		}
		ks := []int{1, 2, 1 + p.below(9), 1 << []int{0, 3, 12, 21, 62}[p.below(5)]}
		palette := p.palette()
		x, y := p.ratings(t, palette), p.ratings(t, palette)
		ctx := context.Background()
		results, err := nonparam.KRater(ctx, x, ks, o)
		require.NoError(t, err)
		replications, err := nonparam.KRaterReplications(ctx, x, y, ks, o)
		require.NoError(t, err)
		require.Len(t, append(results, replications...), 2*len(ks))
		for _, r := range append(results, replications...) {
			requireSound(t, r, nil)
		}
	})
}

// FuzzCompare does the same for the difference of two studies' agreement with a third.
func FuzzCompare(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := tape(data)
		bootstrap := p.bootstrap()
		o := nonparam.Options{Distance: p.distance(), Intervals: bootstrap, Level: p.level(), Workers: 1}
		c := []nonparam.Coefficient{nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName,
			nonparam.DisattenuatedName}[p.below(3)]
		palette := p.palette()
		d, err := nonparam.Compare(context.Background(), p.ratings(t, palette), p.ratings(t, palette),
			p.ratings(t, palette), c, o)
		if err != nil {
			var undefined *nonparam.UndefinedError
			require.ErrorAs(t, err, &undefined)
			require.NotEmpty(t, undefined.Reason)
			return
		}
		requireSound(t, nonparam.Outcome{Estimate: d.A}, o.Distance)
		requireSound(t, nonparam.Outcome{Estimate: d.B}, o.Distance)
		require.Equal(t, d.A.Value-d.B.Value, d.Value)
		if d.Greater != nil {
			require.True(t, *d.Greater >= 0 && *d.Greater <= 1, "share %v", *d.Greater)
		}
		require.Equal(t, bootstrap.Replicates > 0, d.Interval != nil || d.NoInterval != "")
	})
}

// FuzzParts does the same for what is asked for beside the coefficients: standard errors
// under the hypothesis of no agreement, the disagreements of κ_x, and replications.
func FuzzParts(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := tape(data)
		d, palette := p.distance(), p.palette()
		x, y := p.ratings(t, palette), p.ratings(t, palette)
		for _, compute := range []func() (float64, error){
			func() (float64, error) { return nonparam.FleissKappaNullSE(x) },
			func() (float64, error) { return nonparam.CohenKappaNullSE(x, d) },
			func() (float64, error) { o, _, err := nonparam.CrossDisagreement(x, y, d); return o, err },
			func() (float64, error) { _, e, err := nonparam.CrossDisagreement(x, y, d); return e, err },
		} {
			got, err := compute()
			if err != nil {
				var undefined *nonparam.UndefinedError
				require.ErrorAs(t, err, &undefined)
				require.NotEmpty(t, undefined.Reason)
				continue
			}
			require.True(t, got >= 0 && !math.IsInf(got, 0), "%v", got)
		}
		if x.Raters() == 0 {
			return // counts, which have no single ratings
		}
		one := slices.DeleteFunc(nonparam.Coefficients(), nonparam.Coefficient.Across)
		c := one[p.below(len(one))]
		r, err := nonparam.Replicate(context.Background(), []*nonparam.Ratings{x}, c, nonparam.Options{Distance: d}, 3,
			func(n, _ int, value []float64) {
				for i := range value {
					value[i] = palette[(i*(n+1)+n)%len(palette)]
				}
			})
		require.NoError(t, err)
		require.Equal(t, 3, len(r.Values)+r.Undefined)
		for _, v := range r.Values {
			requireSound(t, nonparam.Outcome{Estimate: nonparam.Estimate{Coefficient: c, Value: v}}, d)
		}
	})
}

// requireSound checks that a result is a number in the range of its coefficient, or says why not.
func requireSound(t *testing.T, r nonparam.Outcome, d nonparam.Distance) {
	t.Helper()
	if r.Undefined != "" {
		_, own := d.(nonparam.Standard)
		require.False(t, own && r.Undefined == "the computation leaves the range of floating-point numbers", "%+v", r)
		return
	}
	const rounding = 1e-9
	lowest, highest := math.Inf(-1), 1.0
	switch r.Coefficient {
	case nonparam.PercentAgreementName, nonparam.SpecificAgreementName, nonparam.KendallWName:
		lowest = 0
	case nonparam.ICCC1Name:
		lowest = -1
	case nonparam.NormalizedCrossKappaName, nonparam.DisattenuatedName:
		highest = math.Inf(1)
	}
	within := func(x float64, what string) {
		require.False(t, math.IsNaN(x) || math.IsInf(x, 0) || x < lowest-rounding || x > highest+rounding,
			"%s %v of %+v", what, x, r)
	}
	within(r.Value, "value")
	if r.SE != nil {
		require.True(t, *r.SE >= 0 && !math.IsInf(*r.SE, 0), "standard error %v of %+v", *r.SE, r)
	}
	if l := r.Interval; l != nil {
		within(l.Lower, "lower limit")
		within(l.Upper, "upper limit")
		require.LessOrEqual(t, l.Lower, l.Upper, "%+v", r)
		require.Empty(t, r.NoInterval)
	}
	require.True(t, r.Items >= 0 && r.Ratings >= 0)
}
