package refusal

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// Error states the fault. The remedy is up to the program that reads the labels.
func (fault *Error) Error() string {
	said := sentences()[fault.Code]
	switch studies := len(fault.Studies); {
	case said.one == "":
	case said.several != "" && studies > 1:
		said.so = "{count} groups " + said.several + ", so " + said.so + ": {groups}"
	case said.several != "":
		said.so = "{group} " + said.one + ", so " + said.so
	case studies == 1:
		said.so = "{group} " + said.one
	default: // of effects that groups share
		said.so = "the file, all groups together, " + said.one
	}
	return fault.facts().Replace(said.so)
}

// sentence states a fault. Names in braces stand for its facts.
type sentence struct {
	so      string // the fault, or what follows from it
	one     string // what the group concerned is or has; "" if the fault is of no group
	several string // the same of several groups, each with the fault; "" if these are at fault together
}

// sentences has the sentence of each code.
func sentences() map[Code]sentence {
	single := func(so string) sentence {
		return sentence{so: so, one: "has one label of each item", several: "have one label of each item"}
	}
	return map[Code]sentence{
		EmptyTable:       {so: "there is no label"},
		LabelersNotNamed: {so: "{labelers} labeler effects were asked for, but the labels name no labeler"},
		UnfitLabels:      {so: "the labels are {unfit}"},
		NoStart: {so: "the labels do not determine the model: no starting values were found, because a standard " +
			"deviation tends to 0 or infinity"},
		CategoryCount: {so: "the labels have {categories} ordered categories, and the {family} family takes {range}"},
		NoSharedItem:  {so: "groups {first} and {second} share no item, so ρ and xCC cannot be estimated"},
		PerfectAgreement: {so: "the labels of each item are all equal, so the residual standard deviation tends " +
			"to 0"},
		ItemsNotRepeated: {so: "the model cannot separate items from noise",
			one: "has one label for each of its {labels} items", several: "have one label for each of their items"},

		OneLabel:       {one: "has one label, so its reliability cannot be estimated"},
		OneItem:        {one: "has one item, so the variance between items cannot be estimated"},
		ConstantLabels: {one: "has {labels} labels, all of them {value}, so its reliability cannot be estimated"},
		LabelersNotRepeated: {one: "has one label by each of its {labels} labelers, so the model cannot separate " +
			"labelers from noise"},
		UnfitLabel: {one: "has a label {number}, and {distribution} cannot describe it"},
		ExactSums: {one: "has labels that are exactly an item's value plus a labeler's value, so the residual " +
			"standard deviation tends to 0"},
		CopiedLabels: {one: "has labelers {labeler} and {other labeler}, who differ by the same amount on all items " +
			"that both labelled, as if one had copied: their residual standard deviations tend to 0"},
		LabelTooFar: {one: "has a label {number}, of item {item}{by}, more than a million times as far from the " +
			"others as the others are from each other: it would decide every estimate"},
		UnanimousItems: {one: "has items whose labels are all equal, so its residual standard deviation tends to 0"},
		NoDisagreement: {one: "has items whose labels are all equal, so only the prior decides how far apart items " +
			"are"},

		DiscriminationOfNobody: {so: "discriminations of labelers were asked for, but the model has no labeler " +
			"effects"},
		DiscriminationOfJudges: single("the model cannot have discriminations of labelers"),
		ResidualOfNobody:       {so: "residuals by labeler were asked for, but the model has no labeler effects"},
		ResidualOfJudges:       single("the model cannot have residuals by labeler"),
		NoResidualSD: {so: "residuals by labeler were asked for, but {family} labels have no residual standard " +
			"deviation"},

		ItemsNotNested:   {so: "item {quoted item} is in two clusters of {term}, and an item belongs to one"},
		ClustersOfJudges: single("the model cannot have clusters of items"),
		ClustersDiscriminated: {so: "discriminations of labelers multiply effects of items, and not those of {term}: " +
			"the model cannot have both"},
		StudentItemsUnscaled: {so: "items with Student's t distribution were asked for, and {family} labels would " +
			"then have no mean"},
		StudentItemsSloped: {so: "items with Student's t distribution and discriminations of labelers were asked " +
			"for: the model of {family} labels cannot have both"},
		StudentItemsOfJudges: single("the items cannot have Student's t distribution"),
		StudentItemsClustered: {so: "items in clusters of {term} are normal: they cannot have Student's t " +
			"distribution"},

		CommonOfNobody: {so: "effects of {term} that all groups share were asked for, but the model has no labeler " +
			"effects"},
		TermTwice:    {so: "effects of {term} are asked for twice"},
		NoFactor:     {so: "effects of a further term were asked for, but it names no factor"},
		FactorTwice:  {so: "{term} names a factor twice"},
		ReservedTerm: {so: "{term} cannot be a further term: sd_{term} is the name of another parameter"},
		OneLevel:     {one: "has one level of {term}, so the variance between levels cannot be estimated"},
		LevelsNotRepeated: {one: "has one label of each of its {labels} levels of {term}, so the model cannot " +
			"separate their effects from noise"},
		SameGrouping: {one: "has a level of {term} for each level of {other term}, so the model cannot separate " +
			"their effects"},
		UnanimousLevels: {one: "has equal labels on each level of {term}, so its residual standard deviation tends " +
			"to 0"},

		CovariateTwice:   {so: "covariate {term} is named twice"},
		CovariateIsFacet: {so: "{term} is a covariate and a facet: the model cannot separate their effects"},
		CovariateUnread:  {so: "{unread}"},
		CovariateConstant: {so: "all labels have the same value of covariate {term}, {category}, so it can explain " +
			"nothing"},
		CovariateIsStudy: {so: "all labels of a group have the same value of covariate {term}, so its effect cannot " +
			"be separated from the difference of the groups"},
		CovariateCategories: {so: "covariate {term} has {categories} categories, and the most is {most categories}"},
		CovariateIsTerm: {so: "each category of covariate {term} is one {factor}, so its effects cannot be separated " +
			"from the effects of the {factor}s"},
		CollinearCovariates: {so: "covariate {term} follows from {other term}, so their effects cannot be separated"},
		SlopesOfNobody:      {so: "slopes of labelers by {term} were asked for, but the model has no labeler effects"},
		SlopesOfCategories:  {so: "labelers have slopes by numbers and times, and covariate {term} has categories"},
		SlopesDiscriminated: {so: "the model cannot have slopes of labelers by {term} and discriminations"},
		SlopesConstant: {so: "all labels of each labeler have one value of covariate {term}, so they show no slopes " +
			"by it"},
		LabelsFollow: {so: "{whose labels} from covariate {term}: nothing is left in which items or labelers could " +
			"differ"},
	}
}

// facts puts the facts of a fault in the places of their names in braces.
func (fault *Error) facts() *strings.Replacer {
	text := visible.Text
	value, by, whose := fmt.Sprint(fault.Value), "", "all labels follow"
	pairs := []string{"{number}", value}
	if fault.Category != "" {
		value = text(fault.Category)
	}
	if fault.Labeler != "" {
		by = " by labeler " + text(fault.Labeler)
	}
	for n, name := range fault.Studies[:min(len(fault.Studies), 2)] {
		pairs = append(pairs, [...]string{"{first}", "{second}"}[n], strconv.Quote(name))
		if n == 0 && name == study.WholeFile && fault.Column == "" {
			pairs = append(pairs, "{group}", "the file")
		}
		whose = "the labels of " + visible.Quoted(fault.Studies, 10) + " follow"
	}
	if fault.Code == UnfitLabels { // which may have no family
		pairs = append(pairs, "{unfit}", fault.unfit())
	}
	if fault.Family != nil {
		pairs = append(pairs, "{family}", fmt.Sprint(fault.Family), "{distribution}", fault.Family.About().Distribution)
	}
	if f, is := fault.Family.(family.Adapting); is {
		least, most := f.CategoryRange()
		pairs = append(pairs, "{range}", fmt.Sprintf("%d to %d", least, most))
	}
	if len(fault.Odd) > 0 {
		pairs = append(pairs, "{unread}", fault.unread(by))
	}
	return strings.NewReplacer(append(pairs,
		"{group}", "group "+visible.Quoted(fault.Studies, 1), "{term}", text(fault.Term),
		"{other term}", text(fault.OtherTerm), "{factor}", fault.OtherTerm,
		"{item}", text(fault.Item), "{quoted item}", visible.Quote(fault.Item), "{by}", by, "{value}", value,
		"{labeler}", text(fault.Labeler), "{other labeler}", text(fault.OtherLabeler),
		"{labels}", strconv.Itoa(fault.Labels), "{labelers}", fault.Labelers.String(), "{whose labels}", whose,
		"{category}", visible.Quote(fault.Category), "{categories}", strconv.Itoa(fault.Categories),
		"{most categories}", strconv.Itoa(spec.MostCategories),
		"{groups}", visible.Quoted(fault.Studies, 10), "{count}", strconv.Itoa(len(fault.Studies)))...)
}

// unread says which value of a covariate is not like the others. by is the labeler whose label has it, if known.
func (fault *Error) unread(by string) string {
	name, at := visible.Text(fault.Term), visible.Quote(fault.Odd[0])
	if fault.Item != "" {
		at += " of item " + visible.Text(fault.Item)
	}
	at += by
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

// unfit describes labels that do not suit the family.
func (fault *Error) unfit() string {
	kind := "numbers other than 0 and 1"
	switch fault.Kind {
	case study.Nominal:
		return fmt.Sprintf("%d categories without order; models are for two categories, ordered categories or numbers",
			fault.Categories)
	case study.Binary:
		kind = "binary"
	case study.Ordinal:
		kind = "ordered categories"
	}
	return kind + ", and " + fault.Family.About().Distribution + " cannot describe them"
}
