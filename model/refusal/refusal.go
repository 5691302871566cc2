package refusal

import (
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// Code names a fault of labels, for programs that suggest a remedy.
type Code string

// Faults of labels from which a model cannot be estimated. Each names the facts of [Error] that go with it; the
// studies concerned always do.
const (
	EmptyTable             Code = "empty_table"              // there is no label
	LabelersNotNamed       Code = "labelers_not_named"       // Labelers were asked for
	UnfitLabels            Code = "unfit_labels"             // Kind with that many Categories is not the Family's
	PerfectAgreement       Code = "perfect_agreement"        // the labels of each item are equal, in all studies
	UnanimousItems         Code = "unanimous_items"          // the same, in a study with a separate residual
	UnanimousLevels        Code = "unanimous_levels"         // the same of each level of the Term
	ExactSums              Code = "exact_sums"               // each label is its item's value plus its labeler's
	LabelTooFar            Code = "label_too_far"            // the Value of Item by Labeler: others nearly agree
	CopiedLabels           Code = "copied_labels"            // of Labeler and OtherLabeler, each with a residual
	NoDisagreement         Code = "no_disagreement"          // the same of many items: the prior alone bounds σ
	OneLabel               Code = "one_label"                // a study has one label
	OneItem                Code = "one_item"                 // a study has one item
	ConstantLabels         Code = "constant_labels"          // all Labels of a study are the same Value
	LabelersNotRepeated    Code = "labelers_not_repeated"    // each labeler of a study gave one of its Labels
	ItemsNotRepeated       Code = "items_not_repeated"       // each item has one label, in all studies
	NoSharedItem           Code = "no_shared_item"           // two studies have no item in common
	UnfitLabel             Code = "unfit_label"              // a label has a Value that the Family does not take
	OneLevel               Code = "one_level"                // all labels of a study have one level of the Term
	LevelsNotRepeated      Code = "levels_not_repeated"      // each level of the Term has one label in a study
	TermTwice              Code = "term_twice"               // a Term is asked for twice
	NoFactor               Code = "no_factor"                // a facet is by no factor
	FactorTwice            Code = "factor_twice"             // the Term names a factor twice
	ReservedTerm           Code = "reserved_term"            // the Term of a facet is named as another parameter
	CommonOfNobody         Code = "common_of_nobody"         // common effects of the Term without labeler effects
	SameGrouping           Code = "same_grouping"            // Term and OtherTerm group the labels of a study alike
	DiscriminationOfNobody Code = "discrimination_of_nobody" // discriminations were asked for without effects
	DiscriminationOfJudges Code = "discrimination_of_judges" // the same, with Studies of one label of each item
	ResidualOfNobody       Code = "residual_of_nobody"       // residuals by labeler were asked for without effects
	ResidualOfJudges       Code = "residual_of_judges"       // the same, with Studies of one label of each item
	NoResidualSD           Code = "no_residual_sd"           // residuals by labeler of a Family without a residual
	ItemsNotNested         Code = "items_not_nested"         // an Item is in two clusters of the Term
	ClustersOfJudges       Code = "clusters_of_judges"       // clusters, with Studies of one label of each item
	ClustersDiscriminated  Code = "clusters_discriminated"   // clusters of items, and discriminations
	StudentItemsUnscaled   Code = "student_items_unscaled"   // Student's t of a Family without a mean then
	StudentItemsSloped     Code = "student_items_sloped"     // the same, with discriminations and a link
	StudentItemsOfJudges   Code = "student_items_of_judges"  // the same, with Studies of one label of each item
	StudentItemsClustered  Code = "student_items_clustered"  // the same, with clusters of the Term
	CovariateTwice         Code = "covariate_twice"          // the Term is named twice
	CovariateIsFacet       Code = "covariate_is_facet"       // the Term is a facet as well
	CovariateUnread        Code = "covariate_unread"         // the Odd of the Categories are no CovariateKind
	CovariateConstant      Code = "covariate_constant"       // all labels have the Category of the Term
	CovariateIsStudy       Code = "covariate_is_study"       // all labels of a study have one level of the Term
	CovariateCategories    Code = "covariate_categories"     // the Term has too many Categories
	CovariateIsTerm        Code = "covariate_is_term"        // each category of Term is one level of OtherTerm
	CollinearCovariates    Code = "collinear_covariates"     // the Term follows from OtherTerm and others
	SlopesOfNobody         Code = "slopes_of_nobody"         // slopes by the Term, and no labeler effects
	SlopesOfCategories     Code = "slopes_of_categories"     // slopes by the Term, which has Categories
	SlopesDiscriminated    Code = "slopes_discriminated"     // slopes by the Term, and discriminations
	SlopesConstant         Code = "slopes_constant"          // no labeler of a study has two values of the Term
	LabelsFollow           Code = "labels_follow"            // the labels follow from the Term, in all studies
	CategoryCount          Code = "category_count"           // too few or too many Categories for the Family
	NoStart                Code = "no_start"                 // no starting values were found for the Family
)

// Error says why a model cannot be estimated from a table of labels.
type Error struct {
	Code    Code
	Studies []string // the studies concerned; empty: all
	Column  string   // of the studies, in the file that the labels were read from; "" for none

	Kind       study.Kind
	Categories int
	Family     family.Family       // that was asked for
	Labelers   spec.LabelerEffects // that were asked for
	Term       string
	OtherTerm  string
	Cluster    bool // the Term is of clusters of items
	Labels     int  // of the last of the studies
	Value      float64
	Category   string // that the Value stands for, where it stands for one
	Item       string // of the Value, and
	Labeler    string // who gave it, where labelers are named

	CovariateKind spec.CovariateKind // that was asked for, or that most levels are of
	Odd           []string           // levels of the Term
	Covariates    []spec.Covariate   // all that were asked for, if the Term is one of them

	OtherLabeler string // whose labels differ from the Labeler's by a constant
}
