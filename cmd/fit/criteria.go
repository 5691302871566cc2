package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"concord/criteria"
	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/checks/bycriteria"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// byCriteria reports whether criteria are fitted jointly.
func (cf *work) byCriteria() bool {
	return len(option.Criteria.In(cf)) > 0 || option.Given(cf, option.Criteria)
}

// wideCriteria reports whether the labels on each criterion have a column.
func (cf *work) wideCriteria() bool { return len(option.Criteria.In(cf)) > 1 }

// withCriteria are the flags that go with --criteria.
const withCriteria = "criteria reference item labeler study label positive negative order missing duplicates " +
	"exclude-labelers where delimiter input-format sheet file-as as-is max-memory family labeler-effects prior-mean " +
	"prior-sd prior-labeler-sd prior-cor chains draws warmup seed cores algorithm target-accept max-depth interval " +
	"interval-kind format full also html card strict quiet messages out from fail-if"

// suits refuses flags that do not go with --criteria.
func (f *work) suitsCriteria() error {
	label := option.Label.In(f)
	columns := option.Criteria.In(f)
	cmd := f.cmd
	for _, flag := range changed(cmd) {
		if !slices.Contains(strings.Fields(withCriteria), flag.Name) {
			return usage("--%s does not go with --criteria\n  without it: %v", flag.Name,
				untrusted(leavingOut(cmd, flag.Name)))
		}
	}
	if len(columns) == 0 {
		return usage("--criteria names no column: --criteria criterion, or --criteria coherence,fluency")
	}
	for i, name := range columns {
		if strings.TrimSpace(name) == "" || slices.Contains(columns[:i], name) {
			return usage("--criteria %s: name each column once", strings.Join(columns, ","))
		}
	}
	switch effects := option.LabelerEffects.In(f); {
	case f.wideCriteria() && label != "":
		return usage("--label %s: --criteria names the columns of labels; leave out --label", label)
	case len(option.SeveralLabels(f)) > 1:
		return usage("--label %[1]s: to fit these columns jointly, name them as the criteria: --criteria %[1]s",
			label)
	case effects != "auto" && effects != "nested" && effects != "shared":
		return usage("--labeler-effects %s: with --criteria it is nested or shared, because the same people's labels "+
			"on two criteria have something in common", effects)
	case option.Format.In(f) == formatAPA:
		return usage("--format %s: the paragraph describes a fit of one criterion", formatAPA)
	}
	return nil
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
func (f *work) runCriteria() error {
	if err := f.suitsCriteria(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if err := f.identify(); err != nil {
		return err
	}
	table, sp, err := f.readCriteria()
	if err != nil {
		return f.criteriaFault(table, err)
	}
	design, err := criteria.NewDesign(table, f.criteriaFactor(table), option.Reference.In(f))
	if err != nil {
		return f.criteriaFault(table, err)
	}
	if f.conditions, err = settleCriteria(f.conditions, design); err != nil {
		return err
	}
	data := result.NewDataOf(f.file, table, study.Describe(table), sp.Labelers, advice.Warning)
	f.warn(data)
	fit, err := f.fitCriteria(ctx, design, sp, f.settings())
	if err != nil {
		return f.criteriaFault(table, err)
	}
	fit.Asked = asks(f.conditions)
	a := ask.Criteria(data, fit, f.interval())
	if err := f.writeCriteria(fit, a); err != nil {
		return err
	}
	answered := f.answer(a)
	return errors.Join(f.repeated("draws", false, func() (bool, error) {
		return f.earlier.RepeatsCriteria(fit.Posterior, fit.Settings)
	}), answered)
}

// criteriaFactor is the factor of the criteria in a table.
func (cf *work) criteriaFactor(t *study.Table) string {
	if cf.wideCriteria() {
		return criteria.Factor
	}
	return t.Factors()[len(t.Factors())-1]
}

// readCriteria reads the labels on all criteria into one table.
func (f *work) readCriteria() (*study.Table, spec.Spec, error) {
	columns := option.Criteria.In(f)
	if f.wideCriteria() {
		option.Label.Set(f, quoting.List(columns...))
	} else {
		f.single = true
	}
	tables, sp, err := f.loaded(func(o read.Options) ([]*study.Table, error) {
		if !f.wideCriteria() {
			o.Factors = append(o.Factors, columns[0])
		}
		return f.readTables(o)
	})
	if err != nil {
		return nil, sp, f.blamedCriteria(err)
	}
	if !f.wideCriteria() {
		return tables[0], sp, nil
	}
	if len(tables) > len(columns) {
		return tables[0], sp, usage("--group %s: --criteria takes one grouping at a time", option.Study.In(f))
	}
	t, err := criteria.FromColumns(tables)
	if err != nil {
		return tables[0], sp, err
	}
	return t, sp, nil
}

// blamedCriteria turns an error about a column that --criteria named, a factor or a column of labels, into an error
// about that flag.
func (cf *work) blamedCriteria(err error) error {
	var parts []string
	if cf.wideCriteria() {
		parts = []string{"label"}
	}
	if fault := study.BlamedOn(option.Criteria.Name, err, option.Criteria.In(cf), parts...); fault != nil {
		fault.Found = strings.Replace(fault.Found, "the factor in column", "criteria", 1)
	}
	return err
}

// criteriaFault completes an error by where the labels come from.
func (f *work) criteriaFault(t *study.Table, err error) error {
	var fault *criteria.Error
	if errors.As(err, &fault) && t != nil {
		if fault.GroupColumn = t.Source().Columns.Study.Name; f.wideCriteria() {
			fault.Columns = option.Criteria.In(f)
		} else {
			fault.Column = f.criteriaFactor(t)
		}
	}
	return err
}

// fitCriteria samples.
func (f *work) fitCriteria(
	ctx context.Context, d *criteria.Design, sp spec.Spec, settings sampler.Settings,
) (ask.CriteriaFit, error) {
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(d.Table.Len())
	}
	bar := newProgress(f.news())
	defer bar.finish()
	sampled := settings
	sampled.Progress = bar.sampled
	begin := time.Now()
	p, err := criteria.Fit(ctx, d, criteria.Spec{Family: sp.Family, Labelers: sp.Labelers, Priors: sp.Priors},
		sampled)
	out := ask.CriteriaFit{Posterior: p, Settings: settings, Elapsed: time.Since(begin), Words: advice.Flags}
	if err == nil {
		out.Check, err = bycriteria.Run(ctx, p, bycriteria.Options{Seed: settings.Seed, Workers: settings.Workers,
			Level: option.Interval.In(f)})
	}
	if errors.Is(err, context.Canceled) {
		err = interrupted(": criteria need all draws")
	}
	return out, err
}
