//go:build long

package vpc_test

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
)

// missed counts intervals that held a true value, lay below it, and lay above it.
type missed struct{ held, below, above int }

func (m *missed) add(lower, upper, truth float64) {
	switch {
	case upper < truth:
		m.below++
	case lower > truth:
		m.above++
	default:
		m.held++
	}
}

func (m *missed) String() string {
	n := float64(m.held + m.below + m.above)
	p := float64(m.held) / n
	return fmt.Sprintf("%.1f ± %.1f | %.1f, %.1f", 100*p, 100*math.Sqrt(p*(1-p)/n), 100*float64(m.below)/n,
		100*float64(m.above)/n)
}

// How often do 95 % intervals of the ICC and of alpha hold the true value if positives are rare? Labelers do not
// differ, so that fits are quick, and each item has three labels.
//
//	go test -tags long -timeout 3h -v -run LongRarePositives ./vpc
//
// It prints the table of docs/lab/validation.md, from which the warning has its bound.
func TestLongRarePositives(t *testing.T) {
	const n = 200
	for _, positives := range []float64{12, 25, 50, 75, 100, 150} {
		icc, alpha := new(missed), new(missed)
		for _, rate := range []float64{0.005, 0.01, 0.03} {
			for _, sd := range []float64{2, 3.5} {
				rareStudies(t, n, positives, rate, sd, icc, alpha)
			}
		}
		fmt.Printf("| .5 to 3 %% | %.0f | %v | %v |\n", positives, icc, alpha)
		share := float64(icc.held) / float64(icc.held+icc.below+icc.above)
		assert.Greater(t, share, 0.86, positives)
		assert.Greater(t, icc.below, icc.above, "misses are low")
		if positives >= 100 {
			assert.Greater(t, share, 0.93-3*math.Sqrt(0.93*0.07/6/n))
		}
	}
}

// rareStudies draws n studies with so many positives expected at a rate, fits them and counts.
func rareStudies(t *testing.T, n int, positives, rate, sd float64, icc, alpha *missed) {
	low, high := -20.0, 0.0
	var truth float64
	for range 50 { // bisection
		mu := (low + high) / 2
		d := draw{mu: mu, item: sd, residual: 1}
		p := onScale(t, fitOf(t, bernoulli, []draw{d, d}), vpc.Label)
		truth = p.ICC().Chains[0][0]
		if p.Mean().Chains[0][0] < rate {
			low = mu
		} else {
			high = mu
		}
	}
	of := simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.NoLabelers,
		Studies: []simulate.StudyTruth{{Mean: low, ItemSD: sd}}, ItemCorrelation: [][]float64{{1}}}
	plan := simulate.Plan{Items: int(math.Round(positives / (3 * rate))), Labelers: spec.NoLabelers,
		Studies: []simulate.StudyPlan{{Name: "s", LabelsPerItem: 3}}}
	options := nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.AlphaName},
		Intervals: nonparam.Jackknife{}, Workers: 1}
	var lock sync.Mutex
	var wg sync.WaitGroup
	next := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range next {
				design, err := plan.Generate(seed)
				if !assert.NoError(t, err) {
					continue
				}
				table, err := simulate.Simulate(of, design, seed)
				if !assert.NoError(t, err) {
					continue
				}
				settings := sampler.Settings{Seed: seed, Chains: 2, Draws: 400, Workers: 1}
				fit, err := model.Fit(t.Context(), table, spec.Spec{}, settings)
				if !assert.NoError(t, err) {
					continue
				}
				ratings := []*nonparam.Ratings{nonparam.FromStudy(table.StudyAt(0))}
				found, err := nonparam.AgreementOf(t.Context(), ratings, options)
				if !assert.NoError(t, err) || !assert.NotNil(t, found[0].Interval) {
					continue
				}
				q := vpc.LabelPartition(fit.StudyAt(0)).ICC()
				lower, upper := q.CredibleInterval(posterior.Interval{Level: 0.95})
				lock.Lock()
				icc.add(lower, upper, truth)
				alpha.add(found[0].Interval.Lower, found[0].Interval.Upper, truth)
				lock.Unlock()
			}
		})
	}
	for seed := range uint64(n) {
		next <- seed + 1
	}
	close(next)
	wg.Wait()
	require.Positive(t, icc.held)
}
