package main

import (
	"context"
	"errors"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/judge"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

func judgeCommand() Command {
	return Command{
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
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/judges.md, docs/statistics/method.md.`,
		Example: `  fit judge --humans people ratings.csv
  fit judge --judge gpt,mistral ratings-by-labeler.csv
  fit judge --judge-column gpt_label ratings.csv
  fit judge --humans people --by criterion ratings.csv
  fit judge --humans people --covariate length,position ratings.csv   # does the judge prefer long answers?
  fit judge --humans crowd --family ordinal --html judges.html ratings.csv
  fit judge --humans crowd --format json ratings.csv > judges.json
  fit judge --from run.json ratings.csv                          # a run of the page for browsers`,
		Options: option.Join(option.Humans, option.Judge, option.JudgeColumn, option.Percent, option.Threshold,
			option.Files, option.Tasks, option.Model, option.Covariate.With("`columns` that may bias a judge and not "+
				"people, such as length,position; code:category reads numbers as categories"), option.Chain,
			option.Interval, option.Printing, option.From, option.HTML, option.Card, option.Text, option.RowGates,
			option.Quiet),
		Run: (*work).runJudge,
	}
}

func (jf *work) runJudge() error {
	if option.From.In(jf) != "" && len(option.By.In(jf)) > 0 {
		return usage("--from repeats one comparison, and --by makes one of each task: leave out one of them")
	}
	settings := jf.settings()
	ctx, stop := interruptible()
	defer stop()
	if err := jf.identify(); err != nil {
		return err
	}
	table, sp, err := jf.loadOne()
	if err != nil {
		return err
	}
	run := judgeRun{work: jf}
	if sp, err = run.apart(table, sp); err != nil {
		return err
	}
	if len(table.Source().Probabilities) > 0 {
		if len(option.Threshold.In(jf)) == 0 {
			return run.probabilities(ctx, table, sp, settings)
		}
		if table, err = jf.atThresholds(table); err != nil {
			return err
		}
	}
	roles, err := jf.roles(table)
	if err != nil {
		return err
	}
	if len(option.By.In(jf)) > 0 {
		return run.tasks(ctx, roles.Table, sp, settings)
	}
	run.rows = ask.NewJudges(result.Data{}, jf.interval())
	if roles.Table.Kind() == study.Nominal {
		err = run.categories(ctx, roles.Table, sp, settings)
	} else {
		err = run.compare(ctx, "", roles, sp, settings)
	}
	if err != nil {
		return err
	}
	answered := jf.answer(run.rows.Answer)
	return errors.Join(jf.repeated("numbers", false, func() (bool, error) {
		return run.earlier.RepeatsRows(run.rows.Answer)
	}), answered)
}

// comparisonNeeds says why a comparison that is interrupted has no result.
const comparisonNeeds = ": a comparison needs all fits"

// judgeRun compares the judges of a file with its people.
type judgeRun struct {
	*work
	rows *ask.Judges
	by   []string // columns by which labels are cut
	// covariates are of further fits.
	covariates []spec.Covariate
}

// compare fits the labels of a task, or all with "", and adds the comparison.
func (jr *judgeRun) compare(
	ctx context.Context, task string, roles *judge.Roles, sp spec.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	sp, err := jr.settled(roles.Fitted, sp)
	if err != nil {
		return err
	}
	if sp.Labelers != spec.NoLabelers {
		sp.Effects, sp.EffectsOf = true, []string{study.LabelerFactor}
	}
	data := jr.about(roles.Table, sp)
	data.Cut(jr.by)
	if err := jr.noteCovariates(&data, roles, sp); err != nil {
		return err
	}
	jr.warn(data)
	q := ask.JudgeQuestion{Constant: roles.Constant}
	q.Alone, err = jf.fitBy(settings, comparisonNeeds, func(settings sampler.Settings) (alone *model.Posterior,
		err error) {
		alone, q.Fits, err = model.FitJudges(ctx, roles.Fitted, roles.People, sp, settings)
		return alone, err
	})
	if err != nil {
		return err
	}
	q.Result = jf.summed(data, q.Alone)
	if option.Text.In(jf) != "" {
		q.Texts = textsOf(roles.Table, option.Text.In(jf))
	}
	if q.Covariates, err = jr.fitCovariates(ctx, roles, sp, settings); err != nil {
		return err
	}
	return jr.rows.Compare(task, q)
}
