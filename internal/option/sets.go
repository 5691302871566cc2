package option

import "slices"

// GroupingStudy is Study for commands that make several fits.
var GroupingStudy = Study.With(Study.Help + "; several, a fit each: gender,age")

// Sets of options that several commands have.
var (
	Files = Set{Item, Labeler, Study, Label, Positive, Negative, Order, Missing, Duplicates, ExcludeLabelers, Facet,
		Delimiter, Wide, InputFormat, Sheet, AsIs, MaxMemory, Pairs, WideItems, List, Counts, Weight, Where, FileAs,
		Pair,
		Split}
	// Groupings are Files for commands that make several fits.
	Groupings = Files.With(GroupingStudy)
	Tasks     = Set{By, Every, Dates}
	Model     = Set{Family, LabelerEffects, FacetEffects, Residual, Thresholds, Discrimination, PriorMean, PriorSD,
		PriorLabelerSD, PriorCor}
	// ModelOfItems is Model for commands about items.
	ModelOfItems = Model.With(Discrimination.With("give each labeler a factor that multiplies the items' effects; " +
		"=false: none (default: if labels have an order and are many)"))
	Covariates  = Set{Covariate, Slopes, CovariateEffects}
	Chain       = Set{Chains, Draws, Warmup, Seed, Cores, Algorithm, TargetAccept, MaxDepth}
	Unmodelled  = Set{Coefficients, Resample, Distance, CrossPairs}
	Printing    = Set{Format, Full, Also}
	PrintingAPA = Set{FormatAPA, Full, Also}
	Gates       = Set{Strict, FailIf}
	// RowGates are the gates of the other answers.
	RowGates = Set{Strict, FailIf.With("exit with code 5 if this `condition` on rows holds: 'quantity(name)<0.5', " +
		"'lower(quantity)<0.4' or 'P(quantity)>0.95', of those of --format csv")}
	// Batch are the options of fit batch but for its folder.
	Batch = Join(Pages, Groupings, Tasks, EachCategory, Model, Reference, ItemsAre,
		Chain.With(Draws.With("`number` of draws per chain (default: 370 of two chains; if they do not converge, 300 "+
			"and then 1000 of four)")), Unmodelled, Interval, Bootstrap, Printing, Quiet, IntervalKind, Replications,
		Target,
		Gates)
	Tables = Set{ItemTable, LabelerTable}
)

// With returns the set with variants of some of its options.
func (s Set) With(variants ...Keyed) Set {
	all := slices.Clone(s)
	for i, was := range s {
		for _, k := range variants {
			if was.option().base == k.option().base {
				all[i] = k
			}
		}
	}
	return all
}

// Join puts sets and options one after the other.
func Join(parts ...any) Set {
	var all Set
	for _, part := range parts {
		switch part := part.(type) {
		case Set:
			all = append(all, part...)
		case Keyed:
			all = append(all, part)
		}
	}
	return all
}
