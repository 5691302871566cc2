package model

import (
	"concord/model/internal/labels"
	"concord/posterior"
)

// LogLik computes the log probability of each label of a fit in each draw, given the parameters and the effects of its
// item, its labeler and all other terms.
type LogLik struct {
	fit    *Posterior
	starts []int                  // labels of study s are starts[s]:starts[s+1]
	mean   []posterior.Quantity   // by study
	own    [][]posterior.Quantity // by study
	terms  []*labels.Grouping
	first  []int // place of the first effect of each term among the draws
	design *labels.Design
}

// slopeOf returns what multiplies the slope of a term's covariate in label n of study s; 1 for other terms.
func (ll *LogLik) slopeOf(term, s, n int) float64 {
	if i := ll.fit.spec.SlopesBy(ll.terms[term].Term); i >= 0 {
		return ll.design.Offset(i, s, n)
	}
	return 1
}

// NewLogLik returns a LogLik for a fit that kept the draws of effects ([Spec]); otherwise the error is [ErrNoEffects].
func NewLogLik(p *Posterior) (*LogLik, error) {
	if !p.spec.Effects || p.table == nil {
		return nil, ErrNoEffects
	}
	ll := &LogLik{fit: p, starts: []int{0}}
	for s, of := range p.EachStudy() {
		ll.starts = append(ll.starts, ll.starts[s]+p.table.StudyAt(s).Len())
		ll.mean, ll.own = append(ll.mean, of.Mean()), append(ll.own, of.Own())
	}
	if p.design != nil {
		ll.design = p.design()
	}
	at := p.layout.Parameters
	for t, term := range p.spec.Terms() {
		ll.terms = append(ll.terms, labels.NewGrouping(p.table, term))
		ll.first = append(ll.first, at)
		at += p.data.Terms[t].Cells()
	}
	return ll, nil
}

// Len returns the number of labels.
func (ll *LogLik) Len() int { return ll.starts[len(ll.starts)-1] }

// Label sets dst to the log-likelihood of label n in each draw, a slice for each chain: labels in the order of the
// table, study by study. It is safe for concurrent use.
func (ll *LogLik) Label(dst [][]float64, n int) {
	s := 0
	for n >= ll.starts[s+1] {
		s++
	}
	n -= ll.starts[s]
	y := ll.fit.table.StudyAt(s).Value()[n]
	f := ll.fit.spec.Family
	own := make([]float64, len(ll.own[s]))
	parts := ll.partsOf(s, n)
	for c := range dst {
		var effects [][]float64
		var times []float64
		for t := range ll.terms {
			effects, times = append(effects, ll.effect(t, s, n, c)), append(times, ll.slopeOf(t, s, n))
		}
		for i := range dst[c] {
			theta, item := ll.mean[s].Chains[c][i], effects[0][i] // the item's true score
			for _, part := range parts {
				x := part.at(c, i)
				theta += x
				if part.ofItem {
					item += x
				}
			}
			for o, q := range ll.own[s] {
				own[o] = q.Chains[c][i]
			}
			for t, b := range effects {
				switch {
				case ll.terms[t].Multiplies != "":
					theta += (b[i] - 1) * item
				case ll.terms[t].Scales:
					own[0] = b[i] // σ_k
				default:
					theta += times[t] * b[i]
				}
			}
			dst[c][i] = f.LogProb(y, theta, own)
		}
	}
}

// effect returns the draws of the effect that a term has on label n of study s.
func (ll *LogLik) effect(term, s, n, chain int) []float64 {
	return ll.fit.draws.Chain(ll.first[term]+int(ll.terms[term].Cell[s][n]), chain)
}

// labelPart is the term that a part of a covariate adds to the linear predictor of a label.
type labelPart struct {
	x            []float64
	coefficients []posterior.Quantity
	ofItem       bool // it is part of the item's true score
}

// at returns the part in a draw.
func (lp labelPart) at(chain, draw int) (sum float64) {
	for c, x := range lp.x {
		sum += x * lp.coefficients[c].Chains[chain][draw]
	}
	return sum
}

// partsOf returns the parts of label n of study s.
func (ll *LogLik) partsOf(s, n int) []labelPart {
	var all []labelPart
	for i, c := range ll.fit.spec.Covariates {
		for _, part := range c.Parts() {
			if x := ll.design.RowOf(i, part, s, n); x != nil {
				all = append(all, labelPart{x, ll.fit.StudyAt(s).PartCoefficients(i, part), ll.design.OfItems(i, part)})
			}
		}
	}
	return all
}
