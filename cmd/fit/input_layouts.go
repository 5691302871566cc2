package main

import (
	"strings"

	"github.com/spf13/pflag"

	"concord/study/read"
)

// layoutFlags say what the rows and columns of the file are, if a row is not a label.
type layoutFlags struct {
	pairs, wideItems, list, counts []string
	weight                         string
}

func (lf *layoutFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&lf.pairs, "pairs", nil,
		"`columns` of labelers, each with the column of their labels: rater1:score1,rater2:score2")
	fs.StringSliceVar(&lf.wideItems, "wide-items", nil,
		"`columns` of which each is an item, as in 'Q*', where a row is a person")
	fs.StringSliceVar(&lf.list, "list", nil,
		"`columns` of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1")
	fs.StringSliceVar(&lf.counts, "counts", nil,
		"`columns` which count the labels of a category each: yes,no,unsure")
	fs.StringVar(&lf.weight, "weight", "", "`column` that says for how many labels a row stands")
}

// apply adds them to the options of reading.
func (lf *layoutFlags) apply(o *read.Options) error {
	o.WideItems, o.Lists, o.Counts, o.Weight = lf.wideItems, lf.list, lf.counts, lf.weight
	for _, pair := range lf.pairs {
		labeler, label, ok := strings.Cut(pair, ":")
		if !ok || labeler == "" || label == "" {
			return usage("--pairs %s: write the column of the labelers, a colon, and the column of their labels: "+
				"rater1:score1", pair)
		}
		o.Pairs = append(o.Pairs, read.ColumnPair{Labeler: labeler, Label: label})
	}
	return nil
}
