package main

import (
	"context"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// dropFlagged stands for all labelers who need retraining.
const dropFlagged = "flagged"

func labelersCommand() Command {
	return Command{
		Use:   "labelers [flags] FILE",
		Short: "Who needs retraining?",
		Long: `Show how each labeler does, as the others see the labeler. For each labeler and group it reports

  leaning: how much higher the labels are than an average labeler's, on the scale of the labels,
  discrimination: how closely the labels follow the items; 1 for the average labeler, 0 for random labels, below 0 if
  the scale is reversed,
  noise: for numbers, the standard deviation of the labeler's residual,
  how far the labels agree with the consensus of the others, without the labeler's own labels,
  what to do.

Retrain: with a probability above 95%, a label tells less than a quarter as much about its item as an ordinary
label, or the reverse; or the labeler leans further than 99 of 100 labelers would, so far that it adds a quarter
to the squared error of a label. Read: one of both is above 50%. Fine: the labels are 19 times as probable from
somebody who follows the items as from somebody who answers at random. All others have too few labels to say.

With --covariate, labelers are compared as if all labels had the same length, country or week: somebody who got
longer texts is not called lenient for it. With --slopes week, labelers may change differently from week to week.
The answer says who does. Retrain: with a probability above 95%, the change adds a quarter to the squared error of
a label.

With --drop, a second fit says what changes without some labelers. --out writes the whole table.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/labelers.md.`,
		Example: `  fit labelers ratings.csv
  fit labelers --drop flagged ratings.csv
  fit labelers --covariate length,week --slopes week ratings.csv
  fit labelers --drop ann,bob --out labelers.csv ratings.csv
  fit labelers --format json ratings.csv > labelers.json`,
		Options: option.Join(option.Drop, option.Files, option.Model, option.Reference,
			option.Covariates.With(option.Covariate.With("`columns` that labels may depend on, such as length,week: "+
				"labelers are compared given them; code:category reads numbers as categories")), option.Chain,
			option.Interval, option.TableOut.With("`file` (.csv or .json) for the table of all labelers"),
			option.Printing, option.HTML, option.RowGates, option.Quiet),
		Run: (*work).runLabelers,
	}
}

func (lf *work) runLabelers() error {
	ctx, stop := interruptible()
	defer stop()
	table, sp, err := lf.readLabelers()
	if err != nil {
		return err
	}
	run := labelersRun{lf, sp}
	before, labelers, err := run.fit(ctx, table)
	if err != nil {
		return err
	}
	_, categorical := sp.Family.(family.Categorical)
	a := ask.Labelers(before, labelers, categorical)
	if err := run.without(ctx, a, table, labelers, before); err != nil {
		return err
	}
	lf.items = append([]string{"labeler"}, ask.LabelerNames()...)
	return lf.answer(a)
}

// readLabelers reads the file, and settles the model.
func (lf *work) readLabelers() (*study.Table, spec.Spec, error) {
	t, sp, err := lf.loadOne()
	if err != nil {
		return nil, sp, err
	}
	switch {
	case !t.HasLabelers():
		return nil, sp, unusable("%s: the labels name no labeler; name the column of the "+
			"labelers: --labeler NAME", lf.file)
	case sp.Labelers == spec.NoLabelers:
		return nil, sp, usage("--labeler-effects none: fit labelers is about labelers; leave it out")
	case lf.cuts(t):
		return nil, sp, usage("the labels are words without order: fit labelers is about one of them against the " +
			"rest, --positive LABEL, or their order, --order LABEL,LABEL,LABEL")
	}
	sp, err = lf.settled(t, sp)
	sp = answers.KeepLabelers(sp)
	keepSlopes(&sp)
	return t, sp, err
}

// labelersRun fits a file.
type labelersRun struct {
	*work
	spec spec.Spec
}

// fit fits a table, and returns its result and labelers.
func (run *labelersRun) fit(ctx context.Context, t *study.Table) (*answer.Answer, []consensus.Labeler, error) {
	f := run.work
	data := run.about(t, run.spec)
	data.AddCovariates(t, run.spec)
	run.warn(data)
	fit, err := f.fit(ctx, t, run.spec, f.settings(), ": fit labelers needs all draws")
	if err != nil {
		return nil, nil, err
	}
	reference, err := referenceOf([]*study.Table{t}, option.Reference.In(f))
	if err != nil {
		return nil, nil, err
	}
	if fit.Reference, err = fit.Posterior.Study(reference); err != nil {
		return nil, nil, err
	}
	interval := f.interval()
	labelers, err := consensus.LabelersOf(ctx, fit.Posterior, interval.Level)
	return ask.Fit(data, *fit, nil, interval), labelers, err
}

// without adds the results without the labelers of --drop.
func (run *labelersRun) without(
	ctx context.Context, a *answer.Answer, table *study.Table, labelers []consensus.Labeler, before *answer.Answer,
) error {
	names := option.Drop.In(run.work)
	if len(names) == 0 {
		return nil
	}
	var dropped []consensus.Labeler
	for _, name := range names {
		some := labelersWith(labelers, func(l consensus.Labeler) bool {
			return l.Name == name || l.Study+":"+l.Name == name
		})
		if some == nil && name == dropFlagged {
			some = labelersWith(labelers, func(l consensus.Labeler) bool { return l.Verdict == consensus.Retrain })
			if some == nil {
				a.Notes = append(a.Notes, "No labeler needs retraining, so that nobody is dropped.")
				continue
			}
		}
		if some == nil {
			return noName("drop", "labeler", name, table.Labelers())
		}
		dropped = append(dropped, some...)
	}
	if dropped == nil {
		return nil
	}
	rest, err := table.WithoutLabelers(func(s, l int) bool {
		return len(labelersWith(dropped, func(out consensus.Labeler) bool {
			return out.Name == table.Labelers()[l] && out.Study == table.Studies()[s]
		})) > 0
	})
	if err != nil {
		return err
	}
	run.spec.Studies = nil // they follow from the labels, as categories of covariates do
	if run.spec.Covariates, err = run.work.covariatesOf(rest); err != nil {
		return err
	}
	if run.spec, err = run.settled(rest, run.spec); err != nil {
		return err
	}
	after, _, err := run.fit(ctx, rest)
	if err != nil {
		return err
	}
	ask.WithoutLabelers(a, dropped, before, after)
	return nil
}

// labelersWith returns the labelers that have something.
func labelersWith(all []consensus.Labeler, has func(consensus.Labeler) bool) (some []consensus.Labeler) {
	for _, l := range all {
		if has(l) {
			some = append(some, l)
		}
	}
	return some
}
