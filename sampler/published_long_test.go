//go:build long

package sampler

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The published posteriors with 100,000 draws, so that a bias of one part in fifty
// of a standard deviation shows: go test -tags long -v -run LongPublished ./sampler
func TestLongPublishedPosteriors(t *testing.T) {
	t.Log(publishedHead)
	for _, p := range publishedPosteriors() {
		for _, algorithm := range p.algorithms() {
			t.Run(p.name+"/"+algorithm.String(), func(t *testing.T) {
				r := p.run(t, algorithm, 5, 25_000)
				assert.Empty(t, wrongMoments(r, p.moments, 4))
				t.Log(p.row(r))
			})
		}
	}
}
