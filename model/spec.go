// Package model fits Bayesian hierarchical models with crossed random effects to human ratings, for one study or for
// several studies of the same items jointly. A model is a family, which says how a label is distributed given its
// linear predictor, and a list of terms, whose random effects make up the predictor.
//
// Label n of item j by labeler k in study s has the linear predictor
//
//	θ = μ_s + λ_k b_js + a_k + Σ_t c_t + x′β_s,
//
// with item effects (b_j1 … b_jK) ~ N(0, S R S), S = diag(σ_i1 … σ_iK), or [StudentItems]. Labeler
// effects are as [LabelerEffects] says, and each further term has an effect, see [Facet]. x are the covariates, see
// [Covariate]. λ is 1, or the labeler's discrimination, see [Spec].
package model

import "concord/model/internal/spec"

// Spec says which model to fit.
type Spec = spec.Spec

// Facet asks for the random effects of a further grouping of the labels.
type Facet = spec.Facet

// Covariate asks for the regression of the labels on a property of items, labelers or labels.
type Covariate = spec.Covariate

// Term is a set of random effects of a model.
type Term = spec.Term

// StudyModel says how the model of one study differs from the others.
type StudyModel = spec.StudyModel

// Choices of a [Spec].
type (
	LabelerEffects = spec.LabelerEffects
	Residual       = spec.Residual
	Thresholds     = spec.Thresholds
	Covariance     = spec.Covariance
	ItemShape      = spec.ItemShape
	CovariateKind  = spec.CovariateKind
	CovariatePart  = spec.Part
)

// Prior densities of parameters.
type (
	Priors            = spec.Priors
	Prior             = spec.Prior
	StudentT          = spec.StudentT
	Normal            = spec.Normal
	Exponential       = spec.Exponential
	CorrelationPrior  = spec.CorrelationPrior
	MarginallyUniform = spec.MarginallyUniform
	LKJ               = spec.LKJ
)

// Kinds of labelers.
const (
	AutoLabelers = spec.AutoLabelers
	Nested       = spec.Nested
	Shared       = spec.Shared
	Returning    = spec.Returning
	NoLabelers   = spec.NoLabelers
)

// Kinds of residuals.
const (
	AutoResidual    = spec.AutoResidual
	CommonResidual  = spec.CommonResidual
	StudyResidual   = spec.StudyResidual
	LabelerResidual = spec.LabelerResidual
)

// Kinds of thresholds.
const (
	AutoThresholds   = spec.AutoThresholds
	StudyThresholds  = spec.StudyThresholds
	CommonThresholds = spec.CommonThresholds
)

// Distributions of the items' effects.
const (
	NormalItems  = spec.NormalItems
	StudentItems = spec.StudentItems
)

// ItemDFPrior is the prior of the degrees of freedom ν > 2 of [StudentItems], as brms writes it.
const ItemDFPrior = spec.ItemDFPrior

// ItemShapes are all distributions of items' effects.
func ItemShapes() []ItemShape { return spec.ItemShapes() }

// Kinds of covariance of a level's effects in several studies.
const (
	Independent = spec.Independent
	Correlated  = spec.Correlated
	Common      = spec.Common
)

// Kinds of covariates.
const (
	AutoCovariate     = spec.AutoCovariate
	NumberCovariate   = spec.NumberCovariate
	TimeCovariate     = spec.TimeCovariate
	CategoryCovariate = spec.CategoryCovariate

	WholeCovariate = spec.Whole
	ItemPart       = spec.OfItem
	LabelerPart    = spec.OfLabeler
)

// CovariateKinds returns all kinds of covariates but [AutoCovariate].
func CovariateKinds() []CovariateKind { return spec.CovariateKinds() }

// Names of terms.
const (
	DiscriminationTerm  = spec.DiscriminationTerm
	LabelerResidualTerm = spec.LabelerResidualTerm
)

// SlopeTerm returns the name of the term of the labelers' slopes by a covariate, see [Covariate].Slopes.
func SlopeTerm(covariate string) string { return spec.SlopeTerm(covariate) }

// ItemByLabeler is the facet of item and labeler together, (1 | item:labeler): a labeler sees something in an item that
// others do not. Repeated labels of an item by the same labeler ([study.DuplicatesKeep]) separate its effects from the
// residual.
func ItemByLabeler() Facet { return spec.ItemByLabeler() }

// IsItemByLabeler reports whether a term of this name ([Term]) is the term of [ItemByLabeler], in either order.
func IsItemByLabeler(term string) bool { return spec.IsItemByLabeler(term) }

// ParsePrior reads a prior as brms writes it: student_t(3, 0, 2.5), normal(0, 1), exponential(2). Whether its numbers
// suit a prior is checked later, where the prior is used.
func ParsePrior(text string) (Prior, error) { return spec.ParsePrior(text) }

// ParseCorrelationPrior reads the prior of a correlation matrix: marginal, lkj(2), or the shape alone.
func ParseCorrelationPrior(text string) (CorrelationPrior, error) {
	return spec.ParseCorrelationPrior(text)
}
