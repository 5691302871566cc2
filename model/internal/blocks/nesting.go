package blocks

import (
	"cmp"
	"math"
	"slices"

	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/study"
)

// Nest is a facet each of whose levels lies within one level of another term, such as items by templates within items
// and within templates.
//
// Labels say little of an item, however many there are, where those of each template have an effect of their own that
// is spread widely; and the more they say of the sum of the two, the more one of them follows from the other. So other
// terms are reparameterised by what labels tell of them with the facet's effects integrated out, and then the facet's
// effects given those of the other terms, which they follow (see [effects.Factor]): if all labels of a level have the
// same effects besides, the coordinates of normal labels are independent then, and as wide as their prior, whatever the
// standard deviations are.
type Nest struct {
	Term   int
	Study  []int32   // of each level
	labels []float64 // how many of each level
	After  []Follower
	// Where the constants hold: what each level follows, see follow, and the mean information D̄ by study.
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
	// By study: how much of the labels of a level of the nest are, on average, in the cell of one of them, θ: 1 of a
	// parent.
	overlap []float64
}

// findNests returns the facets that lie within other terms, those first that have the fewest levels.
func findNests(p *Frame) []*Nest {
	d := p.Data
	if p.Spec.Judges() > 0 || len(p.Spec.Facets) == 0 {
		return nil // judges have units of their own
	}
	cells := make([][]int32, 2, 2+len(d.Further)) // of each label, by term
	cells[0], cells[1] = d.Item, make([]int32, len(d.Item))
	for u := range d.Study {
		for n := d.Start[u]; n < d.Start[u+1]; n++ {
			cells[1][n] = int32(u)
		}
	}
	cells = append(cells, d.Further...)
	var nests []*Nest
	var others []int
	for t := range cells {
		n := newNest(d, t, cells)
		if n == nil {
			if t > 0 || !d.Slopes { // what multiplies items' effects is not the same for all
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

// newNest returns nil for a term that does not lie within another one. Items and labelers have their mean in the
// coordinate of μ, and lie within facets as others do besides them.
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

// within returns the cell of a parent of each level of a facet, given those of the labels; ok is false if labels of a
// level have several, or if the parent has as many of them as there are levels: then the one lies in the other as well.
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

// Nesting is what an evaluation knows of facets within other terms.
type Nesting struct {
	*Point
	Nests   []*Nest
	factors []*effects.Factor
	// By term: lies within others; something follows it.
	of, Followed []bool
	// By term, what stands for τ, study by study, and the derivatives. Those of terms that nothing follows are those of
	// the parameters.
	Tau, tauBar [][]float64
	// By nest and study σ²τρD̄, and the derivative of log ρ with respect to σ².
	width, slope [][]float64
}

func NewNesting(p *Frame, ps *Point) *Nesting {
	terms := len(p.Factors)
	n := &Nesting{Point: ps, Nests: p.Nests, factors: p.Factors, of: make([]bool, terms),
		Followed: make([]bool, terms)}
	for range p.Factors {
		n.Tau, n.tauBar = append(n.Tau, ps.Tau), append(n.tauBar, ps.tauBar)
	}
	for _, nest := range p.Nests {
		n.of[nest.Term] = true
		n.width, n.slope = append(n.width, make([]float64, ps.K)), append(n.slope, make([]float64, ps.K))
		for _, f := range nest.After {
			n.Followed[f.Term] = true
			n.Tau[f.Term], n.tauBar[f.Term] = make([]float64, ps.K), make([]float64, ps.K)
		}
	}
	return n
}

// NestWidths is the block of what stands for τ of terms that facets follow.
type NestWidths struct{ *Nesting }

func (nw NestWidths) Size() int { return 0 }

// Forward implements [Block].
func (nw NestWidths) Forward([]float64) {
	nw.Widths(nw.Point.Tau, func(term, s int) float64 { return nw.Scales[term].SD[s] })
}

// Backward implements [Block].
func (nw NestWidths) Backward([]float64, []float64) {
	ps := nw.Point
	nw.widthsBackward(ps.Tau, ps.tauBar, func(term, s int) float64 { return ps.Scales[term].SD[s] },
		func(term, s int, g float64) { ps.Scales[term].CBar[s*ps.K+s] += g })
}

// Widths sets what stands for τ and clears the derivatives. With effects of variance σ² of levels of which labels have
// the information τD̄, they say by r = x/(1 + x), x = σ²τD̄, less of what all labels of a level have in common, and by
// θr of an effect that some of them have. What the last of several nests leaves is what the one before it has.
func (nt *Nesting) Widths(tau []float64, sd func(term, s int) float64) {
	for t, followed := range nt.Followed {
		if followed {
			copy(nt.Tau[t], tau)
			clear(nt.tauBar[t])
		}
	}
	for i := len(nt.Nests) - 1; i >= 0; i-- {
		n := nt.Nests[i]
		for s := range tau {
			sigma, own := sd(n.Term, s), tau[s]
			if nt.Followed[n.Term] {
				own = nt.Tau[n.Term][s]
			}
			log, slope := nt.factors[n.Term].Growth(s, sigma*sigma)
			rho := math.Exp(log)
			x := sigma * sigma * own * rho * n.Info[s]
			nt.width[i][s], nt.slope[i][s] = x, slope
			for _, f := range n.After {
				nt.Tau[f.Term][s] *= rho * (1 + x*(1-f.overlap[s])) / (1 + x)
			}
		}
	}
}

// widthsBackward adds to tauBar and, by study, to what sdBar is called with the derivatives with respect to τ and σ.
func (nt *Nesting) widthsBackward(
	tau, tauBar []float64, sd func(term, s int) float64, sdBar func(term, s int, g float64),
) {
	for i, n := range nt.Nests {
		for s := range tau {
			x, bar, rhoBar := nt.width[i][s], 0.0, 0.0 // with respect to log x and to log ρ
			for _, f := range n.After {
				g := nt.tauBar[f.Term][s] * nt.Tau[f.Term][s]
				rhoBar += g
				bar -= g * x * f.overlap[s] / ((1 + x*(1-f.overlap[s])) * (1 + x))
			}
			sigma := sd(n.Term, s)
			if x > 0 {
				sdBar(n.Term, s, 2*(bar/sigma+(rhoBar+bar)*sigma*nt.slope[i][s]))
				nt.tauBar[n.Term][s] += bar / nt.Tau[n.Term][s]
			}
		}
	}
	for t, followed := range nt.Followed {
		if followed {
			for s := range tau {
				tauBar[s] += nt.tauBar[t][s] * nt.Tau[t][s] / tau[s]
			}
		}
	}
}

// NestedEffects is the block of the effects of facets within other terms. It comes when those are known that they
// follow.
type NestedEffects struct {
	*Nesting
	Effects *TermEffects
}

func (ne *NestedEffects) Size() (n int) {
	for _, nest := range ne.Nests {
		n += ne.Terms[nest.Term].Effects
	}
	return n
}

// Forward implements [Block].
func (ne *NestedEffects) Forward(x []float64) {
	for _, n := range ne.Nests {
		st := ne.Effects.States[n.Term]
		for i, s := range n.Study {
			st.Offset[i] = ne.Mu[s] - n.Base[i]
		}
		for i := range n.After {
			f := &n.After[i]
			f.Add(n, st.Offset, ne.Effects.States[f.Term].Effect)
		}
		z := ne.Effects.zOf(x, n.Term)
		ne.LogDensity += ne.factors[n.Term].Forward(st, z, ne.Scales[n.Term].C, ne.Nesting.Tau[n.Term], nil)
	}
}

// Backward implements [Block]: what follows of the effects of facets goes to the derivatives with respect to those that
// they follow and to μ.
func (ne *NestedEffects) Backward(grad, x []float64) {
	for i := len(ne.Nests) - 1; i >= 0; i-- {
		n := ne.Nests[i]
		t := n.Term
		st, scale := ne.Effects.States[t], &ne.Scales[t]
		ne.factors[t].Backward(st, ne.Effects.zOf(grad, t), ne.Effects.zOf(x, t), scale.C, ne.Nesting.Tau[t],
			scale.CBar, ne.Nesting.tauBar[t], nil)
		for i, s := range n.Study {
			ne.MuBar[s] += st.OffsetGrad[i]
		}
		for i := range n.After {
			f := &n.After[i]
			f.addBackward(n, ne.Effects.States[f.Term].Grad, st.OffsetGrad)
		}
	}
}
