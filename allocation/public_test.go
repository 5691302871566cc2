package allocation

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/besidetest"
	"concord/study"
	"concord/study/read"
)

// entailment is the public crowd of Snow et al. (2008), of whose ten labels of an item some are hidden, with the right
// labels of experts. The next label of an item is one of those that are hidden.
func entailment(t testing.TB, shown int, rng *rand.Rand) *labelled {
	t.Helper()
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", "snow_rte_crowd_vs_gold.csv"), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	right := make([]float64, len(table.Items()))
	gold, _ := table.Study("gold")
	for n, j := range gold.Item() {
		right[j] = gold.Value()[n]
	}
	all := make([][]given, len(right))
	people, _ := table.Study("crowd")
	for n, j := range people.Item() {
		all[j] = append(all[j], given{int(j), int(people.Labeler()[n]), people.Value()[n]})
	}
	c := &crowd{kind: study.Binary, categories: []string{"no", "yes"}, items: len(right),
		labelers: len(table.Labelers()), truth: func(j int) float64 { return right[j] }}
	c.hidden = all
	out := &labelled{crowd: c, who: make([]map[int]bool, c.items)}
	for j := range all {
		rng.Shuffle(len(all[j]), func(a, b int) { all[j][a], all[j][b] = all[j][b], all[j][a] })
		out.who[j] = map[int]bool{}
		for range shown {
			out.add(j, rng)
		}
	}
	return out
}

// publicTrial is what further labels bring to the public crowd: shares of labels that experts call wrong.
func publicTrial(t testing.TB, shown, budget int, seed uint64) trial {
	rng := rand.New(rand.NewPCG(seed, 2))
	first := entailment(t, shown, rng)
	known := first.fit(t, 10-shown, seed)
	more := known.byGain(budget)
	chosen := Divide(known.items, float64(budget), 1.0/2000)
	return trial{now: known.expected, before: known.loss, expected: Loss(known.items, chosen),
		gain:   first.with(more, rng).fit(t, 1, seed).loss,
		least:  first.with(first.leastLabelled(budget, rng), rng).fit(t, 1, seed).loss,
		random: first.with(first.atRandom(budget, rng), rng).fit(t, 1, seed).loss}
}

// On the public crowd, 400 further labels by gain leave fewer labels that experts call wrong than before.
func TestNextLabelsOfAPublicCrowd(t *testing.T) {
	one := publicTrial(t, 4, 400, 1)
	assert.Less(t, one.gain, one.before-0.005)
	assert.Less(t, one.gain, one.random)
}

// No item gets more labels than people gave.
func TestHiddenLabelsAreGivenOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	first := entailment(t, 8, rng)
	all := first.with(slices.Repeat([]int{5}, first.items), rng)
	assert.Len(t, all.labels, 10*first.items)
}
