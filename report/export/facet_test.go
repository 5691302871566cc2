package export

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/report"
	"concord/report/catalogue"
	"concord/study"
)

// facetOutput is that of a fit of two studies with correlated effects of a factor of the given name, and independent
// ones of item and factor.
func facetOutput(t *testing.T, factor string) Output {
	truth := model.Truth{Family: family.Gaussian{}, Labelers: model.NoLabelers, Facets: []model.FacetTruth{
		{Facet: model.Facet{By: []string{factor}, Covariance: model.Correlated}, SD: []float64{0.7, 0.7}},
		{Facet: model.Facet{By: []string{study.ItemFactor, factor}}, SD: []float64{0.5, 0.5}},
	}}
	of := study.Factor{Name: factor, Levels: []string{"t", "u", "v"}}
	d := model.Design{Studies: []string{"a", "b"}}
	for j := range 8 {
		d.Items = append(d.Items, fmt.Sprint("item ", j))
	}
	for s := range d.Studies {
		truth.Studies = append(truth.Studies, model.StudyTruth{ItemSD: 1, ResidualSD: 1})
		for j := range d.Items {
			for n := range 6 {
				d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(j))
				of.Index = append(of.Index, int32(n/2))
			}
		}
	}
	d.Factors = []study.Factor{of}
	table, err := model.Simulate(truth, d, 1)
	require.NoError(t, err)
	spec := model.Spec{Facets: []model.Facet{truth.Facets[0].Facet, truth.Facets[1].Facet}}
	out := fitted(t, "f.csv", table, spec, 8)
	out.Result = report.New(out.Result.Data, out.Fit, nil, posterior.Interval{Level: 0.95})
	return out
}

// A run with facets is written and read back, whatever a factor is called; other programs read plain names.
func TestFacetsComeBack(t *testing.T) {
	for factor, want := range map[string][2]string{
		"template":  {"sd_template", "sd_item_template"},
		"a,b\"\n=1": {"sd_a_b___1", "sd_item_a_b___1"},
		"läge[1]":   {"sd_l_ge_1_", "sd_item_l_ge_1_"},
	} {
		out := facetOutput(t, factor)
		dir := filepath.Join(t.TempDir(), "run")
		require.NoError(t, out.Write(dir))
		saved, err := Open(dir)
		require.NoError(t, err)
		draws, err := saved.Draws()
		require.NoError(t, err)
		assert.Equal(t, out.Fit.Posterior.Spec().Terms(), draws.Fit.Spec().Terms())
		for v, name := range out.Fit.Posterior.Draws().Names() {
			assert.Equal(t, name, draws.Fit.Draws().Names()[v])
			assert.Equal(t, out.Fit.Posterior.Draws().Quantity(v).Chains, draws.Fit.Draws().Quantity(v).Chains, name)
		}
		exported := names(Variables(out.Fit.Posterior, out.Fit.Reference, false))
		assert.Contains(t, exported, want[0])
		assert.Contains(t, exported, want[1])
		assert.Contains(t, exported, "cor_"+strings.TrimPrefix(want[0], "sd_"))
	}
}

// Names that differ in what other programs do not read are told apart by a number.
func TestParameterNamesDiffer(t *testing.T) {
	spec := model.Spec{Family: family.Bernoulli{}, Labelers: model.NoLabelers, Facets: []model.Facet{
		{By: []string{"a b"}}, {By: []string{"a", "b"}}, {By: []string{"a_b"}}, {By: []string{"a b_2"}},
	}}
	all := parameterNames(spec)
	require.Len(t, all, len(catalogue.ModelParameters(spec)))
	var found []string
	for _, name := range all {
		if strings.HasPrefix(name, "sd_a") {
			found = append(found, name)
		}
		assert.Regexp(t, "^[a-z0-9_]+$", name)
	}
	assert.Equal(t, []string{"sd_a_b", "sd_a_b_2", "sd_a_b_3", "sd_a_b_2_2"}, found)
}
