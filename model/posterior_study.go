package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// StudyPosterior is the posterior of the parameters of one study of a fit. Two are equal if they are of the same study
// of the same fit.
type StudyPosterior struct {
	fit *Posterior
	at  int
}

// Study returns the posterior of the study with a name; if the fit has none, a [*study.NameError].
func (p *Posterior) Study(name string) (StudyPosterior, error) {
	at := slices.Index(p.studies, name)
	if at < 0 {
		return StudyPosterior{}, &study.NameError{Kind: "group", Name: name, Names: p.studies}
	}
	return StudyPosterior{p, at}, nil
}

// StudyAt returns the posterior of the i-th study, counted from 0 as [Posterior.Studies] lists them.
func (p *Posterior) StudyAt(i int) StudyPosterior {
	_ = p.studies[i]
	return StudyPosterior{p, i}
}

// EachStudy returns the posterior of each study, as [Posterior.Studies] lists them.
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

// Mean returns μ, the mean of the linear predictor. In a family with thresholds it is the mean that belongs with the
// parameters of [StudyPosterior.Own].
func (s StudyPosterior) Mean() posterior.Quantity {
	if f, ok := s.fit.spec.Family.(family.Thresholded); ok {
		return s.fromThresholds("mu", func(own, kappa []float64) float64 { return f.FromThresholds(own, kappa) })
	}
	return s.fit.draws.Quantity(s.fit.layout.Mean + s.at)
}

// TermSD returns the standard deviation of the effects of a term, 0 in every draw if the model has no term of that
// name.
func (s StudyPosterior) TermSD(name string) posterior.Quantity {
	t := s.fit.spec.TermIndex(name)
	if t < 0 {
		return s.fit.constant("sd_"+name, 0)
	}
	return s.fit.draws.Quantity(s.fit.layout.Terms[t].SD + s.at)
}

// EffectSD returns the standard deviation of a term in the linear predictors of labels. It is the standard deviation of
// the effects, except for slopes, which are multiplied by a covariate. Their variance is averaged over the labels
// (Johnson 2014, "Extension of Nakagawa & Schielzeth's R²_GLMM to random slopes models", Methods in Ecology and
// Evolution 5).
//
// The parts of a covariate that belong to items and labelers add to their variance: it is σ_i² + γ_i′Cov(x̂_j)γ_i, and
// with a property of items, σ_i² + β′Cov(x_j)β. So if β is 0, it equals the variance in a fit without the covariate.
func (s StudyPosterior) EffectSD(t spec.Term) posterior.Quantity {
	sd, i := s.TermSD(t.Name), s.fit.spec.SlopesBy(t)
	if t.Name == study.ItemFactor || t.Name == study.LabelerFactor {
		return s.withGains(sd, t.Name, true)
	}
	of := s.fit.Covariates()
	if i < 0 || of == nil {
		return sd
	}
	spread := of.design.Spread(i, s.at)
	return posterior.Map(sd.Name, func(x []float64) float64 { return spread * x[0] }, sd)
}

// Terms returns the terms with effects on labels of the study: the terms of the model, without those that [StudyModel]
// leaves out.
func (s StudyPosterior) Terms() []spec.Term {
	return slices.DeleteFunc(s.fit.spec.Terms(), func(t spec.Term) bool { return !s.fit.spec.HasTermIn(s.at, t) })
}

// Added returns the terms whose effects are added.
func (s StudyPosterior) Added() []spec.Term {
	return slices.DeleteFunc(s.Terms(), func(t spec.Term) bool { return !t.Added() })
}

// OneLabel reports whether no item of the study has a second label; see [StudyModel].
func (s StudyPosterior) OneLabel() bool { return s.fit.spec.OneLabelIn(s.at) }

// HasLabelers reports whether the study has labeler effects.
func (s StudyPosterior) HasLabelers() bool { return s.fit.spec.HasLabelersIn(s.at) }

// ItemSD returns the standard deviation of the items' true scores: σ_i, and with covariates [StudyPosterior.EffectSD].
func (s StudyPosterior) ItemSD() posterior.Quantity {
	return s.withGains(s.TermSD(study.ItemFactor), study.ItemFactor, true)
}

// HasClusters reports whether items are in clusters; see [Facet].
func (s StudyPosterior) HasClusters() bool {
	return slices.ContainsFunc(s.Terms(), func(t spec.Term) bool { return t.Cluster })
}

// TrueScoreSD returns the standard deviation of the items' true scores: of the effects of items and, in a model with
// clusters of items, of the clusters that they belong to.
func (s StudyPosterior) TrueScoreSD() posterior.Quantity {
	return s.normOf("sd_true_score", func(t spec.Term) bool { return t.OfItems() })
}

// WithinItemSD returns the standard deviation of the sum of all other effects that are added, in which the labels of
// one item differ.
func (s StudyPosterior) WithinItemSD() posterior.Quantity {
	return s.normOf("sd_within_item", func(t spec.Term) bool { return !t.OfItems() })
}

// TrueScoreCorrelation returns the correlation of the items' true scores in this study and in another of the same fit.
// It is [StudyPosterior.ItemCorrelation] in a model without clusters of items and without covariates that add to true
// scores.
func (s StudyPosterior) TrueScoreCorrelation(other StudyPosterior) posterior.Quantity {
	parts := []posterior.Quantity{s.TrueScoreSD(), other.TrueScoreSD(), s.ItemCorrelation(other),
		s.TermSD(study.ItemFactor), other.TermSD(study.ItemFactor)}
	if s == other {
		return parts[2]
	}
	cluster := slices.IndexFunc(s.Added(), func(t spec.Term) bool { return t.Cluster })
	if cluster < 0 && s.gainsOf(study.ItemFactor, true) == nil && other.gainsOf(study.ItemFactor, true) == nil {
		return parts[2]
	}
	gained, ok := s.gainCovariance(other)
	if !ok {
		gained = s.fit.constant("", 0)
	}
	parts = append(parts, gained)
	if cluster >= 0 {
		of := s.Added()[cluster].Name
		apart, ok := s.TermCorrelation(of, other)
		if !ok {
			apart = s.fit.constant("cor_"+of, 0)
		}
		parts = append(parts, apart, s.TermSD(of), other.TermSD(of))
	}
	return posterior.Map("cor_true_score", func(x []float64) float64 {
		covariance := x[2]*x[3]*x[4] + x[5]
		if len(x) > 6 {
			covariance += x[6] * x[7] * x[8]
		}
		return covariance / (x[0] * x[1])
	}, parts...)
}

// LabelerSD returns the standard deviation of the labelers' levels: σ_l, and with covariates [StudyPosterior.EffectSD].
// It is 0 in every draw if the study has no labeler effects.
func (s StudyPosterior) LabelerSD() posterior.Quantity { return s.levelSD(true) }

// LevelSD is [StudyPosterior.LabelerSD] of labelers who are alike in the covariates that differ between labelers alone.
func (s StudyPosterior) LevelSD() posterior.Quantity { return s.levelSD(false) }

func (s StudyPosterior) levelSD(gains bool) posterior.Quantity {
	sd := s.TermSD(study.LabelerFactor)
	if !s.HasLabelers() {
		return sd
	}
	return s.withGains(sd, study.LabelerFactor, gains)
}

// DiscriminationSD returns ω, the standard deviation of the labelers' discriminations: 0 in every draw if the model has
// none.
func (s StudyPosterior) DiscriminationSD() posterior.Quantity {
	return s.TermSD(spec.DiscriminationTerm)
}

// LabelerResidualSD returns ν, the standard deviation of the logarithms of the labelers' residual standard deviations.
// It is 0 in every draw if labelers share one residual.
func (s StudyPosterior) LabelerResidualSD() posterior.Quantity {
	return s.TermSD(spec.LabelerResidualTerm)
}

// RestSD returns the standard deviation of the sum of all added effects but the items'. Without facets it is the
// labelers'.
func (s StudyPosterior) RestSD() posterior.Quantity {
	return s.normOf("sd_rest", func(t spec.Term) bool { return t.Name != study.ItemFactor })
}

// normOf returns the standard deviation of the sum of some terms in the linear predictors of labels.
func (s StudyPosterior) normOf(name string, some func(spec.Term) bool) posterior.Quantity {
	var sds []posterior.Quantity
	for _, t := range s.Terms() {
		if t.OfLabels() && some(t) {
			sds = append(sds, s.EffectSD(t))
		}
	}
	switch len(sds) {
	case 0:
		return s.fit.constant(name, 0)
	case 1:
		return sds[0]
	}
	return posterior.Map(name, func(sd []float64) float64 { return floats.Norm(sd, 2) }, sds...)
}

// Own returns the family's auxiliary parameters, in the order of [family.Family.Parameters].
func (s StudyPosterior) Own() []posterior.Quantity {
	var all []posterior.Quantity
	if f, ok := s.fit.spec.Family.(family.Thresholded); ok {
		for i, p := range f.Parameters() {
			all = append(all, s.fromThresholds(p.Name, func(own, kappa []float64) float64 {
				f.FromThresholds(own, kappa)
				return own[i]
			}))
		}
		return all
	}
	for _, at := range s.fit.layout.Own {
		if s.fit.layout.Each > 1 {
			at += s.at
		}
		all = append(all, s.fit.draws.Quantity(at))
	}
	return all
}

// Thresholds returns the thresholds of a family that has them, in ascending order; nil for others.
func (s StudyPosterior) Thresholds() []posterior.Quantity {
	var all []posterior.Quantity
	n := s.fit.layout.Thresholds
	for c := range n {
		all = append(all, s.fit.draws.Quantity(s.fit.layout.Mean+s.at*n+c))
	}
	return all
}

// Shift returns μ_s of [CommonThresholds]: how far the thresholds lie below the thresholds of the first study.
func (s StudyPosterior) Shift() posterior.Quantity {
	difference := func(kappa []float64) float64 { return kappa[0] - kappa[1] }
	return posterior.Map("shift", difference, s.fit.StudyAt(0).Thresholds()[0], s.Thresholds()[0])
}

// fromThresholds returns a function of the thresholds; own is memory for auxiliary parameters.
func (s StudyPosterior) fromThresholds(name string, f func(own, thresholds []float64) float64) posterior.Quantity {
	n := s.fit.layout.Thresholds - 1
	return posterior.Map(name, func(kappa []float64) float64 { return f(make([]float64, n), kappa) }, s.Thresholds()...)
}

// ResidualSD returns the standard deviation of a label about its linear predictor; NaN if there is none. In a family
// with a link it is the standard deviation of the latent variable: π/√3 in every draw for the Bernoulli family. If each
// labeler has a residual ([LabelerResidual]), it is for a label by any labeler, (E σ_k²)^½ = σ exp(ν²).
func (s StudyPosterior) ResidualSD() posterior.Quantity {
	f, own := s.fit.spec.Family, s.Own()
	if len(own) == 0 {
		return s.fit.constant("sd_residual", f.ResidualSD(nil))
	}
	sd := posterior.Map(own[0].Name, f.ResidualSD, own...)
	if s.fit.spec.Residual != spec.LabelerResidual {
		return sd
	}
	return posterior.Map(own[0].Name, func(x []float64) float64 { return x[0] * math.Exp(x[1]*x[1]) }, sd,
		s.LabelerResidualSD())
}

// ItemCorrelation returns ρ between the items' true scores in this study and in another of the same fit. ρ is
// normalized xCC, and 1 in every draw if the two are the same study.
func (s StudyPosterior) ItemCorrelation(other StudyPosterior) posterior.Quantity {
	s.requireSameFit(other)
	if s == other {
		return s.fit.constant("cor_item", 1)
	}
	return s.fit.draws.Quantity(s.fit.layout.Terms[0].Cor + spec.PairIndex(s.at, other.at))
}

// LabelerCorrelation is [StudyPosterior.TermCorrelation] of the labelers' effects. ok is false unless the model has
// [Shared] labelers and the two are different studies with labeler effects.
func (s StudyPosterior) LabelerCorrelation(other StudyPosterior) (q posterior.Quantity, ok bool) {
	return s.TermCorrelation(study.LabelerFactor, other)
}

// TermCorrelation returns the correlation of the effects of a term in this study and in another of the same fit. If the
// effects are [Common], it is 1 in every draw. ok is false unless the model has a term of that name with [Correlated]
// or [Common] effects, and the two are different studies that have such effects.
func (s StudyPosterior) TermCorrelation(name string, other StudyPosterior) (q posterior.Quantity, ok bool) {
	s.requireSameFit(other)
	t := s.fit.spec.TermIndex(name)
	if s == other || t < 0 || s.fit.spec.Terms()[t].Covariance == spec.Independent {
		return posterior.Quantity{}, false
	}
	at, ok := s.fit.spec.Terms()[t].Pair(s.at, other.at)
	if !ok || name == study.LabelerFactor && !(s.HasLabelers() && other.HasLabelers()) {
		return posterior.Quantity{}, false
	}
	if s.fit.spec.Terms()[t].Covariance == spec.Common {
		return s.fit.constant("cor_"+name, 1), true
	}
	return s.fit.draws.Quantity(s.fit.layout.Terms[t].Cor + at), true
}

// requireSameFit panics if another study is from another fit, which no name from outside can cause.
func (s StudyPosterior) requireSameFit(other StudyPosterior) {
	if s.fit != other.fit {
		panic("model: the studies are not of the same fit")
	}
}

// constant is a quantity that has the same value in every draw.
func (p *Posterior) constant(name string, x float64) posterior.Quantity {
	q := p.draws.Quantity(0).Like(name)
	for c := range q.Chains {
		for i := range q.Chains[c] {
			q.Chains[c][i] = x
		}
	}
	return q
}
