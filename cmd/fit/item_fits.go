package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"concord/consensus"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// itemFits are fits with effects of items: one fit, or, for words without order, one of each category against the rest.
type itemFits struct {
	table *study.Table
	data  result.Data
	fits  []result.Fit
	// categories has the fit of each category, nil for one that cannot be fitted; nil: there is one fit.
	categories []*model.Posterior
	notes      []string
}

// labelsForDiscrimination is the mean number of labels of a labeler from which on labelers have discriminations by
// default. With them, the consensus of the public study of entailment in docs/statistics/validation.md is right for
// 93 % of the items, and without them for 90 %.
const labelsForDiscrimination = 20

// discriminating returns the model of labels, with discriminations if they are asked for, or by default if labels
// determine them. of is the kind of all labels, also for a category against the rest.
func (mf *work) discriminating(t *study.Table, of study.Kind, sp spec.Spec) (spec.Spec, error) {
	if option.Given(mf, option.Discrimination) {
		return model.Resolve(t, sp)
	}
	ordered := of == study.Binary || of == study.Ordinal
	normal := sp.Items == spec.NormalItems // ordered labels have one or the other
	sp.Discrimination = ordered && normal && t.Len() >= labelsForDiscrimination*len(t.Labelers()) && threeLabelers(t)
	with, err := model.Resolve(t, sp)
	var data *refusal.Error
	if errors.As(err, &data) &&
		(data.Code == refusal.DiscriminationOfNobody || data.Code == refusal.DiscriminationOfJudges) {
		sp.Discrimination = false
		return model.Resolve(t, sp)
	}
	return with, err
}

// threeLabelers reports whether a study has labels of three labelers. What labels of two have in common depends on the
// product of their discriminations alone: a factor takes three indicators (Anderson and Rubin 1956, section 5).
func threeLabelers(t *study.Table) bool {
	for s := range t.Studies() {
		seen := map[int32]bool{}
		for _, l := range t.StudyAt(s).Labeler() {
			if seen[l] = true; len(seen) == 3 {
				return true
			}
		}
	}
	return false
}

// fitItems reads a file and fits it with the effects of its items.
func (f *work) fitItems(ctx context.Context, command string) (*itemFits, error) {
	t, sp, err := f.loadOne()
	if err != nil {
		return nil, err
	}
	if t.Sets() != nil {
		return nil, usage("an item has a set of labels: %s is about one of them, --positive LABEL, or about whole "+
			"sets, --split none", command)
	}
	if err := affordable(command, t, f); err != nil {
		return nil, err
	}
	sp.Effects = true
	out := &itemFits{table: t, data: f.about(t, sp)}
	for _, c := range sp.Covariates {
		out.data.Covariates = append(out.data.Covariates, c.Factor)
	}
	if names := out.data.Covariates; len(names) > 0 {
		out.notes = append(out.notes,
			visible.Sprintf("Labels are of average labelers at average %v, but each item has its own covariates.",
				names))
	}
	f.warn(out.data)
	if t.Kind() == study.Nominal {
		err = out.fitCategories(ctx, f, sp)
	} else {
		err = out.add(ctx, f, t, sp, f.settings())
	}
	return out, err
}

// fitCategories fits each category against the rest. If none can be fitted, the error is the first one's.
func (fits *itemFits) fitCategories(
	ctx context.Context, f *work, sp spec.Spec,
) error {
	settings := f.settings()
	all, err := batch.Cuts{}.Tasks(sp, fits.table)
	if err != nil {
		return err
	}
	var first error
	for _, task := range all {
		name := task.Key[len(task.Key)-1].Value
		settings.Seed = task.Seed(option.Seed.In(f))
		err := fits.add(ctx, f, task.Table(), task.Spec, settings)
		var data *refusal.Error
		switch {
		case err == nil:
			fits.categories = append(fits.categories, fits.fits[len(fits.fits)-1].Posterior)
			continue
		case !errors.As(err, &data):
			return err
		case first == nil:
			first = err
		}
		fits.categories = append(fits.categories, nil)
		fits.notes = append(fits.notes, fmt.Sprintf("There is no fit of %s against the rest; its probability is the "+
			"share of an item's labels.", visible.Text(name)))
	}
	if len(fits.fits) == 0 {
		return first
	}
	return nil
}

// add fits a table.
func (fits *itemFits) add(
	ctx context.Context, f *work, t *study.Table, sp spec.Spec, settings sampler.Settings,
) error {
	sp, err := f.discriminating(t, fits.table.Kind(), sp)
	var data *refusal.Error
	if err != nil && !errors.As(err, &data) {
		return usage("%s", strings.TrimPrefix(err.Error(), "model: "))
	}
	if err != nil {
		return err
	}
	fit, err := f.fit(ctx, t, sp, settings, ": labels of items need all draws")
	if err != nil {
		return err
	}
	fits.fits = append(fits.fits, *fit)
	return nil
}

func consensusCommand() Command {
	return Command{
		Use:   "consensus [flags] FILE",
		Short: "What is the label of each item?",
		Long: `Find the label of each item. For labels in categories it is the label that unlimited people like these
would most probably give most often. If the categories have an order, it is their median label. For each item
and group it reports

  the label, and the probability that it is the label of unlimited people,
  the second label, with its probability,
  the labels given, their majority, and the label by Dawid and Skene,
  who gave another label.

Each category of words without order is fitted against the rest. For numbers it reports the score of each
item, which is the label to expect, with its interval. The first screen counts certain and doubtful items
and lists the most doubtful ones. --out writes the whole table.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/items.md.`,
		Example: `  fit consensus ratings.csv
  fit consensus --out labels.csv ratings.csv
  fit consensus --html labels.html ratings.csv
  fit consensus --format json ratings.csv > labels.json`,
		Options: option.Join(option.Files, option.ModelOfItems, option.Chain, option.ItemsAre,
			option.Covariate.With("`columns` that labels may depend on, such as length,country; code:category reads "+
				"numbers as categories"), option.Interval,
			option.TableOut.With("`file` (.csv or .json) for the table of all items"), option.Printing, option.HTML,
			option.RowGates, option.Quiet),
		Run: (*work).runConsensus,
	}
}

func (cf *work) runConsensus() error {
	ctx, stop := interruptible()
	defer stop()
	fits, err := cf.fitItems(ctx, "fit consensus")
	if err != nil {
		return err
	}
	known, err := fits.consensus(ctx, option.Interval.In(cf))
	if err != nil {
		return err
	}
	a := ask.Consensus(fits.data, fits.table, known, fits.fits, cf.interval(), fits.notes)
	cf.items = []string{"item", "label", "second", "standing", "majority", "dawid_skene", "differed", "mode", "score",
		"labels_mean"}
	return cf.answer(a)
}

// consensus returns the consensus of the fits on each item.
func (fits *itemFits) consensus(ctx context.Context, level float64) (*consensus.Consensus, error) {
	if fits.categories != nil {
		return consensus.OfCategories(ctx, fits.table, fits.categories, level)
	}
	return consensus.Of(ctx, fits.fits[0].Posterior, level)
}
