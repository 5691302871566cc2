package density

import (
	"slices"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/sampler"
)

// Blocked holds what the chains of the blocked sampler share: it alternates between item and labeler effects. Given the
// effects of one term, the effects of the other are independent and normal. They are integrated out of the density of
// the parameters, and then drawn, all at once. A draw goes over the labels twice, whatever the number of effects. A
// trajectory through parameters and effects needs more gradients, the more effects there are. The means are parameters
// of both blocks, so that a common level of items and labelers does not slow the chain down (Papaspiliopoulos, Roberts
// and Zanella 2020, section 4). Mixing depends on how well the labelers connect the items, see [locate.Setup.coupling].
type Blocked struct {
	data     *labels.Compiled
	items    *family.OneWay   // given the labelers' effects; chains have forks
	rows     []*family.OneWay // by study, of labelers given the items' effects
	Of       [2]grouped       // labels by item and study, and by labeler
	sum      [2][]float64
	Count    [2][]float64
	square   []float64 // by study: Σ y²
	Effects  []float64 // of labelers, where chains begin
	Location [2]Location
	Weight   [2][]float64 // of each cell's mean label for the mean of its study
}

// grouped says, for each cell of a term, which cells of the other term its labels have.
type grouped struct {
	starts []int
	other  []int32
}

// Add adds up the other term's effects over the labels of each cell.
func (gr *grouped) Add(dst, effect []float64) {
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

// Location is where the parameters lie given the effects of a term: their coordinates are center + W u, and u about
// standard normal. The center moves with the effects, see [GivenEffects.center].
type Location struct {
	Start  []float64
	Metric *sampler.Metric
}

// NewBlocked returns nil unless the model has items and nested labelers alone, whose effects are normal given each
// other.
func NewBlocked(p *Problem) *Blocked {
	conj, ok := p.Spec.Family.(family.Conjugate)
	d := p.Data
	switch {
	case !ok, len(d.Terms) != 2, d.Rows != family.NestedRows, d.Integrated(), d.RowResiduals, d.Slopes,
		d.Regression != nil, p.Spec.Judges() > 0, p.Spec.Items != spec.NormalItems:
		return nil
	}
	t := &Blocked{data: d, square: make([]float64, d.Studies)}
	items, rows := d.ItemCells(), d.Levels
	t.sum = [2][]float64{make([]float64, items), make([]float64, rows)}
	t.Count = [2][]float64{make([]float64, items), make([]float64, rows)}
	t.Of[1] = grouped{d.Start, d.Item}
	t.Of[0].starts = make([]int, items+1)
	for _, j := range d.Item {
		t.Of[0].starts[j+1]++
	}
	for j := range items {
		t.Of[0].starts[j+1] += t.Of[0].starts[j]
	}
	next := slices.Clone(t.Of[0].starts[:items])
	t.Of[0].other = make([]int32, len(d.Item))
	for u, s := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			j, y := d.Item[i], d.Value[i]
			t.Of[0].other[next[j]] = int32(u)
			next[j]++
			t.sum[0][j] += y
			t.sum[1][u] += y
			t.square[s] += y * y
		}
	}
	for term := range t.Of {
		for cell := range t.Count[term] {
			t.Count[term][cell] = float64(t.Of[term].starts[cell+1] - t.Of[term].starts[cell])
		}
	}
	t.items = conj.OneWay(d.Studies, t.Count[0])
	for s, starts := 0, d.Terms[1].Starts; s < d.Studies; s++ {
		t.rows = append(t.rows, conj.OneWay(1, t.Count[1][starts[s]:starts[s+1]]))
	}
	return t
}

// Study returns the study of a cell of a term.
func (bl *Blocked) Study(term, cell int) int {
	if term == 0 {
		return cell % bl.data.Studies
	}
	return int(bl.data.Study[cell])
}

// Patterns returns the number of patterns of labels of the items and of the labelers of each study.
func (bl *Blocked) Patterns() int {
	n := bl.items.Patterns()
	for _, rows := range bl.rows {
		n += rows.Patterns()
	}
	return n
}
