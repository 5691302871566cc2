// Package settings has the flags of the pipeline: the flags of fit batch that make sense if no process sees the whole
// file.
package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/tasks"
	"concord/model"
	"concord/model/family"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"

	"concord/internal/advice"
	"concord/internal/visible"
)

// automatic is the number of replications that the labels decide.
const automatic = -1

// Settings decide what is computed, in the words of the flags.
type Settings struct {
	item, labeler, study, label                    string
	positive, negative, missing, order, wide, pair []string
	delimiter, inputFormat, sheet                  string
	by                                             []string
	eachCategory, asIs                             bool
	family, effects, residual, thresholds          string
	discrimination                                 bool
	items                                          string
	reference                                      string
	priorMean, priorSD, priorLabelerSD             string
	priorCorrelation                               string
	chains, draws, warmup, maxDepth                int
	seed                                           uint64
	algorithm                                      string
	targetAccept                                   float64
	target                                         float64
	coefficients                                   []string
	distance, resample, crossPairs                 string
	level                                          float64
	intervalKind                                   string
	bootstrap, replications                        int
}

// Register adds the flags to a set.
func (s *Settings) Register(fs *pflag.FlagSet) {
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName { // names of earlier versions
		return pflag.NormalizedName(advice.Today(name))
	})
	fs.StringSliceVar(&s.by, "by", nil, "`columns` that divide the labels into tasks: a task for each combination")
	fs.BoolVar(&s.eachCategory, "each-category", false, "compare each category with the rest")
	fs.StringVar(&s.item, "item", "", "`column` of the items, or columns whose combinations are the items")
	fs.StringVar(&s.labeler, "labeler", "", "`column` of the labelers; - for none")
	fs.StringVar(&s.study, "study", "", "`column` of the studies; - for none")
	fs.StringVar(&s.label, "label", "", "`column` of the labels, or columns, or all of 0 and 1: all")
	fs.StringSliceVar(&s.positive, "positive", nil, "`spellings` of a positive label")
	fs.StringSliceVar(&s.negative, "negative", nil, "`spellings` of a negative label")
	fs.StringSliceVar(&s.order, "order", nil, "`labels` in ascending order (ordered categories), or none")
	fs.StringSliceVar(&s.missing, "missing", nil, "more `spellings` of a missing label")
	fs.StringVar(&s.delimiter, "delimiter", "", "`character` between columns: , ; | or tab (default: found)")
	fs.StringSliceVar(&s.wide, "wide", nil, "`columns` of which each holds one labeler's labels")
	fs.StringSliceVar(&s.pair, "pair", nil, "two `columns` of candidates; the label says who won")
	fs.BoolVar(&s.asIs, "as-is", false, "take labels and columns as they are, also where they look like another layout")
	fs.StringVar(&s.inputFormat, "input-format", "",
		"`format` of the file: csv, json, parquet or xlsx (default: found)")
	fs.StringVar(&s.sheet, "sheet", "", "`name` of the sheet of a workbook (default: the only one with a table)")
	fs.StringVar(&s.family, "family", "auto", "`distribution` of the labels: auto, "+strings.Join(family.Names(), ", "))
	fs.StringVar(&s.effects, "labeler-effects", "auto", "`kind` of labelers: auto, nested, shared or none")
	fs.StringVar(&s.residual, "residual", "auto", "`kind` of residual: auto, common, study or labeler")
	fs.StringVar(&s.thresholds, "thresholds", "auto", "`kind` of thresholds: auto, study or common")
	fs.BoolVar(&s.discrimination, "discrimination", false,
		"give each labeler a factor that multiplies the items' effects")
	fs.StringVar(&s.items, "items-are", "normal", "`distribution` of true scores: normal, t or mixture")
	fs.StringVar(&s.priorMean, "prior-mean", "", "`prior` of the means")
	fs.StringVar(&s.priorSD, "prior-sd", "", "`prior` of the standard deviations")
	fs.StringVar(&s.priorLabelerSD, "prior-labeler-sd", "", "`prior` of the labelers' standard deviations")
	fs.StringVar(&s.priorCorrelation, "prior-cor", "", "`prior` of the correlations: marginal or lkj(SHAPE)")
	fs.StringVar(&s.reference, "reference", "", "`study` to compare the others with (default: the first)")
	fs.Float64Var(&s.target, "target", 0,
		"`reliability` to reach: probabilities that ICC, mean labels and ρ are above it")
	fs.IntVar(&s.chains, "chains", 4, "`number` of chains")
	fs.IntVar(&s.draws, "draws", 0,
		"`number` of draws per chain (default: 370 of two chains; if they do not converge, 300 and then 1000 of "+
			"four)")
	fs.IntVar(&s.warmup, "warmup", 0, "`number` of warm-up iterations per chain (default: automatic)")
	fs.Uint64Var(&s.seed, "seed", 1, "`seed` of the random numbers; each task has a seed that follows from it")
	fs.StringVar(&s.algorithm, "algorithm", "auto", "`algorithm`: auto, nuts or hmc")
	fs.Float64Var(&s.targetAccept, "target-accept", 0, "mean acceptance `probability` for the step size")
	fs.IntVar(&s.maxDepth, "max-depth", 10, "largest number of `doublings` of a trajectory")
	fs.StringSliceVar(&s.coefficients, "coefficients", nil, "`names` of coefficients of agreement, or all")
	fs.StringVar(&s.resample, "resample", jackknife, "`method` for intervals of coefficients: "+
		strings.Join(resamplings(), ", "))
	fs.StringVar(&s.distance, "distance", "", "`distance` between labels")
	fs.StringVar(&s.crossPairs, "cross-pairs", "different",
		"`pairs` of labels for coefficients of two studies: different labelers, or all")
	fs.Float64Var(&s.level, "interval", 0.95, "`probability` of intervals")
	fs.StringVar(&s.intervalKind, "interval-kind", "eti", "`kind` of credible interval: eti or hdi")
	fs.IntVar(&s.bootstrap, "bootstrap", 1000,
		"`number` of replicates if --resample asks for a bootstrap; 0 for no intervals of coefficients")
	fs.IntVar(&s.replications, "replications", automatic, "`number` of replicated studies for the predictive check")
	s.registerRefused(fs)
}

// refusals are flags of fit batch that cannot work here, and why.
func refusals() map[string]string {
	return map[string]string{
		"duplicates": "how many labels are left out of the file is known only when all are together: a second label " +
			"is an error here",
		"exclude-labelers": "how many labels are left out of the file is known only when all are together: leave the " +
			"rows out of the file",
		"file-as":       "a pipeline surveys one file: put several together",
		"where":         "leave the rows out of the file",
		"every":         "write the periods of dates in a column of the file",
		"dates":         "write dates as 2026-04-03",
		"facet":         "terms besides items and labelers are for fit batch",
		"facet-effects": "terms besides items and labelers are for fit batch",
		"strict":        "it makes an exit code, and a pipeline has none: look at the status in tasks.csv",
		"fail-if":       "it makes an exit code, and a pipeline has none: put the condition on tasks.csv",
		"cores":         "the runner decides how many workers there are, and each uses the cores of its machine",
		"format":        "the tables of the folder have all that is to be read by programs",
		"also":          "nothing is printed: the tables of the folder have every number",
		"full":          "nothing is printed: the tables of the folder have every number",
		"quiet":         "nothing is said on the way unless --verbose asks for what Beam logs",
		"pages":         "a pipeline writes tables and results, and no pages",
		"split":         "sets of labels are for fit batch",
		"max-memory":    "a worker holds a shard and its tasks in work only",
		"pairs":         longRows,
		"wide-items":    longRows,
		"list":          longRows,
		"counts":        longRows,
		"weight":        longRows,
	}
}

// longRows is why layouts are refused that read a file as a whole.
const longRows = "a pipeline reads shards of rows: write a row for each label, or a column for each labeler (--wide)"

// Refused returns the names of flags of fit batch that are refused.
func Refused() []string {
	var names []string
	for name := range refusals() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// registerRefused registers flags whose use is an error that says why, and that no help shows.
func (s *Settings) registerRefused(fs *pflag.FlagSet) {
	for name, why := range refusals() {
		fs.Var(refused{name, why}, name, "")
		fs.Lookup(name).NoOptDefVal = "true"
		fs.Lookup(name).Hidden = true
	}
}

// refused is the value of a flag that cannot be set.
type refused struct{ name, why string }

func (r refused) String() string   { return "" }
func (r refused) Type() string     { return "string" }
func (r refused) Set(string) error { return fmt.Errorf("not in a pipeline: %s", r.why) }

// Read returns how to read the file, and the label columns if they are several. Factors are the columns of
// [Settings.By], in their order, and behind them those that items consist of besides.
func (s *Settings) Read() (read.SurveyOptions, error) {
	items := quoting.Names(s.item)
	o := read.SurveyOptions{Cut: s.by}
	o.Item, o.Labeler, o.Study, o.Label = items[0], s.labeler, s.study, s.label
	o.Positive, o.Negative, o.Missing, o.Order = s.positive, s.negative, s.missing, s.order
	o.Wide, o.Pair = s.wide, s.pair
	o.AsIs = s.asIs
	if slices.Equal(s.order, []string{"none"}) {
		o.Order, o.Unordered = nil, true
	}
	o.AllowNominal, o.PairsAlone = true, true
	if labels := quoting.Names(s.label); s.label == read.AllColumns || len(labels) > 1 {
		o.Several, o.Label = labels, ""
	} else {
		o.Label = labels[0]
	}
	if len(o.Order) > 0 && len(s.positive)+len(s.negative) > 0 {
		return o, fmt.Errorf("--order makes labels ordered categories, and --positive and --negative make them " +
			"binary: give one of them")
	}
	for _, name := range append(slices.Clone(s.by), items[1:]...) {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		if name == "" || slices.ContainsFunc(o.Factors, same) {
			return o, fmt.Errorf("name each column of --by and --item once, and not %s", visible.Quote(name))
		}
		o.Factors = append(o.Factors, name)
	}
	switch s.delimiter {
	case "":
	case ",", ";", "|", "\t":
		o.Delimiter = rune(s.delimiter[0])
	case "tab", `\t`:
		o.Delimiter = '\t'
	default:
		return o, fmt.Errorf("--delimiter %s: it is one of , ; | tab", visible.Quote(s.delimiter))
	}
	o.Sheet = s.sheet
	if s.inputFormat != "" {
		format, err := study.ParseFormat(s.inputFormat)
		if err != nil {
			return o, fmt.Errorf("--input-format %s: it is one of csv, json, parquet, xlsx",
				visible.Quote(s.inputFormat))
		}
		o.Format = format
	}
	return o, s.kind(&o)
}

// kind sets the kind of labels, if the family or the cut decides it.
func (s *Settings) kind(o *read.SurveyOptions) error {
	spec, err := s.Spec()
	if err != nil {
		return err
	}
	f := spec.Family
	if f != nil {
		o.Kind = f.Kind()
	}
	switch {
	case f != nil && f.Kind() != study.Binary && len(s.positive) > 0:
		return fmt.Errorf("--positive goes with --family bernoulli, not with %v", f)
	case f != nil && f.Kind() != study.Ordinal && len(o.Order) > 0:
		return fmt.Errorf("--order makes ordered categories, which --family %v does not describe", f)
	case !s.eachCategory:
		return nil
	case f != nil && f.Kind() != study.Binary:
		return fmt.Errorf("--each-category makes binary labels of each category, which --family %v does not describe",
			f)
	case len(s.positive)+len(s.negative) > 0:
		return fmt.Errorf("--each-category takes every category as positive in its turn: leave out --positive and " +
			"--negative")
	case len(o.Order) == 0:
		o.Kind = study.Nominal
	}
	return nil
}

// By returns the columns by whose values labels are cut, as they were given.
func (s *Settings) By() []string { return s.by }

// EachCategory reports whether ordered categories are cut too.
func (s *Settings) EachCategory() bool { return s.eachCategory }

// Items returns how many columns make an item besides the first.
func (s *Settings) Items() int { return strings.Count(s.item, ",") }

// Seed returns the seed of the run.
func (s *Settings) Seed() uint64 { return s.seed }

// Reference returns the study that others are compared with: the one that was named, or the first of some.
func (s *Settings) Reference(studies []string) (string, error) {
	if s.reference == "" {
		return studies[0], nil
	}
	if !slices.Contains(studies, s.reference) {
		return "", fmt.Errorf("--reference %s: there is no such study; there are %s", visible.Text(s.reference),
			visible.Names(studies))
	}
	return s.reference, nil
}

// Interval returns the credible interval.
func (s *Settings) Interval() (posterior.Interval, error) {
	kind, err := oneOf("interval-kind", s.intervalKind, []string{"eti", "hdi"},
		[]posterior.IntervalKind{posterior.EqualTailed, posterior.HighestDensity})
	if err == nil && !(s.level > 0 && s.level < 1) {
		err = fmt.Errorf("--interval %v: it must be between 0 and 1", s.level)
	}
	return posterior.Interval{Level: s.level, Kind: kind}, err
}

// Fitting returns how each task is fitted, of a file whose name is shown, cut by columns as its header spells them.
func (s *Settings) Fitting(file, reference string, by []string) (tasks.Fitting, error) {
	ft := tasks.Fitting{File: file, Reference: reference, By: by, Replicates: max(0, s.replications),
		NoCheck: s.replications == 0, Words: advice.Flags, Warning: advice.Warning,
		Target: s.target, Brief: s.draws == 0 && s.warmup == 0}
	if s.target < 0 || s.target >= 1 {
		return ft, fmt.Errorf("--target %v: a reliability to reach lies between 0 and 1, such as 0.8", s.target)
	}
	if s.replications < automatic {
		return ft, fmt.Errorf("--replications %d: it cannot be negative", s.replications)
	}
	var err error
	if ft.Interval, err = s.Interval(); err != nil {
		return ft, err
	}
	if ft.Settings, err = s.sampler(); err != nil {
		return ft, err
	}
	ft.Coefficients, err = s.agreement()
	return ft, err
}

// sampler returns the settings of the sampler.
func (s *Settings) sampler() (sampler.Settings, error) {
	algorithm, err := oneOf("algorithm", s.algorithm, []string{"auto", "nuts", "hmc"},
		[]sampler.Algorithm{sampler.AutoAlgorithm, sampler.NUTS, sampler.HMC})
	o := sampler.Settings{Chains: s.chains, Draws: s.draws, Warmup: s.warmup, Seed: s.seed,
		TargetAccept: s.targetAccept, MaxDepth: s.maxDepth, Algorithm: algorithm}
	switch {
	case err != nil:
		return o, err
	case s.chains < 1:
		return o, fmt.Errorf("--chains %d: there must be at least one", s.chains)
	case s.draws < 0:
		return o, fmt.Errorf("--draws %d: it cannot be negative", s.draws)
	case s.warmup < 0:
		return o, fmt.Errorf("--warmup %d: it cannot be negative", s.warmup)
	case !(s.targetAccept >= 0 && s.targetAccept < 1):
		return o, fmt.Errorf("--target-accept %v: it must be between 0 and 1", s.targetAccept)
	case s.maxDepth < 1 || s.maxDepth > 20:
		return o, fmt.Errorf("--max-depth %d: it must be between 1 and 20", s.maxDepth)
	}
	return o, nil
}

// jackknife is the value of --resample that draws nothing.
const jackknife = "jackknife"

func resamplings() []string { return []string{jackknife, "items", "raters", "both"} }

// agreement returns the coefficients that accompany the estimates, and the kind of their intervals.
func (s *Settings) agreement() (nonparam.Options, error) {
	o := nonparam.Options{Level: s.level}
	if slices.Equal(s.coefficients, []string{"all"}) {
		o.Coefficients = nonparam.Coefficients()
	} else {
		for _, name := range s.coefficients {
			c := nonparam.Coefficient(name)
			if !c.Known() {
				return o, fmt.Errorf("--coefficients %s: there is no such coefficient", visible.Text(name))
			}
			o.Coefficients = append(o.Coefficients, c)
		}
	}
	if s.distance != "" {
		d, err := nonparam.ParseDistance(s.distance)
		if err != nil {
			return o, fmt.Errorf("--distance %s: there is no such distance", visible.Text(s.distance))
		}
		o.Distance = d
	}
	if s.bootstrap < 0 {
		return o, fmt.Errorf("--bootstrap %d: it cannot be negative", s.bootstrap)
	}
	var err error
	if o.AllPairs, err = oneOf("cross-pairs", s.crossPairs, []string{"different", "all"},
		[]bool{false, true}); err != nil {
		return o, err
	}
	resample, err := oneOf("resample", s.resample, resamplings(),
		[]nonparam.Resample{nonparam.Both, nonparam.Items, nonparam.Raters, nonparam.Both})
	if s.resample == jackknife && s.bootstrap > 0 {
		o.Intervals = nonparam.Jackknife{}
	} else {
		o.Intervals = nonparam.Bootstrap{Replicates: s.bootstrap, Resample: resample, Seed: s.seed}
	}
	return o, err
}

// Spec returns the model.
func (s *Settings) Spec() (model.Spec, error) {
	spec := model.Spec{Discrimination: s.discrimination}
	var err error
	if spec.Family, err = oneOf("family", s.family, append([]string{"auto"}, family.Names()...),
		append([]family.Family{nil}, family.All()...)); err != nil {
		return spec, err
	}
	if spec.Labelers, err = oneOf("labeler-effects", s.effects, []string{"auto", "nested", "shared", "none"},
		[]model.LabelerEffects{model.AutoLabelers, model.Nested, model.Shared, model.NoLabelers}); err != nil {
		return spec, err
	}
	if spec.Residual, err = oneOf("residual", s.residual, []string{"auto", "common", "study", "labeler"},
		[]model.Residual{model.AutoResidual, model.CommonResidual, model.StudyResidual,
			model.LabelerResidual}); err != nil {
		return spec, err
	}
	if spec.Thresholds, err = oneOf("thresholds", s.thresholds, []string{"auto", "study", "common"},
		[]model.Thresholds{model.AutoThresholds, model.StudyThresholds, model.CommonThresholds}); err != nil {
		return spec, err
	}
	if spec.Items, err = oneOf("items-are", s.items, []string{"normal", "t", "mixture"},
		model.ItemShapes()); err != nil {
		return spec, err
	}
	for _, prior := range []struct {
		flag, text string
		to         *model.Prior
	}{{"prior-mean", s.priorMean, &spec.Priors.Mean}, {"prior-sd", s.priorSD, &spec.Priors.SD},
		{"prior-labeler-sd", s.priorLabelerSD, &spec.Priors.LabelerSD}} {
		if prior.text == "" {
			continue
		}
		if *prior.to, err = model.ParsePrior(prior.text); err != nil {
			return spec, fmt.Errorf("--%s %w", prior.flag, err)
		}
	}
	if s.priorCorrelation != "" {
		if spec.Priors.Correlation, err = model.ParseCorrelationPrior(s.priorCorrelation); err != nil {
			return spec, fmt.Errorf("--prior-cor %w", err)
		}
	}
	return spec, nil
}

// SummaryOptions says how the tasks are summarised together.
func (s *Settings) SummaryOptions() (result.TaskSummaryOptions, error) {
	interval, err := s.Interval()
	return result.TaskSummaryOptions{Interval: interval, Seed: s.seed, Ordered: len(s.by) == 1, Each: true}, err
}

func oneOf[T any](flag, text string, words []string, values []T) (T, error) {
	if i := slices.Index(words, text); i >= 0 {
		return values[i], nil
	}
	var none T
	return none, fmt.Errorf("--%s %s: it is one of %s", flag, visible.Text(text), strings.Join(words, ", "))
}
