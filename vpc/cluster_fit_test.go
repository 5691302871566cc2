package vpc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/vpc"
)

// Estimates of 5,000 labels of 1,000 items in 200 clusters by 100 labelers are those of lme4 1.1.31 (REML, R 4.2.2), to
// a third of a posterior standard deviation:
//
//	fit simulate --family gaussian --items 1000 --labelers 100 --labels-per-item 5 --cluster patient=200 \
//	  --facet patient=0.8 --item-sd 0.7 --labeler-sd 0.4 --residual-sd 0.9 --mean 10 --seed 3 --output sim.csv
//	lmer(label ~ 1 + (1 | patient) + (1 | item) + (1 | labeler), read.csv("sim.csv"))
//
// which has the variances 0.73671968 of patients, 0.45893605 of items, 0.16634467 of labelers and 0.83516256.
func TestClusterICCsAreThoseOfLme4(t *testing.T) {
	cluster := spec.Facet{By: []string{"patient"}, Covariance: spec.Correlated, Cluster: true}
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		Studies: []simulate.StudyTruth{{Mean: 10, ItemSD: 0.7, LabelerSD: 0.4, ResidualSD: 0.9}},
		Facets:  []simulate.FacetTruth{{Facet: cluster, SD: []float64{0.8}}}}
	design, err := simulate.Plan{Items: 1000, Labelers: spec.Nested,
		Studies: []simulate.StudyPlan{{Name: "all", Labelers: 100, LabelsPerItem: 5}}}.Generate(3)
	require.NoError(t, err)
	design, err = design.WithClusters("patient", 200)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 3)
	require.NoError(t, err)
	sum := 0.0
	for _, y := range table.StudyAt(0).Value() {
		sum += y
	}
	require.InDelta(t, 9.975, sum/5000, 0.05, "the labels are those of lme4")
	fit, err := model.Fit(t.Context(), table, spec.Spec{Facets: []spec.Facet{cluster}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 500})
	require.NoError(t, err)
	p := vpc.LabelPartition(fit.StudyAt(0))
	between, _ := p.ClusterICC()
	within, _ := p.WithinClusterICC()
	labelers, _ := p.LabelerICC()
	assert.InDelta(t, 0.33530, between.Mean(), 0.027/3, "cluster level")
	assert.InDelta(t, 0.31424, within.Mean(), 0.017/3, "within clusters")
	assert.InDelta(t, 0.54418, p.ICC().Mean(), 0.020/3, "pooled")
	assert.InDelta(t, 0.07571, labelers.Mean(), 0.012/3, "labelers")
	assert.InDelta(t, 0.58876, p.ConsistencyICC().Mean(), 0.019/3, "consistency")
	assert.InDelta(t, 1.00075, p.SEM().Mean(), 0.017/3, "standard error of measurement")
	assert.InDelta(t, 0.91387, p.ConsistencySEM().Mean(), 0.010/3, "the same for consistency")
	assert.InDelta(t, 1.00075/9.97438, p.CV().Mean(), 0.0018/3, "coefficient of variation, by the fixed effect 9.97438")
}
