package family

import "math"

// bernoulliSome is the likelihood of binary labels if the effects of some are integrated out.
type bernoulliSome struct {
	kept   Likelihood
	single *bernoulliSingle
}

// Fork implements [Likelihood].
func (some *bernoulliSome) Fork() Likelihood {
	single := &bernoulliSingle{groups: some.single.groups, nodes: make([]singleNodes, len(some.single.nodes))}
	return &bernoulliSome{some.kept.Fork(), single}
}

// LogLik implements [Likelihood].
func (some *bernoulliSome) LogLik(grad, at *Predictor) float64 {
	return some.kept.LogLik(grad, at) + some.single.add(grad, nil, at)
}

// Working implements [Likelihood].
func (some *bernoulliSome) Working(grad, info, at *Predictor) float64 {
	return some.kept.Working(grad, info, at) + some.single.add(grad, info, at)
}

// bernoulliSingle is the likelihood of binary labels whose row or item, or both, is integrated out, because each level
// has one label. If N labels have row and item in common, and so the predictor θ, each is positive with the chance
//
//	p(θ, v) = E logit⁻¹(θ + √v z),  z ~ N(0, 1),
//
// where v is the sum of the variances integrated out, by the trapezoidal rule (Trefethen and Weideman 2014, section 5).
// The derivative with respect to v is ½ E (logit⁻¹)″, which has no singularity at v = 0.
type bernoulliSingle struct {
	groups []singleGroup
	nodes  []singleNodes // study × variances: see variances
}

// singleGroup is labels of one row and one item.
type singleGroup struct {
	row, item         int32 // item −1: integrated out
	nodes             int32 // of which variance
	trials, positives float64
}

// Which variances are integrated out; an index of nodes is study·4 plus one of them.
const (
	itemVariance = 1
	rowVariance  = 2
)

// newBernoulliSingle groups the labels whose row or item is integrated out.
func newBernoulliSingle(l *Labels) *bernoulliSingle {
	b := &bernoulliSingle{}
	for u, s := range l.Study {
		for i := l.Start[u]; i < l.Start[u+1]; {
			item, n, positives := l.Item[i], 0.0, 0.0
			for ; i < l.Start[u+1] && l.Item[i] == item; i++ {
				n++
				positives += l.Value[i]
			}
			which := s * 4
			if u >= l.Levels {
				which += rowVariance
			}
			if int(item) >= l.ItemCells() {
				item = -1
				which += itemVariance
			}
			if which%4 > 0 {
				b.groups = append(b.groups, singleGroup{int32(u), item, which, n, positives})
			}
		}
	}
	b.nodes = make([]singleNodes, 4*l.Studies)
	return b
}

// add adds to the derivatives of the other labels, and to the information if info is not nil, and returns the
// log-likelihood.
func (single *bernoulliSingle) add(grad, info, at *Predictor) (logp float64) {
	clear(grad.ItemVariance)
	clear(grad.RowVariance)
	for i := range single.nodes {
		s, v := i/4, 0.0
		if i&itemVariance > 0 {
			v += at.ItemVariance[s]
		}
		if i&rowVariance > 0 {
			v += at.RowVariance[s]
		}
		single.nodes[i].set(v)
	}
	for _, g := range single.groups {
		theta := at.Row[g.row]
		if g.item >= 0 {
			theta += at.Item[g.item]
		}
		c := single.nodes[g.nodes].chance(theta)
		negatives := g.trials - g.positives
		pull := g.positives/c.positive - negatives/c.negative
		logp += g.positives*math.Log(c.positive) + negatives*math.Log(c.negative)
		grad.Row[g.row] += pull * c.slope
		s := g.nodes / 4
		if g.nodes&itemVariance > 0 {
			grad.ItemVariance[s] += 0.5 * pull * c.curve
		}
		if g.nodes&rowVariance > 0 {
			grad.RowVariance[s] += 0.5 * pull * c.curve
		}
		if g.item >= 0 {
			grad.Item[g.item] += pull * c.slope
		}
		if info == nil {
			continue
		}
		w := g.trials * c.slope * c.slope / (c.positive * c.negative) // expected
		info.Row[g.row] += w
		if g.item >= 0 {
			info.Item[g.item] += w
		}
	}
	return logp
}

// singleNodes are the nodes of one variance, in logits about the predictor.
type singleNodes struct {
	n          int
	at, weight [2*mostNodes + 1]float64
}

const (
	mostNodes     = 120 // on one side
	nodesReach    = 8.5 // standard deviations at which normal tails are cut
	nodesExponent = 29  // −log of the error aimed at, while the nodes suffice: to a standard deviation of 9
)

// set sets the nodes for a variance.
func (n *singleNodes) set(variance float64) {
	sd := math.Sqrt(variance)
	pole := math.Min(math.Pi/sd, math.Sqrt(2*nodesExponent)) // how far the integrand's are from the real line
	step := 2 * math.Pi * pole / (nodesExponent + pole*pole/2)
	side := min(mostNodes, int(math.Ceil(nodesReach/step)))
	step = nodesReach / float64(side)
	n.n = 2*side + 1
	total := 0.0
	for i := range n.n {
		z := float64(i-side) * step
		n.at[i], n.weight[i] = sd*z, math.Exp(-0.5*z*z)
		total += n.weight[i]
	}
	for i := range n.n {
		n.weight[i] /= total
	}
}

// singleChance is the chance of a positive and of a negative label, and the means of the first two derivatives of
// logit⁻¹.
type singleChance struct{ positive, negative, slope, curve float64 }

func (n *singleNodes) chance(theta float64) (c singleChance) {
	for i, at := range n.at[:n.n] {
		x, w := theta+at, n.weight[i]
		e := math.Exp(-math.Abs(x))
		p := 1 / (1 + e)
		q := e * p
		if x < 0 {
			p, q = q, p
		}
		slope := w * p * q
		c.positive += w * p
		c.negative += w * q
		c.slope += slope
		c.curve += slope * (q - p)
	}
	return c
}
