package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/score"
	"concord/study"
	"concord/study/read"
)

// drawnFlags say how items were drawn, and which of them were drawn for people.
type drawnFlags struct{ stratum, cluster, weight string }

func (df *drawnFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&df.stratum, "stratum", "",
		"`column` of the strata within which items were drawn at random for people")
	fs.StringVar(&df.cluster, "cluster", "",
		"`column` of what items belong to that are alike, such as the turns of a conversation")
	fs.StringVar(&df.weight, "sampling-weight", "",
		"`column` of 1 over the probability with which an item was drawn for people")
}

// named are the columns with their flags.
func (df *drawnFlags) named() [][2]string {
	all := [][2]string{{"stratum", df.stratum}, {"cluster", df.cluster}, {"sampling-weight", df.weight}}
	return slices.DeleteFunc(all, func(of [2]string) bool { return of[1] == "" })
}

// columns are the columns that the flags name, in their order.
func (df *drawnFlags) columns() []string {
	var all []string
	for _, of := range df.named() {
		all = append(all, of[1])
	}
	return all
}

// check returns an error about a column that the header does not have, or that is named twice.
func (df *drawnFlags) check(head read.Head) error {
	all := df.named()
	for i, of := range all {
		if err := columnOf(head, of[0], of[1]); err != nil {
			return err
		}
		for _, other := range all[:i] {
			if strings.EqualFold(other[1], of[1]) {
				return usage("--%s and --%s both name %s", other[0], of[0], of[1])
			}
		}
	}
	return nil
}

// factors returns the columns as the table spells them. They are the last factors of the table, named in by, and a
// system comes after them.
func (df *drawnFlags) factors(t *study.Table, by []string) score.Columns {
	factors := t.Source().Columns.Factors
	factors = factors[len(factors)-len(by):]
	var c score.Columns
	for _, of := range df.named() {
		switch of[0] {
		case "stratum":
			c.Stratum = factors[0].Name
		case "cluster":
			c.Cluster = factors[0].Name
		default:
			c.Weight = factors[0].Name
		}
		factors = factors[1:]
	}
	if len(factors) > 0 {
		c.System = factors[0].Name
	}
	return c
}
