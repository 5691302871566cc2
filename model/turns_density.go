package model

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/internal/matrix"
)

// inTurns is the log posterior density of the parameters given the effects of items or labelers, the other's
// integrated out. It implements [sampler.Alternating] and belongs to one goroutine.
type inTurns struct {
	parameters
	blocks blocks
	shared *turns
	given  int // the term whose effects the density is conditional on
	effect [2][]float64
	// Of the effects given: items: Σ bbᵀ, K×K; labelers: Σ a² of each study.
	product []float64
	items   *family.OneWay
	rows    []*family.OneWay // by study
	all     *family.MarginalPoint
	each    []*family.MarginalPoint // of rows
	centers []float64               // of the turn's coordinates
	x, bar  []float64               // scratch
	rest    [2][]float64            // scratch: sums of labels less the effects given
	squares []float64
	inner   []float64 // scratch, K×K
	column  []float64 // scratch
	means   []float64 // scratch
	weights []float64 // scratch
}

func (pr *problem) newInTurns() *inTurns {
	t := pr.turns
	it := &inTurns{parameters: newParameters(pr), shared: t, given: 1, squares: make([]float64, pr.data.Studies)}
	k := it.k
	for term := range it.effect {
		it.effect[term], it.rest[term] = make([]float64, len(t.sum[term])), make([]float64, len(t.sum[term]))
	}
	copy(it.effect[1], t.effects)
	it.product, it.inner = make([]float64, k*k), make([]float64, k*k)
	it.column, it.means, it.weights = make([]float64, k), make([]float64, k), make([]float64, k)
	it.centers, it.x, it.bar = make([]float64, it.hyper), make([]float64, it.hyper), make([]float64, it.hyper)
	it.blocks = blocks{ownParameters{&it.parameters}, it.allScales(), means{parameters: &it.parameters}}
	it.items = t.items.Fork()
	it.all = it.marginalPoint()
	it.all.ItemRoot, it.all.ItemRootBar = it.scales[0].c, it.scales[0].cbar
	for s := range k {
		it.rows = append(it.rows, t.rows[s].Fork())
		at := s*k + s
		it.each = append(it.each, &family.MarginalPoint{
			Studies: 1, Mean: it.mu[s : s+1], MeanBar: it.muBar[s : s+1],
			Own: it.own[s : s+1], OwnBar: it.ownBar[s : s+1],
			ItemRoot: it.scales[1].c[at : at+1], ItemRootBar: it.scales[1].cbar[at : at+1],
		})
	}
	it.condition()
	return it
}

// Dim returns the number of parameters.
func (it *inTurns) Dim() int { return it.hyper }

// Turns returns 2.
func (it *inTurns) Turns() int { return 2 }

// effectsOf returns those of all cells of a term.
func (it *inTurns) effectsOf(term int) []float64 { return it.effect[term] }

// place stores in x the coordinates of the parameters that u stands for.
func (it *inTurns) place(u []float64) {
	it.shared.location[it.given].metric.Apply(it.x, u)
	floats.Add(it.x, it.centers)
}

// locate sets the parameters from u.
func (it *inTurns) locate(u []float64) *parameters {
	it.place(u)
	it.blocks.forward(&it.parameters, it.x)
	return &it.parameters
}

// LogProbGrad stores the gradient at u in grad and returns the log density up to a constant.
func (it *inTurns) LogProbGrad(grad, u []float64) float64 {
	it.locate(u)
	it.clearBars()
	clear(it.bar)
	it.logp += it.givenLogProb()
	if it.given == 1 {
		it.logp += it.items.LogLik(it.all)
	} else {
		for s, rows := range it.rows {
			it.logp += rows.LogLik(it.each[s])
		}
	}
	it.blocks.backward(it.bar, it.x)
	it.shared.location[it.given].metric.ApplyTranspose(grad, it.bar)
	return it.logp
}

// givenLogProb returns the log density of the effects given, and adds its derivatives with respect to C:
// −n log |C| − ½ tr C⁻¹SC⁻ᵀ with S = Σ bbᵀ has the derivative C⁻ᵀ(C⁻¹SC⁻ᵀ − nI).
func (it *inTurns) givenLogProb() (logp float64) {
	k, st := it.k, &it.scales[it.given]
	if it.given == 1 {
		for s := range k {
			n, sd := float64(len(it.rowsOf(1, s))), st.sd[s]
			logp -= n*math.Log(math.Abs(sd)) + 0.5*it.product[s]/(sd*sd)
			st.cbar[s*k+s] += (it.product[s]/(sd*sd) - n) / sd
		}
		return logp
	}
	n := float64(it.shared.data.Items)
	for s := range k {
		logp -= n * math.Log(math.Abs(st.c[s*k+s]))
	}
	// inner: C⁻¹SC⁻ᵀ, column by column and row by row.
	m, x := it.inner, it.column
	for e := range k {
		for s := range k {
			x[s] = it.product[s*k+e]
		}
		matrix.SolveLower(st.c, x, k)
		for s := range k {
			m[s*k+e] = x[s]
		}
	}
	for s := range k {
		matrix.SolveLower(st.c, m[s*k:(s+1)*k], k)
		logp -= 0.5 * m[s*k+s]
	}
	for e := range k {
		for s := range k {
			x[s] = m[s*k+e]
		}
		x[e] -= n
		matrix.SolveLowerT(st.c, x, k)
		for s := e; s < k; s++ {
			st.cbar[s*k+e] += x[s]
		}
	}
	return logp
}

// rowsOf returns the effects of a study's labelers.
func (it *inTurns) rowsOf(term, s int) []float64 {
	starts := it.shared.data.Terms[term].Starts
	return it.effect[term][starts[s]:starts[s+1]]
}

// Alternate draws the effects that have been integrated out and goes on to the other turn.
func (it *inTurns) Alternate(rng *rand.Rand, u []float64) {
	it.locate(u)
	if it.given == 1 {
		it.items.Draw(rng, it.effect[0], it.all)
	} else {
		for s, rows := range it.rows {
			rows.Draw(rng, it.rowsOf(1, s), it.each[s])
		}
	}
	it.given = 1 - it.given
	it.condition()
	floats.Sub(it.x, it.centers)
	it.shared.location[it.given].metric.Inverse(u, it.x)
}

// condition sets all that depends on the effects given.
func (it *inTurns) condition() {
	t, k, of := it.shared, it.k, 1-it.given
	effect, rest := it.effect[it.given], it.rest[of]
	copy(it.squares, t.square)
	for cell, e := range effect {
		it.squares[t.study(it.given, cell)] += e * (t.count[it.given][cell]*e - 2*t.sum[it.given][cell])
	}
	t.of[of].add(rest, effect)
	for cell, sum := range t.sum[of] {
		rest[cell] = sum - rest[cell]
	}
	clear(it.product)
	if it.given == 1 {
		it.items.Condition(rest, it.squares)
		for s := range k {
			row := it.rowsOf(1, s)
			it.product[s] = floats.Dot(row, row)
		}
	} else {
		for s, rows := range it.rows {
			starts := t.data.Terms[1].Starts
			rows.Condition(rest[starts[s]:starts[s+1]], it.squares[s:s+1])
		}
		for ; len(effect) > 0; effect = effect[k:] {
			for s, b := range effect[:k] {
				for e, c := range effect[:k] {
					it.product[s*k+e] += b * c
				}
			}
		}
	}
	it.center()
}

// center sets where the coordinates lie given the effects: means are those of what is left of the labels, the scales
// of the effects given are theirs, and the rest is where the set-up found it.
func (it *inTurns) center() {
	t, k, of := it.shared, it.k, 1-it.given
	copy(it.centers, t.location[it.given].start)
	mean, weight := it.means, it.weights
	clear(mean)
	clear(weight)
	for cell, w := range t.weight[of] {
		if w > 0 {
			s := t.study(of, cell)
			mean[s] += w * it.rest[of][cell] / t.count[of][cell]
			weight[s] += w
		}
	}
	for s := range k {
		it.centers[it.mean+s] = mean[s] / (weight[s] * it.unit[s])
	}
	at, st := it.terms[it.given], &it.scales[it.given]
	if it.given == 1 {
		for s := range k {
			it.centers[at.sd+s] = math.Asinh(math.Sqrt(it.product[s]/float64(len(it.rowsOf(1, s)))) / st.unit[s])
		}
		return
	}
	root := it.inner
	for i, v := range it.product {
		root[i] = v / float64(t.data.Items)
	}
	matrix.Cholesky(root, k)
	var cor []float64
	if at.cor >= 0 {
		cor = it.centers[at.cor:]
	}
	scaleCoordinates(it.centers[at.sd:], cor, root, st.unit, st)
}
