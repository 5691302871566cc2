package predictive

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// world makes a study of one group of 25 labelers.
type world struct {
	distribution             family.Family
	items, labelers, perItem int
	item                     func(rng *rand.Rand) float64 // an item's effect
	labelerSD                float64
	noise                    func(rng *rand.Rand, item, labeler int) float64 // added to the linear predictor of a label
	residual                 func(rng *rand.Rand, labeler int) float64       // of numbers
	// every so many labelers one who answers at random; 0: none
	random   int
	assigned float64 // how far lenient labelers have low items: 0 not, 1 strictly
}

// regular is a world as the model has it: 100 items with 6 labels each, ICC 0.46 (numbers) or 0.53 (yes or no, in
// logits).
func regular(distribution family.Family) world {
	w := world{distribution: distribution, items: 100, labelers: 25, perItem: 6, labelerSD: 0.4}
	if distribution == (family.Bernoulli{}) {
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
	part := study.Indexed{Items: numbered("i", w.items), Labelers: numbered("l", w.labelers), Studies: []string{"pool"},
		Kind: study.Numeric}
	if w.distribution == (family.Bernoulli{}) {
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
			case w.distribution == (family.Bernoulli{}) && (random && rng.Float64() < 0.5 || !random &&
				rng.Float64() < 1/(1+math.Exp(-y))):
				y = 1
			case w.distribution == (family.Bernoulli{}):
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
			distance[l] = w.assigned*math.Abs((float64(place)+0.5)/float64(len(labelers))-at) +
				(1-w.assigned)*rng.Float64()
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

// departure is a world that the model does not describe.
type departure struct {
	name string
	// assumption is what is to be in doubt, and in no other study of these; "": none.
	assumption string
	world
}

// departures are worlds of a family that the model does not describe, after one that it does. factor multiplies the
// number of items, and perItem is the number of labels of each.
func departures(distribution family.Family, factor, perItem int) []departure {
	scale := 1.0
	if distribution == (family.Bernoulli{}) {
		scale = 2
	}
	var all []departure
	add := func(name, assumption string, change func(w *world)) {
		w := regular(distribution)
		w.items, w.perItem = factor*w.items, perItem
		change(&w)
		all = append(all, departure{name, assumption, w})
	}
	add("none", "", func(*world) {})
	add("20 % two-opinion items", twoOpinions().Assumption, func(w *world) {
		w.noise = func(rng *rand.Rand, item, _ int) float64 {
			switch opinion := float64(2*rng.IntN(2) - 1); {
			case item%5 != 0:
				return 0
			case distribution == (family.Bernoulli{}):
				return 20 * opinion // yes or no, whatever the item is like
			default:
				return 1.5 * opinion
			}
		}
	})
	items := finding{evaluator: &evaluator{design: &design{spec: spec.Spec{Family: distribution}}}}
	shape := itemDoubt(items).Assumption
	add("skewed items", shape, func(w *world) {
		w.item = func(rng *rand.Rand) float64 { return scale * (rng.ExpFloat64() - 1) }
	})
	bimodal := shape
	if distribution == (family.Bernoulli{}) {
		bimodal = clearItems().Assumption
	}
	add("bimodal items", bimodal, func(w *world) {
		w.item = func(rng *rand.Rand) float64 {
			return scale * (0.95*float64(2*rng.IntN(2)-1) + 0.3*rng.NormFloat64())
		}
	})
	add("20 % random labelers", "all labelers follow the items alike", func(w *world) { w.random = 5 })
	add("lenient labelers given low items", levelDoubt(finding{}).Assumption, func(w *world) {
		w.assigned, w.labelerSD = 0.5, 0.7*scale
	})
	if distribution == (family.Gaussian{}) {
		add("t3 noise", "the noise of labels is normal, without outlying labels", func(w *world) {
			w.residual = func(rng *rand.Rand, _ int) float64 {
				c := 0.0
				for range 3 {
					x := rng.NormFloat64()
					c += x * x
				}
				return rng.NormFloat64() / math.Sqrt(c)
			}
		})
		add("labelers of unequal noise", "all labelers are equally noisy", func(w *world) {
			w.residual = func(rng *rand.Rand, l int) float64 {
				return []float64{0.5, 0.7, 1, 1, 1.6}[l%5] * rng.NormFloat64()
			}
		})
	}
	return all
}

// named counts the studies in which an assumption is in doubt, and those with any doubt.
func (d departure) named(t testing.TB, from, to uint64, replicates int) (right, any int, other map[string]int) {
	other = map[string]int{}
	for seed := from; seed < to; seed++ {
		fit, err := model.Fit(context.Background(), d.table(t, seed), spec.Spec{}, quick(seed))
		require.NoError(t, err)
		c, err := Run(context.Background(), fit, Options{Seed: seed, Replicates: replicates})
		require.NoError(t, err)
		if len(c.Doubts) > 0 {
			any++
		}
		for _, doubt := range c.Doubts {
			if doubt.Assumption == d.assumption {
				right++
			} else {
				other[doubt.Assumption]++
			}
		}
	}
	return right, any, other
}

// Each departure of numbers is named for what it is: noise with far-off labels is not called two opinions, nor are
// labelers of unequal noise, and who was given which items is seen.
func TestDeparturesAreNamed(t *testing.T) {
	slowtest.Only(t)
	const many = 24
	for _, d := range departures(family.Gaussian{}, 1, 6) {
		right, any, other := d.named(t, 0, many, 199)
		if d.assumption == "" {
			assert.Zero(t, any, d.name)
			continue
		}
		// Of 40 such studies 15 with two opinions are named, and 28 or more of the others.
		least := many / 2
		if d.assumption == twoOpinions().Assumption {
			least = many / 6
		}
		assert.GreaterOrEqual(t, right, least, d.name)
		assert.Zero(t, other[twoOpinions().Assumption], d.name)
	}
}

// quick settings give draws enough for a check.
func quick(seed uint64) sampler.Settings {
	return sampler.Settings{Seed: seed, Draws: 100, Chains: 2, Warmup: 100}
}
