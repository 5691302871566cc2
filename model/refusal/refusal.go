package refusal

import (
	"fmt"

	"concord/internal/visible"
	"concord/internal/when"
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

// Error states the fault. The remedy is up to the program that reads the labels.
func (fault *Error) Error() string {
	switch fault.Code {
	case EmptyTable:
		return "there is no label"
	case LabelersNotNamed:
		return fmt.Sprintf("%v labeler effects were asked for, but the labels name no labeler", fault.Labelers)
	case UnfitLabels:
		return fault.unfit()
	case NoStart:
		return "the labels do not determine the model: no starting values were found, because a standard deviation " +
			"tends to 0 or infinity"
	case CategoryCount:
		least, most := fault.Family.(family.Adapting).CategoryRange()
		return fmt.Sprintf("the labels have %d ordered categories, and the %v family takes %d to %d", fault.Categories,
			fault.Family, least, most)
	case PerfectAgreement:
		return "the labels of each item are all equal, so the residual standard deviation tends to 0"
	case DiscriminationOfNobody:
		return "discriminations of labelers were asked for, but the model has no labeler effects"
	case DiscriminationOfJudges:
		return fault.each("has one label of each item", "have one label of each item",
			"the model cannot have discriminations of labelers")
	case ItemsNotNested:
		return fmt.Sprintf("item %s is in two clusters of %s, and an item belongs to one", visible.Quote(fault.Item),
			visible.Text(fault.Term))
	case ClustersOfJudges:
		return fault.each("has one label of each item", "have one label of each item",
			"the model cannot have clusters of items")
	case ClustersDiscriminated:
		return fmt.Sprintf("discriminations of labelers multiply effects of items, and not those of %s: the model "+
			"cannot have both", visible.Text(fault.Term))
	case StudentItemsUnscaled:
		return fmt.Sprintf("items with Student's t distribution were asked for, and %v labels would then have no mean",
			fault.Family)
	case StudentItemsSloped:
		return fmt.Sprintf("items with Student's t distribution and discriminations of labelers were asked for: the "+
			"model of %v labels cannot have both", fault.Family)
	case StudentItemsOfJudges:
		return fault.each("has one label of each item", "have one label of each item",
			"the items cannot have Student's t distribution")
	case StudentItemsClustered:
		return fmt.Sprintf("items in clusters of %s are normal: they cannot have Student's t distribution",
			visible.Text(fault.Term))
	case ResidualOfNobody:
		return "residuals by labeler were asked for, but the model has no labeler effects"
	case ResidualOfJudges:
		return fault.each("has one label of each item", "have one label of each item",
			"the model cannot have residuals by labeler")
	case NoResidualSD:
		return fmt.Sprintf("residuals by labeler were asked for, but %v labels have no residual standard "+
			"deviation", fault.Family)
	case CommonOfNobody:
		return fmt.Sprintf("effects of %s that all groups share were asked for, but the model has no labeler effects",
			visible.Text(fault.Term))
	case CovariateTwice, CovariateIsFacet, CovariateUnread, CovariateConstant, CovariateIsStudy, CovariateCategories,
		CovariateIsTerm, CollinearCovariates, LabelsFollow, SlopesOfNobody, SlopesOfCategories, SlopesDiscriminated,
		SlopesConstant:
		return fault.ofCovariate()
	case TermTwice:
		return fmt.Sprintf("effects of %s are asked for twice", visible.Text(fault.Term))
	case NoFactor:
		return "effects of a further term were asked for, but it names no factor"
	case FactorTwice:
		return fmt.Sprintf("%s names a factor twice", visible.Text(fault.Term))
	case ReservedTerm:
		return fmt.Sprintf("%[1]s cannot be a further term: sd_%[1]s is the name of another parameter",
			visible.Text(fault.Term))
	case NoSharedItem:
		return fmt.Sprintf("groups %q and %q share no item, so ρ and xCC cannot be estimated",
			fault.Studies[0], fault.Studies[1])
	case ItemsNotRepeated:
		one := fmt.Sprintf("has one label for each of its %d items", fault.Labels)
		return fault.each(one, "have one label for each of their items", "the model cannot separate items from noise")
	}
	if len(fault.Studies) == 0 {
		return "the labels determine no model"
	}
	if len(fault.Studies) > 1 { // of effects that studies share
		return "the file, all groups together, " + fault.ofStudy()
	}
	return fmt.Sprintf("group %q %s", fault.Studies[0], fault.ofStudy())
}

// ofStudy states the fault of the one study concerned.
func (fault *Error) ofStudy() string {
	switch fault.Code {
	case OneLabel:
		return "has one label, so its reliability cannot be estimated"
	case OneItem:
		return "has one item, so the variance between items cannot be estimated"
	case ConstantLabels:
		value := fmt.Sprint(fault.Value)
		if fault.Category != "" {
			value = visible.Text(fault.Category)
		}
		return fmt.Sprintf("has %d labels that are all %s, so its reliability cannot be estimated", fault.Labels, value)
	case LabelersNotRepeated:
		return fmt.Sprintf("has one label by each of its %d labelers, so the model cannot separate labelers from noise",
			fault.Labels)
	case UnfitLabel:
		return fmt.Sprintf("has a label %v, and %s cannot describe it", fault.Value, fault.Family.About().Distribution)
	case OneLevel:
		return fmt.Sprintf("has one level of %s, so the variance between levels cannot be estimated",
			visible.Text(fault.Term))
	case LevelsNotRepeated:
		return fmt.Sprintf("has one label of each of its %d levels of %s, so the model cannot separate their effects "+
			"from noise", fault.Labels, visible.Text(fault.Term))
	case SameGrouping:
		return fmt.Sprintf("has a level of %s for each level of %s, so the model cannot separate their effects",
			visible.Text(fault.Term), visible.Text(fault.OtherTerm))
	case ExactSums:
		return "has labels that are exactly an item's value plus a labeler's value, so the residual standard " +
			"deviation tends to 0"
	case CopiedLabels:
		return fmt.Sprintf("has labelers %s and %s, who differ by the same amount on all items that both labelled, "+
			"as if one had copied: their residual standard deviations tend to 0",
			visible.Text(fault.Labeler), visible.Text(fault.OtherLabeler))
	case LabelTooFar:
		by := ""
		if fault.Labeler != "" {
			by = " by labeler " + visible.Text(fault.Labeler)
		}
		return fmt.Sprintf("has a label %v, of item %s%s, more than a million times as far from the others as the "+
			"others are from each other: it would decide every estimate", fault.Value, visible.Text(fault.Item), by)
	case UnanimousItems:
		return "has items whose labels are all equal, so its residual standard deviation tends to 0"
	case UnanimousLevels:
		return fmt.Sprintf("has equal labels on each level of %s, so its residual standard deviation tends to 0",
			visible.Text(fault.Term))
	case NoDisagreement:
		return "has items whose labels are all equal, so only the prior decides how far apart items are"
	}
	return "determines no model"
}

// ofCovariate states the fault of a covariate.
func (fault *Error) ofCovariate() string {
	name := visible.Text(fault.Term)
	switch fault.Code {
	case CovariateTwice:
		return fmt.Sprintf("covariate %s is named twice", name)
	case CovariateIsFacet:
		return fmt.Sprintf("%s is a covariate and a facet: the model cannot separate their effects", name)
	case CovariateUnread:
		return fault.unread(name)
	case CovariateConstant:
		return fmt.Sprintf("all labels have the same value of covariate %s, %s, so it can explain nothing", name,
			visible.Quote(fault.Category))
	case CovariateIsStudy:
		return fmt.Sprintf("all labels of a group have the same value of covariate %s, so its effect cannot be "+
			"separated from the difference of the groups", name)
	case CovariateCategories:
		return fmt.Sprintf("covariate %s has %d categories, and the most is %d", name, fault.Categories,
			spec.MostCategories)
	case SlopesOfNobody:
		return fmt.Sprintf("slopes of labelers by %s were asked for, but the model has no labeler effects", name)
	case SlopesOfCategories:
		return fmt.Sprintf("labelers have slopes by numbers and times, and covariate %s has categories", name)
	case SlopesDiscriminated:
		return fmt.Sprintf("the model cannot have slopes of labelers by %s and discriminations", name)
	case SlopesConstant:
		return fmt.Sprintf("all labels of each labeler have one value of covariate %s, so they show no slopes by it",
			name)
	case CovariateIsTerm:
		return fmt.Sprintf("each category of covariate %s is one %s, so its effects cannot be separated from the "+
			"effects of the %ss", name, fault.OtherTerm, fault.OtherTerm)
	case LabelsFollow:
		whose := "all labels follow"
		if len(fault.Studies) > 0 {
			whose = "the labels of " + visible.Quoted(fault.Studies, 10) + " follow"
		}
		return fmt.Sprintf("%s from covariate %s: nothing is left in which items or labelers could differ", whose, name)
	}
	return fmt.Sprintf("covariate %s follows from %s, so their effects cannot be separated", name,
		visible.Text(fault.OtherTerm))
}

// unread says which value of a covariate is not like the others.
func (fault *Error) unread(name string) string {
	at := visible.Quote(fault.Odd[0])
	if fault.Item != "" {
		at += " of item " + visible.Text(fault.Item)
	}
	if fault.Labeler != "" {
		at += " by labeler " + visible.Text(fault.Labeler)
	}
	kinds := "numbers"
	if fault.CovariateKind == spec.TimeCovariate {
		if _, _, doubtful := when.Both(fault.Odd[0]); doubtful && len(fault.Odd) == fault.Categories {
			return fmt.Sprintf("nobody can tell the day from the month in dates of covariate %s, such as %s", name, at)
		}
		kinds = "times, all written in one way"
	}
	if more := len(fault.Odd) - 1; more > 0 {
		return fmt.Sprintf("the values of covariate %s should be %s; %s and %s are not", name, kinds, at,
			visible.Count(more, "other value"))
	}
	return fmt.Sprintf("the values of covariate %s should be %s, and %s is none", name, kinds, at)
}

// unfit says that labels of a kind do not suit a family.
func (fault *Error) unfit() string {
	switch fault.Kind {
	case study.Nominal:
		return fmt.Sprintf("the labels are %d categories without order; models are for two categories, ordered "+
			"categories or numbers",
			fault.Categories)
	case study.Binary:
		return "the labels are binary, and " + fault.Family.About().Distribution + " cannot describe them"
	case study.Ordinal:
		return "the labels are ordered categories, and " + fault.Family.About().Distribution + " cannot describe them"
	}
	return "the labels are numbers other than 0 and 1, and " + fault.Family.About().Distribution +
		" cannot describe them"
}

// each says something of one study or of several, all of them named at once.
func (fault *Error) each(one, several, so string) string {
	if len(fault.Studies) == 1 {
		return fmt.Sprintf("group %q %s, so %s", fault.Studies[0], one, so)
	}
	return fmt.Sprintf("%d groups %s, so %s: %s", len(fault.Studies), several, so, visible.Quoted(fault.Studies, 10))
}
