package consensus

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/family"
)

// grid is the kernel of labels in categories. Beliefs about an item are on a grid of its effect, and evidence on grids
// of λ and of the level.
type grid struct {
	family  family.Categorical
	own     []float64
	mean    float64
	itemSD  float64
	levelSD float64
	first   int       // the label of the first category
	effect  []float64 // nodes of an item's effect, evenly spaced
	level   []float64 // nodes of a labeler's level
	lambda  []float64
	one     int // the place of λ = 1
	// chance is the probability of a label by category, λ, level and effect. usual averages it over labelers.
	chance, usual [][]float64
	belief        []float64 // logarithms, the effects of an item in a row
	levelPrior    []float64 // logarithms
}

// The number of standard deviations that grids reach to either side of 0.
const (
	itemReach  = 3.6
	levelReach = 6.0
	levelStep  = 0.7 // in logits
	mostNodes  = 65
	leastProb  = 1e-30
)

// newGrid returns the kernel of a study, and its traits.
func newGrid(of model.StudyPosterior, f family.Categorical, c *crowd) (*grid, *traits) {
	// A further effect in the predictor, N(0, s²), makes the curve flatter: see [logitFlatter].
	itemSD, levelSD, rest := raw(of)
	flatter := 1 / math.Sqrt(1+logitFlatter*(otherSD(of)*otherSD(of)+rest))
	g := &grid{family: f, mean: flatter * of.Mean().Mean(), itemSD: flatter * itemSD, levelSD: flatter * levelSD}
	for _, q := range of.Own() {
		g.own = append(g.own, flatter*q.Mean())
	}
	if _, ok := f.(family.Thresholded); ok {
		g.first = 1
	}
	t := newTraits(of.Posterior().Spec(), g.itemSD, len(c.people), false)
	g.lambda, g.one = t.lambda, t.one
	g.nodes(c)
	categories := f.Categories()
	g.chance, g.usual = make([][]float64, categories), make([][]float64, categories)
	each := make([]float64, categories)
	for v := range categories {
		table := make([]float64, 0, len(g.lambda)*len(g.level)*len(g.effect))
		for _, l := range g.lambda {
			for _, a := range g.level {
				for _, u := range g.effect {
					p := math.Exp(f.LogProb(float64(v+g.first), g.mean+a+l*u, g.own))
					table = append(table, math.Max(leastProb, p))
				}
			}
		}
		g.chance[v] = table
		g.usual[v] = make([]float64, len(g.effect))
	}
	for i, u := range g.effect {
		f.Chances(each, g.mean+u, g.levelSD, g.own)
		for v, p := range each {
			g.usual[v][i] = p
		}
	}
	g.belief = make([]float64, c.items*len(g.effect))
	return g, t
}

// logitFlatter is by how much an effect of variance s² flattens a logistic curve: E logit⁻¹(θ + s z) is about
// logit⁻¹(θ/√(1 + c s²)) with c = (16√3/15π)² (Zeger, Liang and Albert 1988).
const logitFlatter = 0.3460

// nodes sets the grids of effects and levels.
func (g *grid) nodes(c *crowd) {
	counted, labels := 0.0, 0.0
	for _, n := range c.labels {
		if n > 0 {
			counted++
			labels += float64(n)
		}
	}
	// The standard deviation of a belief, in standard deviations of items, about an item with twice the usual number of
	// labels. The information of each label is at most a quarter, in logits⁻².
	narrow := 1 / math.Sqrt(1+2*labels/math.Max(1, counted)*g.itemSD*g.itemSD/4)
	side := min(mostNodes/2, max(5, int(math.Ceil(itemReach/(1.7*narrow)))))
	for i := -side; i <= side; i++ {
		g.effect = append(g.effect, g.itemSD*itemReach*float64(i)/float64(side))
	}
	if g.levelSD == 0 {
		g.level, g.levelPrior = []float64{0}, []float64{0}
		return
	}
	side = max(3, int(math.Ceil(levelReach*g.levelSD/levelStep)))
	step := math.Min(levelStep, g.levelSD)
	for i := -side; i <= side; i++ {
		a := step * float64(i)
		g.level = append(g.level, a)
		g.levelPrior = append(g.levelPrior, -a*a/(2*g.levelSD*g.levelSD))
	}
}

// items implements [kernel].
func (g *grid) items(people []person, messages [][]float64) {
	n := len(g.effect)
	for j := range len(g.belief) / n {
		for i, u := range g.effect {
			g.belief[j*n+i] = 0
			if g.itemSD > 0 {
				g.belief[j*n+i] = -u * u / (2 * g.itemSD * g.itemSD)
			}
		}
	}
	for k, p := range people {
		for _, y := range p.given {
			v := int(y.value) - g.first
			floats.AddScaled(g.belief[int(y.item)*n:(int(y.item)+1)*n], 1/float64(y.times),
				messages[k][v*n:(v+1)*n])
		}
	}
}

// start implements [kernel].
func (g *grid) start(p *person) []float64 {
	r := g.reader().(*gridReader)
	r.from, r.to = 0, len(g.level)
	r.levels[g.one] = make([]float64, len(g.level))
	copy(r.levels[g.one], g.levelPrior)
	normalise(r.levels[g.one])
	m := make([]float64, len(g.chance)*len(g.effect))
	weights := make([]float64, len(g.lambda))
	weights[g.one] = 1
	r.message(m, p, weights)
	return m
}

// gridReader reads the labels of one person.
type gridReader struct {
	*grid
	from, to int         // of levels that matter to the person
	levels   [][]float64 // probabilities of levels given λ
	cavity   []float64
	tables   [][]float64 // of window, by category
	used     []bool      // categories
	// By λ and level: chances of a label, and see [logSums].
	chances, products, logs []float64
	// The finer grid of levels between nodes.
	fineAt, fine []float64
	across       []stencil
}

// finer is how many times as fine levels are averaged over as their nodes are.
const finer = 5

// reader implements [kernel].
func (g *grid) reader() reader {
	return &gridReader{grid: g, levels: make([][]float64, len(g.lambda)), cavity: make([]float64, len(g.effect)),
		tables: make([][]float64, len(g.chance)), used: make([]bool, len(g.chance)),
		chances: make([]float64, len(g.level)*len(g.lambda)), products: make([]float64, len(g.level)*len(g.lambda)),
		logs:   make([]float64, len(g.level)*len(g.lambda)),
		fineAt: make([]float64, len(g.level)*finer), fine: make([]float64, len(g.level)*finer)}
}

// others sets the cavity to the belief about an item without the person's own message: p.given[from:to] are the
// person's labels of the item.
func (r *gridReader) others(p *person, message []float64, from int) (to int) {
	n, item := len(r.effect), int(p.given[from].item)
	copy(r.cavity, r.belief[item*n:(item+1)*n])
	for to = from; to < len(p.given) && p.given[to].item == p.given[from].item; to++ {
		v := int(p.given[to].value) - r.first
		floats.AddScaled(r.cavity, -1/float64(p.given[to].times), message[v*n:(v+1)*n])
	}
	most := floats.Max(r.cavity)
	for i, x := range r.cavity {
		r.cavity[i] = math.Exp(x - most)
	}
	floats.Scale(1/floats.Sum(r.cavity), r.cavity)
	return to
}

// read implements [reader].
func (r *gridReader) read(p *person, message []float64, only int) evidence {
	ev := evidence{make([]float64, len(r.lambda)), make([]float64, len(r.lambda)), make([]float64, len(r.lambda))}
	r.from, r.to = 0, len(r.level)
	r.evidence(&ev, p, message, r.one, r.one+1)
	if only >= 0 {
		return ev
	}
	// Levels that matter little for λ = 1 matter as little for other λ, up to one node more.
	const far, margin = 10, 1
	log := r.levels[r.one]
	for r.from < len(log)-1 && log[r.from] < math.Exp(-far) {
		r.from++
	}
	for r.to > 1 && log[r.to-1] < math.Exp(-far) {
		r.to--
	}
	r.from, r.to = max(0, r.from-margin), min(len(r.level), r.to+margin)
	r.evidence(&ev, p, message, 0, len(r.lambda))
	return ev
}

// evidence sets the evidence of λ from one node up to another.
func (r *gridReader) evidence(ev *evidence, p *person, message []float64, first, end int) {
	n, window := len(r.effect), r.to-r.from
	size := (end - first) * window
	tables := r.window(p, first, end)
	chance := blas64.Vector{N: size, Data: r.chances[:size], Inc: 1}
	cavity := blas64.Vector{N: n, Data: r.cavity, Inc: 1}
	sums := newLogSums(r.products[:size], r.logs[:size])
	for from := 0; from < len(p.given); {
		to := r.others(p, message, from)
		for _, y := range p.given[from:to] {
			table := blas64.General{Rows: size, Cols: n, Stride: n, Data: tables[int(y.value)-r.first]}
			blas64.Gemv(blas.NoTrans, 1, table, cavity, 0, chance)
			sums.times(chance.Data, 1/float64(y.times))
		}
		from = to
	}
	sums.fold()
	log := make([]float64, len(r.level))
	for l := first; l < end; l++ {
		for a := range log {
			log[a] = math.Inf(-1)
			if a >= r.from && a < r.to {
				log[a] = sums.logs[(l-first)*window+a-r.from] + r.levelPrior[a]
			}
		}
		ev.log[l], ev.level[l], ev.sd[l], r.levels[l] = r.overLevels(log)
	}
}

// window returns the chances of a person's labels for the λ and levels that matter, by category.
func (r *gridReader) window(p *person, first, end int) [][]float64 {
	n, levels := len(r.effect), len(r.level)
	r.use(p)
	tables := make([][]float64, len(r.chance))
	for v, used := range r.used {
		if !used {
			continue
		}
		tables[v] = r.tables[v][:0]
		for l := first; l < end; l++ {
			tables[v] = append(tables[v], r.chance[v][(l*levels+r.from)*n:(l*levels+r.to)*n]...)
		}
		r.tables[v] = tables[v]
	}
	return tables
}

// use finds the categories of a person's labels.
func (r *gridReader) use(p *person) {
	clear(r.used)
	for _, y := range p.given {
		r.used[int(y.value)-r.first] = true
	}
}

// overLevels averages over levels, given logarithms of densities at their nodes. It returns the logarithm of the sum,
// mean and standard deviation of the level, and the probabilities of the nodes.
func (r *gridReader) overLevels(log []float64) (sum, mean, sd float64, nodes []float64) {
	nodes = make([]float64, len(log))
	own := r.level[r.from:r.to]
	if len(own) < 4 {
		copy(nodes, log)
		sum = normalise(nodes)
		return sum, floats.Dot(nodes, r.level), 0, nodes
	}
	at := floats.Span(r.fineAt[:(len(own)-1)*finer+1], own[0], own[len(own)-1])
	if len(r.across) != len(at) {
		r.across = stencils(own, at) // which depend on the number of nodes alone
	}
	fine := r.fine[:len(at)]
	for i := range fine {
		fine[i] = r.across[i].of(log[r.from:r.to])
	}
	sum = normalise(fine) - math.Log(finer)
	square := 0.0
	for i, w := range fine {
		mean += w * at[i]
		square += w * at[i] * at[i]
		if w > 1e-9 {
			for a, x := range r.across[i].weight {
				nodes[r.from+r.across[i].first+a] += w * x
			}
		}
	}
	return sum, mean, math.Sqrt(math.Max(0, square-mean*mean)), nodes
}

// message implements [reader], after read.
func (r *gridReader) message(dst []float64, p *person, weights []float64) {
	n, levels := len(r.effect), len(r.level)
	r.use(p)
	for v, used := range r.used {
		if !used {
			continue
		}
		out := dst[v*n : (v+1)*n]
		clear(out)
		for l, w := range weights {
			if w == 0 {
				continue
			}
			for a := r.from; a < r.to; a++ {
				if x := w * r.levels[l][a]; math.Abs(x) > 1e-7 {
					at := l*levels + a
					floats.AddScaled(out, x, r.chance[v][at*n:(at+1)*n])
				}
			}
		}
		for i, x := range out {
			out[i] = math.Log(math.Max(leastProb, x))
		}
	}
}

// look implements [reader].
func (r *gridReader) look(p *person, message []float64, labels []int32) looked {
	var out looked
	usual := make([]float64, len(r.chance))
	agree := 0
	for from := 0; from < len(p.given); {
		to := r.others(p, message, from)
		if int(labels[p.given[from].item]) > to-from {
			for v := range usual {
				usual[v] = floats.Dot(r.cavity, r.usual[v])
			}
			best := floats.MaxIdx(usual)
			for _, y := range p.given[from:to] {
				out.compared++
				if int(y.value)-r.first == best {
					agree++
				}
			}
		}
		from = to
	}
	out.agrees = float64(agree) / float64(out.compared)
	return out
}
