//go:build long

package consensus

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
)

// A labeler who changes, with 86 labels in nine weeks, in 20 files of each kind. Slopes are per standard deviation of
// the week. Those of ordinary labelers have a tenth of this slope as standard deviation.
func TestChangesInManyFiles(t *testing.T) {
	const files = 20
	for _, c := range []struct {
		family      family.Family
		slope       float64
		named, read int // at least, of 20
	}{{family.Gaussian{}, 1, 3, 16}, {family.Gaussian{}, 1.5, 18, 20}, {family.Bernoulli{}, 2, 0, 8},
		{family.Bernoulli{}, 3, 8, 18}, {family.Bernoulli{}, 4, 15, 19}} {
		named, read, random, wrongly, ordinary := 0, 0, 0, 0, 0
		for seed := range uint64(files) {
			for k, l := range labelersGiven(t, assigned(t, c.family, 100+seed, c.slope, 0.1*c.slope)) {
				switch {
				case k > 1:
					ordinary++
					if l.Verdict == Retrain {
						wrongly++
					}
				case k == 0 && l.Weak > Sure:
					random++
				case k == 1 && l.Drifts > Sure:
					named++
				case k == 1 && l.Drifts > 0.5:
					read++
				}
			}
		}
		t.Logf("%v, slope %v: %d named, %d to read; %d at random named; %d of %d ordinary ones", c.family, c.slope,
			named, read, random, wrongly, ordinary)
		assert.GreaterOrEqual(t, named, c.named)
		assert.GreaterOrEqual(t, named+read, c.read)
		assert.Zero(t, wrongly)
	}
}
