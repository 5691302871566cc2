package main

import (
	"context"

	"concord/consensus"
	"concord/internal/ask"
	"concord/internal/option"
)

func consensusCommand() Command {
	return Command{
		Use:   "consensus [flags] FILE",
		Short: "What is the label of each item?",
		Long: `Find the label of each item. For labels in categories it is the label that unlimited labelers like these
would most probably give most often. If the categories have an order, it is their median label. For each item
and group it reports

  the label, and the probability that it is the label of unlimited labelers,
  the second label, with its probability,
  the labels given, their majority, and the label by Dawid and Skene,
  who gave another label.

Each category of words without order is fitted against the rest. For numbers it reports the score of each
item, which is the label to expect, with its interval. The first screen counts certain and doubtful items
and lists the most doubtful ones. --out writes the whole table.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 130 interrupted.

More in the source: docs/guides/items.md.`,
		Example: `  fit consensus ratings.csv
  fit consensus --out labels.csv ratings.csv
  fit consensus --html labels.html ratings.csv
  fit consensus --format json ratings.csv > labels.json`,
		Options: option.Join(option.Files, option.ModelOfItems, option.Chain, option.ItemsAre,
			option.Covariate.With("`columns` that labels may depend on, such as length,country; code:category reads "+
				"numbers as categories"), option.Interval,
			option.TableOut.With("`file` (.csv or .json) for the table of all items"), option.Printing, option.HTML,
			option.Strict, option.Quiet),
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
	return cf.answer(a, moreFull, "The whole table: --out labels.csv")
}

// consensus returns the consensus of the fits on each item.
func (fits *itemFits) consensus(ctx context.Context, level float64) (*consensus.Consensus, error) {
	if fits.categories != nil {
		return consensus.OfCategories(ctx, fits.table, fits.categories, level)
	}
	return consensus.Of(ctx, fits.fits[0].Posterior, level)
}
