package allocation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/consensus"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// given is a label.
type given struct {
	item, labeler int
	value         float64
}

// crowd is people who label items, with what is true of them.
type crowd struct {
	kind       study.Kind
	categories []string
	items      int
	truth      func(item int) float64 // the right category, or score
	label      func(item, labeler int, rng *rand.Rand) float64
	labelers   int
	goal       Goal
	// hidden are labels that items may get, in their order; nil: label draws them.
	hidden [][]given
}

// logistic draws from the logistic distribution.
func logistic(rng *rand.Rand) float64 {
	u := rng.Float64()
	return math.Log(u / (1 - u))
}

// newCrowd draws items and labelers of a kind: yes or no, four ordered categories, or numbers.
func newCrowd(kind study.Kind, items int, rng *rand.Rand) *crowd {
	const labelers, labelerSD = 40, 0.6
	b, u := make([]float64, items), make([]float64, labelers)
	for j := range b {
		b[j] = 1.5 * rng.NormFloat64()
	}
	for l := range u {
		u[l] = labelerSD * rng.NormFloat64()
	}
	c := &crowd{kind: kind, items: items, labelers: labelers}
	thresholds := []float64{0.3}
	switch kind {
	case study.Numeric:
		c.goal = ForEstimate
		c.truth = func(j int) float64 { return b[j] }
		c.label = func(j, l int, rng *rand.Rand) float64 { return b[j] + u[l] + 1.8*rng.NormFloat64() }
		return c
	case study.Ordinal:
		c.categories = []string{"1", "2", "3", "4"}
		thresholds = []float64{-1.2 - 1.6*rng.Float64(), 0, 1.2 + 1.6*rng.Float64()}
	default:
		c.categories = []string{"no", "yes"}
	}
	c.truth = func(j int) float64 {
		chances := make([]float64, len(c.categories))
		family.CumulativeChances(chances, slices.Clone(thresholds), b[j], labelerSD)
		one := consensus.Prediction{Chances: chances, Mean: []float64{0}}
		return float64(one.Winner(0, len(chances)))
	}
	c.label = func(j, l int, rng *rand.Rand) float64 {
		latent, y := b[j]+u[l]+logistic(rng), 0
		for y < len(thresholds) && latent > thresholds[y] {
			y++
		}
		return float64(y)
	}
	return c
}

// labelled is a crowd with labels.
type labelled struct {
	*crowd
	labels []given
	who    []map[int]bool // by item
}

// begin gives each item three to seven labels.
func (c *crowd) begin(rng *rand.Rand) *labelled {
	out := &labelled{crowd: c, who: make([]map[int]bool, c.items)}
	for j := range out.who {
		out.who[j] = map[int]bool{}
		for range 3 + rng.IntN(5) {
			out.add(j, rng)
		}
	}
	return out
}

// add gives an item a label by somebody who has not labelled it, if there is one.
func (ls *labelled) add(item int, rng *rand.Rand) bool {
	if ls.hidden != nil {
		n := len(ls.who[item])
		if n == len(ls.hidden[item]) {
			return false
		}
		one := ls.hidden[item][n]
		ls.who[item][one.labeler] = true
		ls.labels = append(ls.labels, one)
		return true
	}
	if len(ls.who[item]) == ls.labelers {
		return false
	}
	for {
		l := rng.IntN(ls.labelers)
		if !ls.who[item][l] {
			ls.who[item][l] = true
			ls.labels = append(ls.labels, given{item, l, ls.label(item, l, rng)})
			return true
		}
	}
}

// with returns the same labels with more of each item.
func (ls *labelled) with(more []int, rng *rand.Rand) *labelled {
	out := &labelled{crowd: ls.crowd, labels: slices.Clone(ls.labels)}
	for _, who := range ls.who {
		of := map[int]bool{}
		for l := range who {
			of[l] = true
		}
		out.who = append(out.who, of)
	}
	for j, n := range more {
		for range n {
			out.add(j, rng)
		}
	}
	return out
}

// fitted is what a fit knows of the labels of a crowd.
type fitted struct {
	items    []Item
	expected float64 // loss
	loss     float64 // by the truth
	known    []consensus.Item
	right    []bool // that the label of the item is the right one
}

// fit fits the labels. An item has up to so many labels more.
func (ls *labelled) fit(t testing.TB, most int, seed uint64) fitted {
	t.Helper()
	builder := study.Builder{Kind: ls.kind, Categories: ls.categories}
	sorted := slices.Clone(ls.labels)
	slices.SortStableFunc(sorted, func(a, b given) int { return a.item - b.item })
	for _, one := range sorted {
		y := one.value
		if ls.kind == study.Ordinal {
			y++
		}
		builder.Add(fmt.Sprint(one.item), fmt.Sprint(one.labeler), "all", y)
	}
	table, err := builder.Table()
	require.NoError(t, err)
	require.Len(t, table.Items(), ls.items)
	post, err := model.Fit(t.Context(), table, spec.Spec{Effects: true},
		sampler.Settings{Seed: seed, Chains: 2, Draws: 500})
	require.NoError(t, err)
	predictor, err := consensus.NewPredictor(post.StudyAt(0))
	require.NoError(t, err)
	out := fitted{}
	out.items, err = Items(t.Context(), ls.goal, predictor, []Group{{predictor, 1}}, most)
	require.NoError(t, err)
	out.expected = Loss(out.items, make([]Option, len(out.items)))
	known, err := consensus.Of(t.Context(), post, 0.95)
	require.NoError(t, err)
	out.known, out.right = known.Items, make([]bool, ls.items)
	for j, item := range known.Items {
		truth := ls.truth(j)
		out.right[j] = float64(item.Label) == truth
		switch {
		case ls.goal == ForEstimate:
			out.loss += (item.Mean - truth) * (item.Mean - truth) / float64(ls.items)
		case !out.right[j]:
			out.loss += 1 / float64(ls.items)
		}
	}
	return out
}

// byGain divides labels by their expected gain.
func (f fitted) byGain(budget int) []int {
	least := 1.0 / 2000
	return labels(Divide(f.items, float64(budget), least))
}

// atRandom divides labels at random.
func (ls *labelled) atRandom(budget int, rng *rand.Rand) []int {
	more := make([]int, ls.items)
	for range budget {
		more[rng.IntN(ls.items)]++
	}
	return more
}

// leastLabelled gives each label to one of the items with the fewest labels.
func (ls *labelled) leastLabelled(budget int, rng *rand.Rand) []int {
	more := make([]int, ls.items)
	order := rng.Perm(ls.items)
	for range budget {
		at := slices.MinFunc(order, func(a, b int) int {
			return len(ls.who[a]) + more[a] - len(ls.who[b]) - more[b]
		})
		more[at]++
	}
	return more
}
