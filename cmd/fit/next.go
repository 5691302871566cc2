package main

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"concord/allocation"
	"concord/consensus"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/study"
)

// nextFlags say how to choose the next labels.
type nextFlags struct {
	fit      fitFlags // input, model and sampler
	budget   float64
	goal     string
	cost     string
	most     int
	newItems nameList
	out      string
	html     htmlFlags
	print    printing
	strict   bool
}

func nextCommand(s streams) *cobra.Command {
	var f nextFlags
	cmd := &cobra.Command{
		Use:   "next [--budget NUMBER] [flags] FILE",
		Short: "Which items should get the next labels?",
		Long: `Choose the items that should get the next labels, and how many each, by what further labels are expected
to change. It reports

  how many items get how many labels, and which ones (--out next.csv),
  the expected share of items with a wrong label, now and after these labels,
  the same if labels were spread evenly over the items.

A label is wrong if it is not the label of unlimited labelers: the one that they would give most often, or
their median if labels have an order. --goal estimate makes
the scores of items precise instead, which is the default for numbers. An item may get several labels at
once, because one label often cannot change a decision.

If groups have costs (--cost experts=2,crowd=0.1), the budget is a cost, and each item gets labels of the
group that is worth most for its cost. The consensus of the reference group counts.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 130 interrupted.

More in the source: docs/guides/items.md.`,
		Example: `  fit next --budget 500 ratings.csv
  fit next --budget 500 --out next.csv ratings.csv
  fit next --budget 100 --cost experts=2,crowd=0.1 --reference experts ratings.csv
  fit next --budget 500 --new-items @new.txt ratings.csv`,
		Args: f.fit.input.files.take, ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return orCommand(cmd, args[0], f.run(f.fit.input.files.path(args), s))
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.Float64Var(&f.budget, "budget", 100, "`number` of labels, or with --cost what they may cost")
	fs.StringVar(&f.goal, "goal", "auto", "what labels are for: decision (the label of each item), estimate (its "+
		"score), or auto (decision for categories)")
	fs.StringVar(&f.cost, "cost", "", "`costs` of a label by each group that may label: experts=2,crowd=0.1 "+
		"(default: the reference group, 1)")
	fs.IntVar(&f.most, "max-labels", 20, "largest `number` of labels per item to consider")
	fs.Var(&f.newItems, "new-items",
		"`names` of items without a label that may get some too, or @FILE with one per line")
	fs.StringVar(&f.out, "out", "", "`file` (.csv or .json) for the items and their labels")
	writing(fs, "out")
	f.fit.registerItems(fs)
	f.fit.model.registerItemShape(fs)
	fs.StringVar(&f.fit.model.reference, "reference", "",
		"`group` whose consensus counts (default: the first of the file)")
	f.print.register(fs)
	f.html.register(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.BoolVarP(&f.fit.result.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

func (nf *nextFlags) run(path string, s streams) error {
	if err := nf.check(); err != nil {
		return err
	}
	interval, err := nf.fit.equalTailed()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	fits, err := nf.fit.fitItems(ctx, path, "fit next", s)
	if err != nil {
		return err
	}
	q, err := nf.question(fits.table)
	if err != nil {
		return err
	}
	items, err := nf.items(ctx, fits, &q)
	if err != nil {
		return err
	}
	a := ask.Next(fits.data, fits.fits, q, items, interval, fits.notes)
	err = errors.Join(writeItems(nf.out, a, "item", "more_labels", "gain"),
		nf.print.answer(s.out, a, nf.html, moreFull, "For annotation tools: --out next.csv"))
	if err != nil {
		return err
	}
	return trust(a.Runs[0].Trust, nf.strict)
}

// check checks the flags before any work is done.
func (nf *nextFlags) check() error {
	nf.fit.result.level = 0.95 // of the diagnostics
	if !(nf.budget >= 1) || math.IsInf(nf.budget, 1) {
		return usage("--budget %v: it is 1 or more", nf.budget)
	}
	if nf.most < 1 {
		return usage("--max-labels %d: it is 1 or more", nf.most)
	}
	if _, err := nf.goalOf(study.Binary); err != nil {
		return err
	}
	if err := nf.print.check(); err != nil {
		return err
	}
	if err := nf.html.check(""); err != nil {
		return err
	}
	return checkTable("out", nf.out)
}

// goalOf returns the goal for labels of a kind.
func (nf *nextFlags) goalOf(kind study.Kind) (allocation.Goal, error) {
	goal, err := oneOf("goal", nf.goal, []string{"auto", "decision", "estimate"},
		[]allocation.Goal{-1, allocation.ForDecision, allocation.ForEstimate})
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
func (nf *nextFlags) question(t *study.Table) (q ask.NextQuestion, err error) {
	q.Budget, q.MostLabels = nf.budget, nf.most
	if q.Goal, err = nf.goalOf(t.Kind()); err != nil {
		return q, err
	}
	if q.Target, err = referenceOf([]*study.Table{t}, nf.fit.model.reference); err != nil {
		return q, err
	}
	if nf.cost == "" {
		q.Groups = []ask.NextGroup{{Group: q.Target, Cost: 1}}
		return q, severalPeople(t, q.Groups)
	}
	names := t.Studies()
	costs, err := costsOf(nf.cost, names, names[0]+"=2")
	if err != nil {
		return q, err
	}
	for s, cost := range costs {
		switch {
		case math.IsNaN(cost):
		case cost == 0:
			return q, usage("--cost %s: a label of %s must cost something, or there is no end of them", nf.cost,
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

// items returns the items with the expected effect of further labels, and sets their names.
func (nf *nextFlags) items(
	ctx context.Context, fits *itemFits, q *ask.NextQuestion,
) ([]allocation.Item, error) {
	q.Names = slices.Clone(fits.table.Items())
	known, err := fits.predictors()
	if err != nil {
		return nil, err
	}
	items, err := itemsBy(ctx, *q, known)
	if err != nil || len(nf.newItems.names) == 0 {
		return items, err
	}
	if fits.categories != nil {
		return nil, usage("--new-items: words without order have no model of an item without labels; leave it out")
	}
	for _, name := range nf.newItems.names {
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
	q.New = len(nf.newItems.names)
	q.Names = append(q.Names, nf.newItems.names...)
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
