package result

import (
	"math"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// instanceName is the name of a quantity in diagnostics: "rho (reference, control), label scale".
func instanceName(at catalogue.Instance) string {
	name := at.Name
	if at.Term != "" {
		name += " of " + at.Term
	}
	if at.OfThreshold {
		name += " " + Between(at.Category, at.NextCategory)
	}
	if at.OfDesign {
		name += " of " + at.Design.String()
	}
	name += " (" + strings.Join(at.StudyNames(), ", ") + ")"
	if len(vpc.Scales(at.Studies[0].Posterior().Spec().Family)) == 1 {
		return name
	}
	return name + ", " + at.Scale.Words()
}

func newEstimate(at catalogue.Instance, s posterior.Summary) Estimate {
	e := Estimate{
		Quantity: at.Name, Symbol: symbolOf(at), Term: at.Term, Studies: at.StudyNames(), Scale: at.Scale.String(),
		K: at.K, Design: at.Design.String(), Category: at.Category, NextCategory: at.NextCategory,
		Mean: Number(s.Mean), SD: Number(s.SD), Median: Number(s.Median),
		Lower: Number(s.Lower), Upper: Number(s.Upper),
		RHat: Number(s.RHat), ESSBulk: Number(s.ESSBulk), ESSTail: Number(s.ESSTail), MCSE: Number(s.MCSEMean),
	}
	e.Boundary = Boundary(at.Entry, s)
	e.Skewed = skewed(s)
	e.NoMoments = at.NoMoments
	e.withoutMoments()
	switch {
	case !e.Defined():
		e.Undefined = "a draw is not a number"
	case !e.RHat.Defined() || !e.ESSBulk.Defined() || !e.ESSTail.Defined(),
		!e.NoMoments && (!e.MCSE.Defined() || !e.SD.Defined()):
		e.Undefined = "too few draws, or all of them equal, to judge the draws"
	}
	return e
}

// Converged reports whether the draws of an estimate have converged, as far as its R̂ and ESS are known: they are
// undefined or 0 where they are not.
func (e Estimate) Converged() bool {
	few := min(e.ESSBulk, e.ESSTail)
	return !(e.RHat > failRHat) && !(few > 0 && few < failESS)
}

// symbolOf returns the names of an ICC in the literature; "" for other quantities.
func symbolOf(at catalogue.Instance) string {
	return catalogue.ICCNames(at.Name, len(at.Studies) > 0 && at.Studies[0].Posterior().HasLabelers())
}

// undefinedEstimate says why the fit does not have a quantity.
func undefinedEstimate(at catalogue.Instance) Estimate {
	none := Undefined()
	return Estimate{
		Quantity: at.Name, Term: at.Term, Studies: at.StudyNames(), Scale: at.Scale.String(), K: at.K,
		Design: at.Design.String(),
		Mean:   none, SD: none, Median: none, Lower: none, Upper: none,
		RHat: none, ESSBulk: none, ESSTail: none, MCSE: none,
		Undefined: at.Missing(at.Scale, at.Studies...),
	}
}

// skewed reports whether mean and median differ by more than mostParted standard deviations.
func skewed(s posterior.Summary) bool {
	// In simulated numbers by 5 and 10 labelers, mean and median of the labeler ICC differ by 0.2 to 0.4, and the
	// median is nearer to the truth. For the ICC they differ by less than 0.1. The Monte Carlo error of 1,000
	// independent draws is 0.025.
	const mostParted = 0.2
	return math.Abs(s.Mean-s.Median) > mostParted*s.SD
}

// summarize summarises the reported quantities of a fit on all cores; the result is the same for any number of cores.
// probabilities belong to the events of the catalogue, NaN if there is none, and answers to the events that were asked
// for. Draws are made when they are summarised: with many studies, the draws of all instances together would fill the
// memory.
func summarize(
	fit catalogue.Evaluator, reported []catalogue.Instance, interval posterior.Interval, asked []Asked,
) (summaries []posterior.Summary, probabilities []float64, answers []Probability) {
	summaries, probabilities = make([]posterior.Summary, len(reported)), make([]float64, len(reported))
	each := make([][]Probability, len(reported))
	eachOf(len(reported), func(summarizer *posterior.Summarizer, i int) {
		q := fit.Draws(reported[i])
		q.Name = instanceName(reported[i])
		summaries[i] = summarizer.Summarize(q, interval)
		probabilities[i] = fit.Probability(reported[i], q)
		for _, a := range asked {
			if p, ok := a.of(reported[i], q); ok {
				each[i] = append(each[i], p)
			}
		}
	})
	return summaries, probabilities, slices.Concat(each...)
}

// newProbabilities returns the probabilities of the events of the reported quantities.
func newProbabilities(fit *model.Posterior, reported []catalogue.Instance, of []float64) []Probability {
	var all []Probability
	for i, at := range reported {
		if at.EventName() == "" {
			continue
		}
		p := Probability{Event: at.EventName(), Studies: at.StudyNames(), Scale: at.Scale.String(),
			Probability: Number(of[i])}
		if at.Name == catalogue.LabelerICC {
			p.Caution = CautionLabelers(labelersOf(at.Studies[0]))
		}
		all = append(all, p)
	}
	return all
}
