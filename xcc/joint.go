package xcc

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
	"concord/vpc/logitnormal"
)

// Joint is the posterior of how the labels of a fit's studies go together, on one scale, draw by draw. On each scale
// xCC_ab = ρ_ab √ICC_a √ICC_b, with the ICC of [vpc.On] on the same one.
//
// Labels that are compared come from different people, also across studies with shared labelers.
type Joint struct {
	fit        *model.Posterior
	scale      vpc.Scale
	studies    []string
	partitions []vpc.Partition      // of each study
	icc        []posterior.Quantity // of each study
	rho        []posterior.Quantity // of each pair of studies, see pairIndex
}

// Of returns the joint posterior on the scale of the model's standard deviations: Label for
// Gaussian labels, Latent for Bernoulli.
func Of(fit *model.Posterior) Joint { return On(fit, vpc.Scales(fit.Spec().Family)[0]) }

// On returns the joint posterior of the named studies, or without names of all studies, on the scale asked for. On the probability
// scale, with h(u) the chance that item u has a positive label, see [vpc.On],
//
//	ρ_ab = Cov(h_a, h_b) / √(Var h_a Var h_b),   xCC_ab = Cov(h_a, h_b) / √(p_a(1 − p_a) p_b(1 − p_b)),
//
// which is computed for all their pairs at once: about 10 µs for each draw and study, and 0.2 µs for each draw and
// pair. In draws without item variance ρ is its limit as that goes to 0.
//
// It panics if the fit's family of labels does not have that scale or the fit has no study of one of the names.
func On(fit *model.Posterior, scale vpc.Scale, studies ...string) Joint {
	if len(studies) == 0 {
		studies = fit.Studies()
	}
	j := Joint{fit: fit, scale: scale, studies: studies}
	for b, name := range studies {
		part := vpc.On(fit, name, scale)
		j.partitions, j.icc = append(j.partitions, part), append(j.icc, part.ICC())
		for a := range b {
			j.rho = append(j.rho, fit.ItemCorrelation(studies[a], name))
		}
	}
	if scale == vpc.Probability {
		j.toProbabilities()
	}
	return j
}

// Find is [On] for names and a scale from outside: it returns an error, for a study a *[vpc.StudyError], where On panics. With
// the names that it was given the methods of what it returns do not panic.
func Find(fit *model.Posterior, scale vpc.Scale, studies ...string) (Joint, error) {
	if err := vpc.Known(fit, studies...); err != nil {
		return Joint{}, err
	}
	if !slices.Contains(vpc.Scales(fit.Spec().Family), scale) {
		return Joint{}, fmt.Errorf("labels of the %v family have no %v scale", fit.Spec().Family, scale)
	}
	return On(fit, scale, studies...), nil
}

// pairIndex is the place of the pair of studies a < b.
func pairIndex(a, b int) int { return b*(b-1)/2 + a }

// toProbabilities replaces the correlations of the logits by those of h.
func (j Joint) toProbabilities() {
	if len(j.rho) == 0 {
		return
	}
	var mean, item, labeler []posterior.Quantity
	for _, s := range j.studies {
		mean, item, labeler = append(mean, j.fit.Mean(s)), append(item, j.fit.ItemSD(s)), append(labeler, j.fit.LabelerSD(s))
	}
	latent := slices.Clone(j.rho)
	for p, q := range latent {
		j.rho[p].Chains = make([][]float64, len(q.Chains))
		for c, x := range q.Chains {
			j.rho[p].Chains[c] = make([]float64, len(x))
		}
	}
	var wg sync.WaitGroup
	for c := range latent[0].Chains {
		wg.Go(func() {
			h := make([]logitnormal.Expansion, len(j.studies))
			for i := range latent[0].Chains[c] {
				for s := range h {
					h[s].Set(logitnormal.Probability{Mean: mean[s].Chains[c][i], SD: item[s].Chains[c][i], Noise: labeler[s].Chains[c][i]})
				}
				for b := range h {
					for a := range b {
						p := pairIndex(a, b)
						j.rho[p].Chains[c][i] = logitnormal.Correlation(&h[a], &h[b], latent[p].Chains[c][i])
					}
				}
			}
		})
	}
	wg.Wait()
}

// Scale returns the scale of the joint posterior.
func (j Joint) Scale() vpc.Scale { return j.scale }

// Partition returns the variance partition of a study. It panics if it has no study of that name.
func (j Joint) Partition(study string) vpc.Partition { return j.partitions[j.index(study)] }

// Rho returns normalized xCC, the correlation ρ_ab of the items' true scores in studies a and b: of the mean
// labels that endlessly many labelers would give on the label and the probability scale, of their logits on the latent one. It is
// 1 if they are the same study, and panics if j has no study of one of the names.
func (j Joint) Rho(a, b string) posterior.Quantity {
	q := j.rhoOf(a, b)
	q.Name = j.name("rho", a, b)
	return q
}

func (j Joint) rhoOf(a, b string) posterior.Quantity {
	s, t := j.index(a), j.index(b)
	if s == t {
		return j.fit.ItemCorrelation(a, b)
	}
	return j.rho[pairIndex(min(s, t), max(s, t))]
}

// Between returns xCC_ab = ρ_ab √ICC_a √ICC_b, the correlation of a label from study a with a label from study b of the
// same item, each divided by its own standard deviation, given by different people; of a study with itself it is
// the ICC. It panics if j has no study of one of the names.
func (j Joint) Between(a, b string) posterior.Quantity {
	return posterior.Map(j.name("xcc", a, b), func(x []float64) float64 {
		return x[0] * (math.Sqrt(x[1]) * math.Sqrt(x[2]))
	}, j.rhoOf(a, b), j.icc[j.index(a)], j.icc[j.index(b)])
}

// RhoOfMean returns ρ_ra √ICC_a(k), the correlation of the mean of k labels of study a, by different labelers,
// with the true score of the same item in study r. It panics if k is not positive or j has no study of one of the names.
func (j Joint) RhoOfMean(reference, a string, k int) posterior.Quantity {
	return posterior.Map(j.name("rho_k", reference, a), func(x []float64) float64 {
		return x[0] * math.Sqrt(x[1])
	}, j.rhoOf(reference, a), j.Partition(a).ICCk(k))
}

// RhoDifference returns ρ_ra − ρ_rb, by how much study a's true scores agree better with those
// of reference r than study b's do. Its [posterior.Quantity.Positive] is the probability that they
// do. It panics if j has no study of one of the names.
func (j Joint) RhoDifference(reference, a, b string) posterior.Quantity {
	return difference(j.name("rho_difference", reference, a, b), j.rhoOf(reference, a), j.rhoOf(reference, b))
}

// Difference returns xCC_ra − xCC_rb, by how much a single label of study a agrees better with one
// of reference r than a label of study b does. Its [posterior.Quantity.Positive] is the probability
// that it does. It panics if j has no study of one of the names.
func (j Joint) Difference(reference, a, b string) posterior.Quantity {
	return difference(j.name("xcc_difference", reference, a, b), j.Between(reference, a), j.Between(reference, b))
}

func difference(name string, a, b posterior.Quantity) posterior.Quantity {
	return posterior.Map(name, func(x []float64) float64 { return x[0] - x[1] }, a, b)
}

func (j Joint) index(study string) int {
	s := slices.Index(j.studies, study)
	if s < 0 {
		panic("xcc: there is no study named " + study)
	}
	return s
}

// name names a quantity of some studies, on the probability scale as such.
func (j Joint) name(quantity string, studies ...string) string {
	if j.scale == vpc.Probability {
		quantity += "_probability"
	}
	return nameOf(quantity, studies...)
}
