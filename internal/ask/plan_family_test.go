package ask

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
)

// probit is binary labels with another link.
type probit struct{ family.Bernoulli }

func (probit) About() family.About { return family.About{Link: "probit"} }

// The formula for logits is not taken for other binary labels.
func TestFormulaOfTheICCsError(t *testing.T) {
	assert.True(t, hasICCSE(family.Gaussian{}))
	assert.True(t, hasICCSE(family.Bernoulli{}))
	assert.True(t, logits(family.Bernoulli{}))
	assert.False(t, hasICCSE(probit{}))
	assert.False(t, logits(family.Gaussian{}))
	assert.False(t, hasICCSE(family.Ordinal{}), "nor for ordered categories, of which there is none")
}
