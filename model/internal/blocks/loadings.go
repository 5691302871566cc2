package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/spec"
)

// Loadings are the items' effects in studies that have one label of each item, such as the study of a judge or of a
// gold standard. Such labels do not determine the size of their residual. So an item's effect is only the part of the
// label that is shared with other studies: with the pools, which label items several times, and with other judges. The
// remainder of the label is its residual. The pools' effects are b = Cη with standard normal coordinates η_1 … η_P. Two
// or more judges have one more coordinate, for the errors that they share. A label of judge g has the standard
// deviation T_g, and
//
//	b_jg = T_g Σ_e l_e η_je,   l_e = tanh(y_e) Π_{m<e} sech(y_m),   σ_g = T_g Π_m sech(y_m),
//
// σ_g is the standard deviation of the residual. y are the unconstrained coordinates of one more row of the pools'
// correlation matrix (see [correlation]). With one pool, r = tanh(y_1) thus is the correlation of the judge's label
// with the pool's true score. Given the pools' correlations, the row has the prior that a matrix with one study more
// would give it. r is uniform on (−1, 1), and so is the partial correlation with shared errors given the pools.
//
// In a location-scale family log T is a coordinate, with the prior of a standard deviation: the labels determine T
// whatever r is. In other families σ is known, and T follows from r. All values on the scale of the linear predictor
// are then in units of T. The labels determine their mean or thresholds divided by T, and T grows without limit as r
// tends to 1.
type Loadings struct {
	Pools, Judges int
	Factors       int       // P, or P + 1 with two judges or more
	Latent        float64   // σ; 0: location-scale family
	At            []int     // first y of each judge
	cosine        []float64 // l, judges × factors
	total, rest   []float64 // T of each judge, and σ/T
	// The prior of a row given the pools' correlations is the prior of the matrix with the row, divided by the prior
	// without it.
	with, without    correlation
	y, grad, less, l []float64 // scratch
	b                []float64
}

// newLoadings returns the loadings with the given first coordinate, nil if each study has items with several labels.
func newLoadings(p *Frame, first int) *Loadings {
	k := p.Data.Studies
	judges := p.Spec.Judges()
	if judges == 0 {
		return nil
	}
	pools := k - judges
	lo := &Loadings{Pools: pools, Judges: judges, Factors: pools + min(judges-1, 1), total: make([]float64, judges),
		rest: make([]float64, judges)}
	if !p.Spec.Family.LocationScale() {
		lo.Latent = p.Spec.Family.ResidualSD(p.Spec.Family.Start().Own)
	}
	prior := p.Spec.Priors.Correlation
	lo.with, lo.without = newCorrelation(pools+1, prior), newCorrelation(pools, marginalOf(prior))
	n := pools + 1
	lo.l, lo.b = make([]float64, n*n), make([]float64, n*n)
	lo.cosine, lo.y = make([]float64, judges*lo.Factors), make([]float64, lo.with.Size())
	lo.grad, lo.less = make([]float64, lo.with.Size()), make([]float64, lo.with.Size())
	for g := range judges {
		lo.At = append(lo.At, first+g*lo.Factors)
	}
	return lo
}

// loadingCount returns the number of coordinates of the loadings of the given number of judges among k studies.
func loadingCount(judges, k int) int {
	return judges * (k - judges + min(max(judges-1, 0), 1))
}

// Forward sets l and T from x, and the unit of each judge's study, which is T or 1.
func (lo *Loadings) Forward(ps *Point, x []float64) {
	for g := range lo.Judges {
		y, l := x[lo.At[g]:lo.At[g]+lo.Factors], lo.row(g)
		rest := 1.0
		for e := range l {
			t, s, _ := hyperbolic(y[e])
			l[e] = t * rest
			rest *= s
		}
		s := lo.Pools + g
		if lo.rest[g] = rest; lo.Latent == 0 {
			lo.total[g] = math.Exp(x[ps.OwnAt(s, 0)])
			continue
		}
		lo.total[g] = lo.Latent / rest
		ps.Unit[s] = lo.total[g]
		// The information of labels in ordered categories on effects in units of T grows with T, because few labels lie
		// far from all thresholds. The information of binary labels falls for most items and grows for some.
		if ps.Thresholds != nil {
			ps.Tau[s] = 1 / rest
		}
	}
}

// scaleForward sets the judges' rows of C, in units of their studies.
func (lo *Loadings) scaleForward(ps *Point) {
	for g := range lo.Judges {
		s := lo.Pools + g
		for e, l := range lo.row(g) {
			ps.Scales[0].C[s*ps.K+e] = l * lo.total[g] / ps.Unit[s]
		}
	}
}

func (lo *Loadings) row(g int) []float64 { return lo.cosine[g*lo.Factors : (g+1)*lo.Factors] }

// backward adds to grad the derivatives through the judges' rows of C and their prior, and returns the log prior.
func (lo *Loadings) backward(ps *Point, grad, x []float64) (logp float64) {
	cbar, cor := ps.Scales[0].CBar, ps.Terms[0].Cor
	pairs := lo.without.Size()
	for g := range lo.Judges {
		s, at := lo.Pools+g, lo.At[g]
		rest := lo.total[g] / ps.Unit[s]
		for e, l := range lo.row(g) {
			bar := cbar[s*ps.K+e]
			c := bar * l * lo.total[g] / ps.Unit[s]
			_, sech, _ := hyperbolic(x[at+e])
			grad[at+e] += bar * rest * sech * sech
			rest *= sech
			for m := range e {
				grad[at+m] -= c * math.Tanh(x[at+m])
			}
			if lo.Latent == 0 {
				grad[ps.OwnAt(s, 0)] += c
			}
		}
		if lo.Factors > lo.Pools {
			h := NewHyperbolics(x[at+lo.Pools])
			logp -= 2 * h.LogCosh()
			grad[at+lo.Pools] -= 2 * h.Tanh()
		}
		copy(lo.y, x[cor:cor+pairs])
		copy(lo.y[pairs:], x[at:at+lo.Pools])
		clear(lo.grad)
		clear(lo.less)
		logp += lo.prior(lo.with, lo.grad) - lo.prior(lo.without, lo.less)
		for i, d := range lo.grad[:pairs] {
			grad[cor+i] += d - lo.less[i]
		}
		floats.Add(grad[at:at+lo.Pools], lo.grad[pairs:])
	}
	return logp
}

// prior adds the derivatives of the log prior of correlations y to grad and returns it.
func (lo *Loadings) prior(of correlation, grad []float64) float64 {
	l, b := lo.l[:of.k*of.k], lo.b[:of.k*of.k]
	of.Factor(l, lo.y)
	clear(b)
	return of.backward(grad, b, l, lo.y)
}

// ownBackward adds to grad the derivatives with respect to the y through T, or through σ of a location-scale family.
func (lo *Loadings) ownBackward(ps *Point, grad, x []float64) {
	for g := range lo.Judges {
		s := lo.Pools + g
		d := ps.UnitBar[s]
		if ps.Thresholds != nil {
			d += ps.Tau[s] * ps.tauBar[s]
		}
		if lo.Latent == 0 {
			d = 2*ps.Tau[s]*ps.tauBar[s] - ps.OwnBar[s*ps.OwnCount]*ps.Own[s*ps.OwnCount]
		}
		for e := range lo.Factors {
			grad[lo.At[g]+e] += d * math.Tanh(x[lo.At[g]+e])
		}
	}
}

// Report stores the standard deviations of the judges' item effects, in units of scale, and their correlations with the
// item effects of other studies.
func (lo *Loadings) Report(ps *Point, sd, cor, scale []float64) {
	k, st := ps.K, &ps.Scales[0]
	norm := func(s int) float64 { return floats.Norm(st.C[s*k:s*k+lo.Factors], 2) }
	for s := lo.Pools; s < k; s++ {
		sd[s] = scale[s] * ps.Unit[s] * norm(s)
		for other := range s {
			dot := floats.Dot(st.C[s*k:s*k+lo.Factors], st.C[other*k:other*k+lo.Factors])
			cor[spec.PairIndex(s, other)] = math.Max(-1, math.Min(1, dot/(norm(s)*norm(other))))
		}
	}
}

// marginalOf returns the prior that a correlation prior gives a matrix of one study less.
func marginalOf(prior spec.CorrelationPrior) spec.CorrelationPrior {
	if shape, uniform := prior.LKJ(); !uniform {
		return spec.LKJ{Shape: shape + 0.5}
	}
	return prior
}
