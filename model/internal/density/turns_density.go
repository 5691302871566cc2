package density

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/matrix"
)

// InTurns is the log posterior density of the parameters given the effects of items or labelers, the other's
// integrated out. It implements [sampler.Alternating] and belongs to one goroutine.
type InTurns struct {
	body
	shared *Turns
	Given  int // the term whose effects the density is conditional on
	Effect [2][]float64
	// Of the effects given: items: Σ bbᵀ, K×K; labelers: Σ a² of each study.
	product []float64
	items   *family.OneWay
	rows    []*family.OneWay // by study
	all     *family.MarginalPoint
	each    []*family.MarginalPoint // of rows
	Centers []float64               // of the turn's coordinates
	x, bar  []float64               // scratch
	rest    [2][]float64            // scratch: sums of labels less the effects given
	squares []float64
	inner   []float64 // scratch, K×K
	column  []float64 // scratch
	means   []float64 // scratch
	weights []float64 // scratch
}

// NewInTurns returns the density of a problem that has turns, given the effects of labelers that chains begin with.
func (pr *Problem) NewInTurns() *InTurns {
	t := pr.Turns
	it := &InTurns{body: body{Point: blocks.NewPoint(pr.Frame)}, shared: t, Given: 1,
		squares: make([]float64, pr.Data.Studies)}
	it.Count, it.logLik = it.Hyper, it.labelsAndGiven
	k := it.K
	for term := range it.Effect {
		it.Effect[term], it.rest[term] = make([]float64, len(t.sum[term])), make([]float64, len(t.sum[term]))
	}
	copy(it.Effect[1], t.Effects)
	it.product, it.inner = make([]float64, k*k), make([]float64, k*k)
	it.column, it.means, it.weights = make([]float64, k), make([]float64, k), make([]float64, k)
	it.Centers, it.x, it.bar = make([]float64, it.Hyper), make([]float64, it.Hyper), make([]float64, it.Hyper)
	it.blocks = blocks.List{blocks.OwnParameters{Point: &it.Point}, it.AllScales(), &blocks.Means{Point: &it.Point}}
	it.items = t.items.Fork()
	it.all = it.MarginalPoint()
	it.all.ItemRoot, it.all.ItemRootBar = it.Scales[0].C, it.Scales[0].CBar
	for s := range k {
		it.rows = append(it.rows, t.rows[s].Fork())
		at := s*k + s
		it.each = append(it.each, &family.MarginalPoint{
			Studies: 1, Mean: it.Mu[s : s+1], MeanBar: it.MuBar[s : s+1],
			Own: it.Own[s : s+1], OwnBar: it.OwnBar[s : s+1],
			ItemRoot: it.Scales[1].C[at : at+1], ItemRootBar: it.Scales[1].CBar[at : at+1],
		})
	}
	it.condition()
	return it
}

// Turns returns 2.
func (it *InTurns) Turns() int { return 2 }

// effectsOf returns the effects of all cells of a term.
func (it *InTurns) effectsOf(term int) []float64 { return it.Effect[term] }

// place stores in x the coordinates of the parameters that u stands for.
func (it *InTurns) place(u []float64) {
	it.shared.Location[it.Given].Metric.Apply(it.x, u)
	floats.Add(it.x, it.Centers)
}

// Locate sets the parameters from u.
func (it *InTurns) Locate(u []float64) *blocks.Point {
	it.place(u)
	return it.body.Locate(it.x)
}

// LogProbGrad stores the gradient at u in grad and returns the log density up to a constant.
func (it *InTurns) LogProbGrad(grad, u []float64) float64 {
	it.place(u)
	logp := it.body.LogProbGrad(it.bar, it.x)
	it.shared.Location[it.Given].Metric.ApplyTranspose(grad, it.bar)
	return logp
}

// labelsAndGiven returns the log density of the effects given and of the labels given them.
func (it *InTurns) labelsAndGiven() float64 {
	logp := it.givenLogProb()
	if it.Given == 1 {
		return logp + it.items.LogLik(it.all)
	}
	for s, rows := range it.rows {
		logp += rows.LogLik(it.each[s])
	}
	return logp
}

// givenLogProb returns the log density of the effects given, and adds its derivatives with respect to C. With S = Σ
// bbᵀ, −n log |C| − ½ tr C⁻¹SC⁻ᵀ has the derivative C⁻ᵀ(C⁻¹SC⁻ᵀ − nI).
func (it *InTurns) givenLogProb() (logp float64) {
	k, st := it.K, &it.Scales[it.Given]
	if it.Given == 1 {
		for s := range k {
			n, sd := float64(len(it.rowsOf(1, s))), st.SD[s]
			logp -= n*math.Log(math.Abs(sd)) + 0.5*it.product[s]/(sd*sd)
			st.CBar[s*k+s] += (it.product[s]/(sd*sd) - n) / sd
		}
		return logp
	}
	n := float64(it.shared.data.Items)
	for s := range k {
		logp -= n * math.Log(math.Abs(st.C[s*k+s]))
	}
	// inner: C⁻¹SC⁻ᵀ, column by column and row by row.
	m, x := it.inner, it.column
	for e := range k {
		for s := range k {
			x[s] = it.product[s*k+e]
		}
		matrix.SolveLower(st.C, x, k)
		for s := range k {
			m[s*k+e] = x[s]
		}
	}
	for s := range k {
		matrix.SolveLower(st.C, m[s*k:(s+1)*k], k)
		logp -= 0.5 * m[s*k+s]
	}
	for e := range k {
		for s := range k {
			x[s] = m[s*k+e]
		}
		x[e] -= n
		matrix.SolveLowerT(st.C, x, k)
		for s := e; s < k; s++ {
			st.CBar[s*k+e] += x[s]
		}
	}
	return logp
}

// rowsOf returns the effects of a study's labelers.
func (it *InTurns) rowsOf(term, s int) []float64 {
	starts := it.shared.data.Terms[term].Starts
	return it.Effect[term][starts[s]:starts[s+1]]
}

// Alternate draws the effects that have been integrated out and goes on to the other turn.
func (it *InTurns) Alternate(rng *rand.Rand, u []float64) {
	it.Locate(u)
	if it.Given == 1 {
		it.items.Draw(rng, it.Effect[0], it.all)
	} else {
		for s, rows := range it.rows {
			rows.Draw(rng, it.rowsOf(1, s), it.each[s])
		}
	}
	it.Given = 1 - it.Given
	it.condition()
	floats.Sub(it.x, it.Centers)
	it.shared.Location[it.Given].Metric.Inverse(u, it.x)
}

// condition sets all that depends on the effects given.
func (it *InTurns) condition() {
	t, k, of := it.shared, it.K, 1-it.Given
	effect, rest := it.Effect[it.Given], it.rest[of]
	copy(it.squares, t.square)
	for cell, e := range effect {
		it.squares[t.Study(it.Given, cell)] += e * (t.Count[it.Given][cell]*e - 2*t.sum[it.Given][cell])
	}
	t.Of[of].Add(rest, effect)
	for cell, sum := range t.sum[of] {
		rest[cell] = sum - rest[cell]
	}
	clear(it.product)
	if it.Given == 1 {
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

// center sets where the coordinates lie given the effects. The means come from the labels less the effects given, and
// the scales from the effects given. The rest is where the set-up found it.
func (it *InTurns) center() {
	t, k, of := it.shared, it.K, 1-it.Given
	copy(it.Centers, t.Location[it.Given].Start)
	mean, weight := it.means, it.weights
	clear(mean)
	clear(weight)
	for cell, w := range t.Weight[of] {
		if w > 0 {
			s := t.Study(of, cell)
			mean[s] += w * it.rest[of][cell] / t.Count[of][cell]
			weight[s] += w
		}
	}
	for s := range k {
		it.Centers[it.Mean+s] = mean[s] / (weight[s] * it.Unit[s])
	}
	at, st := it.Terms[it.Given], &it.Scales[it.Given]
	if it.Given == 1 {
		for s := range k {
			it.Centers[at.SD+s] = math.Asinh(math.Sqrt(it.product[s]/float64(len(it.rowsOf(1, s)))) / st.Unit[s])
		}
		return
	}
	root := it.inner
	for i, v := range it.product {
		root[i] = v / float64(t.data.Items)
	}
	matrix.Cholesky(root, k)
	var cor []float64
	if at.Cor >= 0 {
		cor = it.Centers[at.Cor:]
	}
	blocks.ScaleCoordinates(it.Centers[at.SD:], cor, root, st.Unit, st)
}
