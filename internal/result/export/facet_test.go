package export

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/ask"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// facetOutput is that of a fit of two studies with correlated effects of a factor of the given name, and independent
// ones of item and factor.
func facetOutput(t *testing.T, factor string) Output {
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.NoLabelers, Facets: []simulate.FacetTruth{
		{Facet: spec.Facet{By: []string{factor}, Covariance: spec.Correlated}, SD: []float64{0.7, 0.7}},
		{Facet: spec.Facet{By: []string{study.ItemFactor, factor}}, SD: []float64{0.5, 0.5}},
	}}
	of := study.Factor{Name: factor, Levels: []string{"t", "u", "v"}}
	d := simulate.Design{Studies: []string{"a", "b"}}
	for j := range 8 {
		d.Items = append(d.Items, fmt.Sprint("item ", j))
	}
	for s := range d.Studies {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1, ResidualSD: 1})
		for j := range d.Items {
			for n := range 6 {
				d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(j))
				of.Index = append(of.Index, int32(n/2))
			}
		}
	}
	d.Factors = []study.Factor{of}
	table, err := simulate.Simulate(truth, d, 1)
	require.NoError(t, err)
	sp := spec.Spec{Facets: []spec.Facet{truth.Facets[0].Facet, truth.Facets[1].Facet}, Effects: true}
	out := fitted(t, "f.csv", table, sp, 8)
	out.Result = ask.Fit(out.Result.Data, out.Fit, nil, posterior.Interval{Level: 0.95})
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
		parameters := slices.IndexFunc(out.Fit.Posterior.Draws().Names(), func(name string) bool {
			return strings.HasPrefix(name, "item[")
		})
		require.Len(t, draws.Fit.Draws().Names(), parameters)
		for v, name := range draws.Fit.Draws().Names() {
			assert.Equal(t, name, out.Fit.Posterior.Draws().Names()[v])
			assert.Equal(t, out.Fit.Posterior.Draws().Quantity(v).Chains, draws.Fit.Draws().Quantity(v).Chains, name)
		}
		exported := names(Variables(out.Fit.Posterior, out.Fit.Reference, false))
		assert.Contains(t, exported, want[0])
		assert.Contains(t, exported, want[1])
		assert.Contains(t, exported, "cor_"+strings.TrimPrefix(want[0], "sd_"))
	}
}

// Effects of facets are exported with the names of their levels: a matrix where they are correlated between studies, a
// vector with the study of each where they are not.
func TestEffectsOfFacets(t *testing.T) {
	for factor, variable := range map[string]string{"template": "template", "comparison": "comparison"} {
		out := facetOutput(t, factor)
		fit := out.Fit.Posterior
		all := Variables(fit, out.Fit.Reference, true)
		c := coordinates(fit, out.Fit.Reference, true)
		by := map[string]Variable{}
		for _, v := range all {
			by[v.Name] = v
		}
		requireOwnNames(t, all)
		v := by[variable]
		require.True(t, v.isEffect())
		assert.Equal(t, []int{3, 2}, v.Shape)
		assert.Equal(t, []string{"t", "u", "v"}, c[v.Dims[0]])
		both := by["item_"+variable]
		require.Equal(t, []int{2 * 8 * 3}, both.Shape)
		assert.Equal(t, "item 0:t", c[both.Dims[0]][0])
		assert.Equal(t, "item 7:v", c[both.Dims[0]][47])
		assert.Equal(t, "a", c[both.Dims[0]+"_study"][23])
		assert.Equal(t, "b", c[both.Dims[0]+"_study"][24])
		assert.Equal(t, out.Fit.Posterior.Studies(), c[dimStudy])
		// They are the effects: the linear predictor of a label is the mean and what its item, level and both add.
		table := fit.Table()
		ll, err := model.NewLogLik(fit)
		require.NoError(t, err)
		got := [][]float64{make([]float64, 1)}
		ll.Label(got, 0)
		view := table.StudyAt(0)
		level, _ := view.Factor(factor)
		item, err := fit.StudyAt(0).ItemEffect(table.Items()[view.Item()[0]])
		require.NoError(t, err)
		at := slices.Index(c[both.Dims[0]], table.Items()[view.Item()[0]]+":"+c[v.Dims[0]][level[0]])
		theta := fit.StudyAt(0).Mean().Chains[0][0] + item.Chains[0][0] + v.Elements[level[0]].Chains[0][0] +
			both.Elements[at].Chains[0][0]
		sigma := fit.StudyAt(0).ResidualSD().Chains[0][0]
		z := (view.Value()[0] - theta) / sigma
		assert.InDelta(t, -z*z/2-math.Log(sigma)-math.Log(2*math.Pi)/2, got[0][0], 1e-9)
	}
}

// Names that differ in what other programs do not read are told apart by a number.
func TestParameterNamesDiffer(t *testing.T) {
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers, Facets: []spec.Facet{
		{By: []string{"a b"}}, {By: []string{"a", "b"}}, {By: []string{"a_b"}}, {By: []string{"a b_2"}},
	}}
	all := parameterNames(sp)
	require.Len(t, all, len(catalogue.ModelParameters(sp)))
	var found []string
	for _, name := range all {
		if strings.HasPrefix(name, "sd_a") {
			found = append(found, name)
		}
		assert.Regexp(t, "^[a-z0-9_]+$", name)
	}
	assert.Equal(t, []string{"sd_a_b", "sd_a_b_2", "sd_a_b_3", "sd_a_b_2_2"}, found)
}
