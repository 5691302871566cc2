package density

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/internal/labels"
)

// The models that other tests of densities go through have facets that lie within others: gradients, their
// allocations, and the Jacobian are those of followers and of what they follow too.
func TestDensitiesHaveNests(t *testing.T) {
	parents, crossed, discriminating := 0, 0, 0
	eachDensity(t, func(_ *testing.T, _ *rand.Rand, p *Density, _ *labels.Compiled) {
		for _, n := range p.Nesting.Nests {
			for _, f := range n.After {
				if f.Parent != nil {
					parents++
				} else {
					crossed++
				}
				if p.Slopes != nil {
					discriminating++
					require.NotZero(t, f.Term) // items' effects are multiplied by slopes
				}
			}
		}
	})
	require.Greater(t, parents, 20)
	require.Greater(t, crossed, 10)
	require.Greater(t, discriminating, 3)
}
