package sampler

import "math"

// integrator moves a point along Hamilton's equations in whitened coordinates.
type integrator interface {
	// step stores in dst the point that one step of size eps leads to from src,
	// forwards in time, or backwards if eps is negative. It costs one gradient.
	step(w *whitened, dst, src *point, eps float64)
	// maxStep returns the largest step size worth trying.
	maxStep() float64
}

// leapfrog is the Störmer–Verlet scheme: half a kick, a drift, half a kick. Its
// local error is of order ε³, the energy error of a trajectory of order ε².
type leapfrog struct{}

func (leapfrog) step(w *whitened, dst, src *point, eps float64) {
	x, p, g := src.x, src.p, src.g
	dx, dp := dst.x, dst.p
	p, g, dx, dp = p[:len(x)], g[:len(x)], dx[:len(x)], dp[:len(x)]
	for i, xi := range x {
		pi := p[i] + eps/2*g[i]
		dp[i] = pi
		dx[i] = xi + eps*pi
	}
	w.evaluate(dst)
	if math.IsInf(dst.logp, -1) {
		return
	}
	g = dst.g[:len(x)]
	sum := 0.0
	for i, pi := range dp {
		pi += eps / 2 * g[i]
		dp[i] = pi
		sum += pi * pi
	}
	dst.kinetic = sum / 2
}

func (leapfrog) maxStep() float64 { return math.Inf(1) }

// split solves the standard normal part of the target exactly, as a rotation of
// (x, p) by the angle ε, and kicks by what is left of the force, g + x (Shahbaba
// et al. 2014, section 3.1). On a target that its metric whitens to a standard
// normal it has no error at all.
type split struct{}

func (split) step(w *whitened, dst, src *point, eps float64) {
	sin, cos := math.Sincos(eps)
	x, p, g := src.x, src.p, src.g
	dx, dp := dst.x, dst.p
	p, g, dx, dp = p[:len(x)], g[:len(x)], dx[:len(x)], dp[:len(x)]
	for i, xi := range x {
		pi := p[i] + eps/2*(g[i]+xi)
		dx[i] = cos*xi + sin*pi
		dp[i] = cos*pi - sin*xi
	}
	w.evaluate(dst)
	if math.IsInf(dst.logp, -1) {
		return
	}
	g = dst.g[:len(x)]
	sum := 0.0
	for i, pi := range dp {
		pi += eps / 2 * (g[i] + dx[i])
		dp[i] = pi
		sum += pi * pi
	}
	dst.kinetic = sum / 2
}

// maxSplitStep keeps the rotation short of a quarter turn: at π/2 one step
// forgets the position, and beyond it a step comes back towards where it began.
const maxSplitStep = math.Pi / 2

func (split) maxStep() float64 { return maxSplitStep }
