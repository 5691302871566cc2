package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/criteria"
	"concord/internal/advice"
	"concord/internal/checks/bycriteria"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/report"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// criteriaFlags name the criteria by which items are rated.
type criteriaFlags struct {
	names []string
	flag  *pflag.Flag
}

func (cf *criteriaFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&cf.names, "criteria", nil,
		"`column` of the criteria, or columns with the labels on one each, coherence,fluency: fit all criteria jointly")
	cf.flag = fs.Lookup("criteria")
}

// wanted reports whether criteria are fitted jointly.
func (cf *criteriaFlags) wanted() bool { return len(cf.names) > 0 || cf.flag.Changed }

// wide reports whether the labels on each criterion have a column.
func (cf *criteriaFlags) wide() bool { return len(cf.names) > 1 }

// withCriteria are the flags that go with --criteria.
const withCriteria = "criteria reference item labeler study label positive negative order missing duplicates " +
	"exclude-labelers where delimiter input-format sheet file-as as-is max-memory family labeler-effects prior-mean " +
	"prior-sd prior-labeler-sd prior-cor chains draws warmup seed cores algorithm target-accept max-depth interval " +
	"interval-kind format full also html strict quiet messages out from fail-if"

// suits refuses flags that do not go with --criteria.
func (f *fitFlags) suitsCriteria(cmd *cobra.Command) error {
	for _, flag := range changed(cmd) {
		if !slices.Contains(strings.Fields(withCriteria), flag.Name) {
			return usage("--%s does not go with --criteria\n  without it: %v", flag.Name,
				untrusted(leavingOut(cmd, flag.Name)))
		}
	}
	cf := &f.criteria
	if len(cf.names) == 0 {
		return usage("--criteria names no column: --criteria criterion, or --criteria coherence,fluency")
	}
	for i, name := range cf.names {
		if strings.TrimSpace(name) == "" || slices.Contains(cf.names[:i], name) {
			return usage("--criteria %s: name each column once", strings.Join(cf.names, ","))
		}
	}
	switch effects := f.model.effects; {
	case cf.wide() && f.input.label != "":
		return usage("--label %s: --criteria names the columns of labels; leave out --label", f.input.label)
	case len(severalLabels(f.input.label)) > 1:
		return usage("--label %[1]s: to fit these columns jointly, name them as the criteria: --criteria %[1]s",
			f.input.label)
	case effects != "auto" && effects != "nested" && effects != "shared":
		return usage("--labeler-effects %s: with --criteria it is nested or shared, because the same people's labels "+
			"on two criteria have something in common", effects)
	case f.result.format == formatAPA:
		return usage("--format %s: the paragraph describes a fit of one criterion", formatAPA)
	}
	return f.result.check()
}

// leavingOut returns the command line without some flags.
func leavingOut(cmd *cobra.Command, names ...string) string {
	words := strings.Fields(cmd.CommandPath())
	for _, flag := range changed(cmd) {
		if slices.Contains(names, flag.Name) {
			continue
		}
		values := valuesOf(flag)
		switch flag.Value.Type() {
		case "bool":
			words = append(words, "--"+flag.Name)
			continue
		case "stringSlice":
			values = []string{quoting.List(values...)}
		}
		for _, v := range values {
			words = append(words, "--"+flag.Name, v)
		}
	}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, quoting.File(arg))
	}
	return quoting.Line(words...)
}

// runCriteria fits all criteria jointly.
func (f *fitFlags) runCriteria(cmd *cobra.Command, path string, s streams) error {
	if err := f.suitsCriteria(cmd); err != nil {
		return err
	}
	if err := f.out.check(); err != nil {
		return err
	}
	if err := f.html.check(f.out.dir); err != nil {
		return err
	}
	interval, err := f.result.interval()
	if err != nil {
		return err
	}
	settings, err := f.sampler.settings()
	if err != nil {
		return err
	}
	conditions, err := parseConditions(f.failIf, true)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if s.in, err = f.out.identify(path, s.in); err != nil {
		return err
	}
	table, spec, err := f.readCriteria(path, s)
	if err != nil {
		return f.criteriaFault(path, table, err)
	}
	design, err := criteria.NewDesign(table, f.criteria.factor(table), f.model.reference)
	if err != nil {
		return f.criteriaFault(path, table, err)
	}
	if conditions, err = settleCriteria(conditions, design); err != nil {
		return err
	}
	data := result.NewDataOf(fileName(path), table, study.Describe(table), spec.Labelers, advice.Warning)
	if !f.result.quiet {
		s.warn(data)
	}
	fit, err := f.fitCriteria(ctx, design, spec, settings, s)
	if err != nil {
		return f.criteriaFault(path, table, err)
	}
	fit.Asked = asks(conditions)
	r := result.NewCriteria(data, fit, interval)
	d := report.Criteria(r)
	if err := errors.Join(f.out.writeCriteria(fit, r), f.html.writeDocument(d),
		f.result.print(s.out, r, d, moreFull, morePage)); err != nil {
		return err
	}
	if !f.result.quiet {
		if err := f.out.compareCriteria(fit, s.err); err != nil {
			return err
		}
	}
	from := evidence{estimates: r.Estimates(), level: r.Interval.Level, belief: r.BeliefOn}
	return f.verdictOn(from, r.Trust, false, conditions, s)
}

// factor is the factor of the criteria in a table.
func (cf *criteriaFlags) factor(t *study.Table) string {
	if cf.wide() {
		return criteria.Factor
	}
	return t.Factors()[len(t.Factors())-1]
}

// readCriteria reads the labels on all criteria into one table.
func (f *fitFlags) readCriteria(path string, s streams) (*study.Table, model.Spec, error) {
	cf := &f.criteria
	if cf.wide() {
		f.input.label = quoting.List(cf.names...)
	} else {
		f.input.groupings = false
	}
	tables, spec, err := f.loaded(path, s, func(o read.Options) ([]*study.Table, error) {
		if !cf.wide() {
			o.Factors = append(o.Factors, cf.names[0])
		}
		return f.input.readTables(path, s.in, o, s.news(f.result.quiet))
	})
	if err != nil {
		return nil, spec, cf.blamed(err)
	}
	if !cf.wide() {
		return tables[0], spec, nil
	}
	if len(tables) > len(cf.names) {
		return tables[0], spec, usage("--study %s: --criteria takes one grouping at a time", f.input.study)
	}
	t, err := criteria.FromColumns(tables)
	if err != nil {
		return tables[0], spec, err
	}
	return t, spec, nil
}

// blamed returns an error about a column that --criteria named as one of that flag: to the reader it is a factor, or a
// column of labels.
func (cf *criteriaFlags) blamed(err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || !slices.ContainsFunc(cf.names, func(name string) bool {
		return strings.EqualFold(name, fault.Column)
	}) {
		return err
	}
	fault.Found = strings.Replace(fault.Found, "the factor in column", "criteria", 1)
	for i, part := range fault.Parts {
		if part == "factor" || part == "label" && cf.wide() {
			fault.Parts[i] = "criteria"
		}
	}
	return err
}

// criteriaFault completes an error by where the labels come from.
func (f *fitFlags) criteriaFault(path string, t *study.Table, err error) error {
	var fault *criteria.Error
	if errors.As(err, &fault) && t != nil {
		if fault.GroupColumn = t.Source().Columns.Study.Name; f.criteria.wide() {
			fault.Columns = f.criteria.names
		} else {
			fault.Column = f.criteria.factor(t)
		}
		return &exitError{exitInput, inFile(fileName(path), err)}
	}
	return inFile(fileName(path), err)
}

// fitCriteria samples.
func (f *fitFlags) fitCriteria(
	ctx context.Context, d *criteria.Design, spec model.Spec, settings sampler.Settings, s streams,
) (result.CriteriaFit, error) {
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(d.Table.Len())
	}
	bar := newProgress(s.news(f.result.quiet))
	defer bar.finish()
	sampled := settings
	sampled.Progress = bar.update
	begin := time.Now()
	p, err := criteria.Fit(ctx, d, criteria.Spec{Family: spec.Family, Labelers: spec.Labelers, Priors: spec.Priors},
		sampled)
	out := result.CriteriaFit{Posterior: p, Settings: settings, Elapsed: time.Since(begin), Words: advice.Flags}
	if err == nil {
		out.Check, err = bycriteria.Run(ctx, p, bycriteria.Options{Seed: settings.Seed, Workers: settings.Workers,
			Level: f.result.level})
	}
	if errors.Is(err, context.Canceled) {
		err = &exitError{exitInterrupted, errors.New("interrupted: criteria need all draws")}
	}
	return out, err
}
