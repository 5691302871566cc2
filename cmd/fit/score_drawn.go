package main

import (
	"slices"
	"strings"

	"concord/internal/option"
	"concord/score"
	"concord/study"
	"concord/study/read"
)

// drawn are the columns with their flags.
func (df *work) drawn() [][2]string {
	all := [][2]string{{"stratum", option.Stratum.In(df)}, {"cluster", option.AlikeWithin.In(df)}, {"sampling-weight",
		option.SamplingWeight.In(df)}}
	return slices.DeleteFunc(all, func(of [2]string) bool { return of[1] == "" })
}

// drawnColumns are the columns that the flags name, in their order.
func (df *work) drawnColumns() []string {
	var all []string
	for _, of := range df.drawn() {
		all = append(all, of[1])
	}
	return all
}

// checkDrawn returns an error about a column that the header does not have, or that is named twice.
func (df *work) checkDrawn(head read.Head) error {
	all := df.drawn()
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

// drawnFactors returns the columns as the table spells them. They are the last factors of the table, named in by, and a
// system comes after them.
func (df *work) drawnFactors(t *study.Table, by []string) score.Columns {
	factors := t.Source().Columns.Factors
	factors = factors[len(factors)-len(by):]
	var c score.Columns
	for _, of := range df.drawn() {
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
