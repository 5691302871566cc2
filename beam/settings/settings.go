// Package settings has the options of the pipeline: those of fit batch that make sense if no process sees the whole
// file.
package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/tasks"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
	"concord/study/read"
)

// Settings decide what is computed, in the words of the options.
type Settings struct{ *option.Request }

// Register adds the options to a set of flags, and flags whose use is an error that says why, and that no help shows.
func (s *Settings) Register(fs *pflag.FlagSet) {
	var own option.Set
	for _, k := range option.Batch.With(option.Study) {
		name := option.Name(k)
		why := refusals()[name]
		if why == "" {
			own = append(own, k)
			continue
		}
		fs.Var(refused{name, why}, name, "")
		fs.Lookup(name).NoOptDefVal = "true"
		fs.Lookup(name).Hidden = true
	}
	s.Request = option.NewRequest(fs, own)
}

// refusals are options of fit batch that cannot work here, and why.
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

// Refused returns the names of options of fit batch that are refused.
func Refused() []string { return slices.Sorted(maps.Keys(refusals())) }

// refused is the value of a flag that cannot be set.
type refused struct{ name, why string }

func (r refused) String() string   { return "" }
func (r refused) Type() string     { return "string" }
func (r refused) Set(string) error { return fmt.Errorf("not in a pipeline: %s", r.why) }

// Read returns how to read the file, and the label columns if they are several. Factors are the columns of
// [Settings.By], in their order, and behind them those that items consist of besides.
func (s *Settings) Read() (read.SurveyOptions, error) {
	o := read.SurveyOptions{Cut: s.By()}
	spec, err := s.Spec()
	if err != nil {
		return o, err
	}
	if o.Options, err = option.Reading(s); err != nil {
		return o, err
	}
	if o.Several = option.SeveralLabels(s); o.Several != nil {
		o.Label = ""
	}
	if err := option.Suit(s, spec.Family, &o.Options); err != nil {
		return o, err
	}
	items := o.Factors
	o.Factors = nil
	if err := option.Cut(s, &o.Options, spec.Family); err != nil {
		return o, err
	}
	o.AllowSets, o.Dates = false, read.Dates{}
	for _, name := range items {
		if slices.ContainsFunc(o.Factors, func(other string) bool { return strings.EqualFold(other, name) }) {
			return o, option.Refuse("name each column of --by and --item once, and not %s", visible.Quote(name))
		}
		o.Factors = append(o.Factors, name)
	}
	return o, nil
}

// By returns the columns by whose values labels are cut, as they were given.
func (s *Settings) By() []string { return option.By.In(s) }

// EachCategory reports whether ordered categories are cut too.
func (s *Settings) EachCategory() bool { return option.EachCategory.In(s) }

// Items returns how many columns make an item besides the first.
func (s *Settings) Items() int { return len(option.ItemColumns(s)) - 1 }

// Seed returns the seed of the run.
func (s *Settings) Seed() uint64 { return option.Seed.In(s) }

// Reference returns the study that others are compared with: the one that was named, or the first of some.
func (s *Settings) Reference(studies []string) (string, error) {
	name := option.Reference.In(s)
	if name == "" {
		return studies[0], nil
	}
	if !slices.Contains(studies, name) {
		return "", option.Refuse("--reference: %w", &study.NameError{Kind: "group", Name: name, Names: studies})
	}
	return name, nil
}

// Interval returns the credible interval.
func (s *Settings) Interval() (posterior.Interval, error) { return option.CredibleInterval(s) }

// Fitting returns how each task is fitted, of a file whose name is shown, cut by columns as its header spells them.
func (s *Settings) Fitting(file, reference string, by []string) (tasks.Fitting, error) {
	replications := option.Replications.In(s)
	ft := tasks.Fitting{File: file, Reference: reference, By: by, Replicates: max(0, replications),
		NoCheck: replications == 0, Words: advice.Flags, Warning: advice.Warning, Target: option.Target.In(s),
		Brief: option.Draws.In(s) == 0 && option.Warmup.In(s) == 0}
	for _, check := range []func(option.Asked) error{option.CheckTarget, option.CheckReplications} {
		if err := check(s); err != nil {
			return ft, err
		}
	}
	var err error
	if ft.Interval, err = s.Interval(); err != nil {
		return ft, err
	}
	if ft.Settings, err = option.Sampler(s); err != nil {
		return ft, err
	}
	if path, inFile := option.WeightsFile(s); inFile {
		return ft, option.Refuse("--distance %s: weights in a file are for fit batch", path)
	}
	if ft.Coefficients, err = option.Agreement(s); err != nil {
		return ft, err
	}
	if err := option.CheckCounts(s, option.Bootstrap); err != nil {
		return ft, err
	}
	return ft, option.Intervals(s, &ft.Coefficients, nonparam.Bootstrap{Seed: s.Seed()})
}

// Spec returns the model.
func (s *Settings) Spec() (spec.Spec, error) { return option.Spec(s) }

// SummaryOptions says how the tasks are summarised together.
func (s *Settings) SummaryOptions() (fits.TaskSummaryOptions, error) {
	interval, err := s.Interval()
	return fits.TaskSummaryOptions{Interval: interval, Seed: s.Seed(), Ordered: len(s.By()) == 1, Each: true}, err
}
