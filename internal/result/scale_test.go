package result

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// summarized returns the rows of a fit without labels.
func summarized(fit *model.Posterior) []Estimate {
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	summaries, _, _ := summarize(of, reported, posterior.Interval{Level: 0.95}, nil)
	var all []Estimate
	for i, at := range reported {
		all = append(all, newEstimate(at, summaries[i]))
	}
	return all
}

// xCC = ρ√ICC√ICC holds on each scale between what is printed, as far as it holds for means, and not across scales.
func TestPrintedProductsHoldOnEachScale(t *testing.T) {
	fit := manyStudies(t, 3, 200)
	all := summarized(fit)
	mean := func(quantity, scale string, studies ...string) float64 {
		i := slices.IndexFunc(all, func(e Estimate) bool {
			return e.Quantity == quantity && e.Scale == scale && slices.Equal(e.Studies, studies)
		})
		require.GreaterOrEqual(t, i, 0, "%s %s %v", quantity, scale, studies)
		return float64(all[i].Mean)
	}
	product := func(scale string) float64 {
		return mean(catalogue.Rho, scale, "s1", "s2") * math.Sqrt(mean(catalogue.ICC, scale, "s1")*mean(catalogue.ICC,
			scale, "s2"))
	}
	for _, scale := range []string{ScaleLatent, ScaleLabel} {
		assert.InDelta(t, mean(catalogue.XCC, scale, "s1", "s2"), product(scale), 0.002, scale)
	}
	assert.Greater(t, product(ScaleLatent), product(ScaleLabel)+0.05)
}

func TestBoundary(t *testing.T) {
	e := func(quantity string, lower, median, upper float64) Estimate {
		return Estimate{Quantity: quantity, Studies: []string{"a"}, Lower: Number(lower), Median: Number(median),
			Upper: Number(upper)}
	}
	for _, c := range []struct {
		e    Estimate
		want float64 // NaN: none
	}{
		{e(catalogue.LabelerSD, 0.046, 1, 3.3), 0}, // half-normal
		{e(catalogue.LabelerSD, 0.3, 1, 2), math.NaN()},
		{e(catalogue.LabelerICC, 0.0005, 0.1, 0.4), 0},
		{e(catalogue.ICC, 0.05, 0.3, 0.6), math.NaN()},
		{e(catalogue.Rho, 0.9, 0.98, 0.999), 1},
		{e(catalogue.Rho, -0.999, -0.98, -0.9), -1},
		{e(catalogue.Rho, 0.4, 0.7, 0.9), math.NaN()},
		{e(catalogue.XCC, 0.4, 0.7, 0.999), math.NaN()},
		{e(catalogue.Mean, 0.0001, 0.7, 0.999), math.NaN()},
		{e(catalogue.ItemSD, math.NaN(), math.NaN(), math.NaN()), math.NaN()},
	} {
		q, _ := catalogue.Find(c.e.Quantity)
		got := Boundary(q, posterior.Summary{Median: float64(c.e.Median), Lower: float64(c.e.Lower),
			Upper: float64(c.e.Upper)})
		if math.IsNaN(c.want) {
			assert.Nil(t, got, "%+v", c.e)
			continue
		}
		require.NotNil(t, got, "%+v", c.e)
		assert.Equal(t, Number(c.want), *got, "%+v", c.e)
	}
}

// A posterior that reaches 0 is told as such; one that stays away is not.
func TestBoundaryOfAPosterior(t *testing.T) {
	names := []string{"mu[1]", "sd_item[1]", "sd_labeler[1]"}
	d := posterior.NewDraws(names, 1, 400)
	for i := range 400 {
		p := (float64(i) + 0.5) / 400
		d.Chain(0, 0)[i], d.Chain(1, 0)[i], d.Chain(2, 0)[i] = 0, 1+0.1*p, math.Sqrt2*math.Erfinv(p) // half-normal
	}
	fit, err := model.FromDraws(spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, []string{"a"}, d)
	require.NoError(t, err)
	flagged := map[string]bool{}
	all := summarized(fit)
	for _, e := range all {
		if e.Boundary != nil {
			flagged[e.Quantity] = true
		}
	}
	assert.Equal(t, map[string]bool{catalogue.LabelerSD: true, catalogue.LabelerICC: true}, flagged)
}
