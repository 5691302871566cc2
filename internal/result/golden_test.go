package result

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
)

// example is a result with one of everything: three studies, what is undefined, names
// that mean something elsewhere, warnings.
func example() *Result {
	none := Undefined()
	e := func(quantity, scale string, k int, mean, sd float64, studies ...string) Estimate {
		return Estimate{
			Quantity: quantity, Studies: studies, Scale: scale, K: k, Mean: Number(mean), SD: Number(sd),
			Median: Number(mean),
			Lower:  Number(mean - 2*sd), Upper: Number(mean + 2*sd), RHat: 1.0012, ESSBulk: 2345.6, ESSTail: 987.1,
			MCSE: Number(sd / 50),
		}
	}
	a := func(coefficient, distance string, estimate, se float64, studies ...string) Agreement {
		return Agreement{
			Coefficient: coefficient, Distance: distance, Studies: studies, Estimate: Number(estimate), SE: Number(se),
			Lower: Number(estimate - 2*se), Upper: Number(estimate + 2*se), Items: 300, Ratings: 3000,
		}
	}
	undefined := Agreement{
		Coefficient: "kripp_alpha", Distance: "nominal", Studies: []string{"=new|<b>"}, Estimate: none, SE: none,
		Lower: none, Upper: none,
		Items: 300, Ratings: 300, Undefined: "no item has two ratings",
	}
	studies := []string{"experts", "old", "=new|<b>"}
	r := &Result{
		Data: Data{
			File: "ads.csv", Kind: "binary", Labels: 12345, Items: 300, Labelers: 90,
			Studies: []Study{
				{studies[0], 6000, 300, 20, 0.312, 20, "", nil}, {studies[1], 3345, 290, 40, 0.451, 12.5, "", nil},
				{studies[2], 3000, 300, 30, 0, 30, "", nil},
			},
			SharedItems: []SharedItems{{[2]string{studies[0], studies[1]}, 290, ""},
				{[2]string{studies[0], studies[2]}, 300, ""}, {[2]string{studies[1], studies[2]}, 290, ""}},
			Columns:       map[string]string{"item": "ad_id", "labeler": "worker", "study": "arm", "label": "violates"},
			UnusedColumns: []string{"comment", "weiß|\x1b[1m"},
			Positive:      "Yes", Negative: "No", Notes: []string{"Left out: 12 rows without label."},
			Warnings: []string{"a warning"},
		},
		Interval: Intervals{Level: 0.95, Kind: "eti"},
		Model: &Model{
			Family: "bernoulli", Labelers: "nested", Residual: "common", Reference: studies[0],
			Priors: map[string]string{"mean": "student_t(3, 0, 2.5)", "sd": "student_t(3, 0, 2.5)",
				"labeler_sd": "student_t(3, 0, 1)", "correlation": "lkj(1)"},
			BRMSCode: "library(brms)\nfit <- brm(y ~ 0 + study)", CodeFrom: "fit check",
			BRMS: "violates ~ 0 + arm + (0 + arm | ad_id) + (1 | gr(worker, by = arm)), family = bernoulli()",
		},
		Sampler: &Sampler{
			Algorithm: "nuts", Chains: 4, Warmup: 150, Draws: 1000, Seed: 1, Gradients: 54321, Attempts: 2, Thin: 3,
			SetupSeconds: 0.25, WarmupSeconds: 0.5, SamplingSeconds: 2.5, Partial: true,
		},
		Estimates: []Estimate{
			e(catalogue.ICC, ScaleLatent, 0, 0.71234, 0.0212, studies[0]),
			e(catalogue.ICC, ScaleLatent, 0, 0.8, 0.0312, studies[1]),
			e(catalogue.ICC, ScaleLabel, 0, 0.51234, 0.0212, studies[0]),
			e(catalogue.ICC, ScaleLabel, 0, 0.6, 0.0312, studies[2]),
			{
				Quantity: catalogue.LabelerICC, Studies: studies[:1], Scale: ScaleLatent, Mean: none, SD: none,
				Median: none, Lower: none,
				Upper: none, RHat: none, ESSBulk: none, ESSTail: none, MCSE: none,
				Undefined: "the model has no labeler effects",
			},
			{
				Quantity: catalogue.LabelerICC, Studies: studies[:1], Scale: ScaleLabel, Mean: 0.31, SD: 0.2,
				Median: 0.24, Lower: 0.05,
				Upper: 0.8, RHat: 1.001, ESSBulk: 2000, ESSTail: 1500, MCSE: 0.004, Skewed: true,
			},
			e(catalogue.ICCk, ScaleLabel, 10, 0.912, 0.00812, studies[0]),
			e(catalogue.ICCDifference, ScaleLabel, 0, 0.088, 0.037, studies[1], studies[0]),
			e(catalogue.Rho, ScaleLatent, 0, 0.755, 0.035, studies[0], studies[1]),
			e(catalogue.XCC, ScaleLatent, 0, 0.555, 0.035, studies[0], studies[1]),
			e(catalogue.Rho, ScaleLabel, 0, 0.715, 0.035, studies[0], studies[1]),
			e(catalogue.XCC, ScaleLabel, 0, 0.385, 0.025, studies[0], studies[1]),
			e(catalogue.RhoK, ScaleLabel, 12, 0.676, 0.035, studies[0], studies[1]),
			e(catalogue.RhoDifference, ScaleLatent, 0, -0.01, 0.05, studies[0], studies[2], studies[1]),
			e(catalogue.RhoDifference, ScaleLabel, 0, -0.02, 0.05, studies[0], studies[2], studies[1]),
			e(catalogue.XCCDifference, ScaleLatent, 0, 0.2, 0.05, studies[0], studies[2], studies[1]),
			e(catalogue.XCCDifference, ScaleLabel, 0, 0.1, 0.04, studies[0], studies[2], studies[1]),
			e(catalogue.Mean, ScaleLatent, 0, -1.5, 0.12, studies[0]),
			e(catalogue.Mean, ScaleLabel, 0, 0.31, 0.021, studies[0]),
			e(catalogue.MeanDifference, ScaleLabel, 0, -0.05, 0.03, studies[1], studies[0]),
			e(catalogue.ItemSD, ScaleLatent, 0, 42, 12.3, studies[0]),
		},
		Probabilities: []Probability{
			{catalogue.ICCDifference + " > 0", []string{studies[1], studies[0]}, ScaleLabel, 0.987, ""},
			{catalogue.MeanDifference + " > 0", []string{studies[1], studies[0]}, ScaleLabel, 0.052, ""},
			{catalogue.RhoDifference + " > 0", []string{studies[0], studies[2], studies[1]}, ScaleLatent, 0.421, ""},
			{catalogue.XCCDifference + " > 0", []string{studies[0], studies[2], studies[1]}, ScaleLatent, 1, ""},
			{catalogue.RhoDifference + " > 0", []string{studies[0], studies[2], studies[1]}, ScaleLabel, 0.333,
				""},
			{catalogue.XCCDifference + " > 0", []string{studies[0], studies[2], studies[1]}, ScaleLabel, 0.998,
				""},
			{catalogue.LabelerICC + " > " + catalogue.ICC, []string{studies[0]}, ScaleLabel, 0.61,
				"only 3 labelers: too few"},
		},
		PriorSensitivity: []PriorSensitivity{
			{Quantity: catalogue.LabelerICC, Studies: []string{studies[0]}, Scale: ScaleLabel, Prior: "sd",
				Mean: 0.21, Median: 0.2, Lower: 0.1, Upper: 0.5, MeanShift: 0.4, EndShift: 0.2, ParetoK: 0.3,
				Reliable: true, Speaks: true},
			{Quantity: catalogue.Rho, Studies: []string{studies[0], studies[1]}, Scale: ScaleLatent, Prior: "sd",
				Mean: 0.75, Median: 0.75, Lower: 0.7, Upper: 0.8, MeanShift: 0.01, EndShift: 0.01, ParetoK: none,
				Reliable: true},
			{Quantity: catalogue.Rho, Studies: []string{studies[0], studies[1]}, Scale: ScaleLatent,
				Prior: "correlation", Mean: 0.6, Median: 0.6, Lower: 0.2, Upper: 0.8, MeanShift: 2, EndShift: 1,
				ParetoK: 0.83, Speaks: true},
		},
		Agreement: []Agreement{
			a("kripp_alpha", "nominal", 0.52, 0.024, studies[0]), a("gwet_ac", "nominal", 0.55, 0.021, studies[0]),
			undefined,
			a("cross_kappa", "nominal", 0.38, 0.024, studies[0], studies[1]),
			a("cross_kappa_difference", "nominal", 0.09, 0.04, studies[0], studies[2], studies[1]),
			a("spearman_disattenuated", "", 1.03, 0.024, studies[0], studies[1]),
		},
		Comparison: []Comparison{
			{"kripp_alpha", "nominal", studies[:1], 0.52, 0.512, 0.47, 0.555, 0.71, "", "", ""},
			{"cross_kappa", "nominal", studies[:2], 0.38, 0.371, 0.32, 0.42, 0, "",
				"the mean of the second is higher by 0.12, which lowers κx from 0.410 to 0.380", ""},
			{"kripp_alpha", "nominal", studies[2:], none, 0.4, 0.35, 0.45, none, "observed: no item has two ratings",
				"", ""},
		},
		Doubts: []Doubt{{
			Statistics: []string{"labeler_slope_spread"}, Assumption: "all labelers follow the items alike",
			Studies: studies[1:2],
			Evidence: "the spread of the labelers' slopes on the others is 0.31, but replicated studies have 0.12 " +
				"[0.08, 0.17]; only 0.12% of studies from the model have a statistic that far out",
			Consequence: "labels of these labelers count as noise: ICC, ρ and xCC are lower than among the other " +
				"labelers",
			Look: "labelers who answer at random, with their slope and its interval: w_17 0.02 [−0.20, 0.24]",
		}},
		Compared: []Compared{{
			Model: "--labeler-effects none", Difference: -40.5, SE: 9.25,
			This:  Predicted{-5012.3, 40.1, 210.4, 3, 0.81},
			Other: Predicted{-5052.8, 41.2, 150.7, 0, 0.4},
			Estimates: []ComparedNumbers{
				{catalogue.ICC, studies[:1], ScaleLatent, 0.65, 0.6, 0.7},
				{catalogue.XCC, studies[:2], ScaleLabel, 0.35, 0.3, 0.4},
				{catalogue.Rho, studies[1:], ScaleLatent, 0.9, 0.8, 0.95}, // not estimated by this one
			},
			Resolved:  []ComparedDoubt{{"labels scatter as *much* on one item as on another", studies[2:]}},
			Remaining: []ComparedDoubt{{"all labelers follow the items alike", studies[1:2]}},
			Messages:  []string{"3 of 12 345 labels weigh too unevenly"},
		}},
		Diagnostics: &Diagnostics{
			Divergences: 3, MaxRHat: 1.0012, MinESSBulk: 2345.6, MinESSTail: 987.1, MinEBFMI: 0.81,
			Converged: true, Messages: []string{"Warning: 3 divergences: and so on."},
		},
	}
	boundary := Number(0)
	r.Estimates = append(r.Estimates, e(catalogue.LabelerSD, ScaleLatent, 0, 0.3, 0.15, studies[1]))
	r.Estimates[len(r.Estimates)-1].Boundary = &boundary
	r.Verdict = []string{"No verdict: the run was interrupted"}
	return r
}

// UPDATE_GOLDEN=1 go test ./result writes the golden files anew.
func TestGolden(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, example()))
	checkGolden(t, "example.json", b.Bytes())
}

func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./result makes it")
	assert.Equal(t, string(want), string(got))
}
