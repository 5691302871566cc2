package score_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/internal/slowtest"
	"concord/score"
	"concord/study"
)

// period is items with the same quality, of which the judge's old version gives z + noise and the new one drift more.
type period struct {
	level, drift float64
	items        int
	old, recent  func(n int) bool // which items the versions labelled
	people       func(n int) bool
}

// drifting returns the labels of periods, a system each, and by how much the new version is higher in each. Labels of
// people are the quality and noise.
func drifting(rng *rand.Rand, kind study.Kind, periods ...period) (*score.Labels, []float64) {
	var higher []float64
	l := &score.Labels{Kind: kind, Judges: []string{"v1", "v2"}}
	if kind == study.Binary {
		l.Categories = []string{"no", "yes"}
	}
	cut := func(x float64) float64 {
		if kind == study.Binary {
			if x > 0 {
				return 1
			}
			return 0
		}
		return x
	}
	for s, p := range periods {
		sum := 0.0
		l.Systems = append(l.Systems, fmt.Sprint("p", s))
		for n := range p.items {
			z := p.level + rng.NormFloat64()
			i := score.Item{Name: fmt.Sprint(s, "-", n), System: s, Judge: []float64{math.NaN(), math.NaN()}}
			old, recent := cut(z+0.6*rng.NormFloat64()), cut(z+p.drift+0.6*rng.NormFloat64())
			sum += recent - old
			if p.old(n) {
				i.Judge[0] = old
			}
			if p.recent(n) {
				i.Judge[1] = recent
			}
			if p.people != nil && p.people(n) {
				i.People = []score.Label{{Labeler: -1, Value: cut(z + 0.6*rng.NormFloat64())}}
			}
			l.Items = append(l.Items, i)
		}
		higher = append(higher, sum/float64(p.items))
	}
	return l, higher
}

func always(int) bool           { return true }
func never(int) bool            { return false }
func each(k int) func(int) bool { return func(n int) bool { return n%k == 0 } }

// The judge became 0.3 higher and outputs 0.5: both are found, with intervals of 90% that have them in about 90% of
// studies, whichever the anchors are. A judge that did not change has changed by about 0.
func TestDriftIsFound(t *testing.T) {
	slowtest.Only(t)
	const studies, n = 200, 400
	for _, of := range []struct {
		name    string
		drift   float64
		periods []period
		of      [2]int // whose drift the anchors show
	}{
		{"earlier", 0.3, []period{{0, 0, n, always, each(8), nil}, {0.5, 0, n, never, always, nil}}, [2]int{0, 0}},
		{"none", 0, []period{{0, 0, n, always, each(8), nil}, {0.5, 0, n, never, always, nil}}, [2]int{0, 0}},
		{"later", 0.3, []period{{0, 0, n, always, never, nil}, {0.5, 0, n, each(8), always, nil}}, [2]int{1, 1}},
		{"both", 0.3, []period{{0, 0, n, always, each(16), nil}, {0.5, 0, n, each(16), always, nil}},
			[2]int{0, 1}},
	} {
		for _, kind := range []study.Kind{study.Numeric, study.Binary} {
			held, off := 0.0, 0.0
			for at := range studies {
				for k := range of.periods {
					of.periods[k].drift = of.drift
				}
				l, higher := drifting(rand.New(rand.NewPCG(5, uint64(at))), kind, of.periods...)
				d := drifts(t, l, kind)
				require.Equal(t, [2]string{"p0", "p1"}, d.Periods)
				require.InDelta(t, d.Change, d.Judge.Value+d.Outputs.Value, 1e-12)
				require.InDelta(t, d.Change, d.Judge.Lower+d.Outputs.Upper, 1e-12)
				truth := (higher[of.of[0]] + higher[of.of[1]]) / 2
				off += (d.Judge.Value - truth) / studies
				if d.Judge.Lower <= truth && truth <= d.Judge.Upper {
					held += 1. / studies
				}
			}
			assert.InDelta(t, 0, off, 0.015, "%s %v", of.name, kind)
			assert.InDelta(t, 0.9, held, 0.065, "%s %v", of.name, kind) // three standard errors
		}
	}
}

// drifts returns the only drift, with an interval of 90%.
func drifts(t *testing.T, l *score.Labels, kind study.Kind) score.Drift {
	t.Helper()
	o := score.Options{Level: 0.9}
	if kind == study.Binary {
		o.Bounds = &[2]float64{0, 1}
	}
	all, err := l.Drifts(0, 1, score.Measure{}, o)
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

// Anchors of neither period show the mean difference of the versions, and so do people who labelled items of both.
func TestDriftByOtherAnchorsAndByPeople(t *testing.T) {
	const studies = 200
	var held, off [2]float64
	unlike := 0
	for n := range studies {
		rng := rand.New(rand.NewPCG(6, uint64(n)))
		l, _ := drifting(rng, study.Numeric, period{0, 0.3, 300, always, never, each(4)},
			period{0.5, 0.3, 300, never, always, each(4)}, period{-0.7, 0.3, 50, always, always, nil})
		d := drifts(t, l, study.Numeric)
		require.Equal(t, [3]int{0, 0, 50}, d.Anchors)
		require.Equal(t, [2]int{75, 75}, d.ByPeople.Labelled)
		if d.P < 0.01 {
			unlike++
		}
		for k, e := range []score.Estimate{d.Judge, d.ByPeople.Judge} {
			off[k] += (e.Value - 0.3) / studies
			if e.Lower <= 0.3 && 0.3 <= e.Upper {
				held[k] += 1. / studies
			}
		}
	}
	assert.InDeltaSlice(t, []float64{0, 0}, off[:], 0.015)
	assert.InDeltaSlice(t, []float64{0.9, 0.9}, held[:], 0.065)
	assert.Greater(t, unlike, studies*8/10, "anchors are worse than earlier outputs")
}

// With every item labelled by both versions, the judge's part is counted and has no error. Without later items there is
// no change to divide.
func TestDriftOfTheSameItems(t *testing.T) {
	l, _ := drifting(rand.New(rand.NewPCG(1, 2)), study.Numeric, period{0, 0.4, 60, always, always, nil})
	all, err := l.Drifts(0, 1, score.Measure{}, score.Options{})
	require.NoError(t, err)
	d := all[0]
	var old, recent []float64
	for _, i := range l.Items {
		old, recent = append(old, i.Judge[0]), append(recent, i.Judge[1])
	}
	want := stat.Mean(recent, nil) - stat.Mean(old, nil)
	assert.InDeltaSlice(t, []float64{want, want, want}, []float64{d.Judge.Value, d.Judge.Lower, d.Judge.Upper}, 1e-12)
	assert.True(t, math.IsNaN(d.Change))
	assert.Equal(t, [3]int{60, 0, 0}, d.Anchors)
}

// Each system has its own drift if both versions labelled items of both.
func TestDriftOfSystems(t *testing.T) {
	half := func(n int) bool { return n < 50 }
	rest := func(n int) bool { return n >= 40 }
	l, _ := drifting(rand.New(rand.NewPCG(1, 2)), study.Numeric, period{0, 0.4, 100, half, rest, nil},
		period{0, 0.4, 100, half, rest, nil})
	all, err := l.Drifts(0, 1, score.Measure{}, score.Options{})
	require.NoError(t, err)
	require.Len(t, all, 2)
	for s, d := range all {
		assert.Equal(t, fmt.Sprint("p", s), d.System)
		assert.Equal(t, []int{50, 50, 10}, []int{d.Earlier, d.Later, d.Anchors[0]})
	}
}

// Versions that share no item, without people in both periods, are refused.
func TestDriftNeedsAnchors(t *testing.T) {
	l, _ := drifting(rand.New(rand.NewPCG(1, 2)), study.Numeric, period{0, 0, 40, always, never, each(2)},
		period{0, 0, 40, never, always, nil})
	_, err := l.Drifts(0, 1, score.Measure{}, score.Options{})
	var fault *score.DataError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, score.NoAnchors, fault.Code)
	l, _ = drifting(rand.New(rand.NewPCG(1, 2)), study.Numeric, period{0, 0, 40, never, always, nil})
	_, err = l.Drifts(0, 1, score.Measure{}, score.Options{})
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, score.NoVersion, fault.Code)
}
