package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/spec"
)

// loadings are the items' effects in studies that have one label of each item, such as those of a judge or of a gold
// standard. How much of such a label is noise cannot be told, so that nothing is item effect but what the label has in
// common with other studies: with the pools, the studies that label items several times, and with the other judges. All
// else of it is its residual. With η_1 … η_P the standard normal coordinates of the pools' effects, b = Cη, and of two
// judges or more one more, of the errors that they share, a label of judge g has the standard deviation T_g and
//
//	b_jg = T_g Σ_e l_e η_je,   l_e = tanh(y_e) Π_{m<e} sech(y_m),   σ_g = T_g Π_m sech(y_m),
//
// σ_g being that of the residual. y are the unconstrained coordinates of a further row of the pools' correlation
// matrix (see [correlation]), so that with one pool r = tanh(y_1) is the correlation of the judge's label with the
// pool's true score. Given the pools' correlations the row has the prior that the same matrix with one study more
// would give it, and r is uniform on (−1, 1); the partial correlation with shared errors, given the pools, is uniform
// too.
//
// Of a family of location and scale log T is a coordinate, whose prior is that of a standard deviation: labels tell T
// whatever r is. Of others σ is known, and T follows from r. All that is on the scale of the linear predictor then is
// in units of T: labels tell their mean or thresholds divided by T, however large T is where r is next to 1.
type loadings struct {
	pools, judges int
	factors       int       // P, and one more of two judges or more
	latent        float64   // σ; 0: of a family of location and scale
	at            []int     // first y of each judge
	cosine        []float64 // l, judges × factors
	total, rest   []float64 // T of each judge, and σ/T
	// The prior of a row given the pools' correlations is that of the matrix with the row by that without.
	with, without    correlation
	y, grad, less, l []float64 // scratch
	b                []float64
}

// newLoadings returns the loadings with the given first coordinate, nil if each study has items with several labels.
func newLoadings(p *problem, first int) *loadings {
	k := p.data.Studies
	judges := p.spec.Judges()
	if judges == 0 {
		return nil
	}
	pools := k - judges
	lo := &loadings{pools: pools, judges: judges, factors: pools + min(judges-1, 1), total: make([]float64, judges),
		rest: make([]float64, judges)}
	if !p.spec.Family.LocationScale() {
		lo.latent = p.spec.Family.ResidualSD(p.spec.Family.Start().Own)
	}
	prior := p.spec.Priors.Correlation
	lo.with, lo.without = newCorrelation(pools+1, prior), newCorrelation(pools, marginalOf(prior))
	n := pools + 1
	lo.l, lo.b = make([]float64, n*n), make([]float64, n*n)
	lo.cosine, lo.y = make([]float64, judges*lo.factors), make([]float64, lo.with.size())
	lo.grad, lo.less = make([]float64, lo.with.size()), make([]float64, lo.with.size())
	for g := range judges {
		lo.at = append(lo.at, first+g*lo.factors)
	}
	return lo
}

// loadingCount returns the number of coordinates of the loadings of so many judges among k studies.
func loadingCount(judges, k int) int {
	return judges * (k - judges + min(max(judges-1, 0), 1))
}

// forward sets l and T from x, and the unit of each judge's study, which is T or 1.
func (lo *loadings) forward(ps *parameters, x []float64) {
	for g := range lo.judges {
		y, l := x[lo.at[g]:lo.at[g]+lo.factors], lo.row(g)
		rest := 1.0
		for e := range l {
			t, s, _ := hyperbolic(y[e])
			l[e] = t * rest
			rest *= s
		}
		s := lo.pools + g
		if lo.rest[g] = rest; lo.latent == 0 {
			lo.total[g] = math.Exp(x[ps.ownAt(s, 0)])
			continue
		}
		lo.total[g] = lo.latent / rest
		ps.unit[s] = lo.total[g]
		// What labels in ordered categories tell of effects in units of T grows with T, because few lie far from all
		// thresholds; of binary labels it falls for most and grows for some.
		if ps.thresholds != nil {
			ps.tau[s] = 1 / rest
		}
	}
}

// scaleForward sets the judges' rows of C, in units of their studies.
func (lo *loadings) scaleForward(ps *parameters) {
	for g := range lo.judges {
		s := lo.pools + g
		for e, l := range lo.row(g) {
			ps.scales[0].c[s*ps.k+e] = l * lo.total[g] / ps.unit[s]
		}
	}
}

func (lo *loadings) row(g int) []float64 { return lo.cosine[g*lo.factors : (g+1)*lo.factors] }

// backward adds to grad what comes of the judges' rows of C and of their prior, and returns the log prior.
func (lo *loadings) backward(ps *parameters, grad, x []float64) (logp float64) {
	cbar, cor := ps.scales[0].cbar, ps.terms[0].cor
	pairs := lo.without.size()
	for g := range lo.judges {
		s, at := lo.pools+g, lo.at[g]
		rest := lo.total[g] / ps.unit[s]
		for e, l := range lo.row(g) {
			bar := cbar[s*ps.k+e]
			c := bar * l * lo.total[g] / ps.unit[s]
			_, sech, _ := hyperbolic(x[at+e])
			grad[at+e] += bar * rest * sech * sech
			rest *= sech
			for m := range e {
				grad[at+m] -= c * math.Tanh(x[at+m])
			}
			if lo.latent == 0 {
				grad[ps.ownAt(s, 0)] += c
			}
		}
		if lo.factors > lo.pools {
			h := newHyperbolics(x[at+lo.pools])
			logp -= 2 * h.logCosh()
			grad[at+lo.pools] -= 2 * h.tanh()
		}
		copy(lo.y, x[cor:cor+pairs])
		copy(lo.y[pairs:], x[at:at+lo.pools])
		clear(lo.grad)
		clear(lo.less)
		logp += lo.prior(lo.with, lo.grad) - lo.prior(lo.without, lo.less)
		for i, d := range lo.grad[:pairs] {
			grad[cor+i] += d - lo.less[i]
		}
		floats.Add(grad[at:at+lo.pools], lo.grad[pairs:])
	}
	return logp
}

// prior adds the derivatives of the log prior of correlations y to grad and returns it.
func (lo *loadings) prior(of correlation, grad []float64) float64 {
	l, b := lo.l[:of.k*of.k], lo.b[:of.k*of.k]
	of.factor(l, lo.y)
	clear(b)
	return of.backward(grad, b, l, lo.y)
}

// ownBackward adds to grad what comes of T, or of σ of a family of location and scale, to the y.
func (lo *loadings) ownBackward(ps *parameters, grad, x []float64) {
	for g := range lo.judges {
		s := lo.pools + g
		d := ps.unitBar[s]
		if ps.thresholds != nil {
			d += ps.tau[s] * ps.tauBar[s]
		}
		if lo.latent == 0 {
			d = 2*ps.tau[s]*ps.tauBar[s] - ps.ownBar[s*ps.ownCount]*ps.own[s*ps.ownCount]
		}
		for e := range lo.factors {
			grad[lo.at[g]+e] += d * math.Tanh(x[lo.at[g]+e])
		}
	}
}

// report stores the standard deviations of the judges' item effects, in units of scale, and their correlations with
// those of other studies.
func (lo *loadings) report(ps *parameters, sd, cor, scale []float64) {
	k, st := ps.k, &ps.scales[0]
	norm := func(s int) float64 { return floats.Norm(st.c[s*k:s*k+lo.factors], 2) }
	for s := lo.pools; s < k; s++ {
		sd[s] = scale[s] * ps.unit[s] * norm(s)
		for other := range s {
			dot := floats.Dot(st.c[s*k:s*k+lo.factors], st.c[other*k:other*k+lo.factors])
			cor[spec.PairIndex(s, other)] = math.Max(-1, math.Min(1, dot/(norm(s)*norm(other))))
		}
	}
}

// start stores the y and T that the EM's covariance of effects implies, which takes items and noise of a judge for two
// things.
func (lo *loadings) start(ps *density, x []float64, e *em) {
	k, root := ps.k, e.terms[0].Root
	residual := func(s int) float64 {
		if ps.precisions {
			return e.at.Own[s*ps.ownCount]
		}
		return lo.latent
	}
	shared := lo.sharedErrors(root, k)
	for g := range lo.judges {
		s, at := lo.pools+g, lo.at[g]
		row := append([]float64(nil), root[s*k:s*k+lo.pools]...)
		if lo.factors > lo.pools {
			row = append(row, shared[g])
		}
		total := math.Hypot(floats.Norm(root[s*k:(s+1)*k], 2), residual(s))
		rest := 1.0
		for e, c := range row {
			partial := c / total / math.Sqrt(rest)
			x[at+e] = math.Atanh(math.Max(-mostStart, math.Min(mostStart, partial)))
			rest = math.Max(rest-c*c/(total*total), 1e-6)
		}
		if ps.precisions {
			x[ps.ownAt(s, 0)] = math.Log(total)
		}
	}
}

// mostStart is how large a correlation is at most where the search for the posterior ends.
const mostStart = 0.995

// sharedErrors returns the loadings on one factor of the judges' effects given those of the pools (principal axis
// factoring).
func (lo *loadings) sharedErrors(root []float64, k int) []float64 {
	n := lo.judges
	cov := make([]float64, n*n)
	for a := range n {
		for b := range n {
			for m := lo.pools; m <= lo.pools+min(a, b); m++ {
				cov[a*n+b] += root[(lo.pools+a)*k+m] * root[(lo.pools+b)*k+m]
			}
		}
	}
	v, next := slices.Repeat([]float64{1}, n), make([]float64, n)
	for range 50 {
		for a := range n {
			next[a] = 0
			for b := range n {
				next[a] += cov[a*n+b] * v[b]
			}
		}
		norm := floats.Norm(next, 2)
		if norm == 0 {
			return next
		}
		length := floats.Norm(v, 2)
		for a := range n {
			v[a] = next[a] / norm * math.Sqrt(norm/length)
			cov[a*n+a] = v[a] * v[a]
		}
	}
	return v
}

// marginalOf returns the prior that a correlation prior gives a matrix of one study less.
func marginalOf(prior CorrelationPrior) CorrelationPrior {
	if shape, uniform := prior.LKJ(); !uniform {
		return LKJ{Shape: shape + 0.5}
	}
	return prior
}
