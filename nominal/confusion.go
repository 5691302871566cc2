package nominal

import (
	"math"
	"slices"

	"concord/model/family"
	"concord/posterior"
)

// Confusions say how labelers of a study call the items of each category. An item is of the category that labelers
// most often give it.
type Confusions struct {
	// True holds the share of items that are of each category.
	True []posterior.Quantity
	// Any is a labeler drawn at random.
	Any Confusion
	// Labelers are the labelers with labels in the study; nil: their effects were not kept, see [Spec].
	Labelers []Confusion
}

// Confusion says how a labeler calls the items of each category, as the model of Dawid and Skene (1979) does.
type Confusion struct {
	Labeler string // "": any
	// Rate holds the chance of each category over all items.
	Rate []posterior.Quantity
	// Said holds the chance of each category (the second index) over the items that are of a category (the first). In
	// draws with no item of a category, it is of the item with the largest chance of it.
	Said [][]posterior.Quantity
}

// mostConfused is the number of draws, times labelers, above which confusions use every second draw or fewer.
const mostConfused = 200_000

// Confusions computes the confusions of a study, counted from 0 as [Posterior.Studies] lists them. If there are many
// labelers, it uses every second, third, … draw only, which bounds memory and time.
func (p *Posterior) Confusions(study int) Confusions {
	names, effects := p.labelerEffects(study)
	draws := p.fit.Draws().Iterations()
	every := max(1, len(names)*p.fit.Draws().Chains()*draws/mostConfused)
	empty := func(name string) []posterior.Quantity {
		all := make([]posterior.Quantity, len(p.categories))
		for c := range all {
			all[c] = p.quantity(name)
			for chain, of := range all[c].Chains {
				all[c].Chains[chain] = of[:(draws+every-1)/every]
			}
		}
		return all
	}
	confusion := func(labeler string) Confusion {
		of := Confusion{Labeler: labeler, Rate: empty("rate")}
		for range p.categories {
			of.Said = append(of.Said, empty("said"))
		}
		return of
	}
	out := Confusions{True: empty("true"), Any: confusion("")}
	for _, name := range names {
		out.Labelers = append(out.Labelers, confusion(name))
	}
	p.eachDraw(func() func(*population, draw) {
		c := confuser{study: study, every: every, said: make([]float64, len(p.categories))}
		return func(po *population, at draw) {
			if c.population = po; at.iteration%every == 0 {
				c.take(&out, effects, at)
			}
		}
	})
	return out
}

// labelerEffects returns the labelers with labels in a study, and the effects of each by contrast.
func (p *Posterior) labelerEffects(study int) (names []string, effects [][]posterior.Quantity) {
	v := p.table.StudyAt(study)
	for l, name := range p.table.Labelers() {
		if !slices.Contains(v.Labeler(), int32(l)) {
			continue
		}
		inFit := name
		if p.nested {
			inFit = labelerName(study, name)
		}
		var of []posterior.Quantity
		for i := range p.others {
			q, err := p.pair(study, i).LabelerEffect(inFit)
			if err != nil { // not kept, or the study has one labeler
				return nil, nil
			}
			of = append(of, q)
		}
		names, effects = append(names, name), append(effects, of)
	}
	return names, effects
}

// confuser computes the confusions of a draw.
type confuser struct {
	*population
	study int
	every int   // draws
	truth []int // of each node of items, its category
	said  []float64
}

func (c *confuser) set(q posterior.Quantity, at draw, x float64) {
	q.Chains[at.chain][at.iteration/c.every] = x
}

func (c *confuser) take(out *Confusions, effects [][]posterior.Quantity, at draw) {
	c.population.set(c.study, at)
	c.truth = c.truth[:0]
	for j := range c.grid.items {
		chance := c.chance[c.study].RawRowView(j)
		c.truth = append(c.truth, slices.Index(chance, slices.Max(chance)))
	}
	for d := range c.categories {
		n := 0
		for _, truth := range c.truth {
			if truth == d {
				n++
			}
		}
		c.set(out.True[d], at, float64(n)/float64(c.grid.items))
	}
	c.confuse(out.Any, at, func(j int) []float64 { return c.chance[c.study].RawRowView(j) })
	for l, of := range effects {
		effect := make([]float64, len(of))
		for i, q := range of {
			effect[i] = at.of(q)
		}
		family.Contrasts{Others: len(effect)}.Odds(effect, effect)
		for i, x := range effect {
			effect[i] = exponential(x)
		}
		c.confuse(out.Labelers[l], at, func(j int) []float64 {
			c.chances(c.said, c.item.RawRowView(j), effect)
			return c.said
		})
	}
}

// confuse sets a confusion from the chances of each node of items.
func (c *confuser) confuse(to Confusion, at draw, chances func(item int) []float64) {
	k := len(c.categories)
	sum, said, n := make([]float64, k), make([]float64, k*k), make([]float64, k)
	most, typical := make([]float64, k), make([]int, k)
	for j, truth := range c.truth {
		n[truth]++
		for d, p := range c.chance[c.study].RawRowView(j) {
			if p > most[d] {
				most[d], typical[d] = p, j
			}
		}
		for d, p := range chances(j) {
			sum[d] += p
			said[truth*k+d] += p
		}
	}
	for d := range k {
		c.set(to.Rate[d], at, sum[d]/float64(c.grid.items))
		if n[d] == 0 {
			copy(said[d*k:], chances(typical[d]))
		}
		for e := range k {
			c.set(to.Said[d][e], at, said[d*k+e]/math.Max(1, n[d]))
		}
	}
}
