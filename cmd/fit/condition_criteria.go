package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/criteria"
	"concord/internal/result"
	"concord/study/read"
)

// settleCriteria looks up the criteria and groups of conditions on a fit of criteria, before anything is fitted. A
// condition on a group of the design that has no number for it is an error.
func settleCriteria(conditions []condition, d *criteria.Design) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		q := result.CriteriaQuantityNamed(c.quantity)
		kind, names := "criterion", d.Criteria
		if q.OfPairs {
			kind, names = "pair of criteria", pairsOf(d.Criteria)
			c.category = withPair(c.category, d.Criteria)
		}
		c, err := c.ofPart(kind, names)
		if err != nil {
			return nil, err
		}
		if c, err = c.among(d.Groups); err != nil {
			return nil, err
		}
		if q.OfReference && len(c.studies) == 2 { // the reference may be named too
			c.studies = slices.DeleteFunc(c.studies, func(name string) bool { return name == d.Groups[d.Reference] })
		}
		if len(c.studies) > 1 || c.studies != nil && len(c.studies) == 0 {
			return nil, usage("%v: %s is of one group", c, q.Name)
		}
		for _, g := range d.Order() {
			why := q.Missing(d, g)
			named := c.studies != nil && slices.Equal(c.studies, d.Groups[g:g+1])
			ofAll := c.studies == nil && !(q.OfReference && g == d.Reference)
			if why != "" && (named || ofAll) {
				return nil, usage("%v: %s has no %s: %s. A condition may name the group that it is about", c,
					d.Groups[g], q.Name, why)
			}
		}
		settled[i] = c
	}
	return settled, nil
}

// pairsOf names each two criteria.
func pairsOf(names []string) []string {
	var all []string
	for j, b := range names {
		for _, a := range names[:j] {
			all = append(all, result.PairOfCriteria(a, b))
		}
	}
	return all
}

// withPair spells the pair of criteria that a text begins with as [pairsOf] does: a condition may name the two in
// either order, with a blank between them. Another text stays as it is.
func withPair(text string, names []string) string {
	text = strings.TrimSpace(text)
	longest, out := 0, text
	for j, b := range names {
		for _, a := range names[:j] {
			for _, spelt := range []string{a + "," + b, a + ", " + b, b + "," + a, b + ", " + a} {
				if rest, ok := strings.CutPrefix(text, spelt); ok && len(spelt) > longest {
					longest, out = len(spelt), result.PairOfCriteria(a, b)+rest
				}
			}
		}
	}
	return out
}

// criteriaSeen are the criteria that a command line or a file names, or each two of them.
func criteriaSeen(ctx context.Context, cmd *cobra.Command, quantity, file string) []string {
	given, _ := cmd.Flags().GetStringSlice("criteria")
	var names []string
	for _, name := range given { // cobra reads the flags of a completion twice
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		o := peekOptions(cmd)
		o.Study = names[0] // so that its values are told
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
