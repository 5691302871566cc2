package report

import (
	"fmt"
	"math"

	"concord/posterior"
	"concord/report/catalogue"
	"concord/vpc"
)

// Transforms to scales without bounds, on which posteriors are nearer to normal.
const (
	Logit   = "logit"    // of ICCs
	FisherZ = "fisher_z" // of correlations
)

// ICCDifference is how much the transformed ICC of the second of two studies exceeds that of the first.
const ICCDifference = "icc_difference"

// Unbounded is the posterior of a quantity of one task on a scale without bounds, as a normal distribution: what is
// needed of it to say what many tasks have in common.
type Unbounded struct {
	Quantity string `json:"quantity"`
	// Studies are those of [Estimate]; of a difference of ICCs the one that is subtracted, then the other.
	Studies   []string `json:"studies"`
	Scale     string   `json:"scale"`
	Transform string   `json:"transform"` // of what is subtracted, of a difference
	Mean      Number   `json:"mean"`      // the median, lest draws near a bound count for too much
	SD        Number   `json:"sd"`        // half the width of the middle 68 %
}

// mostPossible keeps ICCs and correlations of 0 and 1, to which draws are rounded, from being infinite.
const mostPossible = 1 - 1e-12

func logit(p float64) float64 {
	p = math.Min(mostPossible, math.Max(1-mostPossible, p))
	return math.Log(p / (1 - p))
}

func fisherZ(r float64) float64 {
	return math.Atanh(math.Min(mostPossible, math.Max(-mostPossible, r)))
}

// back is the inverse of a transform.
func back(transform string, x float64) float64 {
	if transform == Logit {
		return 1 / (1 + math.Exp(-x))
	}
	return math.Tanh(x)
}

// unbounded returns the transformed quantities of a fit on the scale of its labels, among those that it reports: the
// ICC of each study, ρ of each pair, and what differs between them.
func unbounded(of catalogue.Evaluator, reported []catalogue.Instance) []Unbounded {
	var all []Unbounded
	var summarizer posterior.Summarizer
	add := func(quantity, transform string, scale vpc.Scale, studies []string, q posterior.Quantity) {
		_, median, lower, upper := summarizer.Brief(q, 0.682689)
		all = append(all, Unbounded{Quantity: quantity, Studies: studies, Scale: scale.String(),
			Transform: transform, Mean: Number(median), SD: Number((upper - lower) / 2)})
	}
	type known struct {
		study string
		icc   posterior.Quantity
	}
	labels := of.Labels()
	var iccs []known
	for _, at := range reported {
		if at.Scale != labels.Scale() {
			continue
		}
		names := at.StudyNames()
		switch at.Name {
		case catalogue.ICC:
			q := posterior.Map("", func(x []float64) float64 { return logit(x[0]) }, of.Draws(at))
			add(at.Name, Logit, at.Scale, names, q)
			for _, earlier := range iccs {
				add(ICCDifference, Logit, at.Scale, []string{earlier.study, names[0]}, difference(q, earlier.icc))
			}
			iccs = append(iccs, known{names[0], q})
		case catalogue.Rho:
			q := labels.Rho(at.Studies[0], at.Studies[1])
			add(at.Name, FisherZ, at.Scale, names, posterior.Map("", transformed, q))
		case catalogue.RhoDifference:
			q := posterior.Map("", transformed, labels.Rho(at.Studies[0], at.Studies[1]))
			less := posterior.Map("", transformed, labels.Rho(at.Studies[0], at.Studies[2]))
			add(at.Name, FisherZ, at.Scale, names, difference(q, less))
		}
	}
	return all
}

func transformed(x []float64) float64 { return fisherZ(x[0]) }

func difference(q, less posterior.Quantity) posterior.Quantity {
	return posterior.Map("", func(x []float64) float64 { return x[0] - x[1] }, q, less)
}

// HighRho is the ρ from which on two groups are taken to say nearly the same of items.
const HighRho = 0.9

// highRho returns the probability that ρ of each pair of studies is above [HighRho], on the scale of the labels.
func highRho(of catalogue.Evaluator, reported []catalogue.Instance) []Probability {
	var all []Probability
	for _, at := range reported {
		if at.Name != catalogue.Rho || at.Scale != of.Labels().Scale() {
			continue
		}
		p := of.Draws(at).Probability(func(x float64) bool { return x > HighRho })
		all = append(all, Probability{Event: highRhoEvent, Studies: at.StudyNames(), Scale: at.Scale.String(),
			Probability: Number(p.Value)})
	}
	return all
}

var highRhoEvent = fmt.Sprintf("%s > %v", catalogue.Rho, HighRho)
