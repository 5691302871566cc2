package model

import (
	"math"
	"slices"

	"concord/posterior"
	"concord/study"
)

// StudyPosterior is the posterior of the parameters of one study of a fit. Two are equal if they are of the same study
// of the same fit.
type StudyPosterior struct {
	fit *Posterior
	at  int
}

// Study returns what the fit says of the study of a name; if it has none, a [*study.NameError].
func (p *Posterior) Study(name string) (StudyPosterior, error) {
	at := slices.Index(p.studies, name)
	if at < 0 {
		return StudyPosterior{}, &study.NameError{Kind: "study", Name: name, Names: p.studies}
	}
	return StudyPosterior{p, at}, nil
}

// StudyAt returns what the fit says of the i-th of its studies, counted from 0 as [Posterior.Studies] lists them.
func (p *Posterior) StudyAt(i int) StudyPosterior {
	_ = p.studies[i]
	return StudyPosterior{p, i}
}

// EachStudy returns what the fit says of each of its studies, as [Posterior.Studies] lists them.
func (p *Posterior) EachStudy() []StudyPosterior {
	all := make([]StudyPosterior, len(p.studies))
	for i := range all {
		all[i] = p.StudyAt(i)
	}
	return all
}

// Posterior returns the fit that the study is of.
func (s StudyPosterior) Posterior() *Posterior { return s.fit }

// Name returns the name of the study.
func (s StudyPosterior) Name() string { return s.fit.studies[s.at] }

// Index returns the place of the study in [Posterior.Studies].
func (s StudyPosterior) Index() int { return s.at }

// Mean returns μ, the mean of the linear predictor.
func (s StudyPosterior) Mean() posterior.Quantity {
	return s.fit.draws.Quantity(s.fit.layout.mean + s.at)
}

// ItemSD returns σ_i, the standard deviation of the items' true scores.
func (s StudyPosterior) ItemSD() posterior.Quantity {
	return s.fit.draws.Quantity(s.fit.layout.itemSD + s.at)
}

// LabelerSD returns σ_l, the standard deviation of the labelers' effects: 0 in every draw if the model has
// no labeler effects.
func (s StudyPosterior) LabelerSD() posterior.Quantity {
	if !s.fit.HasLabelers() {
		return s.fit.constant("sd_labeler", 0)
	}
	return s.fit.draws.Quantity(s.fit.layout.labelerSD + s.at)
}

// ResidualSD returns σ. For the Bernoulli family it is π/√3 in every draw, the standard deviation of the
// standard logistic distribution.
func (s StudyPosterior) ResidualSD() posterior.Quantity {
	switch {
	case s.fit.spec.Family == Bernoulli:
		return s.fit.constant("sd_residual", math.Pi/math.Sqrt(3))
	case s.fit.spec.Residual == CommonResidual:
		return s.fit.draws.Quantity(s.fit.layout.residualSD)
	}
	return s.fit.draws.Quantity(s.fit.layout.residualSD + s.at)
}

// ItemCorrelation returns ρ between the items' true scores in this study and another of the same fit, which is
// normalized xCC; 1 in every draw if the two are the same study.
func (s StudyPosterior) ItemCorrelation(other StudyPosterior) posterior.Quantity {
	s.beside(other)
	if s == other {
		return s.fit.constant("cor_item", 1)
	}
	return s.fit.draws.Quantity(s.fit.layout.itemCor + pairIndex(s.at, other.at))
}

// LabelerCorrelation returns the correlation of the labelers' effects in this study and another of the same fit. ok
// is false unless the model has [Shared] labelers and the two are different studies.
func (s StudyPosterior) LabelerCorrelation(other StudyPosterior) (q posterior.Quantity, ok bool) {
	s.beside(other)
	if s == other || s.fit.spec.Labelers != Shared {
		return posterior.Quantity{}, false
	}
	return s.fit.draws.Quantity(s.fit.layout.labelerCor + pairIndex(s.at, other.at)), true
}

// beside panics where another study is of another fit, which no name from outside can bring about.
func (s StudyPosterior) beside(other StudyPosterior) {
	if s.fit != other.fit {
		panic("model: the studies are not of the same fit")
	}
}

// constant is a quantity that has the same value in every draw.
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
