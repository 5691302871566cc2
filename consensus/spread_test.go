package consensus

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// Oracle: brute force over m and σ, with the labels of everybody but one as they are.
func TestSpreadLeavesThePersonOut(t *testing.T) {
	const levelSD = 1.3
	shows := []shown{{2.4, 0.02}, {-0.3, 0.1}, {0.2, 0.05}, {-0.1, 0.4}, {0.35, 0.2}}
	knowns := make([]known, len(shows))
	for k, x := range shows {
		precision := 1/x.variance + 1/(levelSD*levelSD)
		knowns[k] = known{level: x.level / x.variance / precision, sd: 1 / math.Sqrt(precision)}
	}
	sp := newSpread(knowns, levelSD)
	for k, of := range knowns {
		o, ok := sp.without(k)
		require.True(t, ok)
		total, beyond, far := 0.0, 0.0, 0.0
		normal := func(x, mean, sd float64) float64 { return math.Exp(-(x-mean)*(x-mean)/(2*sd*sd)) / sd }
		upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
		for u := math.Log(levelSD) - 5.1; u < math.Log(levelSD)+2.86; u += 0.02 { // the range of the nodes
			sd := math.Exp(u)
			information := 0.0
			for i, x := range shows {
				if i != k {
					information += 1 / (sd*sd + x.variance) / (sd*sd + x.variance)
				}
			}
			for m := -6.0; m < 6; m += 0.02 {
				w := sd * sd * math.Sqrt(information) // of σ², evenly spaced in logarithms
				for i, x := range shows {
					if i != k {
						w *= normal(x.level, m, math.Sqrt(sd*sd+x.variance))
					}
				}
				total += w
				edge := 2.5758293 * sd
				beyond += w * (upper((m+edge-of.level)/of.sd) + upper((edge-m+of.level)/of.sd))
				far += w * (upper((m+max(edge, 0.9)-of.level)/of.sd) + upper((max(edge, 0.7)-m+of.level)/of.sd))
			}
		}
		assert.InDelta(t, beyond/total, o.beyond(of, 0, 0), 0.01)
		assert.InDelta(t, far/total, o.beyond(of, -0.7, 0.9), 0.01)
	}
	knowns[1].sd, knowns[2].sd = levelSD, levelSD // whose labels show nothing
	_, ok := newSpread(knowns, levelSD).without(0)
	require.False(t, ok, "two others show no spread")
}

// One of five who leans by 2.5 standard deviations of an ordinary label is not fine: the leaning does not widen the
// spread that it is judged by. The others are, but for one in 25 whom chance puts far from so few.
func TestLeanersInSmallCrowdsAreNotFine(t *testing.T) {
	fine, othersRead, others := 0, 0, 0
	for seed := range uint64(12) {
		design, err := simulate.Plan{Items: 60,
			Studies: []simulate.StudyPlan{{Name: "a", Labelers: 5, LabelsPerItem: 5}}}.Generate(seed)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 2))
		items, levels := make([]float64, 60), []float64{2.5, 0, 0, 0, 0}
		for j := range items {
			items[j] = rng.NormFloat64()
		}
		for k := range levels {
			levels[k] += 0.3 * rng.NormFloat64()
		}
		y := make([]float64, len(design.Labeler))
		for n, k := range design.Labeler {
			y[n] = items[design.Item[n]] + levels[k] + rng.NormFloat64()
		}
		table, err := design.Table(study.Numeric, nil, y)
		require.NoError(t, err)
		fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100})
		require.NoError(t, err)
		all, err := LabelersOf(t.Context(), fit, 0.95)
		require.NoError(t, err)
		for _, l := range all {
			switch leaner := l.Name == table.Labelers()[0]; {
			case leaner && l.Verdict == Fine:
				fine++
			case !leaner:
				others++
				if l.Verdict != Fine {
					othersRead++
				}
			}
		}
	}
	assert.LessOrEqual(t, fine, 1)
	assert.LessOrEqual(t, othersRead, others/12)
}
