package sampler

import "math"

// integrator moves a point along Hamilton's equations in whitened coordinates.
type integrator interface {
	// step stores in dst the point that one step leads to from src. It costs one
	// gradient.
	step(w *whitened, dst, src *point, s stage)
	// path replaces dst by the steps of a trajectory that takes about the given time: at least the given number, and
	// the same ones backwards in time.
	path(dst []stage, time float64, steps int) []stage
	// maxStep returns the largest step size worth trying.
	maxStep() float64
}

// stage is one step: the momentum is kicked for a time before, the position drifts, and the momentum is kicked again.
// Negative times go backwards.
type stage struct{ before, drift, after float64 }

// evenStage is the symmetric step of size eps.
func evenStage(eps float64) stage { return stage{before: eps / 2, drift: eps, after: eps / 2} }

// leapfrog is the Störmer–Verlet scheme: half a kick, a drift, half a kick. Its
// local error is of order ε³, the energy error of a trajectory of order ε².
type leapfrog struct{}

func (leapfrog) step(w *whitened, dst, src *point, s stage) {
	x, p, g := src.x, src.p, src.g
	dx, dp := dst.x, dst.p
	p, g, dx, dp = p[:len(x)], g[:len(x)], dx[:len(x)], dp[:len(x)]
	for i, xi := range x {
		pi := p[i] + s.before*g[i]
		dp[i] = pi
		dx[i] = xi + s.drift*pi
	}
	w.evaluate(dst)
	if math.IsInf(dst.logp, -1) {
		return
	}
	g = dst.g[:len(x)]
	sum := 0.0
	for i, pi := range dp {
		pi += s.after * g[i]
		dp[i] = pi
		sum += pi * pi
	}
	dst.kinetic = sum / 2
}

func (leapfrog) path(dst []stage, time float64, steps int) []stage {
	dst = dst[:0]
	for range steps {
		dst = append(dst, evenStage(time/float64(steps)))
	}
	return dst
}

func (leapfrog) maxStep() float64 { return math.Inf(1) }

// split solves the standard normal part of the target exactly, as a rotation of (x, p) by an angle. It kicks by the
// remaining force, g + x (Shahbaba et al. 2014, section 3.1). On a target that its metric whitens to a standard normal
// it has no error at all.
type split struct{}

func (split) step(w *whitened, dst, src *point, s stage) {
	sin, cos := math.Sincos(s.drift)
	x, p, g := src.x, src.p, src.g
	dx, dp := dst.x, dst.p
	p, g, dx, dp = p[:len(x)], g[:len(x)], dx[:len(x)], dp[:len(x)]
	for i, xi := range x {
		pi := p[i] + s.before*(g[i]+xi)
		dx[i] = cos*xi + sin*pi
		dp[i] = cos*pi - sin*xi
	}
	w.evaluate(dst)
	if math.IsInf(dst.logp, -1) {
		return
	}
	dst.kinetic = kickBySplit(dp, dx, dst.g, s.after) / 2
}

// kickBySplit adds time·(g + x) to p and returns the sum of its squares. It keeps four sums, so that none waits for
// another.
func kickBySplit(p, x, g []float64, time float64) float64 {
	x, g = x[:len(p)], g[:len(p)]
	var sum0, sum1, sum2, sum3 float64
	i := 0
	for ; i < len(p)-3; i += 4 {
		p0, p1, p2, p3 := p[i]+time*(g[i]+x[i]), p[i+1]+time*(g[i+1]+x[i+1]), p[i+2]+time*(g[i+2]+x[i+2]),
			p[i+3]+time*(g[i+3]+x[i+3])
		p[i], p[i+1], p[i+2], p[i+3] = p0, p1, p2, p3
		sum0 += p0 * p0
		sum1 += p1 * p1
		sum2 += p2 * p2
		sum3 += p3 * p3
	}
	for ; i < len(p); i++ {
		p[i] += time * (g[i] + x[i])
		sum0 += p[i] * p[i]
	}
	return sum0 + sum1 + (sum2 + sum3)
}

func (split) path(dst []stage, time float64, steps int) []stage { return lobattoPath(dst, time, steps) }

// maxSplitStep keeps the rotation short of a quarter turn: at π/2 one step
// forgets the position, and beyond it a step comes back towards where it began.
const maxSplitStep = math.Pi / 2

func (split) maxStep() float64 { return maxSplitStep }
