package result_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// besideGold is two groups of 200 items beside one gold label each: of the latter, 0.8 of the variance is the true
// score's; ρ of the groups with it is 0.9 and 0.5, and their ICC 1/3 and 1/2.
func besideGold() *study.Table {
	rng := rand.New(rand.NewPCG(6, 9))
	var b study.Builder
	for i := range 200 {
		item := fmt.Sprint("i", i)
		z := rng.NormFloat64()
		near, far := 0.9*z+math.Sqrt(0.19)*rng.NormFloat64(), 0.5*z+math.Sqrt(0.75)*rng.NormFloat64()
		b.Add(item, "g", "gold", math.Sqrt(0.8)*z+math.Sqrt(0.2)*rng.NormFloat64())
		for l := range 4 {
			b.Add(item, fmt.Sprintf("n%d.%d", l, i%5), "near", near+math.Sqrt2*rng.NormFloat64())
			b.Add(item, fmt.Sprintf("f%d.%d", l, i%5), "far", far+rng.NormFloat64())
		}
	}
	table, err := b.Table()
	if err != nil {
		panic(err)
	}
	return table
}

// fitBesideGold is fitted once.
var fitBesideGold = sync.OnceValue(func() *model.Posterior {
	spec := model.Spec{Labelers: model.NoLabelers}
	fit, err := model.Fit(context.Background(), besideGold(), spec, sampler.Settings{Seed: 2, Draws: 250})
	if err != nil {
		return nil
	}
	return fit
})

func goldOf(t *testing.T, reliability float64) *result.Gold {
	t.Helper()
	table := besideGold()
	fit := fitBesideGold()
	require.NotNil(t, fit)
	standard, err := table.Study("gold")
	require.NoError(t, err)
	gold, err := judge.NewGold(standard)
	require.NoError(t, err)
	interval := posterior.Interval{Level: 0.95}
	data := result.NewData("labels.csv", table, model.Nested, nil)
	r := result.New(data, result.Fit{Posterior: fit, Reference: fit.StudyAt(0)}, nil, interval)
	answers := result.GoldConsensus{Answer: make([]float64, len(table.Items())), Diagnostics: r.Diagnostics}
	return result.NewGold(data, result.GoldSource{Gold: gold, Standard: standard, Result: r, Fit: fit,
		Consensus: map[string]result.GoldConsensus{"near": answers}, Reliability: reliability, Interval: interval})
}

// What is said of groups beside a gold standard holds the truth they were made with.
func TestGoldFindsTheTruth(t *testing.T) {
	g := goldOf(t, 0.8)
	require.Len(t, g.Groups, 2)
	holds := func(truth float64, m result.Measure, what string) {
		t.Helper()
		half := (m.Upper - m.Lower) / 2
		assert.InDelta(t, truth, float64(m.Median), 2*float64(half), what) // 4 standard deviations
	}
	for _, group := range g.Groups {
		rho, icc := 0.9, 1.0/3
		if group.Study == "far" {
			rho, icc = 0.5, 0.5
		}
		r := rho * math.Sqrt(0.8)
		holds(r, group.Validity[0], group.Study)
		holds(rho, *group.Rho, group.Study)
		holds(r*r*(1-icc)/(icc*(1-r*r)), group.Worth[0], group.Study)
		for _, k := range group.Curve {
			holds(r*math.Sqrt(float64(k.K)*icc/(1+float64(k.K-1)*icc)), *k.Correlation, fmt.Sprint(group.Study, k.K))
			if k.K <= 4 {
				assert.InDelta(t, float64(k.Correlation.Median), float64(k.Observed), 0.1, "%s %d", group.Study, k.K)
			} else {
				assert.False(t, k.Observed.Defined(), "there are four labels")
			}
		}
		assert.Equal(t, 200, group.Votes.Items)
		// The root mean square of a mean of four, and of a label.
		spread := func(k float64) float64 { return math.Sqrt(1 + 1 - 2*r + (1-icc)/icc/k) }
		assert.InDelta(t, spread(4), float64(group.Votes.RMSE.Estimate), 0.15, group.Study)
		assert.InDelta(t, spread(1), float64(group.Single.RMSE.Estimate), 0.15, group.Study)
		assert.Len(t, group.People, 20)
	}
	require.Len(t, g.Pairs, 1)
	p := g.Pairs[0]
	assert.Equal(t, [2]string{"near", "far"}, p.Groups)
	assert.Greater(t, float64(p.Closer[0].Value), 0.99)
	holds(0.4*math.Sqrt(0.8), p.ByValidity[0], "r")
	holds(0.4, *p.ByRho, "ρ")
	holds(math.Sqrt(0.8)*(0.9/math.Sqrt(3)-0.5/math.Sqrt2), p.BySingle[0], "xCC")
	assert.Empty(t, g.Notes, "nothing is wrong")
}

// A reliability below what the labels show is contradicted.
func TestGoldContradictsAReliability(t *testing.T) {
	g := goldOf(t, 0.3)
	require.NotEmpty(t, g.Notes)
	assert.Contains(t, g.Notes[0], "agree more than a reliability of 0.30 of gold allows: probability")
}

// The JSON reads back as it was.
func TestGoldReadsBack(t *testing.T) {
	g := goldOf(t, 0.8)
	var out, again bytes.Buffer
	require.NoError(t, result.WriteJSON(&out, g))
	assert.NotContains(t, out.String(), "NaN")
	var back result.Gold
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	require.NoError(t, result.WriteJSON(&again, &back))
	assert.Equal(t, out.String(), again.String())
}

// The verdict names the closest group first, and then how far each is off; the closest group is the first by validity.
func TestGoldVerdict(t *testing.T) {
	g := goldOf(t, 0)
	require.Len(t, g.Verdict, 3)
	assert.Regexp(t, `^near is closer to gold than far is: probability (above )?99\.[0-9]%$`, g.Verdict[0])
	assert.Regexp(t, `^The mean label of near is off by 0\.[0-9]+ `, g.Verdict[1])
	assert.Equal(t, "near", g.ByValidity()[0].Study)
	assert.InDelta(t, 1, float64(g.Closer("near", "far")+g.Closer("far", "near")), 1e-12)
	assert.False(t, g.Closer("near", "gold").Defined())
	alone := *g
	alone.Groups = g.Groups[:1]
	_, ok := alone.Closest()
	assert.False(t, ok, "one group is compared with none")
}
