package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/result"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// jointEntry returns the quantity of a condition on a joint fit of categories.
func (c condition) jointEntry() (result.JointQuantity, bool) {
	all := result.JointQuantities()
	i := slices.IndexFunc(all, func(q result.JointQuantity) bool { return q.Name == c.quantity })
	if i < 0 {
		return result.JointQuantity{}, false
	}
	return all[i], true
}

// ofCategory reports whether a condition is on the category of an estimate. A condition that names none is on all
// categories together, or on each if all together do not have the quantity.
func (c condition) ofCategory(e result.Estimate) bool {
	q, _ := c.jointEntry()
	return !c.jointly || e.Category == c.category || !c.ofOne && !q.Together
}

// settleJointly looks up the categories and groups of conditions on a joint fit, before anything is fitted.
func settleJointly(conditions []condition, categories, studies []string) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		q, _ := c.jointEntry()
		switch {
		case c.scale == result.ScaleLatent:
			return nil, usage("%v: categories fitted together are on the label scale alone: leave out the scale", c)
		case c.ofOne && !q.Each:
			return nil, usage("%v: %s is of all categories together: leave out :%s", c, c.quantity,
				visible.Text(c.category))
		}
		if c.scale != "" {
			c.scale = result.ScaleLabel // earlier versions called it probability for binary labels
		}
		if c.ofOne {
			var ok bool
			if c, ok = c.atCategory(categories); !ok {
				name, _, _ := strings.Cut(c.category, "(")
				return nil, usage("%v: %w", c, &study.NameError{Kind: "category", Name: strings.TrimSpace(name),
					Names: categories})
			}
		}
		var err error
		if settled[i], err = c.among(studies); err != nil {
			return nil, err
		}
	}
	return settled, nil
}

// atCategory tells the category of a condition from the groups in brackets behind it. A name of a category may end in
// brackets, too.
func (c condition) atCategory(categories []string) (condition, bool) {
	text := strings.TrimSpace(c.category)
	if slices.Contains(categories, text) {
		c.category = text
		return c, true
	}
	longest := func(a, b string) int { return cmp.Compare(len(b), len(a)) }
	for _, category := range slices.SortedStableFunc(slices.Values(categories), longest) {
		rest, ok := strings.CutPrefix(text, category)
		list, opened := strings.CutPrefix(strings.TrimSpace(rest), "(")
		list, closed := strings.CutSuffix(list, ")")
		if !ok || !opened || !closed {
			continue
		}
		c.category = category
		for name := range strings.SplitSeq(list, ",") {
			c.studies = append(c.studies, strings.TrimSpace(name))
		}
		return c, true
	}
	return c, false
}

// completeJointCondition offers the quantities of a joint fit and, behind a colon, the categories of the file.
func completeJointCondition(
	cmd *cobra.Command, args []string, begun string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	var offered []cobra.Completion
	name, _, colon := strings.Cut(begun, ":")
	for _, q := range result.JointQuantities() {
		switch {
		case !colon && strings.HasPrefix(q.Name, begun):
			offered = append(offered, cobra.CompletionWithDesc(q.Name, q.What))
		case colon && q.Name == name && q.Each && len(args) > 0:
			ctx, stop := context.WithTimeout(context.Background(), completionTime)
			defer stop()
			head, err := read.Peek(ctx, args[0], peekOptions(cmd), completionRows)
			if err != nil {
				return nil, directive
			}
			offered = append(offered, ofCategories(name, begun, head.Labels)...)
		}
	}
	return offered, directive
}

// ofCategories offers a quantity of each category that a condition may go on with.
func ofCategories(quantity, begun string, categories []string) (offered []cobra.Completion) {
	for _, category := range categories {
		if of := quantity + ":" + category; visible.Text(of) == of && strings.HasPrefix(of, begun) {
			offered = append(offered, of)
		}
	}
	return offered
}
