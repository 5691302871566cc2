package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"concord/internal/advice"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

func fitCommand() Command {
	return Command{
		Use:   "fit [flags] FILE...",
		Short: "How good human ratings are",
		Long: `fit reads ratings from FILE, one label a row, and says how reliable they are (ICC), how far groups
agree (ρ, xCC), and which group is closer to the reference. Every number has a credible interval, next to a
coefficient that measures the same without a model.

FILE is CSV, JSON, Parquet or an Excel workbook (.xlsx), or an export of Label Studio, Prodigy, Argilla, MTurk,
Toloka or crowd-kit, plain or compressed. - is standard input. fit finds the columns item, labeler, study and label by
their names; flags name others. A file without a study column is one group.

The first screen has the answer. --full prints every number, --html writes a page with pictures, and fit explain
explains a word.

Exit codes: 0 fine, 1 failure, 2 wrong use, or a --fail-if condition could not be judged of a group or task,
3 unusable input, 4 not converged (with --strict: any warning), 5 a --fail-if condition holds, 130 interrupted
(the report is about the draws so far, and marked partial).

More in the source: docs/README.md, docs/start, docs/guides, docs/reference, docs/statistics.`,
		Example: `  fit ratings.csv
  fit --reference experts --html report.html ratings.csv
  fit --reference experts --format json ratings.csv > result.json
  fit --item ad_id --labeler worker --group arm --label verdict --positive Yes ratings.tsv.gz
  fit --target 0.8 ratings.csv
  fit --criteria criterion ratings.csv
  fit --fail-if 'P(rho@label<0.8)>0.05' --quiet ratings.csv
  fit --out run ratings.csv && fit --from run/run.json`,
		Options: fitOptions(),
		Run:     (*work).runFit,
	}
}

// fitOptions are all options of the main command.
func fitOptions() option.Set {
	return option.Join(option.Groupings, option.Cluster, option.Tasks, option.EachCategory, option.Criteria,
		option.Model,
		option.Reference, option.ItemsAre, option.Covariates, option.Chain, option.Unmodelled, option.Interval,
		option.Bootstrap, option.PrintingAPA, option.Quiet, option.IntervalKind, option.Replications, option.Target,
		option.ICC, option.Log, option.Design, option.Compare, option.Out, option.Effects, option.From, option.HTML,
		option.Card, option.Text, option.Tables, option.Gates)
}

// runFit fits the labels of a file.
func (f *work) runFit() error {
	if f.byCriteria() {
		return f.runCriteria()
	}
	if err := f.suitsItemShape(); err != nil {
		return err
	}
	interval, settings := f.interval(), f.settings()
	if _, err := f.coefficients(); err != nil {
		return err
	}
	f.unused(f.err, option.Bootstrap)
	designs, err := parseDesigns(option.Design.In(f))
	if err != nil {
		return err
	}
	others, err := f.alternatives(option.Compare.In(f))
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if err := f.identify(); err != nil {
		return err
	}
	tables, sp, err := f.read()
	if err != nil {
		return err
	}
	table := tables[0]
	reference, err := referenceOf(tables, option.Reference.In(f))
	if err != nil {
		return err
	}
	f.offer(table)
	if f.cuts(tables...) {
		if err := errors.Join(f.iccOfSeveral(), f.covariatesOfOneFit(tables),
			suitCovariates(f.conditions, nil)); err != nil {
			return err
		}
		run := severalRun{work: f, reference: reference}
		return run.fit(ctx, tables, sp)
	}
	if err := suitCovariates(f.conditions, sp.Covariates); err != nil {
		return err
	}
	if f.conditions, err = settle(f.conditions, sp.Family, table.Studies()); err != nil {
		return err
	}
	if designs, err = designsOf(designs, sp); err != nil {
		return err
	}
	icc, err := f.iccOf(&sp)
	if err != nil {
		return err
	}
	if others, err = resolved(others, table, sp, f); err != nil {
		return err
	}
	if err := f.affordableTables(table, f); err != nil {
		return err
	}
	sp.Effects = option.Effects.In(f) || f.pageEffects(table, f) || len(others) > 0 || f.hasTables()
	keepSlopes(&sp)
	keepFixed(&sp)
	data := f.described(table, sp)
	f.warn(data)
	agreement, err := f.agreement(ctx, table, reference, f.news())
	if err != nil {
		return err
	}
	fitted, err := f.fit(ctx, table, sp, settings, "")
	if err != nil {
		return err
	}
	if fitted.Reference, err = fitted.Posterior.Study(reference); err != nil {
		return err
	}
	fitted.ICC = icc
	fitted.Designs, fitted.Asked = designs, asks(f.conditions)
	if fitted.Check, err = f.checkFit(ctx, fitted, f.news()); err != nil {
		return err
	}
	if err := f.compareModels(ctx, fitted, others, settings); err != nil {
		return err
	}
	known, err := f.consensus(ctx, fitted)
	if err != nil {
		return err
	}
	if fitted.Labelers, err = f.labelers(ctx, fitted, known); err != nil {
		return err
	}
	shared := catalogue.NewEvaluator(fitted.Posterior).WithLevel(interval.Level)
	fitted.Shared = &shared
	r := advice.WithCommands(ask.Fit(data, *fitted, agreement, interval))
	f.fillTables(r, *fitted, known)
	if err := f.deliverFit(*fitted, r, known); err != nil {
		return err
	}
	if err := f.compareRun(*fitted); err != nil {
		return err
	}
	return f.verdict(r)
}

// fit samples. An interrupted run that has draws is a partial result, not an error, unless needs names a use that
// takes all draws.
func (f *work) fit(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, needs string,
) (*result.Fit, error) {
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(t.Len())
	}
	return f.fitBy(settings, needs, func(settings sampler.Settings) (*model.Posterior, error) {
		return model.Fit(ctx, t, sp, settings)
	})
}

// fitBy is fit with a function that samples.
func (f *work) fitBy(
	settings sampler.Settings, needs string, sample func(sampler.Settings) (*model.Posterior, error),
) (*result.Fit, error) {
	news := f.news()
	bar, preparing := newProgress(news), startNotice(news, "Preparing to sample")
	defer bar.finish()
	defer preparing.end()
	var sampling time.Duration
	settings.Progress = func(p sampler.Progress) {
		sampling = p.Elapsed
		preparing.end()
		bar.sampled(p)
	}
	begin := time.Now()
	fitted, err := sample(settings)
	if fitted == nil || fitted.Draws().Iterations() == 0 || (err != nil && !errors.Is(err, context.Canceled)) {
		if errors.Is(err, context.Canceled) {
			err = interrupted(" before the first draw")
		}
		return nil, err
	}
	if err != nil && needs != "" {
		return nil, interrupted(needs)
	}
	return &result.Fit{
		Words: advice.Flags, Target: option.Target.In(f),
		Posterior: fitted, Settings: settings, Partial: err != nil,
		Reference: fitted.StudyAt(0),
		Setup:     time.Since(begin) - sampling, Sampling: sampling,
	}, nil
}

// summed summarises a fit, with the commands of this program.
func (f *work) summed(data result.Data, fit *result.Fit) *answer.Answer {
	return advice.WithCommands(ask.Fit(data, *fit, nil, f.interval()))
}

// checkFit compares the labels with studies replicated from the posterior. An interrupted run skips this.
func (f *work) checkFit(ctx context.Context, fitted *result.Fit, news io.Writer) (*predictive.Check, error) {
	replications := option.Replications.In(f)
	if replications == 0 || ctx.Err() != nil {
		return nil, nil
	}
	if replications > 0 && replications < predictive.FewestReplicates {
		f.later = append(f.later, fmt.Sprintf("--replications %d: fewer than %d can put nothing in doubt, whatever "+
			"the labels are like", replications, predictive.FewestReplicates))
	}
	defer startNotice(news, "Replicating studies for the predictive check").end()
	check, err := predictive.Run(ctx, fitted.Posterior, predictive.Options{
		Replicates: max(0, replications), Seed: option.Seed.In(f), Workers: option.Cores.In(f),
		Level: option.Interval.In(f),
		Words: advice.Flags,
	})
	if ctx.Err() != nil {
		fitted.Partial = true
		return nil, nil
	}
	return check, err
}
