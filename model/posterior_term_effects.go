package model

import (
	"concord/posterior"
	"concord/study"
)

// LevelEffect is the effect of one level of a term in one study.
type LevelEffect struct {
	// Levels are the names of the levels of the term's factors that make up the level, in the order of [Term.By].
	Levels []string
	// Study is the index of the study.
	Study int
	// Effect is on the scale of the linear predictor, of [SensitivityTerm] λ_k, and of [NoiseTerm] σ_k.
	posterior.Quantity
}

// TermEffects returns the effects of all levels of a term in the studies in which they have one: of [Correlated]
// effects level by level with all studies of each, of [Independent] ones study by study. The error is [ErrNoEffects] if
// the fit kept none of them, or a [*study.NameError] if the model has no such term.
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
	g, at := newGrouping(p.table, p.spec.Terms()[term]), p.firstEffect(term)
	levels := g.levelNames(p.table)
	all := make([]LevelEffect, g.cells())
	for cell := range all {
		all[cell] = LevelEffect{levels[g.level(cell)], g.study(cell), p.draws.Quantity(at + cell)}
	}
	return all, nil
}

// levelNames returns the names of the levels of the factors that make up each level.
func (g *grouping) levelNames(t *study.Table) [][]string {
	of := make([][]string, g.levels)
	for _, factor := range g.By {
		names, _ := t.Levels(factor)
		known := make([]bool, g.levels)
		for s := range t.Studies() {
			index, _ := t.StudyAt(s).Factor(factor)
			for n, l := range index {
				if level := g.level(int(g.cell[s][n])); !known[level] {
					of[level], known[level] = append(of[level], names[l]), true
				}
			}
		}
	}
	return of
}
