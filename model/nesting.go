package model

import (
	"cmp"
	"math"
	"slices"

	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/study"
)

// nest is a facet each of whose levels lies within one level of another term, such as items by templates within items
// and within templates.
//
// Labels say little of an item, however many there are, where those of each template have an effect of their own that
// is spread widely; and the more they say of the sum of the two, the more one of them follows from the other. So other
// terms are reparameterised by what labels tell of them with the facet's effects integrated out, and then the facet's
// effects given those of the other terms, which they follow (see [effects.Factor]): if all labels of a level have the
// same effects besides, the coordinates of normal labels are independent then, and as wide as their prior, whatever the
// standard deviations are.
type nest struct {
	term   int
	study  []int32   // of each level
	labels []float64 // how many of each level
	after  []followed
	// Where the constants hold: what each level follows, see follow, and the mean information D̄ by study.
	base, info []float64
}

// followed is a term that a nest follows.
type followed struct {
	term int
	// Which of its cells each level of the nest lies in; nil: levels lie in several.
	parent []int32
	// Otherwise, the cells of each label. Cells from size on have no effects.
	level, cell []int32
	size        int
	// By study: how much of the labels of a level of the nest are, on average, in the cell of one of them, θ: 1 of a
	// parent.
	overlap []float64
}

// findNests returns the facets that lie within other terms, those first that have the fewest levels.
func findNests(p *problem) []*nest {
	d := p.data
	if p.spec.Judges() > 0 || len(p.spec.Facets) == 0 {
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
	var nests []*nest
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
	slices.SortStableFunc(nests, func(a, b *nest) int { return cmp.Compare(len(a.study), len(b.study)) })
	for _, n := range nests {
		for _, t := range others {
			n.follow(d, t, cells)
		}
		others = append(others, n.term)
	}
	return nests
}

// newNest returns nil for a term that does not lie within another one. Items and labelers have their mean in the
// coordinate of μ, and lie within facets as others do besides them.
func newNest(d *labels.Compiled, t int, cells [][]int32) *nest {
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
	n := &nest{term: t, study: make([]int32, size), labels: make([]float64, size), base: make([]float64, size),
		info: make([]float64, d.Studies)}
	for cell := range n.study {
		n.study[cell] = int32(g.Study(cell))
	}
	for _, cell := range cells[t] {
		n.labels[cell]++
	}
	return n
}

// follow adds a term that the nest follows.
func (ne *nest) follow(d *labels.Compiled, t int, cells [][]int32) {
	size := d.Terms[t].Cells()
	f := followed{term: t, size: size, overlap: make([]float64, d.Studies)}
	if parent, ok := within(cells[ne.term], cells[t], len(ne.study), size); ok {
		f.parent = parent
		for s := range f.overlap {
			f.overlap[s] = 1
		}
		ne.after = append(ne.after, f)
		return
	}
	f.level, f.cell = cells[ne.term], cells[t]
	both := map[[2]int32]float64{}
	for i, level := range f.level {
		both[[2]int32{level, f.cell[i]}]++
	}
	for i, level := range f.level {
		if int(f.cell[i]) < size {
			f.overlap[ne.study[level]] += both[[2]int32{level, f.cell[i]}] / ne.labels[level]
		}
	}
	for s, count := range d.Count {
		f.overlap[s] /= count
	}
	ne.after = append(ne.after, f)
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

// add adds the mean effect of the labels of each level to dst.
func (fo *followed) add(n *nest, dst, effect []float64) {
	for i, cell := range fo.parent {
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
func (fo *followed) addBackward(n *nest, bar, mean []float64) {
	for i, cell := range fo.parent {
		bar[cell] += mean[i]
	}
	for i, cell := range fo.cell {
		if int(cell) < fo.size {
			level := fo.level[i]
			bar[cell] += mean[level] / n.labels[level]
		}
	}
}

// setNests takes what is known of facets within other terms from the state of the EM.
func (su *setup) setNests() {
	e := su.em
	for _, n := range su.nests {
		su.factors[n.term].StandStill()
		for i, study := range n.study {
			n.base[i] = e.mu[study]
		}
		for i := range n.after {
			f := &n.after[i]
			f.add(n, n.base, e.terms[f.term].Effect)
		}
		sum := make([]float64, e.k)
		clear(n.info)
		for cell, i := range e.cells(e.info, n.term) {
			s := n.study[cell]
			i /= su.tau(int(s))
			n.info[s] += i * i
			sum[s] += i
		}
		for s, total := range sum {
			if total > 0 {
				n.info[s] /= total
			}
		}
	}
	tau := make([]float64, e.k)
	for s := range tau {
		tau[s] = su.tau(s)
	}
	su.d.nesting.widths(tau, func(term, s int) float64 { return math.Sqrt(e.terms[term].TotalVariance(s)) })
}

// widenTargets divides the derivatives with respect to the effects of a term by what its information is multiplied by,
// so that their coordinates are 0 where the EM has the effects: what labels say of an effect b, D(b + g/D), is Db + g
// whatever D is multiplied by.
func (su *setup) widenTargets(term int, grad []float64) {
	if !su.d.nesting.followed[term] {
		return
	}
	for cell := range grad {
		s := su.data.Terms[term].Study(cell)
		grad[cell] *= su.tau(s) / su.d.nesting.tau[term][s]
	}
}

// nesting is what an evaluation knows of facets within other terms.
type nesting struct {
	*parameters
	nests   []*nest
	factors []*effects.Factor
	// By term: lies within others; something follows it.
	of, followed []bool
	// By term, what stands for τ, study by study, and the derivatives. Those of terms that nothing follows are those of
	// the parameters.
	tau, tauBar [][]float64
	// By nest and study σ²τρD̄, and the derivative of log ρ with respect to σ².
	width, slope [][]float64
}

func newNesting(p *problem, ps *parameters) *nesting {
	terms := len(p.factors)
	n := &nesting{parameters: ps, nests: p.nests, factors: p.factors, of: make([]bool, terms),
		followed: make([]bool, terms)}
	for range p.factors {
		n.tau, n.tauBar = append(n.tau, ps.tau), append(n.tauBar, ps.tauBar)
	}
	for _, nest := range p.nests {
		n.of[nest.term] = true
		n.width, n.slope = append(n.width, make([]float64, ps.k)), append(n.slope, make([]float64, ps.k))
		for _, f := range nest.after {
			n.followed[f.term] = true
			n.tau[f.term], n.tauBar[f.term] = make([]float64, ps.k), make([]float64, ps.k)
		}
	}
	return n
}

// nestWidths is the block of what stands for τ of terms that facets follow.
type nestWidths struct{ *nesting }

func (nw nestWidths) size() int { return 0 }

// forward implements [block].
func (nw nestWidths) forward([]float64) {
	nw.widths(nw.parameters.tau, func(term, s int) float64 { return nw.scales[term].sd[s] })
}

// backward implements [block].
func (nw nestWidths) backward([]float64, []float64) {
	ps := nw.parameters
	nw.widthsBackward(ps.tau, ps.tauBar, func(term, s int) float64 { return ps.scales[term].sd[s] },
		func(term, s int, g float64) { ps.scales[term].cbar[s*ps.k+s] += g })
}

// widths sets what stands for τ and clears the derivatives. With effects of variance σ² of levels of which labels have
// the information τD̄, they say by r = x/(1 + x), x = σ²τD̄, less of what all labels of a level have in common, and by
// θr of an effect that some of them have. What the last of several nests leaves is what the one before it has.
func (nt *nesting) widths(tau []float64, sd func(term, s int) float64) {
	for t, followed := range nt.followed {
		if followed {
			copy(nt.tau[t], tau)
			clear(nt.tauBar[t])
		}
	}
	for i := len(nt.nests) - 1; i >= 0; i-- {
		n := nt.nests[i]
		for s := range tau {
			sigma, own := sd(n.term, s), tau[s]
			if nt.followed[n.term] {
				own = nt.tau[n.term][s]
			}
			log, slope := nt.factors[n.term].Growth(s, sigma*sigma)
			rho := math.Exp(log)
			x := sigma * sigma * own * rho * n.info[s]
			nt.width[i][s], nt.slope[i][s] = x, slope
			for _, f := range n.after {
				nt.tau[f.term][s] *= rho * (1 + x*(1-f.overlap[s])) / (1 + x)
			}
		}
	}
}

// widthsBackward adds to tauBar and, by study, to what sdBar is called with the derivatives with respect to τ and σ.
func (nt *nesting) widthsBackward(
	tau, tauBar []float64, sd func(term, s int) float64, sdBar func(term, s int, g float64),
) {
	for i, n := range nt.nests {
		for s := range tau {
			x, bar, rhoBar := nt.width[i][s], 0.0, 0.0 // with respect to log x and to log ρ
			for _, f := range n.after {
				g := nt.tauBar[f.term][s] * nt.tau[f.term][s]
				rhoBar += g
				bar -= g * x * f.overlap[s] / ((1 + x*(1-f.overlap[s])) * (1 + x))
			}
			sigma := sd(n.term, s)
			if x > 0 {
				sdBar(n.term, s, 2*(bar/sigma+(rhoBar+bar)*sigma*nt.slope[i][s]))
				nt.tauBar[n.term][s] += bar / nt.tau[n.term][s]
			}
		}
	}
	for t, followed := range nt.followed {
		if followed {
			for s := range tau {
				tauBar[s] += nt.tauBar[t][s] * nt.tau[t][s] / tau[s]
			}
		}
	}
}

// nestedEffects is the block of the effects of facets within other terms. It comes when those are known that they
// follow.
type nestedEffects struct {
	*nesting
	effects *termEffects
}

func (ne nestedEffects) size() (n int) {
	for _, nest := range ne.nests {
		n += ne.terms[nest.term].effects
	}
	return n
}

// forward implements [block].
func (ne nestedEffects) forward(x []float64) {
	for _, n := range ne.nests {
		st := ne.effects.states[n.term]
		for i, s := range n.study {
			st.Offset[i] = ne.mu[s] - n.base[i]
		}
		for i := range n.after {
			f := &n.after[i]
			f.add(n, st.Offset, ne.effects.states[f.term].Effect)
		}
		z := ne.effects.zOf(x, n.term)
		ne.logp += ne.factors[n.term].Forward(st, z, ne.scales[n.term].c, ne.nesting.tau[n.term], nil)
	}
}

// backward implements [block]: what follows of the effects of facets goes to the derivatives with respect to those that
// they follow and to μ.
func (ne nestedEffects) backward(grad, x []float64) {
	for i := len(ne.nests) - 1; i >= 0; i-- {
		n := ne.nests[i]
		t := n.term
		st, scale := ne.effects.states[t], &ne.scales[t]
		ne.factors[t].Backward(st, ne.effects.zOf(grad, t), ne.effects.zOf(x, t), scale.c, ne.nesting.tau[t],
			scale.cbar, ne.nesting.tauBar[t], nil)
		for i, s := range n.study {
			ne.muBar[s] += st.OffsetGrad[i]
		}
		for i := range n.after {
			f := &n.after[i]
			f.addBackward(n, ne.effects.states[f.term].Grad, st.OffsetGrad)
		}
	}
}
