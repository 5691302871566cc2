//go:build long

package score_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/sampler"
	"concord/score"
	"concord/study"
)

// TestBothWays holds the model and the way without a model against the same simulated studies. Shares of 40 studies
// with the truth in the interval of 95 % have a Monte Carlo error of 3.4 %.
//
//	go test -tags long -timeout 60m -v -run TestBothWays ./score
func TestBothWays(t *testing.T) {
	const studies = 40
	for k, kind := range []study.Kind{study.Binary, study.Ordinal, study.Numeric} {
		bounds := []*[2]float64{{0, 1}, {1, 5}, nil}[k]
		for n, m := range []made{
			{perItem: 1, follows: 1.2},
			{perItem: 2, follows: 1.2, pool: 2},
			{perItem: 2, follows: 1.2, pool: 5},
			{perItem: 1, follows: 1.2, bias: 2},
			{perItem: 2, follows: 0},
		} {
			m.kind, m.items, m.labelled, m.level, m.seed = kind, 500, 60, 0.6, uint64(100*k+n)
			var byModel, without, widths [3]float64
			for s := range studies {
				l, truth := m.labels(rand.New(rand.NewPCG(m.seed+1, uint64(s))))
				for i := range l.Items {
					l.Items[i].Name = fmt.Sprint(i) // no prompt is shared
				}
				p, err := score.Fit(context.Background(), l, score.Measure{}, spec.Spec{},
					sampler.Settings{Seed: 1, Draws: 300})
				require.NoError(t, err)
				sample := p.Design.Sample()
				o := score.Options{Bounds: bounds}
				for q := range 3 {
					var e score.Estimate
					drawn, want := p.Difference(0, 1), truth[0]-truth[1]
					if q < 2 {
						r, err := score.Mean(sample[q], o)
						require.NoError(t, err)
						e, drawn, want = r.Estimate, p.Scores[q], truth[q]
					} else {
						var err error
						e, err = score.Difference(sample[0], sample[1], o)
						require.NoError(t, err)
					}
					d := drawn.Summary(0.95)
					if d.Lower <= want && want <= d.Upper {
						byModel[q] += 1. / studies
					}
					if e.Lower <= want && want <= e.Upper {
						without[q] += 1. / studies
					}
					widths[q] += (e.Upper - e.Lower) / (d.Upper - d.Lower) / studies
				}
			}
			t.Logf("%v, %+v: model %.3f, without %.3f, width %.2f", kind, m, byModel, without, widths)
			for q := range 3 {
				assert.Greater(t, byModel[q], 0.95-4*0.034)
				assert.Greater(t, without[q], 0.95-4*0.034)
			}
		}
	}
}
