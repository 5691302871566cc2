package report

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/consensus"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/internal/result/catalogue"
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
	found := result.New(result.NewData(hostile[3]+".csv", table, fit.Spec().Labelers, nil),
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
	rng := rand.New(rand.NewPCG(3, 4))
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
	none := result.Undefined()
	e := func(quantity, scale string, k int, mean, sd float64, of ...string) result.Estimate {
		return result.Estimate{Quantity: quantity, Studies: of, Scale: scale, K: k, Mean: result.Number(mean),
			SD: result.Number(sd), Median: result.Number(mean), Lower: result.Number(mean - 2*sd),
			Upper: result.Number(mean + 2*sd), RHat: 1.0013, ESSBulk: 1234.5, ESSTail: 2345.6,
			MCSE: result.Number(sd / 50)}
	}
	a := func(coefficient string, estimate, se float64, of ...string) result.Agreement {
		return result.Agreement{Coefficient: coefficient, Distance: "nominal", Studies: of,
			Estimate: result.Number(estimate), SE: result.Number(se), Lower: result.Number(estimate - 2*se),
			Upper: result.Number(estimate + 2*se), Items: 100, Ratings: 800}
	}
	doubt := predictive.Doubt{Assumption: "all labelers follow the items alike", Studies: studies[1:],
		Statistics: []string{predictive.SlopeSpread}, Evidence: "the spread is 0.3",
		Consequence: "the ICC comes out too low", Look: "labelers who answer at random"}
	r := &result.Result{
		Data: result.Data{File: "dir/ads.csv", Kind: "binary", Labels: 1600, Items: 100, Labelers: 42,
			Studies: []result.Study{{Name: "experts", Labels: 800, Items: 100, Labelers: 12, Mean: 0.312},
				{Name: "crowd", Labels: 800, Items: 100, Labelers: 30, Mean: 0.451}},
			SharedItems: []result.SharedItems{{Studies: [2]string{"experts", "crowd"}, Items: 100}},
			Columns:     map[string]string{"item": "ad", "labeler": "worker", "study": "arm", "label": "violates"},
			Positive:    "Yes", Negative: "No", Notes: []string{"Left out: 3 rows without label."},
			Warnings: []string{"A labeler gave one class only."}},
		Interval: result.Intervals{Level: 0.95, Kind: "eti"},
		Model: &result.Model{Family: "bernoulli", Labelers: "nested", Residual: "common", Reference: "experts",
			Priors: map[string]string{"mean": "student_t(3, 0, 2.5)", "sd": "student_t(3, 0, 2.5)",
				"correlation": "lkj(1)"},
			BRMS: "violates ~ 0 + arm + (0 + arm | ad) + (1 | gr(worker, by = arm)), family = bernoulli()"},
		Sampler: &result.Sampler{Algorithm: "nuts", Chains: 2, Warmup: 150, Draws: 250, Seed: 7, Partial: true},
		Estimates: []result.Estimate{
			e(catalogue.ICC, result.ScaleLatent, 0, 0.5321, 0.0212, "experts"),
			e(catalogue.ICC, result.ScaleLabel, 0, 0.3456, 0.0212, "experts"),
			e(catalogue.ICC, result.ScaleLatent, 0, 0.4321, 0.0312, "crowd"),
			e(catalogue.ICC, result.ScaleLabel, 0, 0.2987, 0.0312, "crowd"),
			e(catalogue.LabelerICC, result.ScaleLabel, 0, 0.0312, 0.0112, "experts"),
			{Quantity: catalogue.LabelerICC, Studies: studies[1:], Scale: result.ScaleLabel, Mean: none, SD: none,
				Median: none, Lower: none, Upper: none, RHat: none, ESSBulk: none, ESSTail: none, MCSE: none,
				Undefined: "the model has no labeler effects"},
			e(catalogue.ICCk, result.ScaleLabel, 8, 0.8076, 0.0112, "experts"),
			e(catalogue.Rho, result.ScaleLatent, 0, 0.7951, 0.0351, studies...),
			e(catalogue.XCC, result.ScaleLatent, 0, 0.3812, 0.0351, studies...),
			e(catalogue.Rho, result.ScaleLabel, 0, 0.7502, 0.0351, studies...),
			e(catalogue.XCC, result.ScaleLabel, 0, 0.2410, 0.0211, studies...),
			e(catalogue.RhoK, result.ScaleLabel, 8, 0.6580, 0.0311, studies...),
			e(catalogue.Mean, result.ScaleLatent, 0, -1.0123, 0.1234, "experts"),
		},
		Probabilities: []result.Probability{{Event: "labeler_icc > icc", Studies: studies[:1],
			Scale: result.ScaleLabel, Probability: 0.0001}},
		Agreement: []result.Agreement{a("kripp_alpha", 0.3512, 0.0241, "experts"),
			a("cross_kappa", 0.2612, 0.0211, studies...),
			{Coefficient: "kripp_alpha", Studies: studies[1:], Estimate: none, Lower: none, Upper: none, SE: none,
				Undefined: "no item has two ratings"}},
		Comparison: []result.Comparison{
			{Coefficient: "kripp_alpha", Studies: studies[:1], Observed: 0.3512, ImpliedMean: 0.3456,
				ImpliedLower: 0.3032, ImpliedUpper: 0.388, PPCTail: 0.62},
			{Coefficient: "kripp_alpha", Studies: studies[1:], Observed: none, ImpliedMean: 0.2987,
				ImpliedLower: 0.2363, ImpliedUpper: 0.3611, PPCTail: none, Undefined: "observed: no item has two " +
					"ratings"},
			{Coefficient: "cross_kappa", Studies: studies, Observed: 0.2612, ImpliedMean: 0.2591, ImpliedLower: 0.2111,
				ImpliedUpper: 0.3021, PPCTail: 0.004, Note: "the mean of crowd is higher than that of experts " +
					"by 0.14, which lowers κx from 0.281 to 0.261"},
		},
		Doubts: []result.Doubt{{Statistics: doubt.Statistics, Assumption: doubt.Assumption, Studies: doubt.Studies,
			Evidence: doubt.Evidence, Consequence: doubt.Consequence, Look: doubt.Look}},
		Compared: []result.Compared{{Model: "--labeler-effects none", Difference: -40.5, SE: 9.25,
			This:  result.Predicted{ELPD: -512.3, SE: 40.1, Parameters: 70.4, Unreliable: 3, LargestK: 0.81},
			Other: result.Predicted{ELPD: -552.8, SE: 41.2, Parameters: 50.7, LargestK: 0.4},
			Estimates: []result.ComparedNumbers{{Quantity: catalogue.ICC, Studies: studies[:1],
				Scale: result.ScaleLabel, Mean: 0.3333, Lower: 0.3, Upper: 0.36}},
			Resolved: []result.ComparedDoubt{}, Remaining: []result.ComparedDoubt{},
			Messages: []string{"3 of 800 labels weigh too unevenly."}}},
		Diagnostics: &result.Diagnostics{Divergences: 1, MaxRHat: 1.0013, MinESSBulk: 1234.5, MinESSTail: 2345.6,
			MinEBFMI: 0.81, Converged: true, Messages: []string{"Warning: 1 divergence."}},
	}
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
