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

// jointKind is a kind of joint fit, as conditions see it.
type jointKind struct {
	flag       string // that asks for it
	with       string // flags that go with it
	parts      string // what is fitted jointly
	whole      string // what a quantity is of that no part has
	quantities []result.JointQuantity
	// named returns what a condition on a quantity may name, by the command line so far and a file.
	named func(ctx context.Context, cmd *cobra.Command, quantity, file string) []string
}

func categoriesJointly() *jointKind {
	return &jointKind{"--family " + categorical, jointFlags, "categories fitted together",
		"of all categories together", result.JointQuantities(), labelsSeen}
}

func criteriaJointly() *jointKind {
	kind := &jointKind{flag: "--criteria", with: ofCriteria, parts: "criteria fitted jointly",
		whole: "of a group, not of a criterion", named: criteriaSeen}
	for _, q := range result.CriteriaQuantities() {
		kind.quantities = append(kind.quantities, q.JointQuantity)
	}
	return kind
}

// jointOf returns the joint fit that the flags of a command ask for; nil: none. Other commands than fit itself have
// none.
func jointOf(cmd *cobra.Command) *jointKind {
	switch {
	case cmd.HasParent():
		return nil
	case cmd.Flags().Lookup("family").Value.String() == categorical:
		return categoriesJointly()
	case cmd.Flags().Changed("criteria"):
		return criteriaJointly()
	}
	return nil
}

// takenWith returns a function that reports whether a setting goes with a joint fit, which takes one column with
// --label
// and one label of an item and labeler, or with the groups of a command.
func takenWith(cmd *cobra.Command) func(study.Setting) bool {
	kind := jointOf(cmd)
	return func(s study.Setting) bool {
		if kind == nil { // groups of judges and people are not those of another column
			of := slices.Contains([]string{"judge", "gold", "score"}, cmd.Name())
			return !of || s.Option != "study" || s.How != study.Replace || slices.Equal(s.Values,
				[]string{read.NoColumn})
		}
		several := s.Option == "label" && len(s.Values) > 1
		again := s.Option == "duplicates" && slices.Contains(s.Values, "keep")
		return slices.Contains(strings.Fields(kind.with), s.Option) && !several && !again
	}
}

// jointEntry returns the quantity of a condition on a joint fit.
func (c condition) jointEntry() (result.JointQuantity, bool) {
	all := c.joint.quantities
	i := slices.IndexFunc(all, func(q result.JointQuantity) bool { return q.Name == c.quantity })
	if i < 0 {
		return result.JointQuantity{}, false
	}
	return all[i], true
}

// ofCategory reports whether a condition is on the category of an estimate, or its criteria. A condition that names
// none is on all together, or on each if all together do not have the quantity.
func (c condition) ofCategory(e result.Estimate) bool {
	if c.joint == nil {
		return true
	}
	q, _ := c.jointEntry()
	return e.Category == c.category || !c.ofOne && !q.Together
}

// settleJointly looks up the categories and groups of conditions on a joint fit, before anything is fitted.
func settleJointly(conditions []condition, categories, studies []string) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		c, err := c.ofPart("category", categories)
		if err != nil {
			return nil, err
		}
		if settled[i], err = c.among(studies); err != nil {
			return nil, err
		}
	}
	return settled, nil
}

// ofPart looks up the part that a condition names, of a kind such as "category", and checks the scale.
func (c condition) ofPart(kind string, names []string) (condition, error) {
	q, _ := c.jointEntry()
	switch {
	case c.scale == result.ScaleLatent:
		return c, usage("%v: %s are on the label scale alone: leave out the scale", c, c.joint.parts)
	case c.ofOne && !q.Each:
		return c, usage("%v: %s is %s: leave out :%s", c, c.quantity, c.joint.whole, visible.Text(c.category))
	}
	if c.scale != "" {
		c.scale = result.ScaleLabel // earlier versions called it probability for binary labels
	}
	if !c.ofOne {
		return c, nil
	}
	settled, ok := c.atCategory(names)
	if !ok {
		name, _, _ := strings.Cut(c.category, "(")
		return c, usage("%v: %w", c, &study.NameError{Kind: kind, Name: strings.TrimSpace(name), Names: names})
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

// completeJointCondition offers the quantities of a joint fit and, behind a colon, the categories of the file, or the
// criteria.
func completeJointCondition(
	ctx context.Context, cmd *cobra.Command, kind *jointKind, args []string, begun string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	var offered []cobra.Completion
	name, _, colon := strings.Cut(begun, ":")
	for _, q := range kind.quantities {
		switch {
		case !colon && strings.HasPrefix(q.Name, begun):
			offered = append(offered, cobra.CompletionWithDesc(q.Name, q.What))
		case colon && q.Name == name && q.Each && len(args) > 0:
			offered = append(offered, ofParts(name, begun, kind.named(ctx, cmd, name, args[0]))...)
		}
	}
	return offered, directive
}

// labelsSeen are the categories in a file.
func labelsSeen(ctx context.Context, cmd *cobra.Command, _, file string) []string {
	head, err := read.Peek(ctx, file, peekOptions(cmd), completionRows)
	if err != nil {
		return nil
	}
	return head.Labels
}

// ofParts offers a quantity of each category that a condition may go on with, or of criteria.
func ofParts(quantity, begun string, parts []string) (offered []cobra.Completion) {
	for _, part := range parts {
		if of := quantity + ":" + part; visible.Text(of) == of && strings.HasPrefix(of, begun) {
			offered = append(offered, of)
		}
	}
	return offered
}
