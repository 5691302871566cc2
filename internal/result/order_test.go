package result

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The probability that the highest is the highest is at least what the bound says, by simulation, and the bound is
// sharp for two.
func TestExtremesAreSure(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		all  []Place
		sure bool
	}{
		{[]Place{{"a", 0.8, 0.03}, {"b", 0.6, 0.05}, {"c", 0.5, 0.05}, {"d", 0.4, 0.1}}, true},
		{[]Place{{"a", 0.8, 0.05}, {"b", 0.7, 0.05}}, false},
		{[]Place{{"a", 0.8, 0.03}, {"b", 0.7, 0.05}}, true}, // 0.1 is 1.71 standard deviations: probability 0.957
		{[]Place{{"a", 0.8, 0.06}, {"b", 0.66, 0.06}, {"c", 0.66, 0.06}, {"d", 0.66, 0.06}}, false},
		{[]Place{{"a", 0.8, 0}, {"b", 0.7, 0}}, true},
		{[]Place{{"a", 0.8, 0}, {"b", 0.8, 0}}, false},
		{[]Place{{"a", 0.8, Undefined()}, {"b", 0.7, 0.01}}, false},
	} {
		first, sure := extreme(c.all, 1)
		assert.Equal(t, "a", first.Name)
		assert.Equal(t, c.sure, sure, c.all)
		const draws = 20_000
		highest := 0
		for range draws {
			best, at := Number(-9), 0
			for k, p := range c.all {
				if x := p.Value + p.SD*Number(random.NormFloat64()); x > best {
					best, at = x, k
				}
			}
			if at == 0 {
				highest++
			}
		}
		if sure { // a Monte Carlo standard error is 0.0015
			assert.Greater(t, float64(highest)/draws, Sure-0.0045, c.all)
		}
	}
}

// What is not known is not said.
func TestOrderInWords(t *testing.T) {
	low, high := Place{"low", 0.1, 0.01}, Place{"high", 0.9, 0.01}
	near := Place{"near", 0.89, 0.05}
	assert.Equal(t, "highest in high (0.90), lowest in low (0.10)", Order([]Place{high, low}, "in"))
	assert.Equal(t, "lowest for low (0.10); the order of the others is unclear, up to 0.90",
		Order([]Place{high, near, low}, "for"))
	assert.Equal(t, "highest in high (0.90); the order of the others is unclear, down to 0.10",
		Order([]Place{low, high, {"near", 0.11, 0.05}}, "in"))
	assert.Equal(t, "0.89 to 0.90; the order is unclear", Order([]Place{near, high}, "in"))
}
