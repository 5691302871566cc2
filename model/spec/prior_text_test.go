package spec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A prior is read from what it says of itself.
func TestParsePriorIsTheInverseOfString(t *testing.T) {
	for _, p := range []Prior{StudentT{DF: 3, Scale: 2.5}, StudentT{DF: 7, Location: -1, Scale: 1}, Normal{Scale: 1},
		Normal{Location: 0.25, Scale: 3}, Exponential{Rate: 2}} {
		got, err := ParsePrior(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, got)
	}
	for _, p := range []CorrelationPrior{MarginallyUniform{}, LKJ{Shape: 1}, LKJ{Shape: 2.5}} {
		got, err := ParseCorrelationPrior(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, got)
	}
	shape, err := ParseCorrelationPrior("4")
	require.NoError(t, err)
	assert.Equal(t, LKJ{Shape: 4}, shape)
}

func TestWhatIsNoPrior(t *testing.T) {
	for _, text := range []string{"", "normal", "normal(0, 1", "normal(0)", "normal(a, 1)", "student_t(0, 1)",
		"gamma(1, 1)", "exponential()"} {
		_, err := ParsePrior(text)
		assert.ErrorContains(t, err, text+": write the prior as student_t(3, 0, 2.5)")
	}
	for _, text := range []string{"", "lkj", "lkj(0)", "lkj(-1)", "lkj(1, 2)", "-2", "uniform"} {
		_, err := ParseCorrelationPrior(text)
		assert.ErrorContains(t, err, text+": write the prior as marginal")
	}
}
