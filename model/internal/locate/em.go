package locate

import (
	"context"
	"math"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// em finds where the posterior lies, for the sampler's set-up only. It is a mean-field EM. It alternates one Newton
// step for the means given the rest and one for the effects of each term. Then it updates standard deviations and
// correlations from the effects and their conditional covariances. Unlike the joint mode it does not run off to σ → 0
// or ρ → ±1. The posterior that is sampled does not depend on it.
type em struct {
	data   *labels.Compiled
	lik    family.Likelihood
	priors blocks.ScaledPriors
	blocks.Coordinates
	of         []spec.Term
	absent     [][]bool // see parameters
	precisions bool
	thresholds *blocks.Thresholds // nil: of other families

	mu    []float64
	terms []*effects.Conditional
	// By term and study, the number of levels whose effects are integrated out.
	integrated [][]float64
	// The linear predictor, derivatives and information. Effects share memory with the terms.
	at, grad, info *family.Predictor
	averaging      bool        // see average
	regression     *regression // nil: there are no covariates
}

func newEM(p *density.Problem) *em {
	d, k := p.Data, p.Data.Studies
	start := p.Spec.Family.Start()
	e := &em{
		data: d, lik: p.Lik.Fork(), priors: blocks.NewScaledPriors(p.Spec.Priors, d),
		Coordinates: blocks.NewCoordinates(p.Frame),
		precisions:  p.Spec.Family.LocationScale(), thresholds: blocks.NewThresholds(p.Frame), mu: make([]float64, k),
	}
	e.at, e.grad, e.info = d.NewPredictor(e.OwnCount), d.NewPredictor(e.OwnCount), d.NewPredictor(e.OwnCount)
	for s := range k {
		if e.thresholds != nil {
			e.mu[s] = e.thresholds.Start(s, e.OfStudy(e.at.Own, s))
			continue
		}
		copy(e.at.Own[s*e.OwnCount:], start.Own)
	}
	for t, g := range d.Terms {
		sd := start.OtherSD
		if t == 0 {
			sd = start.ItemSD
		}
		c := effects.NewConditional(p.Factors[t], k, sd)
		e.of = append(e.of, g.Term)
		e.absent = append(e.absent, p.Spec.Absent(g.Term, k))
		e.terms = append(e.terms, c)
		e.integrated = append(e.integrated, d.IntegratedLevels(t))
		switch {
		case t == 0:
			e.at.Item = c.Effect
		case t == 1 || t == d.SlopeTerm(): // see [em.refresh]
		case g.Slopes != "": // see [regression]
		case t == d.ResidualTerm():
			e.at.LogResidual = c.Effect
		default:
			e.at.Further[t-2] = c.Effect
		}
	}
	e.regression = newRegression(e)
	return e
}

// run alternates until the parameters stand still or the rounds are over. Without scales, it leaves the standard
// deviations and correlations as they are.
func (e *em) run(ctx context.Context, scales bool) error {
	rounds := tuning.EMRounds
	if e.averaging {
		rounds = tuning.EMAveragedRounds
	}
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := e.snapshot()
		e.refresh()
		if scales && e.thresholds != nil {
			e.thresholdStep()
		} else {
			e.meanStep()
		}
		if e.regression != nil {
			e.refresh()
			e.regression.step(e)
		}
		for t, c := range e.terms {
			e.refresh()
			switch {
			case t == e.data.ResidualTerm():
				e.noiseStep(c)
				continue
			case e.averaging:
				e.halfStep(t)
			default:
				c.Step(e.cells(e.grad, t), e.cells(e.info, t), tuning.EMMostStep)
			}
			switch {
			case e.of[t].Slopes != "":
				e.regression.centre(e, t)
			case e.of[t].Covariance == spec.Common: // their mean is that of several studies
			case t != e.data.SlopeTerm():
				e.centre(c)
			case scales:
				e.normalise(c)
			}
		}
		if scales {
			for t, c := range e.terms {
				c.Update(func(s int, sum, n, sd float64) float64 {
					if e.absent[t][s] {
						return tuning.EMAbsent // 0 has no Cholesky factor
					}
					sum, n = sum+e.integratedSquare(t, s, sd*sd), n+e.integrated[t][s]
					_, d := e.priors.LogTermSD(e.of[t], s, sd)
					return sum / math.Max(n-1-sd*d, tuning.EMLeastDegrees)
				})
			}
			e.updateOwn()
		}
		if round > tuning.EMLeastRounds && e.moved(before) < tuning.EMTolerance {
			break
		}
	}
	return nil
}

// integratedSquare returns the expected sum of squares, given the labels, of the effects of a term and study that are
// integrated out. By Fisher's identity the derivative of the log-likelihood with respect to their variance v is ½ Σ (E
// b² − v)/v².
func (e *em) integratedSquare(term, study int, variance float64) float64 {
	slope := 0.0
	switch term {
	case 0:
		slope = e.grad.ItemVariance[study]
	case 1:
		slope = e.grad.RowVariance[study]
	}
	return math.Max(0, e.integrated[term][study]*variance+2*variance*variance*slope)
}

// cells returns the part of derivatives or information that belongs to the cells of a term.
func (e *em) cells(of *family.Predictor, term int) []float64 {
	switch term {
	case 0:
		return of.Item
	case 1:
		return of.Row[:e.data.Levels]
	case e.data.SlopeTerm():
		return of.Slope
	case e.data.ResidualTerm():
		return of.LogResidual
	}
	if e.of[term].Slopes != "" {
		return e.regression.slopeCells(e, of, term)
	}
	return of.Further[term-2]
}

// refresh evaluates derivatives and information at the current state.
func (e *em) refresh() {
	for u, s := range e.data.Study {
		e.at.Row[u] = e.mu[s]
		if len(e.terms) > 1 && u < e.data.Levels {
			e.at.Row[u] += e.terms[1].Effect[u]
		}
	}
	for u := range e.at.Slope {
		e.at.Slope[u] = 1 + e.terms[e.data.SlopeTerm()].Effect[u]
	}
	for s := range e.K {
		e.at.ItemVariance[s] = e.terms[0].TotalVariance(s)
		if len(e.terms) > 1 {
			e.at.RowVariance[s] = e.terms[1].TotalVariance(s)
		}
	}
	if e.regression != nil {
		e.regression.predict(e)
	}
	if e.averaging {
		e.average()
		return
	}
	e.lik.Working(e.grad, e.info, e.at)
}

// tau returns the unit of the information on the effects of a study.
func (e *em) tau(s int) float64 {
	if !e.precisions {
		return 1
	}
	sigma := e.at.Own[s*e.OwnCount]
	return 1 / (sigma * sigma)
}

// meanInformation returns the information that the labels have on each study's mean.
func (e *em) meanInformation() []float64 {
	info := make([]float64, len(e.mu))
	for u, s := range e.data.Study {
		info[s] += e.info.Row[u]
	}
	return info
}

// snapshot returns the parameters.
func (e *em) snapshot() []float64 {
	x := append([]float64(nil), e.mu...)
	for _, c := range e.terms {
		x = append(x, c.Root...)
	}
	if e.regression != nil {
		x = append(x, e.regression.beta...)
	}
	return append(x, e.at.Own...)
}

// moved returns the largest change since a snapshot, relative to the value if it is not small.
func (e *em) moved(before []float64) float64 {
	most := 0.0
	for i, x := range e.snapshot() {
		most = math.Max(most, math.Abs(x-before[i])/math.Max(tuning.EMTakenFor, math.Abs(before[i])))
	}
	return most
}
