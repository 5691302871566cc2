package family

import (
	"math"

	"concord/model/internal/logistic"
)

// gridLevels is the number of studies whose effects can be integrated out on one grid.
const gridLevels = 3

// bernoulliGrid is the likelihood of binary labels whose rows are studies, for up to three studies with few labels of
// each item. The standard normal factors η of the items' effects are integrated out by the trapezoidal rule, whose
// error falls exponentially as its steps grow short (Trefethen and Weideman 2014). All items share a grid. θ_s depends
// only on the factors up to the factor of study s. An outcome is n labels, y of them positive. So the probabilities of
// the third study's outcomes are summed over the third factor, then those for the second and third study over the
// second factor, and so on. The cost does not depend on the number of items.
//
// Fewer studies are the last of three; the others have no labels and one node.
type bernoulliGrid struct {
	k        int
	step     float64 // of a factor times its largest loading
	outcomes [gridLevels][]outcome
	most     int       // labels of an outcome
	items    []float64 // of each combination of outcomes, that of the last study varying fastest

	at     [gridLevels]axis
	mu     [gridLevels]float64
	root   [gridLevels][gridLevels]float64
	muBar  [gridLevels]float64
	barred [gridLevels][gridLevels]float64 // derivatives with respect to root

	p        []float64   // probabilities of positive labels at nodes, see spread
	upP, upQ []float64   // powers of a probability and of its complement
	up, down [][]float64 // power × node of the third factor: the same, the latter times the node's weight
	first    []float64   // node of the first factor × outcome: probability and derivative with respect to θ
	// second: by pair of nodes, the same two of each outcome of the second; of each of the third three, see third
	second              []float64
	pairs               []float64 // node of the first factor × pair of outcomes: their probability given the factor
	total, bar, pairBar []float64
	thirdBar            []float64
}

// outcome is an item's labels in a study: how many, and how many of them are positive.
type outcome struct{ n, y int }

// axis is the nodes of a factor and their weights.
type axis struct{ node, weight []float64 }

const (
	// gridRadius is how far out the grid goes: beyond it a factor is in one of twenty million items.
	gridRadius = 5.5
	// mostGridNodes bounds the nodes of a factor, which are the more the larger its loadings.
	mostGridNodes = 129
	// widestGridStep is the step of factors with small loadings: for a normal density the error is 5·10⁻⁹.
	widestGridStep = 1
	// mostGridOutcomes bounds the combinations of outcomes, and mostGridLabels the labels of one: as many powers of a
	// probability are kept for each node.
	mostGridOutcomes = 4096
	mostGridLabels   = 64
	// gridError is the accepted error of the log-likelihood, for each √items. A posterior's standard deviations are
	// some 1/√items of their parameters, so that the error changes by less than a thousandth within the posterior.
	gridError = 3e-4
)

// newBernoulliGrid returns the likelihood, or nil if outcomes, or the labels of one, are too many.
func newBernoulliGrid(shapes *patterns, step float64) *bernoulliGrid {
	b := &bernoulliGrid{k: shapes.k, step: step}
	first := gridLevels - b.k
	place := make([][]int, b.k) // of the outcome of each pattern
	size := 1
	for l := range b.outcomes {
		s := l - first
		if s < 0 {
			b.outcomes[l] = []outcome{{}}
			continue
		}
		known := map[outcome]int{}
		for i := range shapes.size() {
			o := outcome{int(shapes.counts[i*b.k+s]), int(shapes.sums[i*b.k+s])}
			at, ok := known[o]
			if !ok {
				at = len(b.outcomes[l])
				known[o] = at
				b.outcomes[l] = append(b.outcomes[l], o)
			}
			place[s] = append(place[s], at)
			b.most = max(b.most, o.n)
		}
		if size *= len(b.outcomes[l]); size > mostGridOutcomes || b.most > mostGridLabels {
			return nil
		}
	}
	b.items = make([]float64, size)
	for i, items := range shapes.items {
		at := 0
		for l, outcomes := range b.outcomes {
			at *= len(outcomes)
			if l >= first {
				at += place[l-first][i]
			}
		}
		b.items[at] += items
	}
	return b.Fork().(*bernoulliGrid)
}

// accurateGrid returns a likelihood with the longest steps whose error is below gridError. It returns nil if there is
// none, if it would cost more than budget, or if there is no likelihood on a grid.
func accurateGrid(shapes *patterns, at *MarginalPoint, budget float64) Marginal {
	const finer = 0.75
	tolerance := gridError * math.Sqrt(float64(len(shapes.of)))
	m := newBernoulliGrid(shapes, 0)
	if m == nil {
		return nil
	}
	reference := m.Fork().(*bernoulliGrid)
	for _, step := range []float64{1.4, 1.2, 1, 0.85, 0.7} {
		m.step, reference.step = step, finer*step
		// Shorter steps would cost more.
		if m.cost(at) > budget {
			return nil
		}
		if difference(m, reference, at) < tolerance {
			return m
		}
	}
	return nil
}

// difference returns how far two likelihoods of the same labels are apart at most, at a point and at half and twice its
// standard deviations.
func difference(a, b Marginal, at *MarginalPoint) float64 {
	worst := 0.0
	for _, scale := range []float64{0.5, 1, 2} {
		p := scaled(at, scale)
		worst = math.Max(worst, math.Abs(a.LogLik(p)-b.LogLik(p)))
	}
	return worst
}

// scaled returns a copy of a point with the standard deviations of items' effects multiplied by a factor.
func scaled(at *MarginalPoint, times float64) *MarginalPoint {
	p := *at
	p.ItemRoot = make([]float64, len(at.ItemRoot))
	p.ItemRootBar, p.MeanBar = make([]float64, len(at.ItemRoot)), make([]float64, len(at.Mean))
	for i, c := range at.ItemRoot {
		p.ItemRoot[i] = times * c
	}
	return &p
}

// Fork implements [Marginal].
func (bg *bernoulliGrid) Fork() Marginal {
	c := *bg
	pairs := len(bg.outcomes[1]) * len(bg.outcomes[2])
	c.at = [gridLevels]axis{}
	c.p, c.first, c.second, c.pairs = nil, nil, nil, nil
	c.upP, c.upQ = make([]float64, bg.most+1), make([]float64, bg.most+1)
	c.up, c.down = make([][]float64, bg.most+1), make([][]float64, bg.most+1)
	for i := range c.up {
		c.up[i], c.down[i] = make([]float64, mostGridNodes), make([]float64, mostGridNodes)
	}
	for k := range c.up[0] {
		c.up[0][k] = 1
	}
	c.total, c.bar = make([]float64, len(bg.items)), make([]float64, len(bg.items))
	c.pairBar, c.thirdBar = make([]float64, pairs), make([]float64, len(bg.outcomes[2]))
	return &c
}

// LogLik implements [Marginal].
func (bg *bernoulliGrid) LogLik(p *MarginalPoint) float64 {
	bg.take(p)
	bg.lay()
	return bg.evaluate(p)
}

// evaluate is LogLik on the grid that is laid.
func (bg *bernoulliGrid) evaluate(p *MarginalPoint) float64 {
	bg.sum()
	logp := 0.0
	for i, items := range bg.items {
		bg.bar[i] = 0
		if items > 0 {
			logp += items * math.Log(bg.total[i])
			bg.bar[i] = items / bg.total[i]
		}
	}
	bg.backward()
	first := gridLevels - bg.k
	for s := range bg.k {
		p.MeanBar[s] += bg.muBar[first+s]
		for e := range s + 1 {
			p.ItemRootBar[s*bg.k+e] += bg.barred[first+s][first+e]
		}
	}
	return logp
}

// take takes the parameters.
func (bg *bernoulliGrid) take(p *MarginalPoint) {
	first := gridLevels - bg.k
	for s := range bg.k {
		bg.mu[first+s] = p.Mean[s]
		for e := range s + 1 {
			bg.root[first+s][first+e] = p.ItemRoot[s*bg.k+e]
		}
	}
}

// lay lays the grid for the parameters. The grid moves with the parameters, but the derivatives are computed on a fixed
// grid. They differ from the derivatives of the value by the change of the rule's error with the parameters.
func (bg *bernoulliGrid) lay() {
	first := gridLevels - bg.k
	for e := range bg.at {
		a := &bg.at[e]
		a.node, a.weight = a.node[:0], a.weight[:0]
		if e < first {
			a.node, a.weight = append(a.node, 0), append(a.weight, 1)
			continue
		}
		loading := 0.0
		for s := e; s < gridLevels; s++ {
			loading = math.Max(loading, math.Abs(bg.root[s][e]))
		}
		step := math.Min(widestGridStep, bg.step/loading)
		nodes := 2 * math.Ceil(gridRadius/step)
		if !(nodes <= mostGridNodes) {
			nodes = mostGridNodes
			step = 2 * gridRadius / nodes
		}
		for i := range int(nodes) {
			x := (float64(i) - 0.5*(nodes-1)) * step
			a.node = append(a.node, x)
			a.weight = append(a.weight, step/math.Sqrt(2*math.Pi)*math.Exp(-0.5*x*x))
		}
	}
}

// within returns the nodes of factor e that, together with a point so far out, are on the grid: from lo on, before hi.
func (bg *bernoulliGrid) within(e int, square float64) (lo, hi int) {
	node := bg.at[e].node
	reach := gridRadius*gridRadius - square
	// Those in the middle are never left out.
	for lo < (len(node)-1)/2 && node[lo]*node[lo] > reach {
		lo++
	}
	return lo, len(node) - lo
}

// nodes returns how many nodes there are: of the first two factors, and of all.
func (bg *bernoulliGrid) nodes() (pairs, all int) {
	for _, x := range bg.at[0].node {
		lo, hi := bg.within(1, x*x)
		pairs += hi - lo
		for _, y := range bg.at[1].node[lo:hi] {
			lo, hi := bg.within(2, x*x+y*y)
			all += hi - lo
		}
	}
	return pairs, all
}

// cost returns about how many ns a gradient takes if standard deviations are twice a point's: in the tails of a
// posterior it takes longer.
func (bg *bernoulliGrid) cost(at *MarginalPoint) float64 {
	bg.take(scaled(at, 2))
	bg.lay()
	const node, each = 12, 5
	pairs, all := bg.nodes()
	two, three := len(bg.outcomes[1]), len(bg.outcomes[2])
	return float64(all*(node+each*three) + pairs*(4*node+each*(two+two*three)) +
		len(bg.at[0].node)*each*len(bg.items))
}

// probabilities appends, for each outcome, its probability if labels are positive with probability p, and its
// derivative with respect to θ.
func (bg *bernoulliGrid) probabilities(dst []float64, outcomes []outcome, p float64) []float64 {
	bg.powers(p)
	for _, o := range outcomes {
		f := bg.upP[o.y] * bg.upQ[o.n-o.y]
		dst = append(dst, f, f*(float64(o.y)-float64(o.n)*p))
	}
	return dst
}

// powers sets upP and upQ.
func (bg *bernoulliGrid) powers(p float64) {
	x, y := 1.0, 1.0
	for i := range bg.upP {
		bg.upP[i], bg.upQ[i] = x, y
		x *= p
		y *= 1 - p
	}
}

// sum sets the probabilities of all combinations of outcomes.
func (bg *bernoulliGrid) sum() {
	one, two, three := bg.outcomes[0], bg.outcomes[1], bg.outcomes[2]
	x, y := bg.at[0], bg.at[1]
	bg.first, bg.second, bg.pairs = bg.first[:0], bg.second[:0], bg.pairs[:0]
	clear(bg.total)
	bg.p = bg.p[:0]
	for _, x := range x.node {
		bg.p = append(bg.p, bg.mu[0]+bg.root[0][0]*x)
	}
	logistic.SoftplusSigmoid(bg.p, bg.p)
	for _, p := range bg.p {
		bg.first = bg.probabilities(bg.first, one, p)
	}
	for i, x := range x.node {
		lo, hi := bg.within(1, x*x)
		bg.spread(x, lo, hi)
		from := len(bg.pairs)
		bg.pairs = append(bg.pairs, make([]float64, len(two)*len(three))...)
		pairs, beside := bg.pairs[from:], bg.p[hi-lo:]
		for j := lo; j < hi; j++ {
			from := len(bg.second)
			bg.second = bg.probabilities(bg.second, two, bg.p[j-lo])
			least, most := bg.within(2, x*x+y.node[j]*y.node[j])
			bg.third(beside[:most-least], least)
			beside = beside[most-least:]
			cell := bg.second[from:]
			third := cell[2*len(two):]
			for b := range two {
				f := y.weight[j] * cell[2*b]
				for c := range three {
					pairs[b*len(three)+c] += f * third[3*c]
				}
			}
		}
		for a := range one {
			f := bg.at[0].weight[i] * bg.first[2*(i*len(one)+a)]
			total := bg.total[a*len(pairs):][:len(pairs)]
			for bc, p := range pairs {
				total[bc] += f * p
			}
		}
	}
}

// spread sets p to the probabilities of positive labels if the first factor is x. First come those for the second study
// at nodes lo to hi of the second factor, then those for the third study at all nodes for each of these.
func (bg *bernoulliGrid) spread(x float64, lo, hi int) {
	bg.p = bg.p[:0]
	for _, y := range bg.at[1].node[lo:hi] {
		bg.p = append(bg.p, bg.mu[1]+bg.root[1][0]*x+bg.root[1][1]*y)
	}
	for _, y := range bg.at[1].node[lo:hi] {
		least, most := bg.within(2, x*x+y*y)
		m := bg.mu[2] + bg.root[2][0]*x + bg.root[2][1]*y
		for _, z := range bg.at[2].node[least:most] {
			bg.p = append(bg.p, m+bg.root[2][2]*z)
		}
	}
	logistic.SoftplusSigmoid(bg.p, bg.p)
}

// third appends to second, for each outcome of the third study, its probability, and the derivatives of that with
// respect to the mean and to the third factor's loading, where probabilities of positive labels are p at the nodes of
// the third factor from so many on.
func (bg *bernoulliGrid) third(p []float64, from int) {
	z, up, down := bg.at[2].node[from:][:len(p)], bg.up, bg.down
	copy(down[0][:len(p)], bg.at[2].weight[from:])
	for i := 1; i < len(up); i++ {
		was, is, wasDown, isDown := up[i-1][:len(p)], up[i][:len(p)], down[i-1][:len(p)], down[i][:len(p)]
		for k, p := range p {
			is[k] = was[k] * p
			isDown[k] = wasDown[k] * (1 - p)
		}
	}
	for _, o := range bg.outcomes[2] {
		n, y := float64(o.n), float64(o.y)
		ups, downs := up[o.y][:len(p)], down[o.n-o.y][:len(p)]
		sum, mean, loading := 0.0, 0.0, 0.0
		for k, p := range p {
			f := ups[k] * downs[k]
			d := f * (y - n*p)
			sum += f
			mean += d
			loading += d * z[k]
		}
		bg.second = append(bg.second, sum, mean, loading)
	}
}

// backward sets muBar and barred, from bar and from the numbers that sum has stored.
func (bg *bernoulliGrid) backward() {
	one, two, three := len(bg.outcomes[0]), len(bg.outcomes[1]), len(bg.outcomes[2])
	bg.muBar, bg.barred = [gridLevels]float64{}, [gridLevels][gridLevels]float64{}
	y := bg.at[1]
	second := bg.second
	for i, x := range bg.at[0].node {
		w := bg.at[0].weight[i]
		pairs := bg.pairs[i*two*three:][:two*three]
		clear(bg.pairBar)
		own := 0.0
		for a := range one {
			f, d := w*bg.first[2*(i*one+a)], 0.0
			bar := bg.bar[a*two*three:][:two*three]
			for bc, v := range bar {
				bg.pairBar[bc] += f * v
				d += v * pairs[bc]
			}
			own += d * bg.first[2*(i*one+a)+1]
		}
		bg.muBar[0] += w * own
		bg.barred[0][0] += w * own * x
		lo, hi := bg.within(1, x*x)
		for j := lo; j < hi; j++ {
			cell := second[:2*two+3*three]
			second = second[len(cell):]
			third := cell[2*two:]
			clear(bg.thirdBar)
			own := 0.0
			for b := range two {
				f, d := cell[2*b], 0.0
				for c, v := range bg.pairBar[b*three : (b+1)*three] {
					d += v * third[3*c]
					bg.thirdBar[c] += f * v
				}
				own += d * cell[2*b+1]
			}
			mean, loading := 0.0, 0.0
			for c, v := range bg.thirdBar {
				mean += v * third[3*c+1]
				loading += v * third[3*c+2]
			}
			w, y := y.weight[j], y.node[j]
			bg.muBar[1] += w * own
			bg.barred[1][0] += w * own * x
			bg.barred[1][1] += w * own * y
			bg.muBar[2] += w * mean
			bg.barred[2][0] += w * mean * x
			bg.barred[2][1] += w * mean * y
			bg.barred[2][2] += w * loading
		}
	}
}
