package main

import (
	"slices"

	"github.com/spf13/pflag"

	"concord/internal/quoting"
	"concord/nonparam"
	"concord/study"
	"concord/study/read"
)

// setFlags say how labels hold several labels each.
type setFlags struct {
	split string
}

func (sf *setFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&sf.split, "split", "",
		"`separator` between labels of a set, such as ';', or none: each label is one thing (default: found)")
}

// apply adds them to the options of reading.
func (sf *setFlags) apply(o *read.Options) error {
	one := len(o.Order)+len(o.Positive)+len(o.Negative) > 0
	if sf.split != "" && sf.split != read.NoSplit && one {
		return usage("--split %s makes sets of the labels, which --order, --positive and --negative do not describe",
			quoting.Shell(sf.split))
	}
	switch o.Split = sf.split; sf.split {
	case `\t`, "tab":
		o.Split = "\t"
	case `\n`:
		o.Split = "\n"
	}
	return nil
}

// suits refuses a distance between sets if no table has sets, and weights that do not suit the labels.
func (cf *coefficientFlags) suits(tables []*study.Table) error {
	if cf.weights != nil {
		return cf.weights.suits(tables, cf.coefficients)
	}
	d, err := nonparam.ParseDistance(cf.distance)
	sets := slices.ContainsFunc(tables, func(t *study.Table) bool { return t.Sets() != nil })
	if err != nil || !d.OfSets() || sets {
		return nil
	}
	return usage("--distance %v is between sets of labels, and no label of the file holds several. If one does, name "+
		"what stands between its parts: --split SEPARATOR", d)
}

// saysKind reports whether the distance decides the kind of labels.
func (cf *coefficientFlags) saysKind(t *study.Table) bool {
	switch t.Source().DefaultKind {
	case study.SetsOfLabels:
		return false
	case study.WordsWithNumbers, study.KnownScale: // their order matters for all distances but one
		return cf.distance == nonparam.Nominal.String()
	}
	return cf.distance != ""
}

// ofTasks returns the options for coefficients of one label against the rest, for which labels are no sets.
func ofTasks(o nonparam.Options) nonparam.Options {
	if d, ok := o.Distance.(nonparam.Standard); ok && d.OfSets() {
		o.Distance = nil
	}
	return o
}
