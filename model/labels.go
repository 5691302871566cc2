package model

import (
	"concord/model/internal/labels"
	"concord/study"
)

// Statements about labels before they are fitted.
type (
	// DataError says why a model cannot be estimated from a table of labels.
	DataError = labels.DataError
	// DataCode names a fault of labels.
	DataCode = labels.DataCode
	// Caution is something that a model takes for granted and that may be wrong of these labels.
	Caution = labels.Caution
	// CautionCode names an assumption of a model about some labels.
	CautionCode = labels.CautionCode
	// FarLabel is the label of a study that is farthest from the mean of the others.
	FarLabel = labels.FarLabel
	// FarValue is a value of a covariate that is far from all others, or numbers that surveys use for missing answers.
	FarValue = labels.FarValue
	// Unit is a study with the standard deviation of its labels.
	Unit = labels.Unit
)

// Faults of labels from which a model cannot be estimated, see [DataError].
const (
	EmptyTable             = labels.EmptyTable
	LabelersNotNamed       = labels.LabelersNotNamed
	UnfitLabels            = labels.UnfitLabels
	PerfectAgreement       = labels.PerfectAgreement
	UnanimousItems         = labels.UnanimousItems
	UnanimousLevels        = labels.UnanimousLevels
	ExactSums              = labels.ExactSums
	LabelTooFar            = labels.LabelTooFar
	CopiedLabels           = labels.CopiedLabels
	NoDisagreement         = labels.NoDisagreement
	OneLabel               = labels.OneLabel
	OneItem                = labels.OneItem
	ConstantLabels         = labels.ConstantLabels
	LabelersNotRepeated    = labels.LabelersNotRepeated
	ItemsNotRepeated       = labels.ItemsNotRepeated
	NoSharedItem           = labels.NoSharedItem
	UnfitLabel             = labels.UnfitLabel
	OneLevel               = labels.OneLevel
	LevelsNotRepeated      = labels.LevelsNotRepeated
	TermTwice              = labels.TermTwice
	NoFactor               = labels.NoFactor
	FactorTwice            = labels.FactorTwice
	ReservedTerm           = labels.ReservedTerm
	CommonOfNobody         = labels.CommonOfNobody
	SameGrouping           = labels.SameGrouping
	DiscriminationOfNobody = labels.DiscriminationOfNobody
	DiscriminationOfJudges = labels.DiscriminationOfJudges
	ItemsNotNested         = labels.ItemsNotNested
	ClustersOfJudges       = labels.ClustersOfJudges
	ClustersDiscriminated  = labels.ClustersDiscriminated
	ResidualOfNobody       = labels.ResidualOfNobody
	ResidualOfJudges       = labels.ResidualOfJudges
	NoResidualSD           = labels.NoResidualSD
	StudentItemsUnscaled   = labels.StudentItemsUnscaled
	StudentItemsSloped     = labels.StudentItemsSloped
	StudentItemsOfJudges   = labels.StudentItemsOfJudges
	StudentItemsClustered  = labels.StudentItemsClustered
	CovariateTwice         = labels.CovariateTwice
	CovariateIsFacet       = labels.CovariateIsFacet
	CovariateUnread        = labels.CovariateUnread
	CovariateConstant      = labels.CovariateConstant
	CovariateIsStudy       = labels.CovariateIsStudy
	CovariateCategories    = labels.CovariateCategories
	CovariateIsTerm        = labels.CovariateIsTerm
	CollinearCovariates    = labels.CollinearCovariates
	SlopesOfNobody         = labels.SlopesOfNobody
	SlopesOfCategories     = labels.SlopesOfCategories
	SlopesDiscriminated    = labels.SlopesDiscriminated
	SlopesConstant         = labels.SlopesConstant
	LabelsFollow           = labels.LabelsFollow
	CategoryCount          = labels.CategoryCount
	NoStart                = labels.NoStart
)

// SeveralJudges says that several studies have one label of each item, see [Caution].
const SeveralJudges = labels.SeveralJudges

// MostCovariateCategories is how many categories a covariate may have.
const MostCovariateCategories = labels.MostCategories

// Resolve returns spec with the choices made that it leaves open. The error is a [*DataError] if the labels of t do
// not determine the quantities that the model reports. An invalid prior is an error too. [Fit] calls it; it takes
// time proportional to the number of labels.
func Resolve(t *study.Table, spec Spec) (Spec, error) { return labels.Resolve(t, spec) }

// Cautions returns the assumptions of the model of a resolved spec about the labels of a table.
func Cautions(t *study.Table, spec Spec) []Caution { return labels.Cautions(t, spec) }

// NearlyCollinear returns the covariates of a resolved spec that nearly follow from others. Each stands before the one
// that explains most of it.
func NearlyCollinear(t *study.Table, spec Spec) [][2]string { return labels.NearlyCollinear(t, spec) }

// Follow reports whether the labels of a study differ, and follow from a covariate of a resolved spec: labels that are
// numbers are a linear function of it, and other labels are in its order, or each of its categories has one label.
func Follow(v study.View, c Covariate) bool { return labels.Follow(v, c) }

// FarValueOf returns the value of a covariate of a resolved spec that is far from all others. It may also be numbers
// that surveys use for missing answers. It is not ok if there are none.
func FarValueOf(t *study.Table, c Covariate) (far FarValue, ok bool) { return labels.FarValueOf(t, c) }

// FarLabels returns the farthest label of each study whose labels are numbers, if some of them differ.
func FarLabels(t *study.Table) []FarLabel { return labels.FarLabels(t) }

// GivenAgain reports whether the labels of some study determine effects of item and labeler together ([ItemByLabeler]):
// one of several labelers gave an item two labels.
func GivenAgain(t *study.Table) bool { return labels.GivenAgain(t) }

// Units returns the studies whose labels spread least and most. One residual for all studies ([CommonResidual]) needs
// labels of one unit. ok is false for one study, and for labels that are no numbers.
func Units(t *study.Table) (narrow, wide Unit, ok bool) { return labels.Units(t) }
