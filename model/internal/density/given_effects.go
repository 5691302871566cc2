package density

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/matrix"
)

// GivenEffects is the log posterior density of the parameters given the effects of items or labelers, the other's
// integrated out. It implements [sampler.Alternating] and belongs to one goroutine.
type GivenEffects struct {
	body
	shared *Blocked
	Given  int // the term whose effects the density is conditional on
	Effect [2][]float64
	// Of the effects given: items: Σ bbᵀ, K×K; labelers: Σ a² of each study.
	product []float64
	items   *family.OneWay
	rows    []*family.OneWay // by study
	all     *family.MarginalPoint
	each    []*family.MarginalPoint // of rows
	Centers []float64               // of the block's coordinates
	x, bar  []float64               // scratch
	rest    [2][]float64            // scratch: sums of labels less the effects given
	squares []float64
	inner   []float64 // scratch, K×K
	column  []float64 // scratch
	means   []float64 // scratch
	weights []float64 // scratch
}

// NewGivenEffects returns the density of a blocked problem, given the effects of labelers that chains begin with.
func (pr *Problem) NewGivenEffects() *GivenEffects {
	t := pr.Blocked
	ge := &GivenEffects{body: body{Point: blocks.NewPoint(pr.Frame)}, shared: t, Given: 1,
		squares: make([]float64, pr.Data.Studies)}
	ge.Count, ge.logLik = ge.Hyper, ge.labelsAndGiven
	k := ge.K
	for term := range ge.Effect {
		ge.Effect[term], ge.rest[term] = make([]float64, len(t.sum[term])), make([]float64, len(t.sum[term]))
	}
	copy(ge.Effect[1], t.Effects)
	ge.product, ge.inner = make([]float64, k*k), make([]float64, k*k)
	ge.column, ge.means, ge.weights = make([]float64, k), make([]float64, k), make([]float64, k)
	ge.Centers, ge.x, ge.bar = make([]float64, ge.Hyper), make([]float64, ge.Hyper), make([]float64, ge.Hyper)
	ge.blocks = blocks.List{blocks.OwnParameters{Point: &ge.Point}, ge.AllScales(), &blocks.Means{Point: &ge.Point}}
	ge.items = t.items.Fork()
	ge.all = ge.MarginalPoint()
	ge.all.ItemRoot, ge.all.ItemRootBar = ge.Scales[0].C, ge.Scales[0].CBar
	for s := range k {
		ge.rows = append(ge.rows, t.rows[s].Fork())
		at := s*k + s
		ge.each = append(ge.each, &family.MarginalPoint{
			Studies: 1, Mean: ge.Mu[s : s+1], MeanBar: ge.MuBar[s : s+1],
			Own: ge.Own[s : s+1], OwnBar: ge.OwnBar[s : s+1],
			ItemRoot: ge.Scales[1].C[at : at+1], ItemRootBar: ge.Scales[1].CBar[at : at+1],
		})
	}
	ge.condition()
	return ge
}

// Blocks returns 2.
func (ge *GivenEffects) Blocks() int { return 2 }

// effectsOf returns the effects of all cells of a term.
func (ge *GivenEffects) effectsOf(term int) []float64 { return ge.Effect[term] }

// place stores in x the coordinates of the parameters that u stands for.
func (ge *GivenEffects) place(u []float64) {
	ge.shared.Location[ge.Given].Metric.Apply(ge.x, u)
	floats.Add(ge.x, ge.Centers)
}

// Locate sets the parameters from u.
func (ge *GivenEffects) Locate(u []float64) *blocks.Point {
	ge.place(u)
	return ge.body.Locate(ge.x)
}

// LogProbGrad stores the gradient at u in grad and returns the log density up to a constant.
func (ge *GivenEffects) LogProbGrad(grad, u []float64) float64 {
	ge.place(u)
	logp := ge.body.LogProbGrad(ge.bar, ge.x)
	ge.shared.Location[ge.Given].Metric.ApplyTranspose(grad, ge.bar)
	return logp
}

// labelsAndGiven returns the log density of the effects given and of the labels given them.
func (ge *GivenEffects) labelsAndGiven() float64 {
	logp := ge.givenLogProb()
	if ge.Given == 1 {
		return logp + ge.items.LogLik(ge.all)
	}
	for s, rows := range ge.rows {
		logp += rows.LogLik(ge.each[s])
	}
	return logp
}

// givenLogProb returns the log density of the effects given, and adds its derivatives with respect to C. With S = Σ
// bbᵀ, −n log |C| − ½ tr C⁻¹SC⁻ᵀ has the derivative C⁻ᵀ(C⁻¹SC⁻ᵀ − nI).
func (ge *GivenEffects) givenLogProb() (logp float64) {
	k, st := ge.K, &ge.Scales[ge.Given]
	if ge.Given == 1 {
		for s := range k {
			n, sd := float64(len(ge.rowsOf(1, s))), st.SD[s]
			logp -= n*math.Log(math.Abs(sd)) + 0.5*ge.product[s]/(sd*sd)
			st.CBar[s*k+s] += (ge.product[s]/(sd*sd) - n) / sd
		}
		return logp
	}
	n := float64(ge.shared.data.Items)
	for s := range k {
		logp -= n * math.Log(math.Abs(st.C[s*k+s]))
	}
	// inner: C⁻¹SC⁻ᵀ, column by column and row by row.
	m, x := ge.inner, ge.column
	for e := range k {
		for s := range k {
			x[s] = ge.product[s*k+e]
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
func (ge *GivenEffects) rowsOf(term, s int) []float64 {
	starts := ge.shared.data.Terms[term].Starts
	return ge.Effect[term][starts[s]:starts[s+1]]
}

// Alternate draws the effects that have been integrated out and goes on to the other block.
func (ge *GivenEffects) Alternate(rng *rand.Rand, u []float64) {
	ge.Locate(u)
	if ge.Given == 1 {
		ge.items.Draw(rng, ge.Effect[0], ge.all)
	} else {
		for s, rows := range ge.rows {
			rows.Draw(rng, ge.rowsOf(1, s), ge.each[s])
		}
	}
	ge.Given = 1 - ge.Given
	ge.condition()
	floats.Sub(ge.x, ge.Centers)
	ge.shared.Location[ge.Given].Metric.Inverse(u, ge.x)
}

// condition sets all that depends on the effects given.
func (ge *GivenEffects) condition() {
	t, k, of := ge.shared, ge.K, 1-ge.Given
	effect, rest := ge.Effect[ge.Given], ge.rest[of]
	copy(ge.squares, t.square)
	for cell, e := range effect {
		ge.squares[t.Study(ge.Given, cell)] += e * (t.Count[ge.Given][cell]*e - 2*t.sum[ge.Given][cell])
	}
	t.Of[of].Add(rest, effect)
	for cell, sum := range t.sum[of] {
		rest[cell] = sum - rest[cell]
	}
	clear(ge.product)
	if ge.Given == 1 {
		ge.items.Condition(rest, ge.squares)
		for s := range k {
			row := ge.rowsOf(1, s)
			ge.product[s] = floats.Dot(row, row)
		}
	} else {
		for s, rows := range ge.rows {
			starts := t.data.Terms[1].Starts
			rows.Condition(rest[starts[s]:starts[s+1]], ge.squares[s:s+1])
		}
		for ; len(effect) > 0; effect = effect[k:] {
			for s, b := range effect[:k] {
				for e, c := range effect[:k] {
					ge.product[s*k+e] += b * c
				}
			}
		}
	}
	ge.center()
}

// center sets where the coordinates lie given the effects. The means come from the labels less the effects given, and
// the scales from the effects given. The rest is where the set-up found ge.
func (ge *GivenEffects) center() {
	t, k, of := ge.shared, ge.K, 1-ge.Given
	copy(ge.Centers, t.Location[ge.Given].Start)
	mean, weight := ge.means, ge.weights
	clear(mean)
	clear(weight)
	for cell, w := range t.Weight[of] {
		if w > 0 {
			s := t.Study(of, cell)
			mean[s] += w * ge.rest[of][cell] / t.Count[of][cell]
			weight[s] += w
		}
	}
	for s := range k {
		ge.Centers[ge.Mean+s] = mean[s] / (weight[s] * ge.Unit[s])
	}
	at, st := ge.Terms[ge.Given], &ge.Scales[ge.Given]
	if ge.Given == 1 {
		for s := range k {
			ge.Centers[at.SD+s] = math.Asinh(math.Sqrt(ge.product[s]/float64(len(ge.rowsOf(1, s)))) / st.Unit[s])
		}
		return
	}
	root := ge.inner
	for i, v := range ge.product {
		root[i] = v / float64(t.data.Items)
	}
	matrix.Cholesky(root, k)
	var cor []float64
	if at.Cor >= 0 {
		cor = ge.Centers[at.Cor:]
	}
	blocks.ScaleCoordinates(ge.Centers[at.SD:], cor, root, st.Unit, st)
}
