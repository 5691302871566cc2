package judged

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/model/internal/locate"
	"concord/model/internal/tuning"
	"concord/sampler"
)

// errNoMode says that a density has no mode near by, or that its curvature there is not that of a normal distribution.
var errNoMode = errors.New("model: no mode was found")

// peak is the mode of a log density, and minus its second derivatives there.
type peak struct {
	at        []float64
	curvature *mat.SymDense
}

// findPeak climbs from x by Newton's method, in the coordinates from first on; the others stay. Second derivatives are
// differences of the gradient. They cost a gradient for each coordinate, so that with many coordinates some steps reuse
// the derivatives of the start.
func findPeak(t sampler.Target, x []float64, first, rounds int) (*peak, error) {
	n := len(x) - first
	x = append([]float64(nil), x...)
	grad, next, nextGrad := make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(x))
	value := t.LogProbGrad(grad, x)
	for range rounds {
		h := locate.CurvatureOf(t, x, first)
		var chol mat.Cholesky
		for ridge := 0.0; !chol.Factorize(h); ridge = tuning.RidgeTimes*ridge + tuning.Ridge {
			if ridge > tuning.MostRidge {
				return nil, errNoMode
			}
			for i := range n {
				h.SetSym(i, i, h.At(i, i)+ridge)
			}
		}
		for range tuning.PeakSteps {
			step := mat.NewVecDense(n, nil)
			if err := chol.SolveVecTo(step, mat.NewVecDense(n, append([]float64(nil), grad[first:]...))); err != nil {
				return nil, errNoMode
			}
			gain := mat.Dot(step, mat.NewVecDense(n, grad[first:]))
			if gain < tuning.PeakGain {
				break
			}
			ahead := false
			for scale := 1.0; scale*gain > tuning.PeakGain && !ahead; scale /= 2 {
				copy(next, x)
				for i := range n {
					next[first+i] += scale * step.AtVec(i)
				}
				v := t.LogProbGrad(nextGrad, next)
				if v > value+tuning.Armijo*scale*gain {
					ahead = true
					value = v
					copy(x, next)
					copy(grad, nextGrad)
				}
			}
			if !ahead {
				break
			}
		}
	}
	if !(math.Abs(value) <= math.MaxFloat64) {
		return nil, errNoMode
	}
	p := &peak{at: x, curvature: locate.CurvatureOf(t, x, first)}
	var chol mat.Cholesky
	if !chol.Factorize(p.curvature) {
		return nil, errNoMode
	}
	return p, nil
}

// mapping maps draws of the pool's posterior to proposals for the posterior of the pool and a judge. It would map a
// normal posterior of the pool alone to the normal posterior of both. It is affine in the pool's coordinates, so that
// their deviations from normality stay, as in implicitly adaptive importance sampling (Paananen, Piironen, Bürkner and
// Vehtari 2021, Statistics and Computing 31). The judge's coordinates are drawn given the pool's, from a Student t
// distribution.
type mapping struct {
	pool, both        []float64     // modes
	linear            *mat.Dense    // of the pool's coordinates about them
	slope             *mat.Dense    // of the judge's mean on the pool's coordinates
	root              *mat.TriDense // of the judge's covariance given them
	poolDim, judgeDim int           // coordinates of the pool and of the judge
}

// wider returns the factor by which proposals are wider than the normal distributions from which they are made.
// Posteriors of correlations near 1 are skewed, and draws in a tail that proposals rarely reach would get large
// weights. The more coordinates there are, the less each may be wider.
func wider(by float64, coordinates int) float64 { return 1 + by/math.Sqrt(float64(coordinates)) }

// newMapping returns the map between two modes: of the pool's density, and of the density of the pool and a judge.
// times multiplies the widening of its proposals.
func newMapping(pool, both *peak, times float64) (*mapping, error) {
	d := len(pool.at)
	f := len(both.at) - d
	jm := &mapping{pool: pool.at, both: both.at, poolDim: d, judgeDim: f}
	var whole, alone mat.Cholesky
	if !whole.Factorize(both.curvature) || !alone.Factorize(pool.curvature) {
		return nil, errNoMode
	}
	var covariance, before mat.SymDense
	if whole.InverseTo(&covariance) != nil || alone.InverseTo(&before) != nil {
		return nil, errNoMode
	}
	var to, from mat.Cholesky
	marginal := covariance.SliceSym(0, d).(*mat.SymDense)
	if !to.Factorize(marginal) || !from.Factorize(&before) {
		return nil, errNoMode
	}
	var lTo, lFrom mat.TriDense
	to.LTo(&lTo)
	from.LTo(&lFrom)
	// A = L_to L_from⁻¹
	var inverse mat.TriDense
	if inverse.InverseTri(&lFrom) != nil {
		return nil, errNoMode
	}
	jm.linear = mat.NewDense(d, d, nil)
	jm.linear.Mul(&lTo, &inverse)
	jm.linear.Scale(wider(times*tuning.WiderPool, d), jm.linear)

	// Given the pool's coordinates the judge's have the precision H_φφ and the mean −H_φφ⁻¹H_φx from the mode.
	own := both.curvature.SliceSym(d, d+f).(*mat.SymDense)
	var ownChol mat.Cholesky
	if !ownChol.Factorize(own) {
		return nil, errNoMode
	}
	cross := mat.NewDense(f, d, nil)
	for i := range f {
		for j := range d {
			cross.Set(i, j, -both.curvature.At(d+i, j))
		}
	}
	jm.slope = mat.NewDense(f, d, nil)
	if ownChol.SolveTo(jm.slope, cross) != nil {
		return nil, errNoMode
	}
	var conditional mat.SymDense
	if ownChol.InverseTo(&conditional) != nil {
		return nil, errNoMode
	}
	var condChol mat.Cholesky
	if !condChol.Factorize(&conditional) {
		return nil, errNoMode
	}
	jm.root = &mat.TriDense{}
	condChol.LTo(jm.root)
	jm.root.ScaleTri(wider(times*tuning.WiderJudge, f), jm.root)
	return jm, nil
}

// propose stores in dst the proposal for a draw of the pool's coordinates. noise holds f standard normal numbers, and
// chi2 a χ² variable of [tuning.JudgeDegrees]: tails should be no lighter than the posterior's. propose returns the log
// density of the proposal minus the draw's, up to a constant.
func (jm *mapping) propose(dst, draw, noise []float64, chi2 float64) (logq float64) {
	d, f := jm.poolDim, jm.judgeDim
	for i := range d {
		x := jm.both[i]
		for j, a := range jm.linear.RawRowView(i)[:i+1] {
			x += a * (draw[j] - jm.pool[j])
		}
		dst[i] = x
	}
	t, square := math.Sqrt(tuning.JudgeDegrees/chi2), 0.0
	for i := range f {
		x := jm.both[d+i]
		for j, b := range jm.slope.RawRowView(i) {
			x += b * (dst[j] - jm.both[j])
		}
		for j := range i + 1 {
			x += jm.root.At(i, j) * noise[j] * t
		}
		dst[d+i] = x
		square += noise[i] * noise[i] * t * t
	}
	return -0.5 * float64(tuning.JudgeDegrees+f) * math.Log1p(square/tuning.JudgeDegrees)
}
