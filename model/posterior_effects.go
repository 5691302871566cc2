package model

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// ErrNoEffects says that a fit has no draws of effects. Either the [Spec] did not ask for them, or the posterior was
// made from draws alone, or they are labeler effects and the study has none.
var ErrNoEffects = errors.New("the fit kept no draws of these effects")

// ItemEffect returns the draws of b_js, the true score of an item in the study less the study's mean. The error is
// [ErrNoEffects], or a [*study.NameError] if the table has no such item.
func (s StudyPosterior) ItemEffect(item string) (posterior.Quantity, error) {
	return s.effect(0, item)
}

// LabelerEffect returns the draws of a_k, how much more than the average labeler of the study a labeler gives. The
// error is [ErrNoEffects], or a [*study.NameError] if no such labeler gave labels in the study (of [Shared] labelers:
// in any).
func (s StudyPosterior) LabelerEffect(labeler string) (posterior.Quantity, error) {
	if !s.HasLabelers() {
		return posterior.Quantity{}, ErrNoEffects
	}
	return s.effect(s.fit.spec.TermIndex(study.LabelerFactor), labeler)
}

// ItemEffects returns [StudyPosterior.ItemEffect] of all items of the table, in its order.
func (s StudyPosterior) ItemEffects() ([]posterior.Quantity, error) { return s.effects(0) }

// TrueScores returns the draws of the true score of each item of the table, in its order, less the study's mean. It is
// the item's effect, plus that of its cluster in a model with clusters of items. The error is [ErrNoEffects].
func (s StudyPosterior) TrueScores() ([]posterior.Quantity, error) {
	all, err := s.ItemEffects()
	for t, term := range s.fit.spec.Terms() {
		if err != nil || !term.Cluster {
			continue
		}
		var clusters []posterior.Quantity
		if clusters, err = s.effects(t); err == nil {
			s.addClusters(all, clusters, term.By[0])
		}
	}
	return all, err
}

// addClusters adds the effect of its cluster to the effect of each item. An item without a label in the study is in the
// cluster that its labels in other studies name.
func (s StudyPosterior) addClusters(items, clusters []posterior.Quantity, factor string) {
	done := make([]bool, len(items))
	for _, name := range s.fit.studies {
		v, _ := s.fit.table.Study(name)
		level, _ := v.Factor(factor)
		for n, item := range v.Item() {
			if cluster := clusters[level[n]]; !done[item] && items[item].Chains != nil && cluster.Chains != nil {
				items[item] = posterior.Map(items[item].Name, func(x []float64) float64 { return x[0] + x[1] },
					items[item], cluster)
				done[item] = true
			}
		}
	}
}

// LabelerEffects returns [StudyPosterior.LabelerEffect] of all labelers of the table, in its order. The quantity of a
// labeler who has no effect in the study has no draws.
func (s StudyPosterior) LabelerEffects() ([]posterior.Quantity, error) {
	if !s.HasLabelers() {
		return nil, ErrNoEffects
	}
	return s.effects(s.fit.spec.TermIndex(study.LabelerFactor))
}

// LabelerLevels returns the draws of the level of each labeler of the table, in its order: the labeler's effect plus
// the terms of covariates. The quantity of a labeler who has no effect in the study has no draws.
func (s StudyPosterior) LabelerLevels() ([]posterior.Quantity, error) {
	all, err := s.LabelerEffects()
	if err != nil {
		return nil, err
	}
	if g := s.gainsOf(study.LabelerFactor, true); g != nil {
		for l, row := range g.rows {
			if row != nil && all[l].Chains != nil {
				all[l] = posterior.Map(all[l].Name, func(x []float64) float64 { return x[0] + floats.Dot(row, x[1:]) },
					append([]posterior.Quantity{all[l]}, g.coefficients...)...)
			}
		}
	}
	return all, nil
}

// effects returns the draws of the effects of all levels of a term by a single factor.
func (s StudyPosterior) effects(term int) ([]posterior.Quantity, error) {
	p := s.fit
	if !p.keepsEffects(term) {
		return nil, ErrNoEffects
	}
	g, first := p.data.Terms[term], p.firstEffect(term)
	names, _ := p.table.Levels(g.By[0])
	all := make([]posterior.Quantity, len(names))
	for l := range names {
		if cell, ok := g.Find(s.at, int64(l)); ok {
			all[l] = p.draws.Quantity(first + cell)
		}
	}
	return all, nil
}

// LabelerSlopes returns by how much the slope of each labeler of the table by the i-th covariate is above the
// coefficient, in the table's order. The quantity of a labeler who has no labels in the study has no draws.
func (s StudyPosterior) LabelerSlopes(i int) ([]posterior.Quantity, error) {
	if !s.HasLabelers() {
		return nil, ErrNoEffects
	}
	return s.effects(s.fit.spec.TermIndex(spec.SlopeTerm(s.fit.spec.Covariates[i].Factor)))
}

// Discrimination returns the draws of λ_k, the factor of the items' effects in the labels of this labeler. It is 1 for
// the average labeler, and 0 for one whose labels do not depend on the item. The errors are as for
// [StudyPosterior.LabelerEffect].
func (s StudyPosterior) Discrimination(labeler string) (posterior.Quantity, error) {
	return s.effect(s.fit.spec.TermIndex(spec.DiscriminationTerm), labeler)
}

// LabelerResidual returns the draws of σ_k, the residual standard deviation of the labels of a labeler. The errors are
// those of [StudyPosterior.LabelerEffect].
func (s StudyPosterior) LabelerResidual(labeler string) (posterior.Quantity, error) {
	return s.effect(s.fit.spec.TermIndex(spec.LabelerResidualTerm), labeler)
}

// effect returns the draws of the effect of one level of a term by a single factor.
func (s StudyPosterior) effect(term int, level string) (posterior.Quantity, error) {
	p := s.fit
	if !p.keepsEffects(term) {
		return posterior.Quantity{}, ErrNoEffects
	}
	g := p.data.Terms[term]
	names, _ := p.table.Levels(g.By[0])
	l := slices.Index(names, level)
	cell, ok := g.Find(s.at, int64(l))
	if l < 0 || !ok {
		return posterior.Quantity{}, &study.NameError{Kind: g.Name, Name: level, Names: s.levels(term)}
	}
	return p.draws.Quantity(p.firstEffect(term) + cell), nil
}

// keepsEffects reports whether the fit kept draws of the effects of a term; there may be no such term (−1).
func (p *Posterior) keepsEffects(term int) bool {
	return p.table != nil && term >= 0 && p.spec.Keeps(p.spec.Terms()[term].Name)
}

// firstEffect returns the place among the draws of the first effect of a term.
func (p *Posterior) firstEffect(term int) int {
	at := p.layout.Parameters
	for _, before := range p.data.Terms[:term] {
		if p.spec.Keeps(before.Name) {
			at += before.Cells()
		}
	}
	return at
}

// levels are the names of the levels of a term by a single factor that have an effect in the study.
func (s StudyPosterior) levels(term int) []string {
	g := s.fit.data.Terms[term]
	all, _ := s.fit.table.Levels(g.By[0])
	var names []string
	for l, name := range all {
		if _, ok := g.Find(s.at, int64(l)); ok {
			names = append(names, name)
		}
	}
	return names
}
