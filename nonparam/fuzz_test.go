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
			for n, r := range sources {
				var err error
				sources[n], err = r.WithCategories(palette)
				require.NoError(t, err)
			}
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

// FuzzDifference does the same for the difference of two studies' agreement with a third.
func FuzzDifference(f *testing.F) {
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
		d := nonparam.DifferenceOf(t, c, o, p.ratings(t, palette), p.ratings(t, palette), p.ratings(t, palette))
		if d.Undefined == "" {
			require.False(t, math.IsNaN(d.Value) || math.IsInf(d.Value, 0))
			require.Equal(t, bootstrap.Replicates > 0, d.Interval != nil || d.NoInterval != "")
		}
	})
}

// FuzzDisagreement does the same for the disagreements of κ_x.
func FuzzDisagreement(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := tape(data)
		d, palette := p.distance(), p.palette()
		observed, _, err := nonparam.CrossDisagreement(p.ratings(t, palette), p.ratings(t, palette), d)
		if err != nil {
			var undefined *nonparam.UndefinedError
			require.ErrorAs(t, err, &undefined)
			require.NotEmpty(t, undefined.Reason)
			return
		}
		require.True(t, observed >= 0 && !math.IsInf(observed, 0), "%v", observed)
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
