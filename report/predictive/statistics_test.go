package predictive

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/nonparam"
	"concord/study"
)

func TestTail(t *testing.T) {
	replicated := []float64{1, 2, 3, 4}
	for observed, want := range map[float64]float64{
		0: 2 * 0.5 / 5, 1: 2 * 1.0 / 5, 2: 2 * 2.0 / 5, 2.5: 1, 4: 2 * 1.0 / 5, 9: 2 * 0.5 / 5,
	} {
		assert.InDelta(t, want, Tail(observed, replicated), 1e-15, "%v", observed)
	}
	assert.True(t, math.IsNaN(Tail(math.NaN(), replicated)))
	assert.True(t, math.IsNaN(Tail(1, nil)))
}

// Of exchangeable values the tail is uniform on its n+1 values: its mean is that of 2 min(p, 1−p).
func TestTailIsUniformOfExchangeableValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, many = 19, 20000
	small, values := 0, make([]float64, n)
	for range many {
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		if Tail(rng.NormFloat64(), values) <= 0.1 {
			small++
		}
	}
	// 2(r+½)/20 ≤ 0.1 for r = 0 on either side: 2 of 20 ranks.
	assert.InDelta(t, 0.1, float64(small)/many, 4*math.Sqrt(0.1*0.9/many))
}

func TestQuantile(t *testing.T) {
	// R: quantile(c(1, 2, 4, 8), c(0, .25, .5, .9, 1)) gives 1.00 1.75 3.00 6.80 8.00.
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.9: 6.8, 1: 8} {
		assert.InDelta(t, want, quantile([]float64{1, 2, 4, 8}, p), 1e-12)
	}
}

// randomTable is a study of random labels: numbers, or 0 and 1.
func randomTable(t *rapid.T, binary bool) *study.Table {
	items, labelers := rapid.IntRange(2, 8).Draw(t, "items"), rapid.IntRange(3, 8).Draw(t, "labelers")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	part := study.Indexed{Items: names("i", items), Labelers: names("l", labelers), Studies: []string{"s"}, Kind: study.Numeric}
	if binary {
		part.Kind = study.Binary
	}
	for j := range items {
		for l := range labelers {
			if rng.Float64() < 0.2 && j+l > 0 {
				continue
			}
			y := 1000 + 10*rng.NormFloat64()
			if binary {
				y = float64(rng.IntN(2))
			}
			part.Item, part.Labeler = append(part.Item, int32(j)), append(part.Labeler, int32(l))
			part.Study, part.Value = append(part.Study, 0), append(part.Value, y)
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

func names(prefix string, n int) []string {
	var all []string
	for i := range n {
		all = append(all, prefix+string(rune('a'+i)))
	}
	return all
}

// The statistics are those of their definitions, by loops over all labels.
func TestStatisticsByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		binary := rapid.Bool().Draw(t, "binary")
		v := randomTable(t, binary).StudyAt(0)
		d := newStudyDesign(v, binary)
		e := d.newEvaluator()
		got := e.add(nil, v.Value())
		want := append(bruteDisagreement(v, binary), bruteSlopes(v, d.labelerNames)...)
		require.Len(t, got, len(want))
		for i := range want {
			if math.IsNaN(want[i]) {
				assert.True(t, math.IsNaN(got[i]), "%d", i)
				continue
			}
			assert.InDelta(t, want[i], got[i], 1e-8*(1+math.Abs(want[i])), "%d", i)
		}
	})
}

// labelsOf returns the labels of each item.
func labelsOf(v study.View) map[int32][]float64 {
	all := map[int32][]float64{}
	for n, j := range v.Item() {
		all[j] = append(all[j], v.Value()[n])
	}
	return all
}

func bruteDisagreement(v study.View, binary bool) []float64 {
	var squares, degrees, disputed, split float64
	var variances []float64
	for _, y := range labelsOf(v) {
		m := meanOf(y)
		ss := 0.0
		for _, x := range y {
			ss += (x - m) * (x - m)
		}
		squares += ss
		degrees += float64(len(y) - 1)
		if len(y) < 3 {
			continue
		}
		variances = append(variances, ss/float64(len(y)-1))
		if slices.Min(y) != slices.Max(y) {
			disputed++
		}
		if 3*min(m, 1-m) >= 1-1e-9 {
			split++
		}
	}
	spread := split / disputed
	if !binary {
		m, ss := meanOf(variances), 0.0
		for _, x := range variances {
			ss += (x - m) * (x - m) / float64(len(variances))
		}
		spread = math.Sqrt(ss) / m
	}
	return []float64{math.Sqrt(squares / degrees), spread}
}

func bruteSlopes(v study.View, people []string) []float64 {
	if people == nil {
		return nil
	}
	var slope, weight []float64
	for _, name := range people {
		var x, y []float64
		for n, l := range v.Labeler() {
			if v.Table().Labelers()[l] != name {
				continue
			}
			var others []float64
			for m, j := range v.Item() {
				if j == v.Item()[n] && m != n {
					others = append(others, v.Value()[m])
				}
			}
			if others != nil {
				x, y = append(x, meanOf(others)), append(y, v.Value()[n])
			}
		}
		mx, my, xx, xy := meanOf(x), meanOf(y), 0.0, 0.0
		for i := range x {
			xx += (x[i] - mx) * (x[i] - mx)
			xy += (x[i] - mx) * (y[i] - my)
		}
		if xx < 1e-12 {
			slope, weight = append(slope, math.NaN()), append(weight, 0)
			continue
		}
		slope, weight = append(slope, xy/xx), append(weight, xx)
	}
	var w, sum, square float64
	for i := range slope {
		if weight[i] > 0 {
			w += weight[i]
			sum += weight[i] * slope[i]
		}
	}
	for i := range slope {
		if weight[i] > 0 {
			square += weight[i] * math.Pow(slope[i]-sum/w, 2)
		}
	}
	return append([]float64{math.Sqrt(square / w)}, slope...)
}

func meanOf(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v / float64(len(x))
	}
	return s
}

// κ_x without the shift is κ_x of labels that were moved to the same mean.
func TestShiftIsThatOfMovedLabels(t *testing.T) {
	table := misfits["shift"](t)
	d := &design{distance: nonparam.Interval}
	for s := range 2 {
		v := table.StudyAt(s)
		d.sources = append(d.sources, nonparam.Of(v))
		d.observed, d.itemIDs = append(d.observed, v.Value()), append(d.itemIDs, v.Item())
		d.studies = append(d.studies, studyDesign{name: v.Name()})
	}
	all := shifts(d)
	require.Len(t, all, 1)
	plain, err := nonparam.CrossKappa(d.sources[0], d.sources[1], nonparam.Interval)
	require.NoError(t, err)
	assert.InDelta(t, plain.Value, all[0].CrossKappa, 1e-12)
	moved := make([]float64, len(d.observed[1]))
	for n, y := range d.observed[1] {
		moved[n] = y - all[0].Difference
	}
	without, err := nonparam.CrossKappa(d.sources[0], d.sources[1].WithValues(moved), nonparam.Interval)
	require.NoError(t, err)
	assert.InDelta(t, without.Value, all[0].Without, 1e-9)
	assert.InDelta(t, 18, all[0].Difference, 4)
}
