package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// judgeFlags say who are judges and who are people.
type judgeFlags struct {
	fit    fitFlags // input, model and sampler
	people string
	named  nameList // judges
	html   htmlFlags
	format string
	strict bool
}

func judgeCommand(s streams) *cobra.Command {
	var f judgeFlags
	cmd := &cobra.Command{
		Use:   "judge (--humans STUDY | --judge NAMES) [flags] FILE",
		Short: "Tell how good judges are beside people",
		Long: `Compare judges, such as language models, experts or a gold standard, with the people of one study. Each
other study of the file is a judge, with one label of each item or with several; in a file without studies
the labelers that --judge names are. For each it tells

  its validity r, the correlation of one of its labels with people's true score, beside that of a person,
  what one of its labels is worth in labels of people,
  how probable it is that it follows the items better than a random person, or as well, level aside,
  its severity, the chance that its labels lie as near to people's as a person's do, the people it beats,
  the errors that judges have in common, and how many independent judges they are worth.

A judge with several labels of an item has a self-consistency too. Where labels are words without order,
each category is compared against the rest, and agreement is told of all together.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 130 interrupted.

More in the source: docs/guides/judges.md, docs/method.md.`,
		Example: `  fit judge --humans people ratings.csv
  fit judge --judge gpt,mistral ratings-by-labeler.csv
  fit judge --humans crowd --family ordinal --html judges.html ratings.csv
  fit judge --humans crowd --format json ratings.csv > judges.json`,
		Args: oneFile, ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error { return orCommand(cmd, args[0], f.run(args[0], s)) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.people, "humans", "", "`study` of the people that judges are compared with")
	fs.Var(&f.named, "judge", "`names` of the judges, or @FILE with one a line: studies (default: all others), or in "+
		"a file of one study labelers, of which all others are the people")
	f.fit.input.register(fs)
	f.fit.model.registerSpec(fs)
	f.fit.sampler.register(fs)
	fs.Float64Var(&f.fit.result.level, "interval", 0.95, "`probability` that intervals hold")
	registerFormat(fs, &f.format)
	f.html.register(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.BoolVarP(&f.fit.result.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

func (jf *judgeFlags) run(path string, s streams) error {
	render, err := formatOf(jf.format, report.JudgesText, report.JudgesJSON)
	if err != nil {
		return err
	}
	if err := jf.html.check(""); err != nil {
		return err
	}
	if l := jf.fit.result.level; !(l > 0 && l < 1) {
		return usage("--interval %v: it must be between 0 and 1", l)
	}
	settings, err := jf.fit.sampler.settings()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	tables, spec, err := jf.fit.load(path, s)
	if err != nil {
		return err
	}
	if len(tables) > 1 {
		return usage("--label %s: judges are compared by one column of labels", jf.fit.input.label)
	}
	run := judgeRun{flags: jf, file: fileName(path), s: s}
	table, err := jf.roles(tables[0])
	if err != nil {
		return run.unusable(err)
	}
	if table.Kind() == study.Nominal {
		return run.categories(ctx, table, spec, settings)
	}
	compared, err := run.compare(ctx, table, spec, settings)
	if err != nil {
		return err
	}
	if err := errors.Join(jf.html.writeJudges(compared), render(s.out, compared)); err != nil {
		return err
	}
	return trust(compared.Trust(), jf.strict)
}

// judgeRun compares the judges of a file with its people.
type judgeRun struct {
	flags  *judgeFlags
	file   string
	s      streams
	warned bool // of the labels
}

// compare fits the labels of a table, and compares.
func (jr *judgeRun) compare(
	ctx context.Context, table *study.Table, spec model.Spec, settings sampler.Settings,
) (*report.Judges, error) {
	jf := jr.flags
	fitted, constant, err := jf.judges(table)
	if err != nil {
		return nil, jr.unusable(err)
	}
	if spec, err = settled(jr.file, fitted, spec); err != nil {
		return nil, err
	}
	if spec.Labelers != model.NoLabelers {
		spec.Effects, spec.EffectsOf = true, []string{study.LabelerFactor}
	}
	data := report.NewData(jr.file, table, spec.Labelers, advice.Warning)
	otherwise(&data, true)
	jr.warn(data)
	interval := posterior.Interval{Level: jf.fit.result.level}
	var judges []*model.Posterior
	alone, err := jf.fit.fitBy(settings, jr.s, func(settings sampler.Settings) (alone *model.Posterior, err error) {
		alone, judges, err = model.FitJudges(ctx, fitted, jf.people, spec, settings)
		return alone, err
	})
	if err != nil {
		return nil, inFile(jr.file, err)
	}
	if alone.Partial {
		return nil, &exitError{exitInterrupted, errors.New("interrupted: a comparison needs all fits")}
	}
	alone.Reference = alone.Posterior.StudyAt(0)
	r := advice.WithCommands(report.New(data, *alone, nil, interval))
	compared, err := report.NewJudges(alone, r, judges, constant, interval)
	return compared, inFile(jr.file, err)
}

// warn tells of the labels, once.
func (jr *judgeRun) warn(data report.Data) {
	if !jr.warned && !jr.flags.fit.result.quiet {
		warn(jr.s.err, data)
	}
	jr.warned = true
}

// judges returns the labels that a model is fitted to, and the studies of judges whose labels are all the same. The
// error says why the study of the people is no pool of people.
func (jf *judgeFlags) judges(table *study.Table) (fitted *study.Table, constant []study.View, err error) {
	if jf.people == "" {
		return nil, nil, jf.whoAreThePeople(table)
	}
	people, err := table.Study(jf.people)
	if err != nil {
		return nil, nil, usage("--humans %s: there is no such study; there are %s", jf.people,
			strings.Join(table.Studies(), ", "))
	}
	if len(table.Studies()) < 2 {
		return nil, nil, problem("there is no judge: all labels are of study %s. Each judge has to be a study "+
			"of its own",
			visible.Quote(jf.people))
	}
	if err := manyPeople(people); err != nil {
		return nil, nil, err
	}
	var names []string
	for s := range table.Studies() {
		v := table.StudyAt(s)
		if v.Name() == jf.people {
			continue
		}
		if both := inBoth(people, v); both != "" {
			return nil, nil, problem("%s gave labels in study %s, of the people, and in study %s: a judge "+
				"cannot be one of the people that it is compared with. Leave its rows out of one of them",
				visible.Quote(both), visible.Quote(jf.people), visible.Quote(v.Name()))
		}
		if same(v.Value()) {
			constant, names = append(constant, v), append(names, v.Name())
		}
	}
	if len(constant) == 0 {
		return table, nil, nil
	}
	fitted, err = table.Without(names...)
	return fitted, constant, err
}

// manyPeople says why the labelers of a study are no pool of people.
func manyPeople(v study.View) error {
	if !v.Table().HasLabelers() {
		return nil // several labels of an item are by different people
	}
	for _, l := range v.Labeler() {
		if l != v.Labeler()[0] {
			return nil
		}
	}
	return problem("study %s has one labeler, %s: what a random person would say can be told from several only",
		visible.Quote(v.Name()), visible.Quote(v.Table().Labelers()[v.Labeler()[0]]))
}

// inBoth returns the name of a labeler of two studies, "" if they have none in common.
func inBoth(a, b study.View) string {
	if !a.Table().HasLabelers() {
		return ""
	}
	for _, l := range b.Labeler() {
		if slices.Contains(a.Labeler(), l) {
			return a.Table().Labelers()[l]
		}
	}
	return ""
}

func same(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return x != values[0] })
}
