package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// The verdict and the worth of a judge are one statement: P(> person) is above one half exactly if the middle of the
// worth is above 1, and a judge is called better than a random person, or less good, exactly if the 90 % interval of
// the worth lies above 1, or below. Judges differ in how well they follow the items and in how often they say yes,
// which lowers the validity of labels and not that of the logits behind them.
func TestVerdictAndWorthOfAJudgeAgree(t *testing.T) {
	slowtest.Only(t)
	const items, people, perItem, settled = 60, 6, 3, 0.95
	label := map[string]func(rng *rand.Rand, theta float64) string{
		"binary": func(rng *rand.Rand, theta float64) string {
			return fmt.Sprint(map[bool]int{true: 1}[theta+logistic(rng) > 0])
		},
		"ordinal": func(rng *rand.Rand, theta float64) string {
			return fmt.Sprint(1 + min(3, max(0, int(math.Floor((theta+logistic(rng))/1.5+2)))))
		},
	}
	apart := 0
	for _, kind := range []string{"binary", "ordinal"} {
		rng := rand.New(rand.NewPCG(7, 3))
		var rows []string
		levels := make([]float64, people)
		for p := range levels {
			levels[p] = 0.7 * rng.NormFloat64()
		}
		for i := range items {
			z := rng.NormFloat64()
			for _, p := range rng.Perm(people)[:perItem] {
				rows = append(rows, fmt.Sprintf("i%d,p%d,people,%s", i, p, label[kind](rng, 1.5*z+levels[p])))
			}
			for _, slope := range []float64{1.4, 2, 3} {
				for _, level := range []float64{-4, -2, 0, 2} {
					rows = append(rows, fmt.Sprintf("i%d,j,judge of %v and %v,%s", i, slope, level,
						label[kind](rng, slope*z+level)))
				}
			}
		}
		compared := judgesOf(t, "--humans", "people", "--family", map[string]string{"binary": "bernoulli",
			"ordinal": "ordinal"}[kind], "--interval", "0.9", written(t, "item,labeler,study,label", rows))
		all := compared.where(func(r foundRow) bool { return r.Quantity == "validity" && r.Of != "" && r.Scale == "" })
		require.Len(t, all, 12)
		for _, j := range all {
			of := func(quantity, scale string) foundRow {
				return compared.where(func(r foundRow) bool {
					return r.Quantity == quantity && r.Of == j.Of && r.Scale == scale
				})[0]
			}
			p, latent, worth := *j.P, *of("validity", "latent").P, of("worth", "")
			require.Equal(t, p > 0.5, *worth.Value > 1, "%s, %s: P %v", kind, j.Of, p)
			require.Equal(t, latent > 0.5, *of("worth", "latent").Value > 1, "%s, %s", kind, j.Of)
			// Quantiles of draws next to the limit of the interval are between two draws.
			if math.Abs(p-settled) > 0.005 && math.Abs(p-(1-settled)) > 0.005 {
				require.Equal(t, p > settled, *worth.Lower > 1, "%s, %s: P %v", kind, j.Of, p)
				require.Equal(t, p < 1-settled, *worth.Upper < 1, "%s, %s: P %v", kind, j.Of, p)
			}
			if (latent > 0.5) != (p > 0.5) {
				apart++
			}
		}
	}
	require.Positive(t, apart, "the two scales do not disagree of any judge here: this tests nothing")
}

func logistic(rng *rand.Rand) float64 {
	u := rng.Float64()
	return math.Log(u / (1 - u))
}
