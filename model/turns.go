package model

import (
	"slices"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/sampler"
)

// turns is what all chains share that take the effects of items and labelers in turn: given those of one, the other's
// are independent of each other and normal, so that they are integrated out of the density of the parameters and then
// drawn, all at once. A draw goes over the labels twice, whatever the number of effects, where a trajectory through
// parameters and effects needs the more gradients the more effects there are. The means are parameters of both turns,
// so that what items and labelers have in common does not slow the chain down (Papaspiliopoulos, Roberts and Zanella
// 2020, section 4); how fast it mixes depends on how well the labelers connect the items, see [setup.coupling].
type turns struct {
	data     *labels.Compiled
	items    *family.OneWay   // given the labelers' effects; chains have forks
	rows     []*family.OneWay // by study, of labelers given the items' effects
	of       [2]grouped       // labels by item and study, and by labeler
	sum      [2][]float64
	count    [2][]float64
	square   []float64 // by study: Σ y²
	effects  []float64 // of labelers, where chains begin
	location [2]location
	weight   [2][]float64 // of each cell's mean label for the mean of its study
}

// grouped says of each cell of a term which cells of the other term its labels have.
type grouped struct {
	starts []int
	other  []int32
}

// add adds up the other term's effects over the labels of each cell.
func (gr *grouped) add(dst, effect []float64) {
	for cell := range dst {
		other := gr.other[gr.starts[cell]:gr.starts[cell+1]]
		// Four sums, because each addition waits for the one before.
		var a, b, c, d float64
		for ; len(other) >= 4; other = other[4:] {
			a += effect[other[0]]
			b += effect[other[1]]
			c += effect[other[2]]
			d += effect[other[3]]
		}
		for _, j := range other {
			a += effect[j]
		}
		dst[cell] = a + b + (c + d)
	}
}

// location is where the parameters lie given the effects of a term: their coordinates are center + W u, and u about
// standard normal. The center moves with the effects, see [inTurns.center].
type location struct {
	start  []float64
	metric *sampler.Metric
}

// newTurns returns nil where the model is not one of items and nested labelers whose effects are normal given each
// other.
func newTurns(p *problem) *turns {
	conj, ok := p.spec.Family.(family.Conjugate)
	d := p.data
	switch {
	case !ok, len(d.Terms) != 2, d.Rows != family.NestedRows, d.Integrated(), d.Noise, d.Slopes, p.spec.Judges() > 0:
		return nil
	}
	t := &turns{data: d, square: make([]float64, d.Studies)}
	items, rows := d.ItemCells(), d.Levels
	t.sum = [2][]float64{make([]float64, items), make([]float64, rows)}
	t.count = [2][]float64{make([]float64, items), make([]float64, rows)}
	t.of[1] = grouped{d.Start, d.Item}
	t.of[0].starts = make([]int, items+1)
	for _, j := range d.Item {
		t.of[0].starts[j+1]++
	}
	for j := range items {
		t.of[0].starts[j+1] += t.of[0].starts[j]
	}
	next := slices.Clone(t.of[0].starts[:items])
	t.of[0].other = make([]int32, len(d.Item))
	for u, s := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			j, y := d.Item[i], d.Value[i]
			t.of[0].other[next[j]] = int32(u)
			next[j]++
			t.sum[0][j] += y
			t.sum[1][u] += y
			t.square[s] += y * y
		}
	}
	for term := range t.of {
		for cell := range t.count[term] {
			t.count[term][cell] = float64(t.of[term].starts[cell+1] - t.of[term].starts[cell])
		}
	}
	t.items = conj.OneWay(d.Studies, t.count[0])
	for s, starts := 0, d.Terms[1].Starts; s < d.Studies; s++ {
		t.rows = append(t.rows, conj.OneWay(1, t.count[1][starts[s]:starts[s+1]]))
	}
	return t
}

// study returns that of a cell of a term.
func (tu *turns) study(term, cell int) int {
	if term == 0 {
		return cell % tu.data.Studies
	}
	return int(tu.data.Study[cell])
}

// patterns returns the number of patterns of labels of the items and of the labelers of each study.
func (tu *turns) patterns() int {
	n := tu.items.Patterns()
	for _, rows := range tu.rows {
		n += rows.Patterns()
	}
	return n
}
