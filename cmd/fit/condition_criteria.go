package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/option"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// asksCriteria reports whether a command line asks for a fit of criteria. Other commands than fit itself have none.
func asksCriteria(cmd *cobra.Command) bool {
	return !cmd.HasParent() && cmd.Flags().Changed("criteria")
}

// settleCriteria looks up the criteria and groups of conditions on a fit of criteria, before anything is fitted. A
// condition on a group of the design that has no number for it is an error.
func settleCriteria(conditions []condition, d *criteria.Design) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		m, _ := measureNamed(c.quantity)
		kind, names := "criterion", d.Criteria
		if m.OfPairs {
			kind, names = "pair of criteria", pairsOf(d.Criteria)
			c.criteria = withPair(c.criteria, d.Criteria)
		}
		c, err := c.lookedUp(m, kind, names)
		if err != nil {
			return nil, err
		}
		if c, err = c.among(d.Groups); err != nil {
			return nil, err
		}
		if m.OfReference && len(c.studies) == 2 { // the reference may be named too
			c.studies = slices.DeleteFunc(c.studies, func(name string) bool { return name == d.Groups[d.Reference] })
		}
		if len(c.studies) > 1 || c.studies != nil && len(c.studies) == 0 {
			return nil, usage("%v: %s is of one group", c, m.Name)
		}
		for _, g := range d.Order() {
			why := d.Missing(m, g)
			named := c.studies != nil && slices.Equal(c.studies, d.Groups[g:g+1])
			ofAll := c.studies == nil && !(m.OfReference && g == d.Reference)
			if why != "" && (named || ofAll) {
				return nil, usage("%v: %s has no %s: %s. A condition may name the group that it is about", c,
					d.Groups[g], m.Name, why)
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
			all = append(all, a+","+b)
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
					longest, out = len(spelt), a+","+b+rest
				}
			}
		}
	}
	return out
}

// criteriaSeen are the criteria that a command line or a file names, or each two of them.
func criteriaSeen(ctx context.Context, w *work, m criteria.Measure, file string) []string {
	var names []string
	for _, name := range option.Criteria.In(w) { // cobra reads the flags of a completion twice
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		o := w.peekOptions()
		o.Study = names[0] // so that its values are told
		head, err := read.Peek(ctx, nil, file, o, completionRows)
		if err != nil {
			return nil
		}
		names = head.Studies
	}
	if m.OfPairs {
		return pairsOf(names)
	}
	return names
}

// takenWith returns a function that reports whether a setting goes with a fit of criteria, which takes one column with
// --label and one label of an item and labeler, or with the groups of a command.
func takenWith(cmd *cobra.Command) func(study.Setting) bool {
	ofCriteria := asksCriteria(cmd)
	return func(s study.Setting) bool {
		if !ofCriteria { // groups of judges and people are not those of another column
			of := slices.Contains([]string{"judge", "gold", "score"}, cmd.Name())
			return !of || s.Option != "group" || s.How != study.Replace || slices.Equal(s.Values,
				[]string{study.NoColumn})
		}
		several := s.Option == "label" && len(s.Values) > 1
		again := s.Option == "duplicates" && slices.Contains(s.Values, "keep")
		return slices.Contains(strings.Fields(withCriteria), s.Option) && !several && !again
	}
}

// suits reports whether a condition is on the criteria of a row. A condition that names none is on all together,
// or on each if all together do not have the quantity.
func (c condition) suits(r *answer.Row) bool {
	if !c.ofCriteria {
		return true
	}
	m, _ := measureNamed(c.quantity)
	return criteriaOf(r) == c.criteria || !c.ofOne && !m.OfPairs && !m.OfGroup
}

// criteriaOf names the criteria of a row as conditions do.
func criteriaOf(r *answer.Row) string {
	if r.Against == "" {
		return r.Of
	}
	return r.Of + "," + r.Against
}

// measureNamed returns the measure of criteria of a name.
func measureNamed(name string) (m criteria.Measure, ok bool) {
	i := slices.Index(measureNames(), name)
	if i < 0 {
		return m, false
	}
	return criteria.Measures()[i], true
}

// measureNames are the names of the measures of criteria.
func measureNames() (names []string) {
	for _, m := range criteria.Measures() {
		names = append(names, m.Name)
	}
	return names
}

// lookedUp looks up the criteria that a condition names, of a kind such as "criterion", and checks the scale.
func (c condition) lookedUp(m criteria.Measure, kind string, names []string) (condition, error) {
	switch {
	case c.scale == result.ScaleLatent:
		return c, usage("%v: criteria fitted jointly are on the label scale alone: leave out the scale", c)
	case c.ofOne && m.OfGroup:
		return c, usage("%v: %s is of a group, not of a criterion: leave out :%s", c, c.quantity,
			visible.Text(c.criteria))
	}
	if !c.ofOne {
		return c, nil
	}
	settled, ok := c.atCriteria(names)
	if !ok {
		name, _, _ := strings.Cut(c.criteria, "(")
		return c, usage("%v: %w", c, &study.NameError{Kind: kind, Name: strings.TrimSpace(name), Names: names})
	}
	return settled, nil
}

// atCriteria tells the criteria of a condition from the groups in brackets behind them. A criterion's name may end in
// brackets, too.
func (c condition) atCriteria(names []string) (condition, bool) {
	text := strings.TrimSpace(c.criteria)
	if slices.Contains(names, text) {
		c.criteria = text
		return c, true
	}
	longest := func(a, b string) int { return cmp.Compare(len(b), len(a)) }
	for _, criteria := range slices.SortedStableFunc(slices.Values(names), longest) {
		rest, ok := strings.CutPrefix(text, criteria)
		list, opened := strings.CutPrefix(strings.TrimSpace(rest), "(")
		list, closed := strings.CutSuffix(list, ")")
		if !ok || !opened || !closed {
			continue
		}
		c.criteria = criteria
		for name := range strings.SplitSeq(list, ",") {
			c.studies = append(c.studies, strings.TrimSpace(name))
		}
		return c, true
	}
	return c, false
}

// completeCriteriaCondition offers the quantities of a fit of criteria and, behind a colon, the criteria.
func completeCriteriaCondition(
	ctx context.Context, w *work, args []string, begun string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	var offered []cobra.Completion
	name, _, colon := strings.Cut(begun, ":")
	for _, m := range criteria.Measures() {
		switch {
		case !colon && strings.HasPrefix(m.Name, begun):
			offered = append(offered, cobra.CompletionWithDesc(m.Name, quantity.Of(m.Name).What))
		case colon && m.Name == name && !m.OfGroup && len(args) > 0:
			offered = append(offered, ofParts(name, begun, criteriaSeen(ctx, w, m, args[0]))...)
		}
	}
	return offered, directive
}

// ofParts offers a quantity of each criterion, or each two, that a condition may go on with.
func ofParts(quantity, begun string, parts []string) (offered []cobra.Completion) {
	for _, part := range parts {
		if of := quantity + ":" + part; visible.Text(of) == of && strings.HasPrefix(of, begun) {
			offered = append(offered, of)
		}
	}
	return offered
}
