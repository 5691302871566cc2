package model

import (
	"math"
	"time"

	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Posterior is the posterior of a model given a table of labels. Its quantities are on
// the label's own scale (gaussian) or on the latent scale (logits) (bernoulli).
//
// Methods that take the name of a study panic if the fit has no study of that name.
type Posterior struct {
	spec     Spec // resolved: no Auto left
	studies  []string
	table    *study.Table    // nil: from draws
	run      *sampler.Result // nil: from draws
	draws    *posterior.Draws
	layout   layout
	data     *data // nil: from draws
	setup    time.Duration
	attempts int
}

// Spec returns the model that was fitted, with family, labeler effects and priors
// resolved to what was used.
func (p *Posterior) Spec() Spec { return p.spec }

// Table returns the labels that the model was fitted to, or nil if the posterior
// was made from draws.
func (p *Posterior) Table() *study.Table { return p.table }

// Studies returns the names of the studies.
func (p *Posterior) Studies() []string { return p.studies }

// Run returns what the sampler did: statistics of each draw, divergences, times;
// or nil if the posterior was made from draws.
func (p *Posterior) Run() *sampler.Result { return p.run }

// Draws returns the draws of all model parameters by name: "mu[s]", "sd_item[s]",
// "sd_labeler[s]", "sd_residual" or "sd_residual[s]", "cor_item[a,b]", "cor_labeler[a,b]",
// with studies counted from 1.
func (p *Posterior) Draws() *posterior.Draws { return p.draws }

// SetupTime returns how long it took to prepare the sampling.
func (p *Posterior) SetupTime() time.Duration { return p.setup }

// Attempts returns how often the posterior was sampled: 1, or 2 if the first draws
// could not be relied on and were replaced; 0 if the posterior was made from draws.
func (p *Posterior) Attempts() int { return p.attempts }

// Mean returns μ of a study.
func (p *Posterior) Mean(study string) posterior.Quantity {
	return p.draws.Quantity(p.layout.mean + p.study(study))
}

// ItemSD returns σ_i of a study, the standard deviation of the items' true scores.
func (p *Posterior) ItemSD(study string) posterior.Quantity {
	return p.draws.Quantity(p.layout.itemSD + p.study(study))
}

// HasLabelers reports whether the model has labeler effects.
func (p *Posterior) HasLabelers() bool { return p.spec.Labelers != NoLabelers }

// LabelerSD returns σ_l of a study, the standard deviation of the labelers' habits:
// 0 in every draw if the model has no labeler effects.
func (p *Posterior) LabelerSD(study string) posterior.Quantity {
	if !p.HasLabelers() {
		return p.constant("sd_labeler", 0)
	}
	return p.draws.Quantity(p.layout.labelerSD + p.study(study))
}

// ResidualSD returns σ of a study. For the Bernoulli family it is π/√3 in every
// draw, the standard deviation of the standard logistic distribution.
func (p *Posterior) ResidualSD(study string) posterior.Quantity {
	s := p.study(study)
	if p.spec.Family == Bernoulli {
		return p.constant("sd_residual", math.Pi/math.Sqrt(3))
	}
	if p.spec.Residual == CommonResidual {
		s = 0
	}
	return p.draws.Quantity(p.layout.residualSD + s)
}

// ItemCorrelation returns ρ between the items' true scores in studies a and b,
// which is normalized xCC; 1 in every draw if a and b are the same study.
func (p *Posterior) ItemCorrelation(a, b string) posterior.Quantity {
	i, j := p.study(a), p.study(b)
	if i == j {
		return p.constant("cor_item", 1)
	}
	return p.draws.Quantity(p.layout.itemCor + pairIndex(i, j))
}

// LabelerCorrelation returns the correlation of the labelers' habits between
// studies a and b. ok is false unless the model has [Shared] labelers and a is not b.
func (p *Posterior) LabelerCorrelation(a, b string) (q posterior.Quantity, ok bool) {
	i, j := p.study(a), p.study(b)
	if i == j || p.spec.Labelers != Shared {
		return posterior.Quantity{}, false
	}
	return p.draws.Quantity(p.layout.labelerCor + pairIndex(i, j)), true
}

func (p *Posterior) study(name string) int {
	for s, n := range p.Studies() {
		if n == name {
			return s
		}
	}
	panic("model: the fit has no study named " + name)
}

func (p *Posterior) constant(name string, x float64) posterior.Quantity {
	q := posterior.Quantity{Name: name, Chains: make([][]float64, p.draws.Chains())}
	for c := range q.Chains {
		q.Chains[c] = make([]float64, p.draws.Iterations())
		for i := range q.Chains[c] {
			q.Chains[c][i] = x
		}
	}
	return q
}
