package predictive

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/study"
)

// world makes a study of one group that the model describes, but for what a test changes: 100 items with labels by 6
// of 25 labelers each. Numbers have ICC 0.46.
type world struct {
	family                   model.Family
	items, labelers, perItem int
	item                     func(rng *rand.Rand) float64 // an item's effect
	labelerSD                float64
	noise                    func(rng *rand.Rand, item, labeler int) float64 // added to the linear predictor of a label
	residual                 func(rng *rand.Rand, labeler int) float64       // of numbers
	random                   int                                             // every so manieth labeler tosses a coin; 0: none
	assigned                 float64                                         // how far lenient labelers have low items: 0 not, 1 strictly
}

// regular is a world as the model has it.
func regular(family model.Family) world {
	w := world{family: family, items: 100, labelers: 25, perItem: 6, labelerSD: 0.4}
	if family == model.Bernoulli {
		w.labelerSD = 0.5
		w.item = func(rng *rand.Rand) float64 { return -0.5 + 2*rng.NormFloat64() }
		return w
	}
	w.item = func(rng *rand.Rand) float64 { return rng.NormFloat64() }
	w.residual = func(rng *rand.Rand, _ int) float64 { return rng.NormFloat64() }
	return w
}

func (w world) table(t testing.TB, seed uint64) *study.Table {
	rng := rand.New(rand.NewPCG(seed, 77))
	items, labelers := make([]float64, w.items), make([]float64, w.labelers)
	for j := range items {
		items[j] = w.item(rng)
	}
	for l := range labelers {
		labelers[l] = w.labelerSD * rng.NormFloat64()
	}
	part := study.Indexed{Items: numbered("i", w.items), Labelers: numbered("l", w.labelers), Studies: []string{"pool"}, Kind: study.Numeric}
	if w.family == model.Bernoulli {
		part.Kind = study.Binary
	}
	who := w.whoLabels(rng, items, labelers)
	for j := range items {
		for _, l := range who[j] {
			y := items[j] + labelers[l]
			if w.noise != nil {
				y += w.noise(rng, j, l)
			}
			random := w.random > 0 && l%w.random == 0
			switch {
			case w.family == model.Bernoulli && (random && rng.Float64() < 0.5 || !random && rng.Float64() < 1/(1+math.Exp(-y))):
				y = 1
			case w.family == model.Bernoulli:
				y = 0
			case random:
				y = 1.4 * rng.NormFloat64()
			default:
				y += w.residual(rng, l)
			}
			part.Item, part.Labeler = append(part.Item, int32(j)), append(part.Labeler, int32(l))
			part.Study, part.Value = append(part.Study, 0), append(part.Value, y)
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

// whoLabels deals labelers to items: at random, or the more lenient the lower the item.
func (w world) whoLabels(rng *rand.Rand, items, labelers []float64) [][]int {
	lenient := ranked(labelers, func(x float64) float64 { return -x })
	low := ranked(items, func(x float64) float64 { return x })
	all := make([][]int, len(items))
	for rank, j := range low {
		// Each labeler's distance from the place where the item's rank would be among the labelers, and chance.
		at := (float64(rank) + 0.5) / float64(len(items))
		distance := make([]float64, len(labelers))
		for place, l := range lenient {
			distance[l] = w.assigned*math.Abs((float64(place)+0.5)/float64(len(labelers))-at) + (1-w.assigned)*rng.Float64()
		}
		all[j] = ranked(distance, func(x float64) float64 { return x })[:w.perItem]
	}
	return all
}

// ranked returns the indices of values in ascending order of key.
func ranked(values []float64, key func(float64) float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(key(values[a]), key(values[b])) })
	return order
}

func numbered(prefix string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s%03d", prefix, i)
	}
	return all
}

// departures are worlds that the model does not describe, by what is wrong with them.
func departures(family model.Family) map[string]world {
	all := map[string]world{}
	scale := 1.0
	if family == model.Bernoulli {
		scale = 2
	}
	change := func(name string, f func(w *world)) {
		w := regular(family)
		f(&w)
		all[name] = w
	}
	change("none", func(*world) {})
	change("20 % two-opinion items", func(w *world) {
		if family == model.Bernoulli {
			item := w.item
			w.item = func(rng *rand.Rand) float64 { return item(rng) }
		}
		w.noise = func(rng *rand.Rand, item, _ int) float64 {
			if item%5 != 0 {
				return 0
			}
			return 2 * scale * float64(2*rng.IntN(2)-1)
		}
	})
	change("skewed items", func(w *world) {
		w.item = func(rng *rand.Rand) float64 { return scale * (rng.ExpFloat64() - 1) }
	})
	change("bimodal items", func(w *world) {
		w.item = func(rng *rand.Rand) float64 { return scale * (0.95*float64(2*rng.IntN(2)-1) + 0.3*rng.NormFloat64()) }
	})
	change("20 % random labelers", func(w *world) { w.random = 5 })
	change("lenient labelers given low items", func(w *world) { w.assigned = 0.6; w.labelerSD = 0.7 * scale })
	if family == model.Gaussian {
		change("t3 noise", func(w *world) {
			w.residual = func(rng *rand.Rand, _ int) float64 {
				c := 0.0
				for range 3 {
					x := rng.NormFloat64()
					c += x * x
				}
				return rng.NormFloat64() / math.Sqrt(c)
			}
		})
		change("noisy labelers", func(w *world) {
			w.residual = func(rng *rand.Rand, l int) float64 { return []float64{0.5, 0.7, 1, 1, 1.6}[l%5] * rng.NormFloat64() }
		})
	}
	return all
}

func newRand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
