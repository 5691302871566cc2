package locate

import (
	"math"

	"concord/model/internal/tuning"
	"concord/model/spec"
)

// updateOwn moves the logarithms of the family's own parameters towards the maximum of the expected log-likelihood
// with prior and Jacobian, from the derivatives before the last term's step. With conditional variances v of the
// effects, information w and log-likelihood l, the expectation is about l − ½ Σ wv.
func (e *em) updateOwn() {
	if e.OwnCount == 0 || e.thresholds != nil {
		return
	}
	own, score, loss := append([]float64(nil), e.at.Own...), append([]float64(nil), e.grad.Own...), e.loss()
	for i := range e.OwnCount {
		// The derivative and minus about the second derivative, by study.
		first, second := make([]float64, e.K), make([]float64, e.K)
		if i == 0 && e.precisions {
			// Information is in units of τ = 1/σ², so that the derivative of the loss is −2 times the loss. For N
			// labels, l has the second derivative −2N.
			for s := range e.K {
				first[s], second[s] = own[s*e.OwnCount]*score[s*e.OwnCount]+loss[s], e.data.Count[s]
			}
		} else {
			e.differences(i, own, first, second)
		}
		if e.Each == 1 {
			f, g := 0.0, 0.0
			for s := range e.K {
				f, g = f+first[s], g+second[s]
			}
			for s := range e.K {
				first[s], second[s] = f, g
			}
		}
		for s := range e.K {
			at := s*e.OwnCount + i
			r := s
			if e.Each == 1 {
				r = 0
			}
			_, d := e.priors.LogSD(e.priors.SD, r, own[at])
			var step float64
			if i == 0 && e.precisions {
				n := second[s]
				step = 0.5 * math.Log(math.Max(n+first[s], 1e-300)/math.Max(n-1-own[at]*d, tuning.EMLeastDegrees))
			} else {
				step = (first[s] + 1 + own[at]*d) / math.Max(second[s], 1)
			}
			e.at.Own[at] = own[at] * math.Exp(math.Max(-tuning.EMMostStep, math.Min(tuning.EMMostStep, step)))
		}
	}
}

// differences sets first to the first derivatives of the expected log-likelihood of each study with respect to the
// logarithm of own parameter i. It sets second to minus the second derivatives, by central differences of scores.
func (e *em) differences(i int, own, first, second []float64) {
	const h = tuning.DifferenceStep
	evaluate := func(by float64) (score, loss []float64) {
		score = make([]float64, e.K)
		for s := range e.K {
			e.at.Own[s*e.OwnCount+i] = own[s*e.OwnCount+i] * math.Exp(by)
		}
		e.refresh()
		for s := range e.K {
			score[s] = e.at.Own[s*e.OwnCount+i] * e.grad.Own[s*e.OwnCount+i]
		}
		return score, e.loss()
	}
	up, lossUp := evaluate(h)
	down, lossDown := evaluate(-h)
	at, _ := evaluate(0)
	for s := range e.K {
		first[s] = at[s] - (lossUp[s]-lossDown[s])/(4*h)
		second[s] = -(up[s] - down[s]) / (2 * h)
	}
}

// loss returns Σ w v by study.
func (e *em) loss() []float64 {
	sum := make([]float64, e.K)
	for t, c := range e.terms {
		if e.averages(t) || t == e.data.ResidualTerm() { // the information on noise is not in units of τ
			continue
		}
		info := e.cells(e.info, t)
		if e.of[t].Covariance == spec.Common {
			e.addCommonLoss(sum, t, info)
			continue
		}
		for j, v := range c.Variance {
			sum[e.data.Terms[t].Study(j)] += v * info[j]
		}
	}
	return sum
}

// addCommonLoss adds the loss through effects that studies share: each label of a level has a part of its information.
func (e *em) addCommonLoss(sum []float64, term int, info []float64) {
	labels := e.data.FurtherCounts(term - 2)
	for u, s := range e.data.Study {
		for n := e.data.Start[u]; n < e.data.Start[u+1]; n++ {
			cell := e.data.Further[term-2][n]
			sum[s] += e.terms[term].Variance[cell] * info[cell] / float64(labels[cell])
		}
	}
}
