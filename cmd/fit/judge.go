package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// judgeFlags say who are judges and who are people.
type judgeFlags struct {
	fit    fitFlags // input, model and sampler
	people string
	named  nameList // judges
	out    outFlags // only the run to repeat
	html   htmlFlags
	print  printing
	strict bool

	probability probabilityFlags
}

func judgeCommand(s streams) *cobra.Command {
	var f judgeFlags
	cmd := &cobra.Command{
		Use:   "judge (--humans GROUP | --judge NAMES | --judge-column NAMES) [flags] FILE",
		Short: "How good judges are, compared with people",
		Long: `Compare judges, such as language models, experts or a gold standard, with the people of one group. Each
other group of the file is a judge. In a file without groups, --judge names labelers. A judge may label
an item once or several times. For each judge it reports

  its validity r: the correlation of one of its labels with people's true score (a person's r is there too),
  the worth of one of its labels, in labels of people,
  the probability that it follows the items better than a random person, or as well apart from its bias,
  its bias, the chance that its labels are as close to people's as a person's are, and the people it beats,
  the errors that judges share, and how many independent judges they are worth,
  with --covariate: whether the length of an answer, or another column, moves its labels more than people's.

A judge with several labels of an item has a self-consistency too. If labels are words without order, each
category is compared with the rest, and agreement is about all categories together. --by compares the labels
of each criterion, language or other task alone.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 130 interrupted.

More in the source: docs/guides/judges.md, docs/statistics/method.md.`,
		Example: `  fit judge --humans people ratings.csv
  fit judge --judge gpt,mistral ratings-by-labeler.csv
  fit judge --judge-column gpt_label ratings.csv
  fit judge --humans people --by criterion ratings.csv
  fit judge --humans people --covariate length,position ratings.csv   # does the judge prefer long answers?
  fit judge --humans crowd --family ordinal --html judges.html ratings.csv
  fit judge --humans crowd --format json ratings.csv > judges.json
  fit judge --from run.json ratings.csv                          # a run of the page for browsers`,
		Args: f.out.fileOrRun(&f.fit.input.files), ValidArgsFunction: completeFile,
	}
	run := f.out.running(s, f.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.fit.input.call = callOf(cmd, args)
		return run(cmd, args)
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.people, "humans", "", "`group` of the people to compare the judges with")
	fs.Var(&f.named, "judge",
		"`names` of the judges, or @FILE with one per line: groups (default: all others), or labelers in a file "+
			"of one group")
	f.fit.input.answers.registerJudges(fs)
	f.probability.register(fs)
	f.fit.input.register(fs)
	f.fit.cut.registerBy(fs)
	f.fit.model.registerSpec(fs)
	f.fit.covariates.registerNames(fs, "`columns` that may bias a judge and not people, such as length,position; "+
		"code:category reads numbers as categories")
	f.fit.sampler.register(fs)
	fs.Float64Var(&f.fit.result.level, "interval", 0.95, "`probability` of intervals")
	f.print.register(fs)
	f.out.registerFrom(fs)
	f.html.register(fs)
	f.html.registerText(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.BoolVarP(&f.fit.result.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

func (jf *judgeFlags) run(path string, s streams) error {
	if err := jf.print.check(); err != nil {
		return err
	}
	if err := jf.html.check(""); err != nil {
		return err
	}
	if l := jf.fit.result.level; !(l > 0 && l < 1) {
		return usage("--interval %v: it must be between 0 and 1", l)
	}
	if jf.out.from != "" && len(jf.fit.cut.by) > 0 {
		return usage("--from repeats one comparison, and --by makes one of each task: leave out one of them")
	}
	settings, err := jf.fit.sampler.settings()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if s.in, err = jf.out.identify(path, s.in); err != nil {
		return err
	}
	jf.fit.html.text = jf.html.text
	jf.fit.input.answers.probability = &jf.probability
	jf.fit.input.answers.judged = read.Judged{People: jf.people, Judges: jf.named.names}
	tables, spec, err := jf.fit.load(path, s)
	if err != nil {
		return err
	}
	if len(tables) > 1 {
		return usage("--label %s: judges are compared by one column of labels", jf.fit.input.label)
	}
	run := judgeRun{flags: jf, file: fileName(path), s: s}
	if spec, err = run.apart(tables[0], spec); err != nil {
		return err
	}
	if len(tables[0].Source().Probabilities) > 0 {
		if len(jf.probability.thresholds) == 0 {
			return run.probabilities(ctx, tables[0], spec, settings)
		}
		if tables[0], err = jf.atThresholds(tables[0]); err != nil {
			return err
		}
	}
	roles, err := jf.roles(tables[0])
	if err != nil {
		return err
	}
	if len(jf.fit.cut.by) > 0 {
		return run.tasks(ctx, roles.Table, spec, settings)
	}
	if roles.Table.Kind() == study.Nominal {
		return run.categories(ctx, roles.Table, spec, settings)
	}
	compared, err := run.compare(ctx, roles, spec, settings)
	if err != nil {
		return err
	}
	if err := run.deliver(compared, report.Judges(compared)); err != nil {
		return err
	}
	if err := run.repeated(export.JudgesOutput{Judges: compared}); err != nil {
		return err
	}
	return trust(compared.Trust(), jf.strict)
}

// judgeRun compares the judges of a file with its people.
type judgeRun struct {
	flags  *judgeFlags
	file   string
	s      streams
	by     []string // columns by which labels are cut
	warned bool     // of the labels
	// covariates are of further fits.
	covariates []model.Covariate
}

// compare fits the labels and makes the comparison.
func (jr *judgeRun) compare(
	ctx context.Context, roles *judge.Roles, spec model.Spec, settings sampler.Settings,
) (*result.Judges, error) {
	jf := jr.flags
	spec, err := settled(jr.file, roles.Fitted, spec)
	if err != nil {
		return nil, err
	}
	if spec.Labelers != model.NoLabelers {
		spec.Effects, spec.EffectsOf = true, []string{study.LabelerFactor}
	}
	data := result.NewData(jr.file, roles.Table, spec.Labelers, advice.Warning)
	data.Cut(jr.by)
	otherwise(&data, true)
	if err := jr.noteCovariates(&data, roles, spec); err != nil {
		return nil, err
	}
	jr.warn(data)
	interval := posterior.Interval{Level: jf.fit.result.level}
	var judges []*model.Posterior
	alone, err := jf.fit.fitBy(settings, jr.s, func(settings sampler.Settings) (alone *model.Posterior, err error) {
		alone, judges, err = model.FitJudges(ctx, roles.Fitted, roles.People, spec, settings)
		return alone, err
	})
	if err != nil {
		return nil, inFile(jr.file, err)
	}
	if alone.Partial {
		return nil, &exitError{exitInterrupted, errors.New("interrupted: a comparison needs all fits")}
	}
	alone.Reference = alone.Posterior.StudyAt(0)
	r := advice.WithCommands(result.New(data, *alone, nil, interval))
	compared, err := result.NewJudges(alone, r, judges, roles.Constant, interval)
	if err != nil {
		return nil, inFile(jr.file, err)
	}
	if jf.html.text != "" {
		compared.AddTexts(textsOf(roles.Table, jf.html.text))
	}
	return compared, jr.addCovariates(ctx, compared, roles, spec, settings)
}

// deliver writes a comparison, as a value for JSON and as a document, to all places that were asked for.
func (jr *judgeRun) deliver(compared any, d *document.Document) error {
	jf := jr.flags
	page := jf.html.writeDocument(d) // first: printing to a pipe that nobody reads any more ends the process
	return errors.Join(page, jf.print.print(jr.s.out, compared, d, moreFull, morePage))
}

// repeated says whether the numbers of the run to repeat were reproduced.
func (jr *judgeRun) repeated(compared export.JudgesOutput) error {
	if jr.flags.fit.result.quiet {
		return nil
	}
	out := &jr.flags.out
	return out.repeated("numbers", false, jr.s.err, func() (bool, error) { return out.earlier.RepeatsJudges(compared) })
}

// warn prints the warnings about the labels, once.
func (jr *judgeRun) warn(data result.Data) {
	if !jr.warned && !jr.flags.fit.result.quiet {
		jr.s.warn(data)
	}
	jr.warned = true
}
