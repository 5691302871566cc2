//go:build long

package allocation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

// trials are means over crowds.
type trials struct {
	trial
	off, se float64 // how much more is lost than expected
}

func average(crowds int, of func(seed uint64) trial) trials {
	var sum trials
	var off []float64
	n := float64(crowds)
	for seed := range uint64(crowds) {
		one := of(seed + 100)
		sum.now, sum.before, sum.expected = sum.now+one.now/n, sum.before+one.before/n, sum.expected+one.expected/n
		sum.gain, sum.least, sum.random = sum.gain+one.gain/n, sum.least+one.least/n, sum.random+one.random/n
		off = append(off, one.gain-one.expected)
		sum.off += off[seed] / n
	}
	for _, x := range off {
		sum.se += (x - sum.off) * (x - sum.off) / (n - 1) / n
	}
	sum.se = math.Sqrt(sum.se)
	return sum
}

// saved logs how many labels, the least labelled items first, lose as little as labels by gain.
func saved(t *testing.T, crowds int, gain float64, loss func(seed uint64, times float64) float64) {
	t.Helper()
	for _, times := range []float64{1, 1.5, 2, 2.5, 3, 4, 5} {
		sum := 0.0
		for seed := range uint64(crowds) {
			sum += loss(seed+100, times) / float64(crowds)
		}
		t.Logf("%.1f times as many labels, the least labelled items first: %.4f", times, sum)
		if sum <= gain {
			return
		}
	}
}

// The numbers of docs/statistics/validation.md, "The next labels":
// go test -tags long -run TestLabelsSaved -v ./allocation
func TestLabelsSaved(t *testing.T) {
	const items, crowds = 300, 20
	for _, c := range []struct {
		name string
		kind study.Kind
	}{{"numbers", study.Numeric}, {"yes or no", study.Binary}, {"four ordered categories", study.Ordinal}} {
		t.Run(c.name, func(t *testing.T) {
			all := average(crowds, func(seed uint64) trial { return try(t, c.kind, items, seed) })
			t.Logf("%+v", all)
			assert.InDelta(t, 0, all.off, 3*all.se)
			assert.Less(t, all.gain, all.least)
			assert.Less(t, all.gain, all.random)
			saved(t, crowds, all.gain, func(seed uint64, times float64) float64 {
				rng := rand.New(rand.NewPCG(seed, 1))
				first := newCrowd(c.kind, items, rng).begin(rng)
				more := first.leastLabelled(int(times*items), rng)
				return first.with(more, rng).fit(t, 1, seed).loss
			})
		})
	}
}

// The same on the public crowd.
func TestLabelsSavedOfAPublicCrowd(t *testing.T) {
	const splits = 10
	all := average(splits, func(seed uint64) trial { return publicTrial(t, 4, 400, seed) })
	t.Logf("%+v", all)
	assert.Less(t, all.gain, all.least)
	assert.Less(t, all.gain, all.random)
	saved(t, splits, all.gain, func(seed uint64, times float64) float64 {
		rng := rand.New(rand.NewPCG(seed, 2))
		first := entailment(t, 4, rng)
		return first.with(first.leastLabelled(int(times*400), rng), rng).fit(t, 1, seed).loss
	})
}

// The reliability diagram of docs/statistics/validation.md: how often labels with a probability are right.
func TestReliability(t *testing.T) {
	const items, crowds = 300, 20
	edges := []float64{0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01}
	for _, kind := range []study.Kind{study.Binary, study.Ordinal} {
		t.Run(kind.String(), func(t *testing.T) {
			n, p, right := make([]float64, len(edges)), make([]float64, len(edges)), make([]float64, len(edges))
			for seed := range uint64(crowds) {
				rng := rand.New(rand.NewPCG(seed+500, 1))
				of := newCrowd(kind, items, rng).begin(rng).fit(t, 1, seed)
				for j, item := range of.known {
					at := 0
					for item.Certainty >= edges[at+1] {
						at++
					}
					n[at]++
					p[at] += item.Certainty
					if of.right[j] {
						right[at]++
					}
				}
			}
			for at := range edges[1:] {
				if n[at] == 0 {
					continue
				}
				p[at], right[at] = p[at]/n[at], right[at]/n[at]
				t.Logf("%.2f to %.2f: %5.0f labels, probability %.3f, right %.3f", edges[at], edges[at+1], n[at], p[at],
					right[at])
				// Items of a crowd share what is not known of its thresholds.
				assert.InDelta(t, p[at], right[at], 4*math.Sqrt(p[at]*(1-p[at])/n[at])+0.03)
			}
		})
	}
}
