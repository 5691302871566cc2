package result

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Results of earlier versions, which call the label scale of labels 0 and 1 by another name, are read as today's.
func TestEarlierNameOfTheLabelScale(t *testing.T) {
	const earlier = `{"model": {"family": "bernoulli"}, "estimates": [{"quantity": "icc", "scale": "probability"},
		{"quantity": "icc", "scale": "latent"}], "probabilities": [{"event": "x > 0", "scale": "probability"}],
		"unbounded": [{"scale": "probability"}], "prior_sensitivity": [{"scale": "probability"}],
		"compared": [{"estimates": [{"scale": "probability"}]}]}`
	var r Result
	require.NoError(t, json.Unmarshal([]byte(earlier), &r))
	assert.Equal(t, r.LabelScale(), r.Estimates[0].Scale)
	assert.Equal(t, r.ParameterScale(), r.Estimates[1].Scale)
	assert.Equal(t, []string{ScaleLabel, ScaleLabel, ScaleLabel, ScaleLabel}, []string{r.Probabilities[0].Scale,
		r.Transformed[0].Scale, r.PriorSensitivity[0].Scale, r.Compared[0].Estimates[0].Scale})
}

// Results of earlier versions, which call discrimination sensitivity, are read as today's.
func TestEarlierNameOfDiscrimination(t *testing.T) {
	const today = `{"model": {"family": "bernoulli", "discrimination": true, "priors": {"discrimination_sd": "p"}},
		"estimates": [{"quantity": "discrimination_sd"}, {"quantity": "component", "term": "discrimination"}],
		"unbounded": [{"quantity": "discrimination_sd"}],
		"compared": [{"estimates": [{"quantity": "discrimination_rho"}]}],
		"labelers": [{"labeler": "ann", "discrimination": 0.5, "discrimination_lower": 0.25,
			"discrimination_upper": null}]}`
	var now, earlier Result
	require.NoError(t, json.Unmarshal([]byte(today), &now))
	require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(today, "discrimination", "sensitivity")), &earlier))
	assert.True(t, now.Model.Discrimination)
	assert.Equal(t, Number(0.25), now.Labelers[0].DiscriminationLower)
	written, err := json.Marshal(now)
	require.NoError(t, err)
	again, err := json.Marshal(earlier)
	require.NoError(t, err)
	assert.JSONEq(t, string(written), string(again))
}
