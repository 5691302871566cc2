package locate

import "math"

// setNests takes the constants of facets within other terms from the state of the EM.
func (su *Setup) setNests() {
	e := su.em
	for _, n := range su.Nests {
		for i, study := range n.Study {
			n.Base[i] = e.mu[study]
		}
		for i := range n.After {
			f := &n.After[i]
			f.Add(n, n.Base, e.terms[f.Term].Effect)
		}
		sum := make([]float64, e.K)
		clear(n.Info)
		for cell, i := range e.cells(e.info, n.Term) {
			s := n.Study[cell]
			i /= su.tau(int(s))
			n.Info[s] += i * i
			sum[s] += i
		}
		for s, total := range sum {
			if total > 0 {
				n.Info[s] /= total
			}
		}
	}
	tau := make([]float64, e.K)
	for s := range tau {
		tau[s] = su.tau(s)
	}
	su.Full.Nesting.Widths(tau, func(term, s int) float64 { return math.Sqrt(e.terms[term].TotalVariance(s)) })
}

// widenTargets divides the derivatives with respect to the effects of a term by the factor of its information. Then
// their coordinates are 0 where the EM has the effects. For an effect b the constant is D(b + g/D) = Db + g whatever
// the factor of D is.
func (su *Setup) widenTargets(term int, grad []float64) {
	if !su.Full.Nesting.Followed[term] {
		return
	}
	for cell := range grad {
		s := su.Data.Terms[term].Study(cell)
		grad[cell] *= su.tau(s) / su.Full.Nesting.Tau[term][s]
	}
}
