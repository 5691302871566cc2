package predictive

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/spec"
)

// linked is a family of numbers with a link and its own law.
type linked struct{ family.Gaussian }

func (linked) Response() family.Response { return family.Conditional(nil) }

func (linked) About() family.About {
	return family.About{Distribution: "a negative binomial distribution"}
}

// Doubts do not speak of normal noise, nor advise a logarithm, where the family has a law and a link of its own.
func TestDoubtsAreInTheWordsOfTheFamily(t *testing.T) {
	of := func(f family.Family, statistic string) finding {
		far := Discrepancy{Statistic: statistic, Studies: []string{"a"}, far: 9}
		within := Discrepancy{Statistic: WithinItemKurtosis, Studies: []string{"a"}, far: 5}
		return finding{Discrepancy: far, evaluator: &evaluator{design: &design{spec: spec.Spec{Family: f}}},
			check: &Check{Discrepancies: []Discrepancy{within}}}
	}
	assert.Equal(t, "the noise of labels is normal, without outlying labels",
		scatterDoubt(of(family.Gaussian{}, ResidualKurtosis)).Assumption)
	assert.Equal(t, "the noise of labels is that of a negative binomial distribution, without outlying labels",
		scatterDoubt(of(linked{}, ResidualKurtosis)).Assumption)
	assert.Contains(t, itemDoubt(of(family.Gaussian{}, ItemSkewness)).Look, "logarithms")
	assert.NotContains(t, itemDoubt(of(linked{}, ItemSkewness)).Look, "logarithms")
	assert.Contains(t, itemDoubt(of(family.Bernoulli{}, ItemSkewness)).Look, "nearly all clear on one side")
}
