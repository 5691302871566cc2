package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"concord/criteria"
	"concord/internal/result"
	"concord/study/read"
)

// settleCriteria looks up the criteria and groups of conditions on a fit of criteria, before anything is fitted. A
// condition that no group of the design has a number for is an error.
func settleCriteria(conditions []condition, d *criteria.Design) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		q := result.CriteriaQuantityNamed(c.quantity)
		kind, names := "criterion", d.Criteria
		if q.OfPairs {
			kind, names = "pair of criteria", pairsOf(d.Criteria)
		}
		c, err := c.ofPart(kind, append(slices.Clone(names), turnedPairs(d.Criteria)...))
		if err != nil {
			return nil, err
		}
		if q.OfPairs && c.ofOne && !slices.Contains(names, c.category) {
			c.category = names[slices.Index(turnedPairs(d.Criteria), c.category)]
		}
		if c, err = c.among(d.Groups); err != nil {
			return nil, err
		}
		if q.OfReference && len(c.studies) == 2 { // the reference may be named too
			c.studies = slices.DeleteFunc(c.studies, func(name string) bool { return name == d.Groups[d.Reference] })
		}
		why := ""
		has := slices.ContainsFunc(d.Order(), func(g int) bool {
			if len(c.studies) > 0 && !slices.Equal(c.studies, d.Groups[g:g+1]) {
				return false
			}
			missing := q.Missing(d, g)
			why = fmt.Sprintf("%s has no %s: %s", d.Groups[g], q.Name, missing)
			return missing == ""
		})
		switch {
		case !has && why == "":
			return nil, usage("%v: %s is of one group", c, q.Name)
		case !has:
			return nil, usage("%v: %s", c, why)
		}
		settled[i] = c
	}
	return settled, nil
}

// pairsOf names each two criteria, and turnedPairs each two the other way round, in the same order.
func pairsOf(names []string) []string {
	var all []string
	for b := range names {
		for a := range b {
			all = append(all, result.PairOfCriteria(names[a], names[b]))
		}
	}
	return all
}

func turnedPairs(names []string) []string {
	var all []string
	for b := range names {
		for a := range b {
			all = append(all, result.PairOfCriteria(names[b], names[a]))
		}
	}
	return all
}

// criteriaSeen are the criteria that a command line or a file names, or each two of them.
func criteriaSeen(cmd *cobra.Command, quantity, file string) []string {
	names, _ := cmd.Flags().GetStringSlice("criteria")
	if len(names) == 1 {
		o := peekOptions(cmd)
		o.Study = names[0] // so that its values are told
		ctx, stop := context.WithTimeout(context.Background(), completionTime)
		defer stop()
		head, err := read.Peek(ctx, file, o, completionRows)
		if err != nil {
			return nil
		}
		names = head.Studies
	}
	if result.CriteriaQuantityNamed(quantity).OfPairs {
		return pairsOf(names)
	}
	return names
}
