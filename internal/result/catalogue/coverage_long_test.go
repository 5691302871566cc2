//go:build long

package catalogue_test

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// contrasted are two groups of people of their own who label the same items.
func contrasted(f family.Family) simulate.Truth {
	truth := simulate.Truth{Family: f, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(2, 0.7),
		Studies: []simulate.StudyTruth{
			{Mean: -0.5, ItemSD: 1.8, LabelerSD: 0.7, ResidualSD: 1.2},
			{Mean: 0.1, ItemSD: 1.3, LabelerSD: 0.5, ResidualSD: 1.2},
		}}
	for s := range truth.Studies {
		if !f.LocationScale() {
			truth.Studies[s].ResidualSD = 0
		}
		if f == (family.Ordinal{}) {
			truth.Studies[s].Mean, truth.Studies[s].Thresholds = 0, []float64{-1.8, -0.3 + 0.4*float64(s), 1.5}
		}
	}
	return truth
}

// 95 % intervals of means and rates, of their differences and of those of ICCs hold the truth in 95 % of studies:
//
//	go test -tags long -timeout 2h -v -run LongContrasts ./result/catalogue
//
// It prints the table of docs/lab/validation.md.
func TestLongContrastsCoverTheTruth(t *testing.T) {
	const n = 300
	quantities := []string{catalogue.Mean, catalogue.MeanDifference, catalogue.ICCDifference,
		catalogue.LabelerICCDifference}
	for _, f := range []family.Family{family.Bernoulli{}, family.Ordinal{}, family.Gaussian{}} {
		for _, design := range [][3]int{{60, 3, 12}, {200, 5, 25}} {
			truth := contrasted(f)
			of, err := result.NewTruth(truth, simulate.Design{Studies: []string{"a", "b"}}, 1)
			require.NoError(t, err)
			plan := simulate.Plan{Items: design[0], Labelers: spec.Nested, Studies: []simulate.StudyPlan{
				{Name: "a", Labelers: design[2], LabelsPerItem: design[1]},
				{Name: "b", Labelers: design[2], LabelsPerItem: design[1]},
			}}
			covered, below := map[string]int{}, map[string]int{} // below: the interval lies below the truth
			var lock sync.Mutex
			var wg sync.WaitGroup
			next := make(chan uint64)
			for range runtime.GOMAXPROCS(0) {
				wg.Go(func() {
					for seed := range next {
						drawn, err := plan.Generate(seed)
						if !assert.NoError(t, err) {
							continue
						}
						table, err := simulate.Simulate(truth, drawn, seed)
						if !assert.NoError(t, err) {
							continue
						}
						fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: seed, Chains: 2,
							Draws: 500, Workers: 1})
						if !assert.NoError(t, err) {
							continue
						}
						v := catalogue.NewEvaluator(fit)
						reported, _ := v.Instances(fit.StudyAt(0))
						lock.Lock()
						for _, at := range reported {
							i := slices.IndexFunc(of.Quantities, func(q result.TrueValue) bool {
								return q.Quantity == at.Name && q.Scale == at.Scale.String() &&
									slices.Equal(q.Studies, at.StudyNames())
							})
							if !slices.Contains(quantities, at.Name) || !assert.GreaterOrEqual(t, i, 0, at.Name) {
								continue
							}
							lower, upper := v.Draws(at).CredibleInterval(posterior.Interval{Level: 0.95})
							key := fmt.Sprintf("%s, %s", at.Name, at.Scale.Words())
							if x := float64(of.Quantities[i].Value); lower <= x && x <= upper {
								covered[key]++
							} else if upper < x {
								below[key]++
							}
						}
						lock.Unlock()
					}
				})
			}
			for seed := range uint64(n) {
				next <- seed + 1
			}
			close(next)
			wg.Wait()
			for _, key := range slices.Sorted(maps.Keys(covered)) {
				of := n
				if key[:5] == "mean," { // of both studies
					of = 2 * n
				}
				share := float64(covered[key]) / float64(of)
				se := math.Sqrt(0.95 * 0.05 / float64(n))
				fmt.Printf("| %v | %d × %d | %s | %.1f ± %.1f | %.1f |\n", f, design[0], design[1], key, 100*share,
					100*math.Sqrt(share*(1-share)/float64(n)), 100*float64(below[key])/float64(of))
				assert.InDelta(t, 0.95, share, 0.02+3*se, key)
			}
		}
	}
}
