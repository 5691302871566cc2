//go:build long

package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lesions simulates three items in each cluster, which have an effect in common, with three labels each by some of the
// raters.
func lesions(t *testing.T, clusters, raters int, yes bool, random *rand.Rand) (r *Ratings, clusterOf []int32) {
	severity := make([]float64, raters)
	for k := range severity {
		severity[k] = 0.2 * random.NormFloat64()
	}
	var rows [][]float64
	for c := range clusters {
		patient := random.NormFloat64()
		for range 3 {
			lesion := patient + 0.5*random.NormFloat64()
			row := make([]float64, raters)
			for k := range row {
				row[k] = math.NaN()
			}
			for _, k := range random.Perm(raters)[:3] {
				row[k] = lesion + severity[k] + 0.8*random.NormFloat64()
				if yes {
					row[k] = math.Round(min(1, max(0, 0.5+math.Copysign(0.5, row[k]))))
				}
			}
			rows, clusterOf = append(rows, row), append(clusterOf, int32(c))
		}
	}
	r, err := FromMatrix(rows)
	require.NoError(t, err)
	return r, clusterOf
}

// TestCoverageOfClusters counts how many 95 % intervals hold the value of the population. It prints the table of
// docs/lab/agreement.md.
func TestCoverageOfClusters(t *testing.T) {
	const studies = 1000
	// P(both labels of an item are positive) = ¼ + asin(ρ)/2π, so that the kappa of two raters is 2 asin(ρ)/π.
	rho := 1.25 / (1.25 + 0.04 + 0.64)
	for _, c := range []struct {
		coefficient Coefficient
		distance    Distance
		yes         bool
		truth       float64
	}{
		{AlphaName, Interval, false, rho}, {FleissKappaName, Nominal, true, 2 * math.Asin(rho) / math.Pi},
		{LinCCCName, nil, false, rho}, {SpecificAgreementName, nil, true, 0.5 + math.Asin(rho)/math.Pi},
	} {
		for _, clusters := range []int{20, 50, 200} {
			for _, how := range []IntervalMethod{Jackknife{}, Bootstrap{Replicates: 400}} {
				if _, drawn := how.(Bootstrap); drawn && clusters == 200 {
					continue
				}
				var held, alone, all float64
				for n := range studies {
					random := rand.New(rand.NewPCG(uint64(n), 5))
					r, of := lesions(t, clusters, 20, c.yes, random)
					o := Options{Coefficients: []Coefficient{c.coefficient}, Distance: c.distance, Intervals: how}
					for _, o.Clusters = range [][]int32{of, nil} {
						e, err := AgreementOf(context.Background(), []*Ratings{r}, o)
						require.NoError(t, err)
						if e[0].Interval == nil {
							continue
						}
						holds := e[0].Interval.Lower <= c.truth && c.truth <= e[0].Interval.Upper
						switch {
						case o.Clusters == nil && holds:
							alone++
						case o.Clusters != nil && holds:
							held++
						}
						if o.Clusters != nil {
							all++
						}
					}
				}
				t.Logf("%s %T, %d clusters: %.1f %% with clusters, %.1f %% without, of %.0f", c.coefficient, how,
					clusters, 100*held/all, 100*alone/all, all)
				if _, drawn := how.(Bootstrap); drawn { // percentiles are too near each other if few are drawn
					assert.Greater(t, held/all, 0.85, "%s %d", c.coefficient, clusters)
					continue
				}
				assert.InDelta(t, 0.95, held/all, 0.025, "%s %d", c.coefficient, clusters)
			}
		}
	}
}
