package option

import (
	"strings"

	"concord/model/family"
	"concord/model/spec"
)

// Options that say what is asked.
var (
	Reference = question.text("reference",
		"`group` to compare the others with (default: the first of the file)", GroupNames, Agents, Everyday)
	Humans = question.text("humans",
		"`group` of the people to compare the judges with", GroupNames, Agents, Everyday)
	Judge = question.names("judge",
		"`names` of the judges, or @FILE with one per line: groups (default: all others), or "+
			"labelers in a file of one group", Agents, Everyday)
	PilotJudge = question.text("judge",
		"`group` of the pilot that is a judge: plan how to show whether it is as good as a person",
		GroupNames, Agents)
	JudgeColumn = question.list("judge-column",
		"`columns` of a judge's answer to the item of each row, which become a judge each", Columns, Agents, Everyday)
	Percent   = question.toggle("percent", "columns of --judge-column are probabilities from 0 to 100")
	Threshold = question.list("threshold",
		"make yes of probabilities from `P` on, or NAME=P for each column, and compare that with "+
			"people's labels", Agents)
	System = question.text("system",
		"`column` of the systems; - for none (default: a column named system or model)",
		Columns, NoColumn, Agents, Everyday)
	Stratum = question.text("stratum",
		"`column` of the strata within which items were drawn at random for people", Columns, Agents)
	Cluster = question.text("cluster",
		"`column` of what items belong to, such as the patient of a lesion or the document of a "+
			"sentence", Columns)
	AlikeWithin = question.text("cluster",
		"`column` of what items belong to that are alike, such as the turns of a conversation", Columns)
	Clusters = question.text("cluster",
		"`column` with this many clusters of items: patient=20; --facet patient=0.5 says how far "+
			"they differ")
	SamplingWeight = question.text("sampling-weight",
		"`column` of 1 over the probability with which an item was drawn for people", Columns)
	Anchor = question.list("anchor",
		"`OLD,NEW` versions of a judge, columns, groups or labelers: how much of a score's change is "+
			"the judge's?")
	Bar  = question.text("bar", "also report the share of labels at or above this `number`", Agents)
	Cost = question.text("cost", "`cost` of a label of people and of a judge: people=0.40,judge=0.002", Everyday)
	Gold = question.text("gold",
		"`group` of the gold standard (default: the only group with one label of each item)", GroupNames, Everyday)
	GoldColumn = question.text("gold-column",
		"`column` of the right answer to the item of each row, which becomes the gold standard", Columns, Everyday)
	Reliability = question.text("reliability",
		"`reliability` of a gold label, if you know it: the correlation of two gold labels of an "+
			"item, such as 0.9 or gold=0.9")
	Compare = question.texts("compare",
		"`flags` of another model of the same labels, such as '--labeler-effects none'; report which "+
			"one predicts better and what changes")
	Design = question.texts("design",
		"report Eρ² and Φ of a mean label over these `levels`: labeler=3,template=2 (repeatable; "+
			"default, with facets: the file's)")
	Drop = question.names("drop",
		"`names` of labelers, or flagged for those who need retraining, or @FILE with a name in each "+
			"line: report what changes without them", Everyday)
	Target = question.real("target",
		"`reliability` to reach: report the probabilities that ICC, mean labels and ρ are above it, "+
			"and how many labels an item needs", Agents, Everyday).silent()
	Targets = keyOf[[]float64](question, "target",
		"`reliabilities` to reach", []Fact{Agents, Everyday}).or([]float64{0.7, 0.8, 0.9})
	ICC = oneOf(question.text("icc",
		"`kind` of reliability that leads: agreement (ICC(2,1)), consistency (ICC(3,1)) or fixed "+
			"(agreement of these labelers)"), "agreement", "consistency", "fixed")
	DifferentItems = question.toggle("different-items",
		"items of one name are different items in the two, such as row numbers", Everyday)
	Log = question.toggle("log",
		"labels are positive amounts, such as times or counts: take their logarithms, and report "+
			"errors as factors", Agents)
)

// Options that say what columns and rows are.
var (
	Item = columns.text("item",
		"`column` of the items, or columns whose combinations are the items: item,criterion", Columns, Agents,
		Quoted, Everyday)
	Labeler = columns.text("labeler", "`column` of the people who label; - for none",
		Columns, NoColumn, Agents, Everyday)
	Study = columns.text("group",
		"`column` of the groups, or columns whose combinations they are: age*country; - for none",
		Columns, NoColumn, Agents, Everyday).between(",*").was("study")
	Label = columns.text("label", "`column` of the labels", Columns, Agents, Quoted, Everyday).between(",")
	Facet = columns.texts("facet",
		"`column` of another factor of the labels, such as template, or a combination of factors, "+
			"item and labeler: item:session (repeatable)", Factors, Agents, Quoted).between(":")
	FacetSD = columns.texts("facet",
		"standard `deviation` of the effects of a factor or of a combination: template=0.5 or "+
			"item:template=0.5,0.3 (repeatable)")
	Text = columns.text("text",
		"`column` of the items' texts, which the page of --html shows with disputed items", Columns)
	Delimiter = columns.text("delimiter",
		"`character` between columns: , ; | or tab (default: found)", Agents)
	Wide = columns.list("wide",
		"`columns` of which each holds one labeler's labels, as in 'rater_*' (default: a label a row)", Columns, Agents)
	Pairs = columns.list("pairs",
		"`columns` of labelers, each with the column of their labels: rater1:score1,rater2:score2", Agents)
	WideItems = columns.list("wide-items",
		"`columns` of which each is an item, as in 'Q*', where a row is a person", Columns, Agents)
	List = columns.list("list",
		"`columns` of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1", Columns, Agents)
	Counts = columns.list("counts",
		"`columns` which count the labels of a category each: yes,no,unsure", Columns, Agents)
	Weight = columns.text("weight",
		"`column` that says for how many labels a row stands", Columns, Agents)
	Pair = columns.list("pair",
		"two `columns` of candidates, of which the label says who won: model_a,model_b (default: "+
			"found)", Agents)
	InputFormat = columns.text("input-format",
		"`format` of the file: csv, json, parquet or xlsx (default: found)",
		Agents).among("csv", "json", "parquet", "xlsx")
	Sheet = columns.text("sheet",
		"`name` of the sheet of a workbook (default: the only one with a table)", Agents)
	FileAs = columns.text("file-as",
		"`part` that the name of each file plays: labeler or study (default: labeler, if there are "+
			"several files and no column names labelers)").among("labeler", "study")
	AsIs = columns.toggle("as-is",
		"take labels and columns as they are, also where they look like another layout: sets, pairs, "+
			"counts, …", Agents)
	By = columns.list("by",
		"`columns` that divide the labels into tasks, one for each combination of values: task, or "+
			"criterion,language", Columns, Agents, Everyday)
	Every = columns.text("every",
		"join the dates and times of --by into `periods`: day, week, month, quarter or year",
		Agents).among("day", "week", "month", "quarter", "year")
	Dates = columns.text("dates",
		"`order` of dates such as 03/04/2026: day-first or month-first").among("day-first", "month-first")
	EachCategory = columns.toggle("each-category",
		"compare each category with the rest, as fit does for words without order", Agents)
	Criteria = columns.list("criteria",
		"`column` of the criteria, or columns with the labels on one each, coherence,fluency: fit "+
			"all criteria jointly", Columns)
)

// Options that say what labels are.
var (
	Positive = labels.list("positive", "`spellings` of a positive label", Agents, Everyday)
	Negative = labels.list("negative",
		"`spellings` of a negative label (default: all that are not positive)", Agents)
	Order = labels.list("order",
		"`labels` in ascending order, which makes them ordered categories: poor,fair,good; none: "+
			"they have no order", Labels, Agents)
	Split = labels.text("split",
		"`separator` between labels of a set, such as ';', or none: each label is one thing "+
			"(default: found)", Agents)
	Missing    = labels.list("missing", "more `spellings` of a missing label, besides NA, null, …", Agents)
	Duplicates = oneOf(labels.text("duplicates",
		"`rule` for a second label of an item by a labeler: error, first, last, mean, keep (all) or "+
			"latest=COLUMN", Agents), "error", "first", "last", "mean", "keep")
	ExcludeLabelers = labels.names("exclude-labelers",
		"`labelers` whose labels are left out: names, GROUP:NAME for one group, or @FILE with a name "+
			"in each line")
	Where = labels.texts("where",
		"`condition` of the rows to read: source=expert,crowd or source!=test (repeatable: all hold)", Columns,
		Agents, Everyday)
	MaxMemory = labels.real("max-memory",
		"`GiB` of memory that labels may take (default: three quarters of what is free)", Fleeting)
)

// Options that say which model is fitted.
var (
	Covariate = modelling.list("covariate",
		"`columns` that labels may depend on, of items, labelers or labels: country, or length,date; "+
			"code:category reads numbers as categories", Columns)
	Slopes = modelling.list("slopes",
		"`columns` of --covariate, numbers or times, with which each labeler changes differently: "+
			"week", Columns)
	CovariateEffects = oneOf(modelling.text("covariate-effects",
		"`kind` of covariate effects: study (separate ones in each group) or common (the same ones)"), "study",
		"common")
	Family = oneOf(modelling.text("family",
		"`distribution` of the labels: auto (by the labels), "+either(family.Names()),
		Agents), append([]string{"auto"}, family.Names()...)...)
	SimulatedFamily = oneOf(modelling.text("family",
		"`distribution` of the labels: "+either(family.Names())), family.Names()...)
	LabelerEffects = oneOf(modelling.text("labeler-effects",
		"`kind` of labelers: nested (different people in each group), shared (the same people), none "+
			"or auto"), "auto", "nested", "shared", "none")
	SimulatedLabelers = oneOf(modelling.text("labeler-effects",
		"`kind` of labelers: nested (different people in each group), shared (the same people) or "+
			"none"), "nested", "shared", "none")
	FacetEffects = oneOf(modelling.text("facet-effects",
		"`kind` of facet effects: nested (other levels in each group), shared (the same levels) or "+
			"common (the same effects)"), "nested", "shared", "common")
	Residual = oneOf(modelling.text("residual",
		"`kind` of residual of numbers: study (one each), common (one for all), labeler (one each) "+
			"or auto"), "auto", "common", "study", "labeler")
	Thresholds = oneOf(modelling.text("thresholds",
		"`kind` of thresholds of ordered labels: study (a set each), common (one set) or auto"), "auto", "study",
		"common")
	Cutpoints = modelling.text("thresholds",
		"κ, ascending `thresholds` between ordered categories, by group: -1,0,1/-2,0,3; minus --mean "+
			"(default -1,0,1)")
	Discrimination = modelling.toggle("discrimination",
		"give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random "+
			"labels, negative for a reversed scale")
	ItemsAre = oneOf(modelling.text("items-are",
		"`distribution` of true scores: normal, or t (a few items far from the others)"), itemShapes()...)
	PriorMean = expert.text("prior-mean",
		"`prior` of the means, such as normal(0, 1) (default student_t(3, 0, 2.5))")
	PriorSD = expert.text("prior-sd",
		"`prior` of the standard deviations, positive half (default student_t(3, 0, 2.5))")
	PriorLabelerSD = expert.text("prior-labeler-sd",
		"`prior` of the labelers' standard deviations (default: as --prior-sd; if neither is given, "+
			"student_t(3, 0, 1) for numbers)")
	PriorCor = expert.text("prior-cor",
		"`prior` of the correlations: marginal (each is uniform, for any number of groups) or "+
			"lkj(SHAPE) (default marginal)")
	Replications = expert.number("replications",
		"`number` of replicated studies for the predictive check: 0 none, 49 or more to find "+
			"doubts (default: 99, 399 if a doubt is near)").or(Automatic)
)

// Options of the sampler.
var (
	Chains = expert.number("chains", "`number` of chains", Agents).or(4)
	Draws  = expert.number("draws",
		"`number` of draws per chain (default: 1000, fewer for more than 20,000 labels)", Agents)
	Warmup = expert.number("warmup", "`number` of warm-up iterations per chain (default: automatic)")
	Seed   = keyOf[uint64](expert, "seed",
		"`seed` of the random numbers; the same seed gives the same result", []Fact{Agents}).or(1)
	Cores        = expert.number("cores", "`number` of cores to use (default: all)", Fleeting)
	Algorithm    = oneOf(expert.text("algorithm", "`algorithm`: auto, nuts or hmc"), "auto", "nuts", "hmc")
	TargetAccept = expert.real("target-accept",
		"mean acceptance `probability` for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 "+
			"and 0.9 if draws are repeated)")
	MaxDepth = expert.number("max-depth", "largest number of `doublings` of a trajectory").or(10)
)

// Options of coefficients without a model.
var (
	Coefficients = coefficients.list("coefficients",
		"`names` of coefficients of agreement, or all (default: those that suit the labels)",
		Agents).among(append(CoefficientNames(), "all")...)
	Resample = oneOf(expert.text("resample",
		"`method` for intervals of coefficients: jackknife, or a bootstrap of items, raters or both"),
		Jackknife, "items", "raters", "both")
	Distance = coefficients.text("distance",
		"`distance` between labels, or a file of weights (default: nominal, of ordered labels "+
			"ordinal, of numbers interval, of sets masi)", Agents).among(distanceNames()...)
	CrossPairs = oneOf(expert.text("cross-pairs",
		"`pairs` of labels for coefficients of two groups: different labelers, or all"), "different", "all")
	Bootstrap = expert.number("bootstrap",
		"`number` of replicates if --resample asks for a bootstrap; 0 for no intervals of "+
			"coefficients").or(1000)
	NormalizeBy = oneOf(expert.text("normalize-by",
		"`coefficient` of reliability that divides cross_kappa in normalized_cross_kappa"),
		"kripp_alpha", "iota", "fleiss_kappa")
	NormalizeShared = expert.toggle("normalize-shared",
		"compute that reliability from the items of both groups, not from each group's own items")
)

// Options of plans.
var (
	Assurance = plan.real("assurance",
		"`probability` with which a number of labels must be enough").or(0.9)
	MaxLabels   = plan.number("max-labels", "largest `number` of labels per item to consider", Agents).or(10)
	Budget      = plan.real("budget", "`number` of labels, or with --cost what they may cost", Everyday).or(100)
	GroupBudget = plan.number("budget",
		"`cost` of a group, in labels (default: the cost of each group)", Agents, Everyday)
	ItemCost = plan.real("item-cost", "`cost` of an item before it is labelled, in labels", Agents)
	People   = plan.list("people",
		"`number` of people who label in each group, or in some: experts=5,crowd=40 (default: each "+
			"labels as much as in the pilot)", Agents, Everyday)
	Assume = plan.text("assume",
		"`values` instead of a pilot: icc=0.6 (see above); of a judge icc=0.4,worth=2 (or r=0.8), "+
			"share=0.3 of yes", Agents, Assumptions, Everyday)
	Width = plan.real("width",
		"half `width` of the interval that a study with --assume shall give", Agents).or(0.1)
	AtLeast = plan.real("at-least",
		"`worth` of the judge's label, in labels of people, to show or to rule out").or(1)
	Power     = plan.real("power", "`probability` that the study of a judge is conclusive", Agents).or(0.9)
	JudgeCost = plan.real("judge-cost", "`cost` of a label of the judge, in labels of people")
	Step      = plan.real("step", "round gaussian labels to multiples of this `step`")
	Judged    = plan.number("judged", "`number` of items that the judge labels (default: the pilot's)", Everyday)
	Within    = plan.real("within",
		"`distance` within which the score is to be known (default 0.02 of yes or no)", Everyday)
	Goal = oneOf(plan.text("goal",
		"what labels are for: decision (the label of each item), estimate (its score), or auto "+
			"(decision for categories)"), "auto", "decision", "estimate")
	NewItems = plan.names("new-items",
		"`names` of items without a label that may get some too, or @FILE with one per line")
)

// Options of simulated studies.
var (
	Studies          = simulation.text("studies", "`names` of the groups", Everyday).or("all")
	ItemCount        = simulation.number("items", "`number` of items", Everyday).or(100)
	LabelerCount     = simulation.text("labelers", "`number` of labelers per group", Everyday).or("20")
	LabelsPerItem    = simulation.text("labels-per-item", "`number` of labelers per item (default 5)", Everyday)
	LabelsPerLabeler = simulation.text("labels-per-labeler",
		"`number` of items per labeler, instead of --labels-per-item")
	LabelsAgain = simulation.number("labels-again", "`times` that a labeler labels each item").or(1)
	Mean        = simulation.text("mean", "`mean` μ of a group", Everyday).or("0")
	ItemSD      = simulation.text("item-sd", "standard `deviation` σ_i of the items", Everyday).or("1")
	ItemDF      = simulation.real("item-df",
		"`degrees` of freedom above 2, for items from Student's t distribution (default: normal)")
	LabelerSD  = simulation.text("labeler-sd", "standard `deviation` σ_l of the labelers (default 0.5)", Everyday)
	ResidualSD = simulation.text("residual-sd",
		"σ, standard `deviation` of the residual of gaussian labels (default 1)")
	NoiseSD = simulation.text("noise-sd",
		"ν, standard `deviation` of the logarithms of the labelers' residuals, around σ (default 0)")
	DiscriminationSD = simulation.text("discrimination-sd",
		"ω, standard `deviation` of the factors, 1 on average, by which labelers multiply the items' "+
			"effects (default 0)")
	Correlation = simulation.text("correlation",
		"`correlation` ρ of the items between groups (default 0)", Everyday)
	LabelerCorrelation = simulation.text("labeler-correlation",
		"`correlation` of shared labelers between groups (default 0)")
	FacetCorrelation = simulation.text("facet-correlation",
		"`correlation` of shared facet effects between groups (default 0)")
	Factor = simulation.texts("factor",
		"`column` with this many values, one at random for each label: template=8 (repeatable)")
	Absent = simulation.text("absent", "`share` of the items without labels in a group").or("0")
	Truth  = simulation.text("truth",
		"`file` for the true parameters, and for ICC, ρ, xCC and others that follow from them (JSON)", Writes, Everyday)
	Output = simulation.text("output", "write the study to this `file`", Writes, Everyday).or("-").short("o")
)

// Options that say what is shown, and where.
var (
	Format = oneOf(output.text("format",
		"`format` of the output: "+strings.Join(formats(), ", "), Fleeting), formats()...)
	// FormatAPA has a paragraph in the style of the APA too.
	FormatAPA = Format.With(Format.Help + ", apa").among(append(formats(), "apa")...)
	Full      = output.toggle("full", "print every number, not only the answer", Fleeting, Agents, Everyday)
	Also      = output.texts("also",
		"write the result to this `file` too, as its name says: .txt, .json, .csv, .md, .tex "+
			"(repeatable)", Writes).short("o")
	Quiet        = output.toggle("quiet", "no progress and no warnings", Fleeting).short("q")
	Interval     = output.real("interval", "`probability` of intervals", Agents).or(0.95)
	IntervalKind = oneOf(output.text("interval-kind",
		"`kind` of credible interval: eti (equal-tailed) or hdi (highest density)"), "eti", "hdi")
	BootstrapKind = oneOf(output.text("interval-kind",
		"`kind` of bootstrap interval: percentile or bca"), "percentile", "bca")
	HTML = output.text("html",
		"write a page with pictures to this `file`; it opens in any browser, offline", Writes, Everyday)
	Figure = output.text("figure",
		"write one figure of the page to this `file`, NAME.svg; a wrong NAME lists the names", Writes)
	Card = output.text("card",
		"draw the verdict, its picture and two sentences as a card in this `file` (.svg)", Writes)
	Out = output.text("out",
		"`folder` for the draws (CmdStan's CSV, and JSON), their summary, the report and run.json", Writes)
	TableOut = output.text("out", "`file` (.csv or .json) for the items and their labels", Writes, Everyday)
	Effects  = output.toggle("effects", "keep the effects of items and labelers in --out too")
	From     = output.text("from",
		"repeat the run of this `run.json`; other flags replace those of the run", File, Fleeting)
	Folder = output.texts("folder", "`folder` whose files tools may read (repeatable)", File, Everyday)
	Pages  = output.toggle("pages",
		"write a page for each task too, in tasks/ of the folder; report.html links to it", Fleeting)
	ItemTable = output.text("items",
		"`file` (.csv or .json) for each item's true score, chance of each label, and consensus", Writes)
	LabelerTable = output.text("labelers",
		"`file` (.csv or .json) for each labeler's level and share of labels that are the consensus", Writes)
	CSV = output.toggle("csv", "print the file of the example", Everyday)
)

// Options that make an exit code.
var (
	Strict = exit.toggle("strict", "exit with code 4 on any warning of the diagnostics", Fleeting)
	FailIf = exit.texts("fail-if",
		"exit with code 5 if this `condition` holds: 'xcc@label<0.5', 'P(rho@label(a,b)<0.8)>0.05' "+
			"or 'lower(icc@label)<0.6'", Fleeting, Conditions)
)

// formats are those that every result has.
func formats() []string { return []string{"text", "json", "csv", "markdown", "latex"} }

func itemShapes() (all []string) {
	for _, shape := range spec.ItemShapes() {
		all = append(all, shape.String())
	}
	return all
}

// either lists names: "a, b or c".
func either(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
