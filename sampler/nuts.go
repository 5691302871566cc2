package sampler

import "math"

// nuts is the No-U-Turn sampler with multinomial sampling along the trajectory and biased progressive sampling between
// doublings. The U-turn criterion is on the sum of momenta, with the two extra checks across subtrees (Betancourt 2017,
// appendix A; Stan since 2.21).
type nuts struct {
	*stepper
	maxDepth int
	// State of the transition under way:
	eps, h0   float64
	leapfrogs int
	sumAccept float64
	divergent bool
}

// span is a part of the trajectory. It has two ends, the point drawn from it, the sum of its momenta and the log of the
// sum of exp(H₀ − H) over its points. For a single point sum is nil and stands for the point's momentum. A span owns a
// reference to each of its three points.
type span struct {
	first, last, drawn *point
	sum                []float64
	logWeight          float64
}

func (sp *span) momentum() []float64 {
	if sp.sum == nil {
		return sp.first.p
	}
	return sp.sum
}

func (n *nuts) release(s span) {
	n.pool.release(s.first)
	n.pool.release(s.last)
	n.pool.release(s.drawn)
	n.pool.recycle(s.sum)
}

func (n *nuts) limit(depth int)  { n.maxDepth = depth }
func (n *nuts) maxStep() float64 { return n.integrator.maxStep() }

func (n *nuts) transition(z *point, eps float64) (*point, Stat) {
	z.refresh(n.rng)
	n.h0, n.leapfrogs, n.sumAccept, n.divergent = z.energy(), 0, 0, false
	z.refs += 2 // a span owns three references
	whole := span{first: z, last: z, drawn: z}
	n.eps = eps
	depth := 0
	for depth < n.maxDepth {
		if n.rng.Uint64()&1 == 0 { // grow at the other end
			n.eps = -n.eps
			whole.first, whole.last = whole.last, whole.first
		}
		grown, ok := n.grow(whole.last, depth)
		if !ok {
			break
		}
		depth++
		// Biased progressive sampling: prefer the new half.
		accept := n.chance(grown.logWeight - whole.logWeight)
		if ok = n.join(&whole, grown, accept); !ok {
			break
		}
	}
	z = whole.drawn
	z.refs++
	n.release(whole)
	return z, Stat{
		LogDensity: z.logp, AcceptStat: n.sumAccept / float64(n.leapfrogs), StepSize: eps,
		Energy: z.energy(), EnergyError: z.energyError(n.h0),
		TreeDepth: depth, Leapfrogs: n.leapfrogs,
		Divergent: n.divergent, MaxDepthHit: depth == n.maxDepth,
	}
}

// grow returns a span of 2^depth points that begins one step after from, or false
// if it diverged, turned back or was cancelled; then nothing is owned.
func (n *nuts) grow(from *point, depth int) (span, bool) {
	if depth == 0 {
		return n.leaf(from)
	}
	a, ok := n.grow(from, depth-1)
	if !ok {
		return span{}, false
	}
	b, ok := n.grow(a.last, depth-1)
	if !ok {
		n.release(a)
		return span{}, false
	}
	accept := n.chance(b.logWeight - logAddExp(a.logWeight, b.logWeight))
	if !n.join(&a, b, accept) {
		n.release(a)
		return span{}, false
	}
	return a, true
}

func (n *nuts) leaf(from *point) (span, bool) {
	if n.cancelled() {
		return span{}, false
	}
	z, energyError, divergent := n.step(from, evenStage(n.eps), n.h0, 3)
	n.leapfrogs++
	n.sumAccept += acceptance(energyError)
	s := span{first: z, last: z, drawn: z, logWeight: -energyError}
	if divergent {
		n.report(from, z, energyError)
		n.divergent = true
		n.release(s)
		return span{}, false
	}
	return s, true
}

// chance returns true with probability min(1, exp(logp)).
func (n *nuts) chance(logp float64) bool {
	return logp >= 0 || n.rng.Float64() < math.Exp(logp)
}

// join appends b, whose points follow a's, to a, which then owns b's points. The joint span keeps b's drawn point if
// take is true. It returns false if the joint span makes a U-turn.
func (n *nuts) join(a *span, b span, take bool) bool {
	sum := a.sum
	if sum == nil {
		sum = n.pool.vector()
	}
	straight := straight(sum, a.momentum(), b.momentum(), a.first.p, a.last.p, b.first.p, b.last.p)
	n.pool.release(a.last)
	n.pool.release(b.first)
	n.pool.recycle(b.sum)
	if take {
		n.pool.release(a.drawn)
		a.drawn = b.drawn
	} else {
		n.pool.release(b.drawn)
	}
	a.last, a.sum = b.last, sum
	a.logWeight = logAddExp(a.logWeight, b.logWeight)
	return straight
}

// straight stores ra + rb, the sums of momenta of two adjoining spans a and b, in sum, which may be ra or rb. It
// reports whether the joint span goes straight on: the momenta at both of its ends have to point along its sum. The
// same has to hold for a with b's first point and for b with a's last.
func straight(sum, ra, rb, a0, a1, b0, b1 []float64) bool {
	d := len(sum)
	ra, rb, a0, a1, b0, b1 = ra[:d], rb[:d], a0[:d], a1[:d], b0[:d], b1[:d]
	var joint0, joint1, a0b, b0b, a1a, b1a float64
	for i := range sum {
		u, v := ra[i], rb[i]
		r, ub, va := u+v, u+b0[i], v+a1[i]
		joint0 += a0[i] * r
		joint1 += b1[i] * r
		a0b += a0[i] * ub
		b0b += b0[i] * ub
		a1a += a1[i] * va
		b1a += b1[i] * va
		sum[i] = r
	}
	return joint0 > 0 && joint1 > 0 && a0b > 0 && b0b > 0 && a1a > 0 && b1a > 0
}

// logAddExp returns log(eᵃ + eᵇ) for a and b below +∞.
func logAddExp(a, b float64) float64 {
	hi, lo := max(a, b), min(a, b)
	if math.IsInf(hi, -1) {
		return hi
	}
	return hi + math.Log1p(math.Exp(lo-hi))
}
