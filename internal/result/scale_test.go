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
	"concord/vpc"
)

// xCC = ρ√ICC√ICC holds on each scale between what is printed, as far as it holds for means, and not across scales.
func TestPrintedProductsHoldOnEachScale(t *testing.T) {
	fit := manyStudies(t, 3, 200)
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	all := Summarize(of, reported, posterior.Interval{Level: 0.95}, nil)
	mean := func(quantity string, scale vpc.Scale, studies ...string) float64 {
		i := slices.IndexFunc(reported, func(at catalogue.Instance) bool {
			return at.Name == quantity && at.Scale == scale && slices.Equal(at.StudyNames(), studies)
		})
		require.GreaterOrEqual(t, i, 0, "%s %s %v", quantity, scale, studies)
		return all[i].Mean
	}
	product := func(scale vpc.Scale) float64 {
		return mean(catalogue.Rho, scale, "s1", "s2") * math.Sqrt(mean(catalogue.ICC, scale, "s1")*mean(catalogue.ICC,
			scale, "s2"))
	}
	for _, scale := range []vpc.Scale{vpc.Latent, vpc.Label} {
		assert.InDelta(t, mean(catalogue.XCC, scale, "s1", "s2"), product(scale), 0.002, scale)
	}
	assert.Greater(t, product(vpc.Latent), product(vpc.Label)+0.05)
}

func TestBoundary(t *testing.T) {
	for _, c := range []struct {
		quantity             string
		lower, median, upper float64
		want                 float64 // NaN: none
	}{
		{catalogue.LabelerSD, 0.046, 1, 3.3, 0}, // half-normal
		{catalogue.LabelerSD, 0.3, 1, 2, math.NaN()},
		{catalogue.LabelerICC, 0.0005, 0.1, 0.4, 0},
		{catalogue.ICC, 0.05, 0.3, 0.6, math.NaN()},
		{catalogue.Rho, 0.9, 0.98, 0.999, 1},
		{catalogue.Rho, -0.999, -0.98, -0.9, -1},
		{catalogue.Rho, 0.4, 0.7, 0.9, math.NaN()},
		{catalogue.XCC, 0.4, 0.7, 0.999, math.NaN()},
		{catalogue.Mean, 0.0001, 0.7, 0.999, math.NaN()},
		{catalogue.ItemSD, math.NaN(), math.NaN(), math.NaN(), math.NaN()},
	} {
		q, _ := catalogue.Find(c.quantity)
		got := Boundary(q, posterior.Summary{Median: c.median, Lower: c.lower, Upper: c.upper})
		if math.IsNaN(c.want) {
			assert.Nil(t, got, "%+v", c)
			continue
		}
		require.NotNil(t, got, "%+v", c)
		assert.Equal(t, Number(c.want), *got, "%+v", c)
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
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	for i, s := range Summarize(of, reported, posterior.Interval{Level: 0.95}, nil) {
		if Boundary(reported[i].Entry, s) != nil {
			flagged[reported[i].Name] = true
		}
	}
	assert.Equal(t, map[string]bool{catalogue.LabelerSD: true, catalogue.LabelerICC: true}, flagged)
}
