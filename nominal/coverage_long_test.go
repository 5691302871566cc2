//go:build long

package nominal

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
	"concord/sampler"
)

// Intervals of 90 % hold rates, ICC and labeler ICC of files with 3, 6 or 12 categories, also if labelers hardly
// differ. Counts of one file go together, so that the limits are wide.
func TestLongIntervalsOfCategories(t *testing.T) {
	for _, c := range []struct {
		categories int
		labelerSD  float64
	}{{3, 0.4}, {6, 0.1}, {6, 0.8}, {12, 0.1}, {12, 0.4}, {12, 0.8}} {
		t.Run(fmt.Sprintf("%d categories, labelers %v", c.categories, c.labelerSD), func(t *testing.T) {
			t.Parallel()
			const sets = 20
			held, n := map[string]float64{}, map[string]float64{}
			mean, want := map[string]float64{}, map[string]float64{}
			truth := known(t, c.labelerSD, make([]float64, c.categories)).Studies[0]
			for seed := range uint64(sets) {
				table := simulatedBy(t, c.labelerSD, 60, seed, make([]float64, c.categories))
				p, err := Fit(t.Context(), table, Spec{}, sampler.Settings{Seed: 1, Workers: 1})
				require.NoError(t, err)
				d := p.Describe().Studies[0]
				add := func(what string, q, of posterior.Quantity) {
					s, truth := q.Summary(0.9), of.Mean()
					n[what]++
					mean[what] += q.Mean()
					want[what] += truth
					if s.Lower <= truth && truth <= s.Upper {
						held[what]++
					}
				}
				for k := range c.categories {
					add("rate", d.Rate(k), truth.Rate(k))
					add("ICC", d.ICC(k), truth.ICC(k))
					add("labeler ICC", d.LabelerICC(k), truth.LabelerICC(k))
				}
				add("nominal ICC", d.NominalICC(), truth.NominalICC())
				add("nominal labeler ICC", d.NominalLabelerICC(), truth.NominalLabelerICC())
			}
			for what := range n {
				share := held[what] / n[what]
				t.Logf("%s: truth %.3f, mean %.3f, held %.0f %% of %v", what, want[what]/n[what], mean[what]/n[what],
					100*share, n[what])
				assert.Greater(t, share, 0.9-4*0.067, what) // 4 standard errors of 20 files
			}
		})
	}
}
