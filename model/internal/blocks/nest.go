package blocks

import (
	"cmp"
	"slices"

	"concord/model/internal/labels"
	"concord/study"
)

// Nest is a facet whose every level lies within one level of another term. Items by templates, for example, lie within
// items and within templates.
//
// Labels say little about an item, however many there are, if each of its templates adds an effect that varies widely.
// And the more the labels say about the sum of the two effects, the more one follows from the other. So other terms are
// reparameterised by the information of the labels with the facet's effects integrated out. The facet's effects come
// afterwards, given the effects of the other terms, which they follow (see [effects.Factor]). Suppose that all labels
// of a level have the same other effects. Then the coordinates of normal labels are independent, and as wide as their
// prior, whatever the standard deviations are.
type Nest struct {
	Term   int
	Study  []int32   // of each level
	labels []float64 // how many of each level
	After  []Follower
	// Values at the constants: the sum that each level follows (see follow), and the mean information D̄ by study.
	Base, Info []float64
}

// Follower is a term that a nest follows.
type Follower struct {
	Term int
	// Which of its cells each level of the nest lies in; nil: levels lie in several.
	Parent []int32
	// Otherwise, the cells of each label. Cells from size on have no effects.
	level, cell []int32
	size        int
	// By study, θ: the share of the labels of a nest's level that are, on average, in the cell of one of them. It is 1
	// for a parent.
	overlap []float64
}

// findNests returns the facets that lie within other terms, fewest levels first.
func findNests(p *Frame) []*Nest {
	d := p.Data
	if p.Spec.Judges() > 0 || len(p.Spec.Facets) == 0 {
		return nil // each judge has a separate unit
	}
	cells := make([][]int32, 2, 2+len(d.TermCells())) // of each label, by term
	cells[0], cells[1] = d.Item, make([]int32, len(d.Item))
	for u := range d.Study {
		for n := d.Start[u]; n < d.Start[u+1]; n++ {
			cells[1][n] = int32(u)
		}
	}
	cells = append(cells, d.TermCells()...)
	var nests []*Nest
	var others []int
	for t := range cells {
		n := newNest(d, t, cells)
		if n == nil {
			if t > 0 || !d.Slopes { // the slopes of items' effects differ
				others = append(others, t)
			}
			continue
		}
		nests = append(nests, n)
	}
	slices.SortStableFunc(nests, func(a, b *Nest) int { return cmp.Compare(len(a.Study), len(b.Study)) })
	for _, n := range nests {
		for _, t := range others {
			n.follow(d, t, cells)
		}
		others = append(others, n.Term)
	}
	return nests
}

// newNest returns nil for a term that does not lie within another one, and for items and labelers, whose mean is part
// of the coordinate of μ.
func newNest(d *labels.Compiled, t int, cells [][]int32) *Nest {
	g := d.Terms[t]
	if g.Name == study.ItemFactor || g.Name == study.LabelerFactor || g.Starts == nil || t == 1 && d.RowsIntegrated {
		return nil
	}
	size := g.Cells()
	inside := func(cell []int32, parent int) bool {
		_, ok := within(cells[t], cell, size, d.Terms[parent].Cells())
		return parent != t && ok && (parent > 0 || !d.Slopes)
	}
	found := false
	for parent, cell := range cells {
		found = found || inside(cell, parent)
	}
	if !found {
		return nil
	}
	n := &Nest{Term: t, Study: make([]int32, size), labels: make([]float64, size), Base: make([]float64, size),
		Info: make([]float64, d.Studies)}
	for cell := range n.Study {
		n.Study[cell] = int32(g.Study(cell))
	}
	for _, cell := range cells[t] {
		n.labels[cell]++
	}
	return n
}

// follow adds a term that the nest follows.
func (ne *Nest) follow(d *labels.Compiled, t int, cells [][]int32) {
	size := d.Terms[t].Cells()
	f := Follower{Term: t, size: size, overlap: make([]float64, d.Studies)}
	if parent, ok := within(cells[ne.Term], cells[t], len(ne.Study), size); ok {
		f.Parent = parent
		for s := range f.overlap {
			f.overlap[s] = 1
		}
		ne.After = append(ne.After, f)
		return
	}
	f.level, f.cell = cells[ne.Term], cells[t]
	both := map[[2]int32]float64{}
	for i, level := range f.level {
		both[[2]int32{level, f.cell[i]}]++
	}
	for i, level := range f.level {
		if int(f.cell[i]) < size {
			f.overlap[ne.Study[level]] += both[[2]int32{level, f.cell[i]}] / ne.labels[level]
		}
	}
	for s, count := range d.Count {
		f.overlap[s] /= count
	}
	ne.After = append(ne.After, f)
}

// within returns the cell of a parent of each level of a facet, given the cells of the labels. ok is false if the
// labels of a level have several cells. It is false too if the parent has as many cells as there are levels, because
// the parent then lies in the facet as well.
func within(level, cell []int32, levels, cells int) (parent []int32, ok bool) {
	parent = make([]int32, levels)
	for i := range parent {
		parent[i] = -1
	}
	seen, count := make([]bool, cells), 0
	for n, l := range level {
		c := cell[n]
		switch {
		case int(c) >= cells, parent[l] >= 0 && parent[l] != c: // the former have no effect, see family.Labels
			return nil, false
		case parent[l] < 0 && !seen[c]:
			seen[c] = true
			count++
		}
		parent[l] = c
	}
	return parent, count < levels && !slices.Contains(parent, -1)
}

// Add adds the mean effect of the labels of each level to dst.
func (fo *Follower) Add(n *Nest, dst, effect []float64) {
	for i, cell := range fo.Parent {
		dst[i] += effect[cell]
	}
	for i, cell := range fo.cell {
		if int(cell) < fo.size {
			level := fo.level[i]
			dst[level] += effect[cell] / n.labels[level]
		}
	}
}

// addBackward adds to bar the derivatives with respect to the effects, given those with respect to the means.
func (fo *Follower) addBackward(n *Nest, bar, mean []float64) {
	for i, cell := range fo.Parent {
		bar[cell] += mean[i]
	}
	for i, cell := range fo.cell {
		if int(cell) < fo.size {
			level := fo.level[i]
			bar[cell] += mean[level] / n.labels[level]
		}
	}
}
