package allocation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

// trial is what an allocation brought to one simulated crowd.
type trial struct {
	now, before, expected, gain, least, random float64 // losses: now and expected by the fit, others by the truth
}

// try labels a crowd, and then again as many labels as it has items: by expected gain, the least labelled items first,
// and at random.
func try(t testing.TB, kind study.Kind, items int, seed uint64) trial {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	c := newCrowd(kind, items, rng)
	first := c.begin(rng)
	known := first.fit(t, 20, seed)
	more := known.byGain(items)
	chosen := Divide(known.items, float64(items), 1.0/2000)
	return trial{now: known.expected, before: known.loss, expected: Loss(known.items, chosen),
		gain:   first.with(more, rng).fit(t, 1, seed).loss,
		least:  first.with(first.leastLabelled(items, rng), rng).fit(t, 1, seed).loss,
		random: first.with(first.atRandom(items, rng), rng).fit(t, 1, seed).loss}
}

// Labels by expected gain leave as large an error as they are expected to leave, and smaller errors of scores than as
// many labels at random. Wrong labels are compared with those of labels at random in the long test, on many crowds.
func TestGainBeatsRandom(t *testing.T) {
	for name, kind := range map[string]study.Kind{"yes or no": study.Binary, "numbers": study.Numeric} {
		t.Run(name, func(t *testing.T) {
			const items = 300
			got := try(t, kind, items, 11)
			se := math.Sqrt(got.expected * (1 - got.expected) / items)
			if kind == study.Numeric {
				assert.Less(t, got.gain, got.random)
				assert.Less(t, got.random, got.before)
				se = got.expected * math.Sqrt(2.0/items)
			}
			assert.InDelta(t, got.now, got.before, 5*se)
			assert.InDelta(t, got.expected, got.gain, 4*se)
		})
	}
}
