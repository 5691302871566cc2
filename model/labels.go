package model

import (
	"concord/model/internal/labels"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Resolve returns spec with the choices made that it leaves open. The error is a [*DataError] if the labels of t do
// not determine the quantities that the model reports. An invalid prior is an error too. [Fit] calls it; it takes
// time proportional to the number of labels.
func Resolve(t *study.Table, sp spec.Spec) (spec.Spec, error) { return labels.Resolve(t, sp) }

// Cautions returns the assumptions of the model of a resolved spec about the labels of a table.
func Cautions(t *study.Table, sp spec.Spec) []refusal.Caution { return labels.Cautions(t, sp) }

// NearlyCollinear returns the covariates of a resolved spec that nearly follow from others. Each stands before the one
// that explains most of it.
func NearlyCollinear(t *study.Table, sp spec.Spec) [][2]string { return labels.NearlyCollinear(t, sp) }

// Follow reports whether the labels of a study differ, and follow from a covariate of a resolved spec: labels that are
// numbers are a linear function of it, and other labels are in its order, or each of its categories has one label.
func Follow(v study.View, c spec.Covariate) bool { return labels.Follow(v, c) }

// GivenAgain reports whether the labels of some study determine effects of item and labeler together ([ItemByLabeler]):
// one of several labelers gave an item two labels.
func GivenAgain(t *study.Table) bool { return labels.GivenAgain(t) }
