package ask

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/planning"
	"concord/posterior"
)

// knownFit is a fit of three studies of numbers whose parameters are known.
func knownFit(t *testing.T, rho, other float64) *model.Posterior {
	values := map[string]float64{
		"mu[1]": 0, "mu[2]": 1, "mu[3]": 2, "sd_item[1]": 1, "sd_item[2]": 1.5, "sd_item[3]": 1,
		"sd_labeler[1]": 0.5, "sd_labeler[2]": 0.4, "sd_labeler[3]": 0, "sd_residual[1]": 1, "sd_residual[2]": 2,
		"sd_residual[3]": 0.8, "cor_item[1,2]": rho, "cor_item[1,3]": other, "cor_item[2,3]": 0.5,
	}
	names := []string{"mu[1]", "mu[2]", "mu[3]", "sd_item[1]", "sd_item[2]", "sd_item[3]", "sd_labeler[1]",
		"sd_labeler[2]", "sd_labeler[3]", "sd_residual[1]", "sd_residual[2]", "sd_residual[3]", "cor_item[1,2]",
		"cor_item[1,3]", "cor_item[2,3]"}
	d := posterior.NewDraws(names, 2, 2)
	for v, name := range names {
		for c := range 2 {
			for i := range d.Chain(v, c) {
				d.Chain(v, c)[i] = values[name]
			}
		}
	}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Residual: spec.StudyResidual}
	fit, err := model.FromDraws(sp, []string{"experts", "old", "new"}, d)
	require.NoError(t, err)
	return fit
}

func threeStudiesData() result.Data {
	return result.Data{Labels: 3000, Items: 300, Studies: []result.Study{
		{Name: "experts", Labels: 1000, Items: 300, Labelers: 10, EffectiveLabelers: 10},
		{Name: "old", Labels: 1000, Items: 300, Labelers: 20, EffectiveLabelers: 20},
		{Name: "new", Labels: 1000, Items: 300, Labelers: 20, EffectiveLabelers: 20}}}
}

// Oracle: the covariances of mean squares and products of normal labels in closed form, written out for a reference and
// two studies (Anderson 2003, section 3.4), by the delta method.
func TestPlannedAgreementOfNumbers(t *testing.T) {
	fit, data, o := knownFit(t, 0.6, 0.85), threeStudiesData(), planOptions()
	p := plannedFrom(t, fit, data, o)
	require.Len(t, p.Of("rho_se"), 2*(o.MostLabels-1))
	require.Len(t, p.Of("power"), o.MostLabels-1)
	assert.EqualValues(t, 3000, p.Value("budget", answer.Key{}))
	for _, a := range p.Of("rho_se") {
		items := int(p.Value("items", answer.Key{K: a.K}))
		assert.Equal(t, 3000/(3*a.K), items)
		assert.Equal(t, "experts", a.Against)
		rho, v := 0.6, 2.25
		within := []float64{1 + unknown(0.25, 1, items, a.K, 10), 4 + unknown(0.16, 4, items, a.K, 20)}
		if a.Of == "new" {
			rho, v, within[1] = 0.85, 1, 0.64
		}
		k, n := float64(a.K), float64(items)
		c := rho * math.Sqrt(v)
		sx, sy := 1+within[0]/k, v+within[1]/k
		varX := 2*sx*sx/n + 2*within[0]*within[0]/(n*(k-1)*k*k)
		varY := 2*sy*sy/n + 2*within[1]*within[1]/(n*(k-1)*k*k)
		dx, dy, dc := -rho/2, -rho/(2*v), 1/math.Sqrt(v)
		want := math.Sqrt(dx*dx*varX + dy*dy*varY + dc*dc*(sx*sy+c*c)/n + 4*dx*dy*c*c/n + 4*dx*dc*sx*c/n +
			4*dy*dc*sy*c/n)
		assert.InEpsilon(t, want, a.Value, 0.01, "%+v", a)
	}
}

// unknown is the variance of a level given the labeler's other labels, in a design where k labels of each item are by
// that many people in the pilot's proportion of 1,000 labels.
func unknown(level, residual float64, items, k int, pilot float64) float64 {
	labels := float64(items * k)
	m := math.Max(float64(k), labels*pilot/1000)
	efficiency := math.Min(1, m*float64(k-1)/(float64(k)*(m-1)))
	return 1 / (1/level + (labels/m-1)*efficiency/residual)
}

// Oracle: the definition of power, and of the smallest number of items that has it.
func TestPlannedDifferences(t *testing.T) {
	fit, data, o := knownFit(t, 0.6, 0.85), threeStudiesData(), planOptions()
	for _, d := range plannedFrom(t, fit, data, o).Of("power") {
		assert.Equal(t, []string{"old", "new"}, []string{d.Of, d.Against})
		z := distuv.UnitNormal.Quantile(result.Sure)
		of := plannedFrom(t, fit, data, o)
		assert.InDelta(t, distuv.UnitNormal.CDF(0.25/of.Value("rho_difference_se", d.Key)-z), d.Value, 0.01)
		power := func(items int) float64 {
			o := o
			o.Budget, o.MostLabels = items*3*d.K, d.K
			at := plannedFrom(t, fit, data, o)
			require.EqualValues(t, items, at.Value("items", answer.Key{K: d.K}))
			return at.Value("power", d.Key)
		}
		n := int(of.Value("items_needed", d.Key))
		assert.GreaterOrEqual(t, power(n), o.Assurance)
		assert.Less(t, power(n-1), o.Assurance)
	}
	same := plannedFrom(t, knownFit(t, 0.7, 0.7), data, o)
	assert.Less(t, same.Of("power")[0].Value, 0.06, "two studies that agree as much")
	assert.Greater(t, same.Of("items_needed")[0].Value, 1e6)
	assert.Contains(t, same.Verdict[1], "No practical number of items shows which of old and new is closer to experts")
	o.Reference = "new"
	r := plannedFrom(t, fit, data, o).Of("rho_se")[0]
	assert.Equal(t, []string{"experts", "new"}, []string{r.Of, r.Against})
}

// The people are as many as are said: 12 instead of 20 know less of the ICC, and give 12 labels of an item at most.
func TestPlanForSoManyPeople(t *testing.T) {
	fit, data, o := knownFit(t, 0.6, 0.85), threeStudiesData(), planOptions()
	o.MostLabels, o.Budget = 5, 1000
	asPilot := plannedFrom(t, fit, data, o)
	o.People = map[string]int{"old": 3}
	few := plannedFrom(t, fit, data, o)
	for _, name := range []string{"items", "labelers", "mean_se", "icc_se"} {
		of := func(p *answer.Answer) (all []float64) {
			for k := 1; k <= 5; k++ {
				all = append(all, p.Value(name, answer.Key{Group: "experts", K: k}))
			}
			return all
		}
		assert.InDeltaSlice(t, of(asPilot)[1:], of(few)[1:], 0)
	}
	at := answer.Key{Group: "old"}
	for at.K = 1; at.K <= 3; at.K++ {
		assert.EqualValues(t, 3, few.Value("labelers", at))
		assert.EqualValues(t, 20, asPilot.Value("labelers", at))
		d := planning.Design{Items: int(few.Value("items", at)), LabelsPerItem: at.K, Labelers: 3, EffectiveLabelers: 3}
		v := planning.Components{Item: 2.25, Labeler: 0.16, Residual: 4}
		assert.InEpsilon(t, v.MeanSE(d), few.Value("mean_se", at), 1e-9)
		if at.K > 1 {
			assert.InEpsilon(t, v.ICCSE(d), few.Value("icc_se", at), 1e-9)
		}
		assert.Greater(t, few.Value("mean_se", at), asPilot.Value("mean_se", at))
	}
	assert.Nil(t, few.Get("mean_se", at), "no item has more labels than there are people")
	assert.Len(t, few.Of("power"), 2, "two and three labels of each item in all groups")
	o.People["old"] = 1
	assert.ErrorContains(t, o.Check(), "1 people")
}
