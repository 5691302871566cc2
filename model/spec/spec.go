// Package spec is the question: which model is asked for. A [Spec] says how labels are distributed, which effects the
// linear predictor is made of, and what is known of their parameters beforehand ([Priors]). It knows no labels and
// computes nothing; [Spec.Terms] lists the effects, and [Spec.Layout] the parameters that are reported.
//
// A spec is resolved once package labels has made the choices that it leaves open.
package spec

import (
	"fmt"

	"concord/model/family"
)

// LabelerEffects says whether names in two studies are one labeler, and how the labelers' levels vary.
type LabelerEffects int

const (
	// AutoLabelers is Nested where the table names labelers, and NoLabelers where it does not. A study that has one
	// labeler has no labeler effects, whatever the others have; see [StudyModel].
	AutoLabelers LabelerEffects = iota
	// Nested assumes that each study has other people: a labeler is a pair of study and name, a_k ~ N(0, σ_l,s(k)²).
	Nested
	// Shared assumes that a name in several studies is one person: (a_k1 … a_kK) ~ N(0, S_l R_l S_l).
	Shared
	// NoLabelers leaves labeler effects out of the model.
	NoLabelers
	// Returning assumes that a name in several studies is one person. The person has a level, and a change of it in
	// each study: a_ks = l_k + g_ks, l_k ~ N(0, σ_l²), g_ks ~ N(0, σ_g²). The studies ask the same question again, as
	// two months do. They have σ_l and σ_g in common, and need no items in common.
	Returning
)

// String returns "auto", "nested", "shared", "none" or "returning".
func (l LabelerEffects) String() string {
	switch l {
	case Nested:
		return "nested"
	case Shared:
		return "shared"
	case NoLabelers:
		return "none"
	case Returning:
		return "returning"
	}
	return "auto"
}

// Residual says whether studies share the residual variance of a family that has one.
type Residual int

const (
	// AutoResidual is StudyResidual for several studies of a family with a residual, so that a study has the same
	// estimates as in a fit of that study alone. Otherwise it is CommonResidual.
	AutoResidual Residual = iota
	// CommonResidual is one residual standard deviation for all studies, which then have to be of one unit: their
	// labels are centred and scaled together.
	CommonResidual
	// StudyResidual is a residual standard deviation for each study, whose labels are centred and scaled by their own
	// mean and standard deviation.
	StudyResidual
	// LabelerResidual is StudyResidual with a σ for each labeler: σ_k = σ_s exp(ε_k), ε_k ~ N(0, ν_s²). [Shared]
	// labelers have (ε_k1 … ε_kK) ~ N(0, S_ν R_ν S_ν). The middle labeler has σ_s. It is for families of location and
	// scale, and models with labeler effects.
	LabelerResidual
)

// String returns "auto", "common", "study" or "labeler".
func (r Residual) String() string {
	switch r {
	case CommonResidual:
		return "common"
	case StudyResidual:
		return "study"
	case LabelerResidual:
		return "labeler"
	}
	return "auto"
}

// Thresholds says whether studies share the thresholds of a family that has them.
type Thresholds int

const (
	// AutoThresholds is StudyThresholds.
	AutoThresholds Thresholds = iota
	// StudyThresholds are separate thresholds for each study: two groups may use a scale differently and still mean
	// the same.
	StudyThresholds
	// CommonThresholds are one set of distances between thresholds for all studies. Study s has the thresholds κ_c −
	// μ_s, with μ = 0 for the first study.
	CommonThresholds
)

// String returns "auto", "study" or "common".
func (sharing Thresholds) String() string {
	switch sharing {
	case StudyThresholds:
		return "study"
	case CommonThresholds:
		return "common"
	}
	return "auto"
}

// Resolve returns sharing with the choice made for a number of studies.
func (sharing Thresholds) Resolve(f family.Family, studies int) (Thresholds, error) {
	switch {
	case !thresholded(f) && sharing != AutoThresholds:
		return sharing, fmt.Errorf("model: %v labels have no thresholds", f)
	case thresholded(f) && (sharing == AutoThresholds || studies == 1):
		return StudyThresholds, nil
	}
	return sharing, nil
}

// Thresholded reports whether the family of a resolved spec has thresholds.
func (spec Spec) Thresholded() bool { return thresholded(spec.Family) }

// OwnByStudy reports whether each study of a resolved spec has separate auxiliary parameters of the family.
func (spec Spec) OwnByStudy() bool {
	if spec.Thresholded() {
		return spec.Thresholds != CommonThresholds
	}
	return spec.Residual.ByStudy()
}

// ByStudy reports whether studies have separate residuals, and so separate units.
func (r Residual) ByStudy() bool { return r == StudyResidual || r == LabelerResidual }

// Resolve returns r with the choice made for a number of studies.
func (r Residual) Resolve(f family.Family, studies int) Residual {
	switch {
	case studies > 1 && thresholded(f) && r != LabelerResidual: // which is refused
		return StudyResidual // which such a family does not have; see Thresholds
	case r != AutoResidual:
		return r
	case len(f.Parameters()) > 0 && studies > 1:
		return StudyResidual
	}
	return CommonResidual
}

// thresholded reports whether a family has thresholds.
func thresholded(f family.Family) bool {
	_, ok := f.(family.Thresholded)
	return ok
}

// Spec says which model to fit. The zero value is the model that suits the table, with the default priors.
type Spec struct {
	// Family is the distribution of a label. Nil is the family that [family.For] names for the kind of the labels.
	Family   family.Family
	Labelers LabelerEffects
	Residual Residual
	// Thresholds is of a family that has some.
	Thresholds Thresholds
	// Items is the distribution of the items' effects.
	Items ItemShape
	// Discrimination says that labelers follow the items more or less closely: the items' effects are multiplied by the
	// labeler's λ_k ~ N(1, ω_s²). It is below 0 for a labeler who reads the scale in reverse. A labeler is the same
	// here as for labeler effects: [Nested] labelers have a λ_k in one study, [Shared] and [Returning] labelers have
	// (λ_k1 … λ_kK) ~ N(1, S_ω R_ω S_ω).
	Discrimination bool
	// Bundle says that studies are bundles of this many neighbours, such as the criteria by which a group of people
	// rates items. The effects of a nested labeler are then correlated over the studies of a bundle. [Common] effects
	// of a facet are common to a bundle, with a standard deviation for each bundle. 0: there are no bundles.
	Bundle int
	// Facets are the terms besides items and labelers.
	Facets []Facet
	// Covariates are the properties that the labels are regressed on.
	Covariates []Covariate
	Priors     Priors
	// FixedLabelers says that the labelers of the table are the only ones of interest. The model is the same; see
	// [concord/vpc.Partition.FixedICC].
	FixedLabelers bool
	// Effects asks for the draws of random effects; see [model.Posterior.ItemEffect].
	Effects bool
	// EffectsOf names the terms whose effects are kept, if any are; nil: all.
	EffectsOf []string
	// Studies says how the models of the studies differ, one element for each study; nil: they do not. [model.Resolve]
	// sets them from the labels.
	Studies []StudyModel
}
