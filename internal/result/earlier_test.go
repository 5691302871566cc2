package result

import (
	"encoding/json"
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
		r.Unbounded[0].Scale, r.PriorSensitivity[0].Scale, r.Compared[0].Estimates[0].Scale})
}
