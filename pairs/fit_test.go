package pairs

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
	"concord/sampler"
)

// world is a truth from which comparisons are drawn.
type world struct {
	skills                            []float64
	position, answers, tastes, ties   float64 // ties: a of the tie; −∞: none
	prompts, labelers, edges, perEdge int     // edges compared of each prompt, labels of each
}

// draw draws comparisons: of each prompt some pairs of candidates, each by some labelers.
func (w world) draw(seed uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	k := len(w.skills)
	d := &Data{Candidates: make([]string, k), Grades: 3}
	if math.IsInf(w.ties, -1) {
		d.Grades = 2
	}
	g := newGrades(d.Grades)
	weights, p := make([]float64, g.free+1), make([]float64, g.n)
	g.weights(weights, []float64{w.ties}[:g.free])
	taste := map[[2]int]float64{}
	for prompt := range w.prompts {
		quality := make([]float64, k)
		for a := range quality {
			quality[a] = w.skills[a] + w.answers*rng.NormFloat64()
		}
		for range w.edges {
			a, b := rng.IntN(k), rng.IntN(k-1)
			if b >= a {
				b++
			}
			first := rng.IntN(w.labelers)
			for n := range w.perEdge {
				labeler := (first + n) % w.labelers
				for _, c := range []int{a, b} {
					if _, known := taste[[2]int{labeler, c}]; !known {
						taste[[2]int{labeler, c}] = w.tastes * rng.NormFloat64()
					}
				}
				c := Comparison{A: int32(a), B: int32(b), Prompt: int32(prompt), Labeler: int32(labeler), Place: 1}
				if rng.IntN(2) == 0 {
					c.Place = -1
				}
				g.at(p, weights, quality[a]-quality[b]+taste[[2]int{labeler, a}]-taste[[2]int{labeler, b}]+
					float64(c.Place)*w.position)
				u := rng.Float64()
				for c.Grade = 0; int(c.Grade) < g.n-1 && u >= p[c.Grade]; c.Grade++ {
					u -= p[c.Grade]
				}
				d.All = append(d.All, c)
			}
		}
	}
	return d
}

// rate is the true expected win rate of a against b, by the midpoint rule over what is special.
func (w world) rate(a, b int) float64 {
	grades := 3
	if math.IsInf(w.ties, -1) {
		grades = 2
	}
	g := newGrades(grades)
	weights, p := make([]float64, g.free+1), make([]float64, g.n)
	g.weights(weights, []float64{w.ties}[:g.free])
	sd := math.Sqrt(2*w.answers*w.answers + 2*w.tastes*w.tastes)
	sum, all := 0.0, 0.0
	for z := -6.0; z <= 6; z += 0.05 {
		density := math.Exp(-z * z / 2)
		all += density
		eta := w.skills[a] - w.skills[b] + sd*z
		sum += density * (g.points(p, weights, eta+w.position) + g.points(p, weights, eta-w.position)) / 2
	}
	return sum / all
}

func settings(seed uint64) sampler.Settings {
	return sampler.Settings{Seed: seed, Draws: 500, Workers: 2}
}

// With many comparisons the posterior is about the maximum likelihood, as wide as its information says, and chains
// agree.
func TestPosteriorIsAboutTheMaximum(t *testing.T) {
	d := ordered()
	d.All = append(append([]Comparison(nil), d.All...), append(d.All, d.All...)...)
	plain, err := Likeliest(d)
	require.NoError(t, err)
	f, err := Sample(context.Background(), d, settings(1))
	require.NoError(t, err)
	assert.True(t, f.rows.hasPlace && !f.rows.hasNoise && !f.rows.hasTastes)
	for a := range d.Candidates {
		s := f.Skill(a).Summary(0.95)
		assert.InDelta(t, plain.Skills[a], s.Mean, 0.35*s.SD, "shrunken by the prior")
		assert.Less(t, s.RHat, 1.01)
		rate := plain.Rate(a, 0.95)
		all := f.Rates().All[a].Summary(0.95)
		assert.InDelta(t, rate.Estimate, all.Mean, 0.35*all.SD)
	}
	zero := f.Run.DivergenceCount()
	assert.Zero(t, zero)
}

// A pilot run tells of its progress, and chains go on if the spread of tastes has too few draws.
func TestChainsGoOnUntilSpreadsAreKnown(t *testing.T) {
	w := world{skills: []float64{0.8, 0, -0.8}, answers: 0.3, tastes: 0.3, prompts: 20, labelers: 6, edges: 3,
		perEdge: 2, ties: math.Inf(-1)}
	d := w.draw(4)
	s, totals := settings(3), map[int]bool{}
	s.Draws = 200
	s.Progress = func(p sampler.Progress) { totals[p.Total] = true }
	f, err := Sample(context.Background(), d, s)
	require.NoError(t, err)
	assert.True(t, f.rows.hasTastes && f.rows.hasNoise)
	assert.True(t, totals[pilotChains*(pilotWarmup+pilotDraws)], "%v", totals)
	once := s
	once.GoOn = func(*sampler.Run) int { return 1 }
	short, err := Sample(context.Background(), d, once)
	require.NoError(t, err)
	interval := posterior.Interval{Level: 0.95}
	few, enough := posterior.Diagnose(short.Summaries(interval)), posterior.Diagnose(f.Summaries(interval))
	require.Less(t, few.MinESSTail.Value, 400., "else the case shows nothing")
	assert.Greater(t, f.Run.Thin, 1)
	assert.Greater(t, enough.MinESSTail.Value, 1.2*few.MinESSTail.Value)
}
