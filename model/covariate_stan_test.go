package model_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
)

// Means and standard deviations of all parameters of models with covariates agree with Stan's within 4.5 Monte Carlo
// errors of both: numbers, yes or no, and ordered categories; one group, two, and two with the same effects.
// testdata/covariates.json is a run of testdata/covariates.R (R 4.2.2, rstan 2.21.7).
func TestCovariatesAgreeWithStan(t *testing.T) {
	slowtest.Only(t)
	var runs []struct {
		Family string
		Groups []string
		Common bool
		Values []struct {
			Name                string
			Mean, SD, MCSE, ESS float64
		}
	}
	text, err := os.ReadFile("testdata/covariates.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &runs))
	require.Len(t, runs, 9)
	for _, run := range runs {
		t.Run(fmt.Sprint(run.Family, len(run.Groups), run.Common), func(t *testing.T) {
			f := familyNamed(run.Family)
			fit, err := model.Fit(t.Context(), covariatesFile(t, f, run.Groups...),
				spec.Spec{Family: f, Covariates: covariatesInFile(run.Common)},
				sampler.Settings{Seed: 2, Draws: 1000})
			require.NoError(t, err)
			ours := namedParameters(fit)
			for _, want := range run.Values {
				require.Contains(t, ours, want.Name)
				got := ours[want.Name].Summary(0.95)
				require.InDelta(t, want.Mean, got.Mean, 4.5*math.Hypot(got.MCSEMean, want.MCSE), want.Name)
				errorOfSD := want.SD / math.Sqrt(2*want.ESS)
				require.InDelta(t, want.SD, got.SD, 4.5*math.Hypot(got.MCSESD, errorOfSD), "SD of %s", want.Name)
			}
		})
	}
}
