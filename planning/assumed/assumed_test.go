package assumed

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

func fifths() []float64 { return []float64{0.1, 0.2, 0.4, 0.2, 0.1} }

// Labels have the coefficient, the rates and the labeler ICC that are assumed: those of large studies are near them.
func TestLabelsAreAsAssumed(t *testing.T) {
	for _, a := range []Assumption{
		numbers(ICC, 0.6, Other),
		{Coefficient: ICC, Value: 0.5, Kind: study.Numeric, LabelerICC: 0.2, Labelers: 300},
		{Coefficient: Alpha, Value: 0.3, Kind: study.Numeric},
		yes(Kappa, 0.6, 0.3),
		yes(AC1, 0.9, 0.05),
		{Coefficient: Kappa, Value: 0.5, Kind: study.Binary, Rates: []float64{0.8, 0.2}, LabelerICC: 0.1,
			Labelers: 300},
		{Coefficient: Alpha, Value: 0.6, Kind: study.Ordinal, Rates: fifths()},
		{Coefficient: Kappa, Value: 0.9, Kind: study.Ordinal, Rates: fifths()},
		{Coefficient: ICC, Value: 0.5, Kind: study.Ordinal, Rates: fifths(), LabelerICC: 0.1, Labelers: 300},
		{Coefficient: AC1, Value: 0.5, Kind: study.Ordinal, Rates: fifths()},
		{Coefficient: Kappa, Value: 0.6, Kind: study.Nominal, Rates: []float64{0.1, 0.3, 0.6}},
		{Coefficient: Alpha, Value: 0.8, Kind: study.Nominal, Rates: []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		s, err := New(a)
		require.NoError(t, err, "%+v", a)
		m, err := s.design(Design{20_000, 3}, 1)
		require.NoError(t, err)
		all, err := m.ratings(1)
		require.NoError(t, err)
		c, d := a.Estimator(3)
		outcomes, err := nonparam.AgreementOf(context.Background(), all,
			nonparam.Options{Coefficients: []nonparam.Coefficient{c}, Distance: d})
		require.NoError(t, err)
		// Few labelers leave more open: their levels have a standard error of about labeler ICC √(2/300).
		assert.InDelta(t, a.Value, outcomes[0].Value, 0.015+0.15*a.LabelerICC, "%+v", a)
		if a.Labelers > 0 {
			assert.InDelta(t, a.LabelerICC, levels(m), 0.3*a.LabelerICC, "%+v", a)
		}
	}
}

// levels is the share of the variance of labels between labelers, by an analysis of variance with one label of each
// item.
func levels(m *made) float64 {
	// Labels of a labeler in the design, by a second drawing with the same seed.
	values, err := m.truth.Labels(m.design, newRand(1))
	if err != nil {
		panic(err)
	}
	n, sum, squares := map[int32]float64{}, map[int32]float64{}, 0.0
	total := 0.0
	for i, l := range m.design.Labeler {
		n[l]++
		sum[l] += values[i]
		total += values[i]
		squares += values[i] * values[i]
	}
	all := float64(len(values))
	mean := total / all
	between := 0.0
	for l, k := range n {
		between += k * (sum[l]/k - mean) * (sum[l]/k - mean)
	}
	variance := squares/all - mean*mean
	each := all / float64(len(n))
	within := (variance*all - between) / (all - float64(len(n)))
	return (between/float64(len(n)-1) - within) / each / variance
}

// Numbers of items are near those of Bonett (2002) and of Donner and Eliasziw (1992), of the programs named above.
func TestItemsFor(t *testing.T) {
	for _, c := range []struct {
		a      Assumption
		k      int
		target float64
		g      Goal
		items  float64
	}{
		{numbers(Consistency, 0.7, Same), 2, math.NaN(), Goal{HalfWidth: 0.1}, 105},
		{numbers(ICC, 0.6, Same), 5, math.NaN(), Goal{HalfWidth: 0.1}, 73},
		{yes(Kappa, 0.6, 0.3), 2, 0.4, Goal{Power: 0.8}, 191},
		{numbers(ICC, 0.8, Same), 2, 0.6, Goal{Power: 0.8}, 49},
	} {
		s, err := New(c.a)
		require.NoError(t, err)
		called := 0
		q := Question{Level: 0.95, Target: c.target, Seed: 1}
		got, err := s.ItemsFor(context.Background(), c.k, q, c.g, func() { called++ })
		require.NoError(t, err)
		assert.True(t, got.OK)
		assert.Equal(t, Rounds(), called)
		assert.InEpsilon(t, c.items, got.Items, 0.08+3*got.Error/float64(got.Items), "%+v", c.a)
	}
	s, err := New(yes(Kappa, 0.6, 0.5))
	require.NoError(t, err)
	got, err := s.ItemsFor(context.Background(), 2, Question{Level: 0.95, Target: 0.595, Seed: 1}, Goal{Power: 0.8},
		func() {})
	require.NoError(t, err)
	assert.False(t, got.OK, "it takes 300 000 items")
	_, err = s.ItemsFor(context.Background(), 2, Question{Level: 0.95, Target: 0.6}, Goal{Power: 0.8}, func() {})
	assert.ErrorContains(t, err, "on which side")
}

// The result is the same on one processor and on several.
func TestExpectOnAnyNumberOfProcessors(t *testing.T) {
	a := yes(Kappa, 0.6, 0.3)
	a.Labelers = 10
	d := Design{30, 3}
	before := runtime.GOMAXPROCS(1)
	one := expect(t, a, d, 0.4, 120)
	runtime.GOMAXPROCS(4)
	four := expect(t, a, d, 0.4, 120)
	runtime.GOMAXPROCS(before)
	assert.Equal(t, one, four)
	assert.Equal(t, 120, one.Replications)
}

// Labels that nobody can give are refused with the values that there are, and other assumptions by name.
func TestWhatCannotBeAssumed(t *testing.T) {
	_, err := New(yes(AC1, 0.6, 0.1)) // whatever items are, two labels agree with a chance of at least 0.82; pe is 0.18
	var impossible *ImpossibleError
	require.ErrorAs(t, err, &impossible)
	assert.InDelta(t, (0.82-0.18)/0.82, impossible.Least, 1e-6)
	number := func(a *Assumption) { a.Kind, a.Rates = study.Numeric, nil }
	nominal := func(a *Assumption) { a.Kind, a.Rates = study.Nominal, fifths() }
	for want, change := range map[string]func(*Assumption){
		"no coefficient":           func(a *Assumption) { a.Coefficient = "weighted" },
		"above 0 and below 1":      func(a *Assumption) { a.Value = 1 },
		"at least 0 and below 1":   func(a *Assumption) { a.LabelerICC = -0.1 },
		"less than 1 together":     func(a *Assumption) { number(a); a.Coefficient, a.LabelerICC = ICC, 0.5 },
		"numbers have none":        number,
		"is of numbers":            func(a *Assumption) { a.Coefficient = Consistency },
		"do not suit":              func(a *Assumption) { a.Rates = fifths() },
		"more than 20":             func(a *Assumption) { a.Kind, a.Rates = study.Ordinal, make([]float64, 21) },
		"1 together, not 0.9":      func(a *Assumption) { a.Rates = []float64{0.5, 0.4} },
		"without order are none":   func(a *Assumption) { nominal(a); a.Coefficient = ICC },
		"without order no":         func(a *Assumption) { nominal(a); a.LabelerICC, a.Labelers = 0.1, Same },
		"it takes two":             func(a *Assumption) { a.Labelers = 1 },
		"label several items":      func(a *Assumption) { a.LabelerICC = 0.1 },
		"the same labelers":        func(a *Assumption) { number(a); a.Coefficient = Consistency },
		"between two groups":       func(a *Assumption) { a.Groups = 3 },
		"must be from 0 to 1":      func(a *Assumption) { a.Rho = 2 },
		"in each group: 0.6 and 1": func(a *Assumption) { a.Groups, a.Difference = 2, 0.4 },
	} {
		a := yes(Kappa, 0.6, 0.3)
		change(&a)
		_, err := New(a)
		assert.ErrorContains(t, err, want)
	}
}
