package newfamily

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/result/export"
	"concord/internal/slowtest"
	"concord/model"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
)

// truthOfCounts is that of three studies.
func truthOfCounts() simulate.Truth {
	truth := simulate.Truth{Family: counts{}, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(3,
		0.7)}
	for range 3 {
		truth.Studies = append(truth.Studies,
			simulate.StudyTruth{Mean: 1, ItemSD: 0.6, LabelerSD: 0.3, Own: []float64{4}})
	}
	return truth
}

// reported is a page of three studies of counts.
func reported(t *testing.T) report.Source {
	t.Helper()
	plan := simulate.Plan{Items: 30, Labelers: spec.Nested}
	for _, name := range []string{"a", "b", "c"} {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 10, LabelsPerItem: 5})
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truthOfCounts(), design, 1)
	require.NoError(t, err)
	settings := sampler.Settings{Seed: 1, Draws: 1000, Chains: 2}
	ctx := context.Background()
	fit, err := model.Fit(ctx, table, spec.Spec{Family: counts{}}, settings)
	require.NoError(t, err)
	check, err := predictive.Run(ctx, fit, predictive.Options{Seed: 1, Replicates: 99})
	require.NoError(t, err)
	agreement, err := result.Coefficients(ctx, table, "a", nonparam.Options{})
	require.NoError(t, err)
	r := ask.Fit(result.NewData("counts.csv", table, spec.Nested, nil),
		result.Fit{Posterior: fit, Settings: settings, Reference: fit.StudyAt(0), Check: check}, agreement,
		posterior.Interval{Level: 0.95})
	return report.Source{Result: r, Posterior: fit, Check: check}
}

func TestPageAndExportsOfCounts(t *testing.T) {
	slowtest.Only(t)
	source := reported(t)
	t.Run("page", func(t *testing.T) { checkPage(t, source) })
	t.Run("exports", func(t *testing.T) { checkExports(t, source.Posterior) })
}

// What is special to the family is said in its own words, and what has no meaning for it says why; nothing speaks of
// logits or of a residual.
func checkPage(t *testing.T, source report.Source) {
	r := source.Result
	found := map[string]int{}
	for _, e := range r.Rows {
		if e.Draws == nil {
			continue
		}
		q, ok := catalogue.Find(e.Q.Name)
		if !ok {
			assert.Equal(t, "shape", e.Q.Name)
		}
		found[e.Q.Name+" "+cmp.Or(e.Scale, result.ScaleLabel)]++
		if q.OfVariance && e.Scale == result.ScaleLatent {
			assert.False(t, e.Defined(), e.Q.Name)
			assert.Equal(t, "such labels have no variance on the latent scale", e.Why)
			continue
		}
		assert.Equal(t, q.NoMoments, math.IsNaN(e.Draws.Mean), "%s of %v", e.Q.Name, e.Key)
		assert.True(t, e.Defined(), "%s of %v", e.Q.Name, e.Key)
	}
	for _, name := range []string{"icc label", "icc latent", "rho latent", "xcc label", "shape latent",
		"item_sd latent"} {
		assert.Equal(t, 3, found[name], name)
	}
	assert.True(t, r.Converged(answer.Key{}), r.Trust().Messages)

	text := laidOut(t, "text", r)
	var whole bytes.Buffer
	require.NoError(t, page.Write(&whole, report.Fit(source, document.Appendix), page.Options{}))
	methods, ok := report.Methods(source)
	require.True(t, ok)
	for name, s := range map[string]string{"text": text, "page": whole.String(), "methods": methods} {
		for _, word := range []string{"ogit", "ernoulli", "aussian", "residual", "esidual"} {
			assert.NotContains(t, s, word, name)
		}
		assert.Contains(t, s, "brms has no negative binomial family", name)
	}
	assert.Contains(t, text, "counts (log), ")
	assert.Contains(t, text, "the shape φ of the counts for each group")
	assert.Contains(t, text, " shape φ of the counts, latent scale a ")
	assert.Contains(t, text, "Krippendorff's α (interval)")
	assert.Contains(t, whole.String(), "Counts: y ~ NegativeBinomial(exp(μ + item + labeler), φ)")
	assert.Contains(t, methods, "multilevel negative binomial (log link) model")
}

// Each variable has one name, with the scale where it is not that of the parameters, and the family's own parameter is
// among them.
func checkExports(t *testing.T, fit *model.Posterior) {
	var names []string
	var draws []posterior.Quantity
	for _, v := range export.Variables(fit, fit.StudyAt(0), false) {
		assert.NotContains(t, names, v.Name)
		names = append(names, v.Name)
		if v.Name == "shape" {
			draws = v.Elements
		}
	}
	assert.Subset(t, names, []string{"mu", "sd_item", "shape", "icc_label", "xcc_label", "rho_label"})
	assert.NotContains(t, names, "icc")
	require.Len(t, draws, 3)
	for s, study := range fit.EachStudy() {
		assert.Equal(t, study.Own()[0].Chains, draws[s].Chains)
	}
}

// The truth of a simulated study has the family's own parameter, and nothing that is undefined.
func TestTruthOfCounts(t *testing.T) {
	truth, err := result.NewTruth(truthOfCounts(), simulate.Design{Studies: []string{"a", "b", "c"}}, 1)
	require.NoError(t, err)
	shapes := 0
	for _, v := range truth.Quantities {
		assert.True(t, v.Value.Defined(), v.Quantity)
		if v.Quantity == "shape" {
			shapes++
			assert.Equal(t, result.Number(4), v.Value)
		}
	}
	assert.Equal(t, 3, shapes)
}
