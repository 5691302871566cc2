package consensus

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model"
	"concord/model/family"
	"concord/study"
)

// grid is the kernel of labels in categories. Beliefs about an item are on a grid of its effect, and evidence on grids
// of λ and of the level.
type grid struct {
	family  family.Categorical
	own     []float64
	mean    float64
	itemSD  float64
	item    []float64 // prior means of items; nil: 0
	levelSD float64
	first   int       // the label of the first category
	shift   []float64 // nodes of what is added to a label's predictor, evenly spaced; a single one is 0
	effect  []float64 // nodes of an item's effect, evenly spaced
	level   []float64 // nodes of a labeler's level
	lambda  []float64
	one     int // the place of λ = 1
	// chance is the probability of a label by shift and category (see [grid.place]), λ, level and effect. usual
	// averages it over levels for λ = 1, and unknown is its logarithm.
	chance         [][]float64
	usual, unknown []float64
	belief         []float64 // logarithms, the effects of an item in a row
	levelPrior     []float64 // logarithms
	flatter        float64   // by what the predictor is multiplied for further effects
}

// The number of standard deviations that grids reach to either side of 0.
const (
	itemReach  = 3.6
	levelReach = 6.0
	levelStep  = 0.7 // in logits
	mostNodes  = 65
	mostShift  = 40.0 // in logits, as in [leanings.level]
	leastProb  = 1e-30
	// fewestLevels are about the usual one; they need more than the four nodes of a [stencil].
	fewestLevels = 7
	mostLevels   = 99      // on one side: with levelStep, as far as a chance of one half is from leastProb
	mostTable    = 1 << 22 // numbers of all chances, 32 MB; levels and shifts are further apart lest there be more
)

// newGrid returns the kernel of a study, and its traits.
func newGrid(of model.StudyPosterior, f family.Categorical, c *crowd) (*grid, *traits) {
	// A further effect in the predictor, N(0, s²), makes the curve flatter: see [logitFlatter].
	other := c.offsets.otherSD(of)
	flatter := 1 / math.Sqrt(1+logitFlatter*other*other)
	g := &grid{family: f, mean: flatter * median(of.Mean()), itemSD: flatter * median(of.TermSD(study.ItemFactor)),
		levelSD: flatter * median(of.LevelSD()), flatter: flatter}
	for _, q := range of.Own() {
		g.own = append(g.own, flatter*median(q))
	}
	if _, ok := f.(family.Thresholded); ok {
		g.first = 1
	}
	spread, most := c.offsets.reach(of.Posterior().Table().StudyAt(of.Index()))
	most = math.Min(most, 2*itemReach*spread)
	for _, x := range c.offsets.item {
		g.item = append(g.item, flatter*math.Max(-most, math.Min(most, x)))
	}
	t := newTraits(of.Posterior().Spec(), math.Hypot(g.itemSD, flatter*spread), len(c.people), false)
	g.lambda, g.one = t.lambda, t.one
	g.nodes(c, flatter*most)
	categories := f.Categories()
	g.chance = make([][]float64, len(g.shift)*categories)
	levels := slices.Clone(g.levelPrior)
	normalise(levels)
	for s, shift := range g.shift {
		for v := range categories {
			table, usual := make([]float64, 0, len(g.lambda)*len(g.level)*len(g.effect)), make([]float64, len(g.effect))
			for n, l := range g.lambda {
				for k, a := range g.level {
					for _, u := range g.effect {
						p := math.Exp(f.LogProb(float64(v+g.first), g.mean+shift+a+l*u, g.own))
						table = append(table, math.Max(leastProb, p))
					}
					if n == g.one {
						floats.AddScaled(usual, levels[k], table[len(table)-len(g.effect):])
					}
				}
			}
			g.chance[g.place(s, v)], g.usual = table, append(g.usual, usual...)
		}
	}
	for _, p := range g.usual {
		g.unknown = append(g.unknown, math.Log(p))
	}
	g.belief = make([]float64, c.items*len(g.effect))
	return g, t
}

// place is the place of a category at a node of the shift.
func (g *grid) place(shift, category int) int { return shift*g.family.Categories() + category }

// at returns the nodes of the shift about a label, with their weights.
func (g *grid) at(y given) stencil { return newStencil(g.shift, g.bounded(y.shift)) }

// bounded is the shift of a label, or the nearest one at which chances are not all but 0 or 1.
func (g *grid) bounded(shift float64) float64 {
	return math.Max(-mostShift, math.Min(mostShift, g.flatter*shift))
}

// category is the place of a label's category.
func (g *grid) category(y given) int { return int(y.value) - g.first }

// logitFlatter is the factor by which an effect of variance s² flattens a logistic curve: E logit⁻¹(θ + s z) is about
// logit⁻¹(θ/√(1 + c s²)) with c = (16√3/15π)² (Zeger, Liang and Albert 1988).
const logitFlatter = 0.3460

// nodes sets the grids of effects, levels and shifts. most is the largest size of an item's prior mean.
func (g *grid) nodes(c *crowd, most float64) {
	g.shift = []float64{0}
	if c.offsets.label != nil {
		from := math.Floor(g.bounded(floats.Min(c.offsets.label))/levelStep) - 1
		to := math.Ceil(g.bounded(floats.Max(c.offsets.label))/levelStep) + 1
		most := mostTable / (g.family.Categories() * len(g.lambda) * mostNodes * fewestLevels)
		n := max(4, min(most, int(to-from)+2))
		g.shift = floats.Span(make([]float64, n), from*levelStep, (to+1)*levelStep)
	}
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
	reach := itemReach * g.itemSD
	side := max(5, int(math.Ceil(itemReach/(1.7*narrow))))
	if most > 0 && reach > 0 {
		side = int(math.Ceil(math.Min(mostNodes, float64(side)*(reach+most)/reach)))
	}
	reach, side = reach+most, min(mostNodes/2, side)
	for i := -side; i <= side; i++ {
		g.effect = append(g.effect, reach*float64(i)/float64(side))
	}
	if most > 0 { // nodes are that far apart at most, in standard deviations
		g.itemSD = math.Max(g.itemSD, reach/float64(side)/1.7)
	}
	if g.levelSD == 0 {
		g.level, g.levelPrior = []float64{0}, []float64{0}
		return
	}
	step := math.Min(levelStep, g.levelSD)
	room := mostTable / (len(g.shift) * g.family.Categories() * len(g.lambda) * len(g.effect))
	side = int(math.Ceil(math.Min(mostLevels, levelReach*g.levelSD/levelStep)))
	if most := (max(fewestLevels, room) - 1) / 2; side > most {
		step, side = step*float64(side)/float64(most), most
	}
	side = max(fewestLevels/2, side)
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
			if g.item != nil {
				u -= g.item[j]
			}
			if g.itemSD > 0 {
				g.belief[j*n+i] = -u * u / (2 * g.itemSD * g.itemSD)
			}
		}
	}
	for k, p := range people {
		for _, y := range p.given {
			g.addMessage(g.belief[int(y.item)*n:(int(y.item)+1)*n], 1/float64(y.times), messages[k], y)
		}
	}
}

// addMessage adds a labeler's message about the item of a label, times a weight.
func (g *grid) addMessage(belief []float64, weight float64, message []float64, y given) {
	n, at := len(g.effect), g.at(y)
	for i, w := range at.weight {
		if w != 0 {
			from := n * g.place(at.first+i, g.category(y))
			floats.AddScaled(belief, w*weight, message[from:from+n])
		}
	}
}

// start implements [kernel].
func (g *grid) start(*person) []float64 { return slices.Clone(g.unknown) }

// gridReader reads the labels of one person.
type gridReader struct {
	*grid
	from, to int         // of levels that matter to the person
	levels   [][]float64 // probabilities of levels given λ
	cavities []float64   // of each item of the person, see [gridReader.others]
	tables   [][]float64 // of window, as chance
	used     []bool      // places of chance
	chances  []float64   // of a label, by λ and level
	across   *mat.Dense  // from nodes of levels to the finer grid
}

// finer is how many times as fine levels are averaged over as their nodes are.
const finer = 5

// reader implements [kernel].
func (g *grid) reader() reader {
	return &gridReader{grid: g, levels: make([][]float64, len(g.lambda)),
		tables: make([][]float64, len(g.chance)), used: make([]bool, len(g.chance)),
		chances: make([]float64, len(g.level)*len(g.lambda))}
}

// others sets the cavities: beliefs about the person's items without the person's own message.
func (r *gridReader) others(p *person, message []float64) {
	n := len(r.effect)
	r.cavities = r.cavities[:0]
	for _, of := range p.items {
		item := int(of[0].item)
		r.cavities = append(r.cavities, r.belief[item*n:(item+1)*n]...)
		cavity := r.cavities[len(r.cavities)-n:]
		for _, y := range of {
			r.addMessage(cavity, -1/float64(y.times), message, y)
		}
		most := floats.Max(cavity)
		for i, x := range cavity {
			cavity[i] = math.Exp(x - most)
		}
		floats.Scale(1/floats.Sum(cavity), cavity)
	}
}

// read implements [reader].
func (r *gridReader) read(p *person, message []float64, only int) evidence {
	ev := evidence{make([]float64, len(r.lambda)), make([]float64, len(r.lambda)), make([]float64, len(r.lambda))}
	r.others(p, message)
	r.from, r.to = 0, len(r.level)
	r.evidence(&ev, p, r.one, r.one+1)
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
	r.evidence(&ev, p, 0, len(r.lambda))
	return ev
}

// evidence sets the evidence of λ from one node up to another.
func (r *gridReader) evidence(ev *evidence, p *person, first, end int) {
	n, window := len(r.effect), r.to-r.from
	size := (end - first) * window
	tables := r.window(p, first, end)
	chance := blas64.Vector{N: size, Data: r.chances[:size], Inc: 1}
	sums := newProducts(size)
	for j, of := range p.items {
		cavity := blas64.Vector{N: n, Data: r.cavities[j*n:], Inc: 1}
		for _, y := range of {
			at, before := r.at(y), 0.0
			for i, w := range at.weight {
				if w != 0 {
					table := blas64.General{Rows: size, Cols: n, Stride: n,
						Data: tables[r.place(at.first+i, r.category(y))]}
					blas64.Gemv(blas.NoTrans, w, table, cavity, before, chance)
					before = 1
				}
			}
			if len(r.shift) > 1 { // weights may be below 0
				for i, x := range chance.Data {
					chance.Data[i] = math.Max(leastProb, x)
				}
			}
			times(sums, chance.Data, 1/float64(y.times))
		}
	}
	log := make([]float64, len(r.level))
	for l := first; l < end; l++ {
		for a := range log {
			log[a] = math.Inf(-1)
			if a >= r.from && a < r.to {
				log[a] = sums[(l-first)*window+a-r.from].Log() + r.levelPrior[a]
			}
		}
		ev.log[l], ev.level[l], ev.sd[l], r.levels[l] = r.overLevels(log)
	}
}

// window returns the chances of a person's labels for the λ and levels that matter, by shift and category.
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

// use finds the shifts and categories of a person's labels.
func (r *gridReader) use(p *person) {
	clear(r.used)
	for _, y := range p.given {
		at := r.at(y)
		for i, w := range at.weight {
			if w != 0 {
				r.used[r.place(at.first+i, r.category(y))] = true
			}
		}
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
	at := floats.Span(make([]float64, (len(own)-1)*finer+1), own[0], own[len(own)-1])
	if r.across == nil || r.across.RawMatrix().Rows != len(at) { // which depends on the number of nodes alone
		r.across = interpolation(own, at)
	}
	fine := blas64.Vector{N: len(at), Data: make([]float64, len(at)), Inc: 1}
	blas64.Gemv(blas.NoTrans, 1, r.across.RawMatrix(),
		blas64.Vector{N: len(own), Data: log[r.from:r.to], Inc: 1}, 0, fine)
	sum = normalise(fine.Data) - math.Log(finer)
	square := 0.0
	for i, w := range fine.Data {
		mean += w * at[i]
		square += w * at[i] * at[i]
	}
	blas64.Gemv(blas.Trans, 1, r.across.RawMatrix(), fine, 0,
		blas64.Vector{N: len(own), Data: nodes[r.from:r.to], Inc: 1})
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

// look implements [reader], after read.
func (r *gridReader) look(p *person, _ []float64, labels []int32) looked {
	var out looked
	usual := make([]float64, r.family.Categories())
	agree, n := 0, len(r.effect)
	for j, of := range p.items {
		if int(labels[of[0].item]) > len(of) {
			for _, y := range of {
				clear(usual)
				at := r.at(y)
				for i, w := range at.weight {
					for v := range usual {
						if w != 0 {
							from := n * r.place(at.first+i, v)
							usual[v] += w * floats.Dot(r.cavities[j*n:(j+1)*n], r.usual[from:from+n])
						}
					}
				}
				out.compared++
				if r.category(y) == floats.MaxIdx(usual) {
					agree++
				}
			}
		}
	}
	out.agrees = float64(agree) / float64(out.compared)
	return out
}
