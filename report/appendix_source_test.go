package report

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// hostile are names that a page must show and not obey.
var hostile = []string{
	`<script>document.title='harm'</script>`, `" onload="document.title='harm'`, `'); alert(1) //`,
	`</title><img src=x onerror=alert(1)>`, `{{.Title}} & <b>`, "javascript:alert(1)",
	strings.Repeat("unbroken", 20),
}

// hostileTable is a small study of numbers by people and of items with hostile names.
func hostileTable(t *testing.T) *study.Table {
	rng := rand.New(rand.NewPCG(1, 2))
	part := study.Indexed{Studies: []string{hostile[0], hostile[6]}, Kind: study.Numeric}
	for j := range 24 {
		part.Items = append(part.Items, fmt.Sprintf("%s_%d", hostile[j%len(hostile)], j))
	}
	for l := range 12 {
		part.Labelers = append(part.Labelers, fmt.Sprintf("%s_%d", hostile[l%len(hostile)], l))
	}
	for j := range part.Items {
		truth := 10 * rng.NormFloat64()
		for s := range 2 {
			for k := range 4 {
				part.Study, part.Item = append(part.Study, int32(s)), append(part.Item, int32(j))
				part.Labeler = append(part.Labeler, int32((j+3*k+s)%12))
				part.Value = append(part.Value, truth+5*rng.NormFloat64())
			}
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

// reportOf fits a table with few draws.
func sourceOf(t *testing.T, table *study.Table, sp spec.Spec) Source {
	t.Helper()
	ctx, settings := context.Background(), sampler.Settings{Seed: 1, Draws: 300}
	fit, err := model.Fit(ctx, table, sp, settings)
	require.NoError(t, err)
	check, err := predictive.Run(ctx, fit, predictive.Options{Seed: 1, Replicates: 100})
	require.NoError(t, err)
	reference := table.Studies()[0]
	agreement, err := result.Coefficients(ctx, table, reference,
		nonparam.Options{Intervals: nonparam.Bootstrap{Replicates: 50, Seed: 1}})
	require.NoError(t, err)
	found := ask.Fit(result.NewData(hostile[3]+".csv", table, fit.Spec().Labelers, nil),
		result.Fit{Posterior: fit, Settings: settings, Reference: fit.StudyAt(0), Check: check}, agreement,
		posterior.Interval{Level: 0.95})
	var known *consensus.Consensus
	if sp.Effects {
		known, err = consensus.Of(ctx, fit, 0.95)
		require.NoError(t, err)
	}
	return Source{Result: found, Posterior: fit, Check: check, Consensus: known,
		Command: "fit --html page.html '" + hostile[2] + "'", Version: "v0 <test>"}
}

// fixedReport is made of numbers that no sampler had a part in, so that the page is the same wherever it is
// written: one study of yes-or-no labels and another of them, with what is undefined.
func fixedSource(t *testing.T) Source {
	t.Helper()
	rng, none := rand.New(rand.NewPCG(3, 4)), math.NaN()
	studies := []string{"experts", "crowd"}
	names := []string{"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_labeler[1]", "sd_labeler[2]", "cor_item[1,2]"}
	draws := posterior.NewDraws(names, 2, 250)
	for v, at := range []float64{-1, 0.2, 2, 1.5, 0.5, 0.7, 0.8} {
		for c := range 2 {
			for i := range draws.Chain(v, c) {
				draws.Chain(v, c)[i] = at + 0.05*(rng.Float64()+rng.Float64()+rng.Float64()-1.5)
			}
		}
	}
	fit, err := model.FromDraws(spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, studies, draws)
	require.NoError(t, err)
	doubt := predictive.Doubt{Assumption: "all labelers follow the items alike", Studies: studies[1:],
		Statistics: []string{predictive.SlopeSpread}, Evidence: "the spread is 0.3",
		Consequence: "the ICC comes out too low", Look: "labelers who answer at random"}
	r := answer.New("fit", result.Data{File: "dir/ads.csv", Kind: "binary", Labels: 1600, Items: 100, Labelers: 42,
		Studies: []result.Study{{Name: "experts", Labels: 800, Items: 100, Labelers: 12, Mean: 0.312},
			{Name: "crowd", Labels: 800, Items: 100, Labelers: 30, Mean: 0.451}},
		SharedItems: []result.SharedItems{{Studies: [2]string{"experts", "crowd"}, Items: 100}},
		Columns:     map[string]string{"item": "ad", "labeler": "worker", "study": "arm", "label": "violates"},
		Positive:    "Yes", Negative: "No", Notes: []string{"Left out: 3 rows without label."},
		Warnings: []string{"A labeler gave one class only."}}, result.Intervals{Level: 0.95, Kind: "eti"})
	r.Runs = []answer.Run{{Model: &result.Model{Family: "bernoulli", Labelers: "nested", Residual: "common",
		Reference: "experts",
		Priors: map[string]string{"mean": "student_t(3, 0, 2.5)", "sd": "student_t(3, 0, 2.5)",
			"correlation": "lkj(1)"},
		BRMS: "violates ~ 0 + arm + (0 + arm | ad) + (1 | gr(worker, by = arm)), family = bernoulli()"},
		Sampler: &result.Sampler{Algorithm: "nuts", Chains: 2, Warmup: 150, Draws: 250, Seed: 7, Partial: true},
		Trust: &result.Diagnostics{Divergences: 1, MaxRHat: 1.0013, MinESSBulk: 1234.5, MinESSTail: 2345.6,
			MinEBFMI: 0.81, Converged: true, Messages: []string{"Warning: 1 divergence."}}}}
	r.Set["reference"], r.Set["target"] = "experts", "0.8"
	e := func(name, scale string, k int, mean, sd float64, groups ...string) {
		at := answer.Among(groups...)
		if at.Scale, at.K = scale, k; name == catalogue.RhoK {
			at.Group, at.Of, at.Against = groups[0], groups[1], ""
		}
		row := r.Add(name, at, mean).Within(mean-2*sd, mean+2*sd)
		row.SD, row.Draws = sd, &posterior.Summary{Mean: mean, SD: sd, Median: mean, Lower: row.Lower, Upper: row.Upper,
			RHat: 1.0013, ESSBulk: 1234.5, ESSTail: 2345.6, MCSEMean: sd / 50}
	}
	e(catalogue.ICC, result.ScaleLatent, 0, 0.5321, 0.0212, "experts")
	e(catalogue.ICC, "", 0, 0.3456, 0.0212, "experts")
	e(catalogue.ICC, result.ScaleLatent, 0, 0.4321, 0.0312, "crowd")
	e(catalogue.ICC, "", 0, 0.2987, 0.0312, "crowd")
	e(catalogue.LabelerICC, "", 0, 0.0312, 0.0112, "experts")
	r.First(catalogue.LabelerICC, "experts").P = 0.0001
	r.Add(catalogue.LabelerICC, answer.Key{Group: "crowd"}, none).Why = "the model has no labeler effects"
	e(catalogue.ICCk, "", 8, 0.8076, 0.0112, "experts")
	e(catalogue.Rho, result.ScaleLatent, 0, 0.7951, 0.0351, studies...)
	e(catalogue.XCC, result.ScaleLatent, 0, 0.3812, 0.0351, studies...)
	e(catalogue.Rho, "", 0, 0.7502, 0.0351, studies...)
	e(catalogue.XCC, "", 0, 0.2410, 0.0211, studies...)
	e(catalogue.RhoK, "", 8, 0.6580, 0.0311, studies...)
	e(catalogue.Mean, result.ScaleLatent, 0, -1.0123, 0.1234, "experts")
	a := func(name string, value, se, p float64, groups ...string) {
		at := answer.Among(groups...)
		at.Distance = "nominal"
		row := r.Add(name, at, value).Within(value-2*se, value+2*se)
		row.SD, row.N, row.P = se, 100, p
	}
	a("kripp_alpha", 0.3512, 0.0241, 0.62, "experts")
	a("cross_kappa", 0.2612, 0.0211, 0.004, studies...)
	a("kripp_alpha", none, none, none, "crowd")
	r.First("kripp_alpha", "crowd").Why = "no item has two ratings"
	implied := func(name string, value, lower, upper float64, groups ...string) *answer.Row {
		at := answer.Among(groups...)
		at.Distance, at.By = "nominal", answer.Model
		return r.Add(name, at, value).Within(lower, upper)
	}
	implied("kripp_alpha", 0.3456, 0.3032, 0.388, "experts")
	implied("kripp_alpha", 0.2987, 0.2363, 0.3611, "crowd")
	implied("cross_kappa", 0.2591, 0.2111, 0.3021, studies...).Why = "the mean of crowd is higher than that of " +
		"experts by 0.14, which lowers κx from 0.281 to 0.261"
	r.Add("doubts", answer.Key{}, 1)
	for name, text := range map[string]string{"doubt": doubt.Assumption, "evidence": doubt.Evidence,
		"consequence": doubt.Consequence, "look": doubt.Look} {
		r.Words(name, answer.Key{Group: "crowd", K: 1}, text)
	}
	other := answer.Key{Of: "--labeler-effects none"}
	r.Add("elpd", answer.Key{}, -512.3).SD = 40.1
	r.Add("pareto_k", answer.Key{}, 0.81).N = 3
	r.Add("elpd", other, -552.8).SD = 41.2
	r.Add("pareto_k", other, 0.4).N = 0
	difference := r.Add("elpd_difference", other, -40.5)
	difference.SD = 9.25
	difference.Why = say.Predicts(r, difference)
	r.Add(catalogue.ICC, answer.Key{Group: "experts", Prior: other.Of}, 0.3333).Within(0.3, 0.36)
	r.Add("doubts", other, 0)
	values := make([]float64, 99)
	for i := range values {
		values[i] = 0.3 + 0.001*float64(i)
	}
	one := func(name string, observed float64, of ...string) predictive.Discrepancy {
		return predictive.Discrepancy{Statistic: name, Studies: of, Observed: observed, Mean: 0.349, Lower: 0.30245,
			Upper: 0.39555, Tail: predictive.Tail(observed, values), Familywise: 0.3, Values: values}
	}
	check := &predictive.Check{Replicates: 99, Threshold: predictive.Threshold, Doubts: []predictive.Doubt{doubt},
		Coefficients: []predictive.Discrepancy{one("kripp_alpha", 0.3512, "experts"),
			one("cross_kappa", 0.2612, studies...)},
		Discrepancies: []predictive.Discrepancy{one(predictive.WithinItemSD, 0.33, "experts"),
			{Statistic: predictive.SlopeSpread, Studies: studies[1:], Undefined: "the labels do not determine it"}},
	}
	return Source{Result: r, Posterior: fit, Check: check, Command: "fit --seed 7 --html page.html dir/ads.csv",
		Version: "v0.1.0"}
}
