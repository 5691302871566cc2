//go:build long

package sampler

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The known posteriors with 400,000 draws, so that a bias of one part in a hundred
// of a standard deviation shows: go test -tags long -run Long ./sampler
func TestLongRunsAreUnbiased(t *testing.T) {
	for _, k := range knownPosteriors() {
		if k.target.Dim() > 100 {
			continue
		}
		for algorithm, a := range algorithms {
			for integrator, in := range integrators {
				t.Run(fmt.Sprintf("%s/%s/%s", k.name, algorithm, integrator), func(t *testing.T) {
					t.Parallel()
					r, err := Sample(context.Background(), each(k.target), Settings{
						Seed: 77, Draws: 100_000, Algorithm: a, Integrator: in, Workers: 1, TargetAccept: 0.9,
					})
					require.NoError(t, err)
					assert.Empty(t, wrongMoments(r, k.moments, 4))
				})
			}
		}
	}
}
