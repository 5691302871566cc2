package sampler

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A lowRankSample keeps draws and gradients and learns a metric from them, as nutpie's low-rank adaptation does
// (Seyboldt et al. 2025). First come the scales of [moments]. Then, in scaled coordinates, comes the matrix Σ with Σ
// Cov(g) Σ = Cov(x), the geometric mean of Cov(x) and Cov(g)⁻¹. If the posterior is normal and there are more draws
// than coordinates, it is the posterior covariance without sampling error. Eigenvectors with eigenvalues near 1 are
// dropped. With fewer draws than coordinates both covariances are taken in a few directions (see spanOf), and the
// scaled covariance outside of them counts as I.
type lowRankSample struct {
	moments *moments
	q, g    [][]float64 // every stride-th observation
	spare   [][]float64
	stride  int
	seen    int
	most    int // length that q may have
	// How many independent draws the observations are worth, see fisherDirections.
	independent float64
}

const (
	// lowRankDense is the dimension up to which all draws are kept; their
	// covariance then has that size and its eigenvectors are cheap.
	lowRankDense = 300
	// lowRankDraws is the number of draws kept beyond, spread over the window.
	lowRankDraws = 150
	// lowRankShare is how many draws there are for each direction looked at where
	// draws are fewer than coordinates.
	lowRankShare = 5
	// Ridges are added to the covariances, whose diagonals would be 1 if the posterior were normal with independent
	// coordinates. The ridge is small for all coordinates, and larger for chosen directions, which are found from the
	// same draws.
	ridgeAll    = 1e-5
	ridgeChosen = 1e-2
	// lowRankCutoff: eigenvalues between its inverse and it are taken to be 1.
	lowRankCutoff = 2
)

func newLowRankSample(dim, longest int) *lowRankSample {
	s := &lowRankSample{moments: newMoments(dim), stride: 1, most: longest, independent: math.Inf(1)}
	if dim > lowRankDense {
		s.most = min(longest, lowRankDraws)
	}
	return s
}

func (lr *lowRankSample) observe(q, gq []float64) {
	lr.moments.observe(q, gq)
	if lr.seen%lr.stride == 0 {
		if len(lr.q) == lr.most { // forget every other one
			lr.q, lr.g = lr.thin(lr.q), lr.thin(lr.g)
			lr.stride *= 2
		}
		if lr.seen%lr.stride == 0 {
			lr.q, lr.g = append(lr.q, lr.copy(q)), append(lr.g, lr.copy(gq))
		}
	}
	lr.seen++
}

func (lr *lowRankSample) thin(v [][]float64) [][]float64 {
	kept := v[:0]
	for i, a := range v {
		if i%2 == 0 {
			kept = append(kept, a)
		} else {
			lr.spare = append(lr.spare, a)
		}
	}
	return kept
}

func (lr *lowRankSample) copy(v []float64) []float64 {
	if n := len(lr.spare); n > 0 {
		c := lr.spare[n-1]
		lr.spare = lr.spare[:n-1]
		copy(c, v)
		return c
	}
	return append([]float64(nil), v...)
}

func (lr *lowRankSample) metric(old *Metric) (*Metric, bool) {
	m, ok := lr.moments.metric(old)
	if !ok {
		return nil, false
	}
	x, g := centred(lr.q), centred(lr.g)
	for k := range x {
		floats.Div(x[k], m.Scale)
		floats.Mul(g[k], m.Scale)
	}
	m.Vectors, m.Values = fisherDirections(x, g, lr.independent)
	lr.spare = append(append(lr.spare, lr.q...), lr.g...)
	lr.q, lr.g, lr.stride, lr.seen = lr.q[:0], lr.g[:0], 1, 0
	return m, true
}

// centred subtracts the mean of the vectors from each, in place.
func centred(v [][]float64) [][]float64 {
	mean := make([]float64, len(v[0]))
	for _, a := range v {
		floats.AddScaled(mean, 1/float64(len(v)), a)
	}
	for _, a := range v {
		floats.Sub(a, mean)
	}
	return v
}

// fisherDirections returns the eigenvectors, and the square roots of the eigenvalues, of the geometric mean of Cov(x)
// and Cov(g)⁻¹, as far as they are outside the cutoff. If there is no such mean, it returns none. In d directions, it
// first replaces the share d/(d + independent) of both covariances by I.
func fisherDirections(x, g [][]float64, independent float64) (vectors [][]float64, sds []float64) {
	basis := spanOf(x, g)
	if basis != nil && len(basis) == 0 {
		return nil, nil
	}
	ofX, ofG := projectedCov(x, basis), projectedCov(g, basis)
	d := float64(ofX.SymmetricDim())
	towardsIdentity(ofX, d/(d+independent))
	towardsIdentity(ofG, d/(d+independent))
	sigma, ok := geometricMean(ofX, ofG)
	if !ok {
		return nil, nil
	}
	values, u, ok := eigen(sigma)
	if !ok {
		return nil, nil
	}
	for k, l := range values {
		if l > 1/float64(lowRankCutoff) && l < lowRankCutoff || !(l > 0) || math.IsInf(l, 1) {
			continue
		}
		v := make([]float64, len(x[0]))
		if basis == nil {
			mat.Col(v, k, u)
		}
		for i, b := range basis {
			floats.AddScaled(v, u.At(i, k), b)
		}
		vectors, sds = append(vectors, v), append(sds, math.Sqrt(l))
	}
	return vectors, sds
}

// spanOf returns an orthonormal basis of the directions in which draws and gradients differ most from a standard
// normal, for which x + g = 0. They are the leading left singular vectors of the matrix of x + g. There are a fifth as
// many as draws, so that the covariances in their span are well determined. If the posterior is normal and its scaled
// covariance differs from I in few directions, these are the directions. It returns nil for the standard basis if there
// are more draws than coordinates.
func spanOf(x, g [][]float64) [][]float64 {
	n, d := len(x), len(x[0])
	if n > d {
		return nil
	}
	gram := mat.NewSymDense(n, nil)
	sums := make([][]float64, n)
	for i := range sums {
		sums[i] = floats.AddTo(make([]float64, d), x[i], g[i])
		for j := range i + 1 {
			gram.SetSym(i, j, floats.Dot(sums[i], sums[j]))
		}
	}
	values, u, ok := eigen(gram)
	if !ok {
		return [][]float64{}
	}
	basis := [][]float64{}
	for k := n - 1; k >= n-n/lowRankShare; k-- { // ascending order
		// Smaller values are rounding errors.
		if !(values[k] > 1e-12*values[n-1]) {
			break
		}
		v := make([]float64, d)
		for i, s := range sums {
			floats.AddScaled(v, u.At(i, k), s)
		}
		orthogonalise(v, basis)
		floats.Scale(1/floats.Norm(v, 2), v)
		basis = append(basis, v)
	}
	return basis
}

// towardsIdentity replaces a share of a by I.
func towardsIdentity(a *mat.SymDense, share float64) {
	a.ScaleSym(1-share, a)
	for i := range a.SymmetricDim() {
		a.SetSym(i, i, a.At(i, i)+share)
	}
}

// projectedCov returns the covariance, with a ridge, of centred vectors projected
// on the basis (nil: the standard one).
func projectedCov(v [][]float64, basis [][]float64) *mat.SymDense {
	k, ridge := len(basis), ridgeChosen
	if basis == nil {
		k, ridge = len(v[0]), ridgeAll
	}
	rows := mat.NewDense(k, len(v), nil)
	for j, a := range v {
		if basis == nil {
			rows.SetCol(j, a)
			continue
		}
		for i, b := range basis {
			rows.Set(i, j, floats.Dot(a, b))
		}
	}
	cov := mat.NewSymDense(k, nil)
	cov.SymOuterK(1/float64(len(v)), rows)
	for i := range k {
		cov.SetSym(i, i, cov.At(i, i)+ridge)
	}
	return cov
}
