//go:build long

package catalogue_test

import (
	"fmt"
	"maps"
	"slices"
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

// 95 % intervals of ICCs of clusters, of consistency, and of errors of measurement hold the truth in 93 to 97 % of 200
// studies, to two standard errors of such a share:
//
//	go test -tags long -timeout 2h -v -run LongMeasured ./internal/result/catalogue
//
// Items are in clusters of two, and each has five labels by labelers of a population.
func TestLongMeasuredQuantitiesCoverTheTruth(t *testing.T) {
	const n, se = 200, 0.0154
	quantities := []string{catalogue.ICC, catalogue.ClusterICC, catalogue.WithinClusterICC, catalogue.ConsistencyICC,
		catalogue.SEM, catalogue.ConsistencySEM, catalogue.MDC, catalogue.CV}
	cluster := spec.Facet{By: []string{"patient"}, Covariance: spec.Correlated, Cluster: true}
	for _, of := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		truth := simulate.Truth{Family: of, Labelers: spec.Nested,
			Studies: []simulate.StudyTruth{{ItemSD: 1.2, LabelerSD: 0.6}},
			Facets:  []simulate.FacetTruth{{Facet: cluster, SD: []float64{1}}}}
		if of.LocationScale() {
			truth.Studies[0].Mean, truth.Studies[0].ResidualSD = 10, 1
		}
		want, err := result.NewTruth(truth, simulate.Design{Studies: []string{"a"}}, 1)
		require.NoError(t, err)
		exact := func(at catalogue.Instance) (float64, bool) {
			for _, q := range want.Quantities {
				if q.Quantity == at.Name && q.Scale == at.Scale.String() {
					return float64(q.Value), true
				}
			}
			if at.Name == catalogue.CV { // which a truth without labels does not have: SEM is √1.36
				return 1.16619 / 10, true
			}
			return 0, false
		}
		for _, items := range []int{20, 50, 200} {
			covered := map[string]int{}
			for seed := range uint64(n) {
				design, err := simulate.Plan{Items: items, Labelers: spec.Nested,
					Studies: []simulate.StudyPlan{{Name: "a", Labelers: 20, LabelsPerItem: 5}}}.Generate(seed + 1)
				require.NoError(t, err)
				design, err = design.WithClusters("patient", items/2)
				require.NoError(t, err)
				table, err := simulate.Simulate(truth, design, seed+1)
				require.NoError(t, err)
				fit, err := model.Fit(t.Context(), table, spec.Spec{Facets: []spec.Facet{cluster}},
					sampler.Settings{Seed: seed + 1, Chains: 2, Draws: 500, Workers: 1})
				require.NoError(t, err)
				v := catalogue.NewEvaluator(fit)
				reported, _ := v.Instances(fit.StudyAt(0))
				for _, at := range reported {
					if !slices.Contains(quantities, at.Name) {
						continue
					}
					x, ok := exact(at)
					require.True(t, ok, at.Name)
					lower, upper := v.Draws(at).CredibleInterval(posterior.Interval{Level: 0.95})
					if key := at.Name + ", " + at.Scale.Words(); lower <= x && x <= upper {
						covered[key]++
					}
				}
			}
			for _, key := range slices.Sorted(maps.Keys(covered)) {
				share := float64(covered[key]) / n
				fmt.Printf("| %v | %d | %s | %.1f |\n", of, items, key, 100*share)
				assert.InDelta(t, 0.95, share, 0.02+2*se, key)
			}
		}
	}
}
