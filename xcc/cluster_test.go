package xcc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/xcc"
)

// pairOf is a fit of two studies of one draw. With clusters, their effects have these standard deviations and this
// correlation.
func pairOf(t *testing.T, f family.Family, sd [2]float64, cor float64, cluster *[3]float64) *model.Posterior {
	names := []string{"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_labeler[1]", "sd_labeler[2]", "cor_item[1,2]",
		"sd_residual[1]", "sd_residual[2]"}
	values := []float64{0.5, -0.8, sd[0], sd[1], 0.4, 0.7, cor, 1, 2}
	if !f.LocationScale() {
		names, values = names[:7], values[:7]
	}
	sp := spec.Spec{Family: f, Labelers: spec.Nested, Residual: spec.StudyResidual}
	if cluster != nil {
		names = append(names, "sd_patient[1]", "sd_patient[2]", "cor_patient[1,2]")
		values = append(values, cluster[:]...)
		sp.Facets = []spec.Facet{{By: []string{"patient"}, Covariance: spec.Correlated, Cluster: true}}
	}
	d := posterior.NewDraws(names, 1, 1)
	for v, x := range values {
		d.Chain(v, 0)[0] = x
	}
	fit, err := model.FromDraws(sp, []string{"a", "b"}, d)
	require.NoError(t, err)
	return fit
}

// The true score of an item in a cluster is the sum of two effects: agreement of two groups is that of a model whose
// items have the variance and the covariance of both.
func TestAgreementOfItemsInClusters(t *testing.T) {
	item, cluster, ri, rc := [2]float64{1.2, 0.9}, [2]float64{0.8, 1.1}, 0.5, -0.3
	var both [2]float64
	for s := range both {
		both[s] = math.Hypot(item[s], cluster[s])
	}
	r := (ri*item[0]*item[1] + rc*cluster[0]*cluster[1]) / (both[0] * both[1])
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		clustered := pairOf(t, f, item, ri, &[3]float64{cluster[0], cluster[1], rc})
		merged := pairOf(t, f, both, r, nil)
		for n, joint := range xcc.Joints(clustered) {
			j, as := joint(), xcc.Joints(merged)[n]()
			a, b := clustered.StudyAt(0), clustered.StudyAt(1)
			ma, mb := merged.StudyAt(0), merged.StudyAt(1)
			assert.InDelta(t, as.Rho(ma, mb).Mean(), j.Rho(a, b).Mean(), 1e-9, "%v", j.Scale())
			assert.InDelta(t, as.XCC(ma, mb).Mean(), j.XCC(a, b).Mean(), 1e-9, "%v", j.Scale())
			assert.InDelta(t, as.Partition(ma).ICC().Mean(), j.Partition(a).ICC().Mean(), 1e-9, "%v", j.Scale())
			if implied, ok := j.Implied(); ok {
				other, _ := as.Implied()
				cross, _ := implied.CrossKappa(a, b)
				want, _ := other.CrossKappa(ma, mb)
				assert.InDelta(t, want.Mean(), cross.Mean(), 1e-9)
			}
		}
	}
}
