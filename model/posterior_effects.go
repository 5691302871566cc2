package model

import (
	"errors"
	"slices"

	"concord/posterior"
	"concord/study"
)

// ErrNoEffects says that a fit has no draws of effects: they were not asked for by [Spec], the posterior was made from
// draws alone, or the effects are those of labelers and the model has none.
var ErrNoEffects = errors.New("the fit kept no draws of such effects")

// ItemEffect returns the draws of b_js, the true score of an item in the study less the study's mean. The error is
// [ErrNoEffects], or a [*study.NameError] if the table has no such item.
func (s StudyPosterior) ItemEffect(item string) (posterior.Quantity, error) {
	p := s.fit
	if !p.spec.Effects || p.table == nil {
		return posterior.Quantity{}, ErrNoEffects
	}
	j := slices.Index(p.table.Items(), item)
	if j < 0 {
		return posterior.Quantity{}, &study.NameError{Kind: "item", Name: item, Names: p.table.Items()}
	}
	return p.draws.Quantity(p.layout.parameters + j*p.data.studies + s.at), nil
}

// LabelerEffect returns the draws of a_k, how much more than the average labeler of the study a labeler gives. The
// error is [ErrNoEffects], or a [*study.NameError] if no such labeler gave labels in the study (of [Shared] labelers:
// in any).
func (s StudyPosterior) LabelerEffect(labeler string) (posterior.Quantity, error) {
	p := s.fit
	if !p.spec.Effects || p.table == nil || !p.HasLabelers() {
		return posterior.Quantity{}, ErrNoEffects
	}
	l := slices.Index(p.table.Labelers(), labeler)
	if l < 0 || p.data.levelOf[s.at][l] < 0 {
		return posterior.Quantity{}, &study.NameError{Kind: "labeler", Name: labeler, Names: s.labelers()}
	}
	level := int(p.data.levelOf[s.at][l])
	if p.data.shared {
		level = level*p.data.studies + s.at
	}
	return p.draws.Quantity(p.layout.parameters + p.data.slots() + level), nil
}

// labelers are the names of those who have an effect in the study.
func (s StudyPosterior) labelers() []string {
	var names []string
	for l, name := range s.fit.table.Labelers() {
		if s.fit.data.levelOf[s.at][l] >= 0 {
			names = append(names, name)
		}
	}
	return names
}
