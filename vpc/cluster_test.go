package vpc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// clustered is a partition of labels whose items are in clusters, of one draw that is repeated.
func clustered(
	t *testing.T, f family.Family, scale vpc.Scale, mu, cluster, item, labeler, residual float64,
) vpc.Partition {
	d := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_patient[1]", "sd_residual"}, 1, 1)
	for v, value := range []float64{mu, item, labeler, cluster, residual} {
		d.Chain(v, 0)[0] = value
	}
	sp := spec.Spec{Family: f, Labelers: spec.Nested,
		Facets: []spec.Facet{{By: []string{"patient"}, Cluster: true}}}
	fit, err := model.FromDraws(sp, []string{"s"}, d)
	require.NoError(t, err)
	p, err := vpc.NewPartition(fit.StudyAt(0), scale)
	require.NoError(t, err)
	return p
}

// valuesOf are the ICC of the cluster level, within clusters and pooled.
func valuesOf(t *testing.T, p vpc.Partition) [3]float64 {
	between, ok := p.ClusterICC()
	require.True(t, ok)
	within, ok := p.WithinClusterICC()
	require.True(t, ok)
	return [3]float64{between.Chains[0][0], within.Chains[0][0], p.ICC().Chains[0][0]}
}

// With the variances 4 of clusters, 3 of items, 2 of labelers and 1 of the residual, of numbers.
func TestClusterICCsAreTheirFormulas(t *testing.T) {
	p := clustered(t, family.Gaussian{}, vpc.Label, 5, 2, math.Sqrt(3), math.Sqrt2, 1)
	got := valuesOf(t, p)
	require.InDelta(t, 4.0/10, got[0], 1e-12)
	require.InDelta(t, 3.0/6, got[1], 1e-12)
	require.InDelta(t, 7.0/10, got[2], 1e-12)
	require.InDelta(t, 7.0/(7+3.0/4), p.ICCk(4).Chains[0][0], 1e-12)
	require.InDelta(t, 3, p.ItemVariance().Chains[0][0], 1e-12)
	exceeds, _ := p.LabelerExceedsICC()
	require.Zero(t, exceeds.Value)
	// On the latent scale of yes and no the residual has the variance π²/3.
	got = valuesOf(t, clustered(t, family.Bernoulli{}, vpc.Latent, 0.4, 2, math.Sqrt(3), math.Sqrt2, 0))
	require.InDelta(t, 4/(9+math.Pi*math.Pi/3), got[0], 1e-12)
	require.InDelta(t, 3/(5+math.Pi*math.Pi/3), got[1], 1e-12)
	require.InDelta(t, 7/(9+math.Pi*math.Pi/3), got[2], 1e-12)
}

// On the label scale of yes and no: by sums over a fine grid of effects, of the chance of yes given the cluster, and
// given cluster and item.
func TestClusterICCsOnTheLabelScale(t *testing.T) {
	const mu, cluster, item, labeler = -0.7, 1.1, 0.8, 0.5
	grid, weight := normalGrid()
	mean := func(of func(z float64) float64) float64 {
		sum := 0.0
		for i, z := range grid {
			sum += weight[i] * of(z)
		}
		return sum
	}
	given := func(u float64) float64 { // the chance for an item whose effects sum to u
		return mean(func(z float64) float64 { return 1 / (1 + math.Exp(-mu-u-labeler*z)) })
	}
	p, ofCluster, ofBoth := 0.0, 0.0, 0.0
	for i, z := range grid {
		here := mean(func(b float64) float64 { return given(cluster*z + item*b) })
		p += weight[i] * here
		ofCluster += weight[i] * here * here
		ofBoth += weight[i] * mean(func(b float64) float64 { h := given(cluster*z + item*b); return h * h })
	}
	total := p * (1 - p)
	ofCluster, ofBoth = ofCluster-p*p, ofBoth-p*p
	got := valuesOf(t, clustered(t, family.Bernoulli{}, vpc.Label, mu, cluster, item, labeler, 0))
	require.InDelta(t, ofCluster/total, got[0], 1e-7)
	require.InDelta(t, (ofBoth-ofCluster)/(total-ofCluster), got[1], 1e-7)
	require.InDelta(t, ofBoth/total, got[2], 1e-7)
}

// normalGrid has points of a standard normal and their weights, by the trapezoidal rule.
func normalGrid() (grid, weight []float64) {
	const step = 0.1
	for z := -8.0; z <= 8; z += step {
		grid, weight = append(grid, z), append(weight, step*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
	}
	return grid, weight
}

// Without clusters there are no such quantities.
func TestNoClusters(t *testing.T) {
	p := onParameters(fitOf(t, gaussian, randomDraws(4, 3)))
	_, ok := p.ClusterICC()
	require.False(t, ok)
	_, ok = p.WithinClusterICC()
	require.False(t, ok)
	require.Equal(t, p.ItemVariance(), p.TrueVariance())
}
