//go:build long

package nonparam

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// TestCoverageOfGroupDifferences counts how many 95 % intervals of the difference of two groups' α hold its value in
// the population. It prints the table of docs/lab/agreement.md. Both groups label the same items, and the second has
// more noise. Three of each group's labelers label an item.
func TestCoverageOfGroupDifferences(t *testing.T) {
	const studies = 1000
	noise := []float64{0.6, 1.2} // variances
	var rho []float64            // correlations of two labels of an item
	for _, v := range noise {
		rho = append(rho, 1/(1+0.04+v))
	}
	for _, yes := range []bool{false, true} {
		truth, distance := rho[1]-rho[0], Distance(Interval)
		if yes { // P(both labels are positive) = ¼ + asin(ρ)/2π
			truth, distance = 2*(math.Asin(rho[1])-math.Asin(rho[0]))/math.Pi, Nominal
		}
		for _, items := range []int{20, 50, 200} {
			held := 0.0
			for n := range studies {
				random := rand.New(rand.NewPCG(uint64(n), 7))
				table := twoNoisyGroups(t, items, noise, yes, random)
				got, err := GroupDifferences(context.Background(), table, "first", Options{Distance: distance,
					Coefficients: []Coefficient{AlphaName}, Intervals: Jackknife{}})
				require.NoError(t, err)
				if iv := got[0].Interval; iv != nil && iv.Lower <= truth && truth <= iv.Upper {
					held += 1. / studies
				}
			}
			t.Logf("| %v | %d | %.1f %% |", map[bool]string{false: "numbers", true: "yes and no"}[yes], items, 100*held)
			assert.InDelta(t, 0.95, held, 0.02+3*0.007) // Monte Carlo standard error .007
		}
	}
}

// twoNoisyGroups simulates items with three labels each by 20 labelers in each of two groups.
func twoNoisyGroups(t *testing.T, items int, noise []float64, yes bool, random *rand.Rand) *study.Table {
	const labelers = 20
	var severity [2][labelers]float64
	for s := range severity {
		for k := range severity[s] {
			severity[s][k] = 0.2 * random.NormFloat64()
		}
	}
	var b study.Builder
	for i := range items {
		item := random.NormFloat64()
		for s, group := range []string{"first", "second"} {
			for _, k := range random.Perm(labelers)[:3] {
				label := item + severity[s][k] + math.Sqrt(noise[s])*random.NormFloat64()
				if yes {
					label = 0.5 + math.Copysign(0.5, label)
				}
				b.Add(fmt.Sprint(i), fmt.Sprint(group, k), group, label)
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}
