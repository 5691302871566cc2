package main

import (
	"context"
	"math"
	"slices"

	"concord/allocation"
	"concord/consensus"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/study"
)

func nextCommand() Command {
	return Command{
		Use:   "next [--budget NUMBER] [flags] FILE",
		Short: "Which items should get the next labels?",
		Long: `Choose the items that should get the next labels, and how many each, by what further labels are expected
to change. It reports

  how many items get how many labels, and which ones (--out next.csv),
  the expected share of items with a wrong label, now and after these labels,
  the same if labels were spread evenly over the items.

A label is wrong if it is not the label of unlimited people: the one that they would give most often, or
their median if labels have an order. --goal estimate makes
the scores of items precise instead, which is the default for numbers. An item may get several labels at
once, because one label often cannot change a decision.

If groups have costs (--cost experts=2,crowd=0.1), the budget is a cost, and each item gets labels of the
group that is worth most for its cost. The consensus of the reference group counts.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/items.md.`,
		Example: `  fit next --budget 500 ratings.csv
  fit next --budget 500 --out next.csv ratings.csv
  fit next --budget 100 --cost experts=2,crowd=0.1 --reference experts ratings.csv
  fit next --budget 500 --new-items @new.txt ratings.csv`,
		Options: option.Join(option.Budget, option.Goal, option.Cost.With("`costs` of a label by each group that may "+
			"label: experts=2,crowd=0.1 (default: the reference group, 1)"), option.MaxLabels.Or(20), option.NewItems,
			option.TableOut, option.Files, option.ModelOfItems, option.Chain, option.ItemsAre, option.Reference.With(
				"`group` whose consensus counts (default: the first of the file)"), option.Printing, option.HTML,
			option.RowGates, option.Quiet),
		Run: (*work).runNext,
	}
}

func (nf *work) runNext() error {
	if err := nf.checkNext(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	fits, err := nf.fitItems(ctx, "fit next")
	if err != nil {
		return err
	}
	q, err := nf.question(fits.table)
	if err != nil {
		return err
	}
	items, err := nf.nextItems(ctx, fits, &q)
	if err != nil {
		return err
	}
	a := ask.Next(fits.data, fits.fits, q, items, nf.interval(), fits.notes)
	nf.items = []string{"item", "more_labels", "gain"}
	return nf.answer(a)
}

// checkNext checks the flags before any work is done.
func (nf *work) checkNext() error {
	budget := option.Budget.In(nf)
	option.Interval.Set(nf, 0.95) // of the diagnostics
	if !(budget >= 1) || math.IsInf(budget, 1) {
		return usage("--budget %v: it is 1 or more", budget)
	}
	if option.MaxLabels.In(nf) < 1 {
		return usage("--max-labels %d: it is 1 or more", option.MaxLabels.In(nf))
	}
	if _, err := nf.goalOf(study.Binary); err != nil {
		return err
	}
	return nil
}

// goalOf returns the goal for labels of a kind.
func (nf *work) goalOf(kind study.Kind) (allocation.Goal, error) {
	goal, err := option.Chosen(nf, option.Goal, -1, allocation.ForDecision, allocation.ForEstimate)
	switch {
	case err != nil:
		return goal, err
	case goal < 0 && kind == study.Numeric:
		return allocation.ForEstimate, nil
	case goal < 0:
		return allocation.ForDecision, nil
	case goal == allocation.ForDecision && kind == study.Numeric:
		return goal, usage("--goal decision: numbers have no label that is right or wrong; their scores are made " +
			"precise by --goal estimate")
	case goal == allocation.ForEstimate && kind == study.Nominal:
		return goal, usage("--goal estimate: words without order have no score; leave it out")
	}
	return goal, nil
}

// question returns the question about a table, without the items.
func (nf *work) question(t *study.Table) (q ask.NextQuestion, err error) {
	given := option.Cost.In(nf)
	q.Budget, q.MostLabels = option.Budget.In(nf), option.MaxLabels.In(nf)
	if q.Goal, err = nf.goalOf(t.Kind()); err != nil {
		return q, err
	}
	if q.Target, err = referenceOf([]*study.Table{t}, option.Reference.In(nf)); err != nil {
		return q, err
	}
	if given == "" {
		q.Groups = []ask.NextGroup{{Group: q.Target, Cost: 1}}
		return q, severalPeople(t, q.Groups)
	}
	names := t.Studies()
	costs, err := costsOf(given, names, names[0]+"=2")
	if err != nil {
		return q, err
	}
	for s, cost := range costs {
		switch {
		case math.IsNaN(cost):
		case cost == 0:
			return q, usage("--cost %s: a label of %s must cost something, or there is no end of them",
				given,
				names[s])
		default:
			q.Groups = append(q.Groups, ask.NextGroup{Group: names[s], Cost: cost})
		}
	}
	return q, severalPeople(t, q.Groups)
}

// severalPeople refuses a group of one labeler, because a second label of an item would say the same as the first.
func severalPeople(t *study.Table, groups []ask.NextGroup) error {
	for _, g := range groups {
		v, err := t.Study(g.Group)
		if err == nil && t.HasLabelers() && answers.LabelersOf(v) == 1 {
			return usage("%s is one labeler, whose next label of an item would say what the first says: name groups "+
				"of several people, --cost GROUP=1 --reference GROUP", g.Group)
		}
	}
	return nil
}

// nextItems returns the items with the expected effect of further labels, and sets their names.
func (nf *work) nextItems(
	ctx context.Context, fits *itemFits, q *ask.NextQuestion,
) ([]allocation.Item, error) {
	names := option.NewItems.In(nf)
	q.Names = slices.Clone(fits.table.Items())
	known, err := fits.predictors()
	if err != nil {
		return nil, err
	}
	items, err := itemsBy(ctx, *q, known)
	if err != nil || len(names) == 0 {
		return items, err
	}
	if fits.categories != nil {
		return nil, usage("--new-items: words without order have no model of an item without labels; leave it out")
	}
	for _, name := range names {
		if slices.Contains(fits.table.Items(), name) {
			return nil, usage("--new-items %s: this item has labels; name items without one", name)
		}
	}
	fresh, err := consensus.NewItems(fits.fits[0].Posterior, fits.fits[0].Settings.Seed)
	if err != nil {
		return nil, err
	}
	one, err := itemsBy(ctx, *q, fresh)
	if err != nil {
		return nil, err
	}
	q.New = len(names)
	q.Names = append(q.Names, names...)
	return append(items, slices.Repeat(one, q.New)...), nil
}

// itemsBy returns items by the predictors of all studies.
func itemsBy(
	ctx context.Context, q ask.NextQuestion, studies []*consensus.Predictor,
) ([]allocation.Item, error) {
	var target *consensus.Predictor
	groups := make([]allocation.Group, len(q.Groups))
	for _, p := range studies {
		if p.Study() == q.Target {
			target = p
		}
		for g, group := range q.Groups {
			if p.Study() == group.Group {
				groups[g] = allocation.Group{Predictor: p, Cost: group.Cost}
			}
		}
	}
	return allocation.Items(ctx, q.Goal, target, groups, q.MostLabels)
}

// predictors returns the predictor of each study.
func (fits *itemFits) predictors() ([]*consensus.Predictor, error) {
	var all []*consensus.Predictor
	for s := range fits.table.Studies() {
		var p *consensus.Predictor
		var err error
		if fits.categories != nil {
			p, err = consensus.NewCategoryPredictor(fits.table.StudyAt(s), fits.categories)
		} else {
			p, err = consensus.NewPredictor(fits.fits[0].Posterior.StudyAt(s))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}
