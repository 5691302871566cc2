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
	in := &inTurns{parameters: newParameters(pr), shared: t, given: 1, squares: make([]float64, pr.data.Studies)}
	k := in.k
	for term := range in.effect {
		in.effect[term], in.rest[term] = make([]float64, len(t.sum[term])), make([]float64, len(t.sum[term]))
	}
	copy(in.effect[1], t.effects)
	in.product, in.inner = make([]float64, k*k), make([]float64, k*k)
	in.column, in.means, in.weights = make([]float64, k), make([]float64, k), make([]float64, k)
	in.centers, in.x, in.bar = make([]float64, in.hyper), make([]float64, in.hyper), make([]float64, in.hyper)
	in.items = t.conj.OneWay(k, t.count[0])
	in.all = in.marginalPoint()
	in.all.ItemRoot, in.all.ItemRootBar = in.scales[0].c, in.scales[0].cbar
	for s := range k {
		starts := pr.data.terms[1].starts
		in.rows = append(in.rows, t.conj.OneWay(1, t.count[1][starts[s]:starts[s+1]]))
		at := s*k + s
		in.each = append(in.each, &family.MarginalPoint{
			Studies: 1, Mean: in.mu[s : s+1], MeanBar: in.muBar[s : s+1], Own: in.own[s : s+1], OwnBar: in.ownBar[s : s+1],
			ItemRoot: in.scales[1].c[at : at+1], ItemRootBar: in.scales[1].cbar[at : at+1],
		})
	}
	in.condition()
	return in
}

// Dim returns the number of parameters.
func (in *inTurns) Dim() int { return in.hyper }

// Turns returns 2.
func (in *inTurns) Turns() int { return 2 }

// effects returns those of all cells of a term.
func (in *inTurns) effects(term int) []float64 { return in.effect[term] }

// place stores in x the coordinates of the parameters that u stands for.
func (in *inTurns) place(u []float64) {
	in.shared.location[in.given].metric.Apply(in.x, u)
	floats.Add(in.x, in.centers)
}

// locate sets the parameters from u.
func (in *inTurns) locate(u []float64) *parameters {
	in.place(u)
	in.ownForward(in.x)
	for t := range in.scales {
		in.scaleForward(in.x, t)
	}
	for s, unit := range in.unit {
		in.mu[s] = unit * in.x[in.mean+s]
		in.moved[s] = in.mu[s]
	}
	return &in.parameters
}

// LogProbGrad stores the gradient at u in grad and returns the log density up to a constant.
func (in *inTurns) LogProbGrad(grad, u []float64) float64 {
	in.locate(u)
	in.clearBars()
	clear(in.bar)
	logp := in.givenLogProb()
	if in.given == 1 {
		logp += in.items.LogLik(in.all)
	} else {
		for s, rows := range in.rows {
			logp += rows.LogLik(in.each[s])
		}
	}
	logp += in.meanBackward(in.bar)
	for t := range in.scales {
		logp += in.scaleBackward(in.bar, in.x, t)
	}
	logp += in.ownBackward(in.bar, in.x)
	in.shared.location[in.given].metric.ApplyTranspose(grad, in.bar)
	return logp
}

// givenLogProb returns the log density of the effects given, and adds its derivatives with respect to C:
// −n log |C| − ½ tr C⁻¹SC⁻ᵀ with S = Σ bbᵀ has the derivative C⁻ᵀ(C⁻¹SC⁻ᵀ − nI).
func (in *inTurns) givenLogProb() (logp float64) {
	k, st := in.k, &in.scales[in.given]
	if in.given == 1 {
		for s := range k {
			n, sd := float64(len(in.rowsOf(1, s))), st.sd[s]
			logp -= n*math.Log(math.Abs(sd)) + 0.5*in.product[s]/(sd*sd)
			st.cbar[s*k+s] += (in.product[s]/(sd*sd) - n) / sd
		}
		return logp
	}
	n := float64(in.shared.data.Items)
	for s := range k {
		logp -= n * math.Log(math.Abs(st.c[s*k+s]))
	}
	// inner: C⁻¹SC⁻ᵀ, column by column and row by row.
	m, x := in.inner, in.column
	for e := range k {
		for s := range k {
			x[s] = in.product[s*k+e]
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
func (in *inTurns) rowsOf(term, s int) []float64 {
	starts := in.shared.data.terms[term].starts
	return in.effect[term][starts[s]:starts[s+1]]
}

// Alternate draws the effects that have been integrated out and goes on to the other turn.
func (in *inTurns) Alternate(rng *rand.Rand, u []float64) {
	in.locate(u)
	if in.given == 1 {
		in.items.Draw(rng, in.effect[0], in.all)
	} else {
		for s, rows := range in.rows {
			rows.Draw(rng, in.rowsOf(1, s), in.each[s])
		}
	}
	in.given = 1 - in.given
	in.condition()
	floats.Sub(in.x, in.centers)
	in.shared.location[in.given].metric.Inverse(u, in.x)
}

// condition sets all that depends on the effects given.
func (in *inTurns) condition() {
	t, k, of := in.shared, in.k, 1-in.given
	effect, rest := in.effect[in.given], in.rest[of]
	copy(in.squares, t.square)
	for cell, e := range effect {
		in.squares[t.study(in.given, cell)] += e * (t.count[in.given][cell]*e - 2*t.sum[in.given][cell])
	}
	t.of[of].add(rest, effect)
	for cell, sum := range t.sum[of] {
		rest[cell] = sum - rest[cell]
	}
	clear(in.product)
	if in.given == 1 {
		in.items.Condition(rest, in.squares)
		for s := range k {
			row := in.rowsOf(1, s)
			in.product[s] = floats.Dot(row, row)
		}
	} else {
		for s, rows := range in.rows {
			starts := t.data.terms[1].starts
			rows.Condition(rest[starts[s]:starts[s+1]], in.squares[s:s+1])
		}
		for ; len(effect) > 0; effect = effect[k:] {
			for s, b := range effect[:k] {
				for e, c := range effect[:k] {
					in.product[s*k+e] += b * c
				}
			}
		}
	}
	in.center()
}

// center sets where the coordinates lie given the effects: means are those of what is left of the labels, the scales
// of the effects given are theirs, and the rest is where the set-up found it.
func (in *inTurns) center() {
	t, k, of := in.shared, in.k, 1-in.given
	copy(in.centers, t.location[in.given].start)
	mean, weight := in.means, in.weights
	clear(mean)
	clear(weight)
	for cell, w := range t.weight[of] {
		if w > 0 {
			s := t.study(of, cell)
			mean[s] += w * in.rest[of][cell] / t.count[of][cell]
			weight[s] += w
		}
	}
	for s := range k {
		in.centers[in.mean+s] = mean[s] / (weight[s] * in.unit[s])
	}
	at, st := in.terms[in.given], &in.scales[in.given]
	if in.given == 1 {
		for s := range k {
			in.centers[at.sd+s] = math.Asinh(math.Sqrt(in.product[s]/float64(len(in.rowsOf(1, s)))) / st.unit[s])
		}
		return
	}
	root := in.inner
	for i, v := range in.product {
		root[i] = v / float64(t.data.Items)
	}
	matrix.Cholesky(root, k)
	var cor []float64
	if at.cor >= 0 {
		cor = in.centers[at.cor:]
	}
	scaleCoordinates(in.centers[at.sd:], cor, root, st.unit, st.cor)
}
