package result

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

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

func threeStudiesData() Data {
	return Data{Labels: 3000, Items: 300, Studies: []Study{
		{Name: "experts", Labels: 1000, Items: 300, Labelers: 10, EffectiveLabelers: 10},
		{Name: "old", Labels: 1000, Items: 300, Labelers: 20, EffectiveLabelers: 20},
		{Name: "new", Labels: 1000, Items: 300, Labelers: 20, EffectiveLabelers: 20}}}
}

// Oracle: the covariances of mean squares and products of normal labels in closed form, written out for a reference and
// two studies (Anderson 2003, section 3.4), by the delta method.
func TestPlannedAgreementOfNumbers(t *testing.T) {
	fit, data, o := knownFit(t, 0.6, 0.85), threeStudiesData(), planOptions()
	p, err := NewPlan(fit, data, o)
	require.NoError(t, err)
	require.Len(t, p.Agreement, 2*(o.MostLabels-1))
	require.Len(t, p.Differences, o.MostLabels-1)
	for _, a := range p.Agreement {
		assert.Equal(t, 3000/(3*a.K), a.Items)
		assert.Equal(t, 3000, a.Budget)
		assert.Equal(t, "experts", a.Reference)
		rho, v := 0.6, 2.25
		within := []float64{1 + unknown(0.25, 1, a.Items, a.K, 10), 4 + unknown(0.16, 4, a.Items, a.K, 20)}
		if a.Study == "new" {
			rho, v, within[1] = 0.85, 1, 0.64
		}
		k, n := float64(a.K), float64(a.Items)
		c := rho * math.Sqrt(v)
		sx, sy := 1+within[0]/k, v+within[1]/k
		varX := 2*sx*sx/n + 2*within[0]*within[0]/(n*(k-1)*k*k)
		varY := 2*sy*sy/n + 2*within[1]*within[1]/(n*(k-1)*k*k)
		dx, dy, dc := -rho/2, -rho/(2*v), 1/math.Sqrt(v)
		want := math.Sqrt(dx*dx*varX + dy*dy*varY + dc*dc*(sx*sy+c*c)/n + 4*dx*dy*c*c/n + 4*dx*dc*sx*c/n +
			4*dy*dc*sy*c/n)
		assert.InEpsilon(t, want, float64(a.RhoSE), 0.01, "%+v", a)
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
	p, err := NewPlan(fit, data, o)
	require.NoError(t, err)
	for _, d := range p.Differences {
		assert.Equal(t, []string{"old", "new", "experts"}, []string{d.Study, d.Other, d.Reference})
		z := distuv.UnitNormal.Quantile(d.Conclusive)
		assert.InDelta(t, distuv.UnitNormal.CDF(0.25/float64(d.DifferenceSE)-z), float64(d.Power), 0.01)
		power := func(items int) float64 {
			o := o
			o.Budget, o.MostLabels = items*3*d.K, d.K
			at, err := NewPlan(fit, data, o)
			require.NoError(t, err)
			last := at.Differences[len(at.Differences)-1]
			require.Equal(t, items, last.Items)
			return float64(last.Power)
		}
		n := int(d.ItemsNeeded)
		assert.GreaterOrEqual(t, power(n), o.Assurance)
		assert.Less(t, power(n-1), o.Assurance)
	}
	p, err = NewPlan(knownFit(t, 0.7, 0.7), data, o)
	require.NoError(t, err)
	assert.Less(t, float64(p.Differences[0].Power), 0.06, "two studies that agree as much")
	o.Reference = "new"
	p, err = NewPlan(fit, data, o)
	require.NoError(t, err)
	assert.Equal(t, []string{"experts", "new"}, []string{p.Agreement[0].Study, p.Agreement[0].Reference})
}

// The people are as many as are said: 12 instead of 20 know less of the ICC, and give 12 labels of an item at most.
func TestPlanForSoManyPeople(t *testing.T) {
	fit, data, o := knownFit(t, 0.6, 0.85), threeStudiesData(), planOptions()
	o.MostLabels, o.Budget = 5, 1000
	asPilot, err := NewPlan(fit, data, o)
	require.NoError(t, err)
	o.People = map[string]int{"old": 3}
	few, err := NewPlan(fit, data, o)
	require.NoError(t, err)
	of := func(p *Plan, study string) (all []Spending) {
		for _, s := range p.Spending {
			if s.Study == study {
				all = append(all, s)
			}
		}
		return all
	}
	assert.Equal(t, of(asPilot, "experts"), of(few, "experts"))
	require.Len(t, of(few, "old"), 3, "no item has more labels than there are people")
	for i, s := range of(few, "old") {
		before := of(asPilot, "old")[i]
		assert.Equal(t, Number(3), s.Labelers)
		assert.Equal(t, Number(20), before.Labelers)
		d := planning.Design{Items: s.Items, LabelsPerItem: s.K, Labelers: 3, EffectiveLabelers: 3}
		v := planning.Components{Item: 2.25, Labeler: 0.16, Residual: 4}
		assert.InEpsilon(t, v.MeanSE(d), float64(s.MeanSE), 1e-9)
		if s.K > 1 {
			assert.InEpsilon(t, v.ICCSE(d), float64(s.ICCSE), 1e-9)
		}
		assert.Greater(t, s.MeanSE, before.MeanSE)
	}
	assert.Len(t, few.Differences, 2, "two and three labels of each item in all groups")
	o.People["old"] = 1
	_, err = NewPlan(fit, data, o)
	assert.ErrorContains(t, err, "1 people")
}
