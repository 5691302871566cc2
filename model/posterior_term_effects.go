package model

import (
	"concord/model/internal/labels"
	"concord/posterior"
	"concord/study"
)

// LevelEffect is the effect of one level of a term in one study.
type LevelEffect struct {
	// Levels are the names of the levels of the term's factors that make up the level, in the order of [Term.By].
	Levels []string
	// Study is the index of the study.
	Study int
	// Quantity is the effect on the scale of the linear predictor. For [DiscriminationTerm] it is λ_k, and for
	// [LabelerResidualTerm] σ_k.
	posterior.Quantity
}

// TermEffects returns the effects of all levels of a term in the studies in which they have one. [Correlated] effects
// come level by level with all studies of each, [Independent] ones study by study. The error is [ErrNoEffects] if the
// fit kept none of them, or a [*study.NameError] if the model has no such term.
func (p *Posterior) TermEffects(name string) ([]LevelEffect, error) {
	term := p.spec.TermIndex(name)
	if term < 0 {
		var names []string
		for _, t := range p.spec.Terms() {
			names = append(names, t.Name)
		}
		return nil, &study.NameError{Kind: "term", Name: name, Names: names}
	}
	if !p.keepsEffects(term) {
		return nil, ErrNoEffects
	}
	g, at := labels.NewGrouping(p.table, p.spec.Terms()[term]), p.firstEffect(term)
	levels := g.LevelNames(p.table)
	all := make([]LevelEffect, g.Cells())
	for cell := range all {
		all[cell] = LevelEffect{levels[g.Level(cell)], g.Study(cell), p.draws.Quantity(at + cell)}
	}
	return all, nil
}
