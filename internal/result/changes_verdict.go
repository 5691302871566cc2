package result

import (
	"fmt"
	"strings"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// verdict says which numbers moved, the surest first.
func (c *Changes) verdict() []string {
	all := []string{}
	for _, e := range c.byProbability() {
		if e.Conclusive() && len(all) < mostVerdicts {
			all = append(all, c.moved(e))
		}
	}
	if len(all) > 0 {
		return all
	}
	return []string{fmt.Sprintf("No difference between %s and %s is conclusive", visible.Text(c.Runs[0].Name),
		visible.Text(c.Runs[1].Name))}
}

// moved says how a quantity moved.
func (c *Changes) moved(e ChangedEstimate) string {
	direction := "rose"
	if e.Difference.Upper < 0 {
		direction = "fell"
	}
	return fmt.Sprintf("%s %s from %s to %s: difference %s %s", c.Name(e), direction, e.Before.Median.fixed(2),
		e.After.Median.fixed(2), e.Difference.Median.fixed(2), interval(e.Difference.Lower, e.Difference.Upper, 2))
}

// Name names a quantity of studies in a sentence: "ICC of experts".
func (c *Changes) Name(e ChangedEstimate) string {
	names := map[string]string{catalogue.ICC: "ICC", catalogue.LabelerICC: "labeler ICC", catalogue.Mean: "mean label",
		catalogue.Rho: "ρ", catalogue.XCC: "xCC"}
	if c.Runs[0].Kind == "binary" {
		names[catalogue.Mean] = "rate"
	}
	name := names[e.Quantity]
	if len(c.Runs[0].Studies) > 1 {
		shown := make([]string, len(e.Studies))
		for i, s := range e.Studies {
			shown[i] = visible.Text(s)
		}
		name += " of " + strings.Join(shown, " and ")
	}
	return name
}

// doubtItems adds a doubt if items of the same name are rated as if they were different items.
func (c *Changes) doubtItems(otherwise string) {
	for _, a := range c.SameItems {
		if a.Rho.Lower > 0 {
			return
		}
	}
	if len(c.SameItems) > 0 {
		c.Doubts = append(c.Doubts, fmt.Sprintf("items of the same name may be different items: the two runs do not "+
			"agree about them (ρ %s %s). %s", c.SameItems[0].Rho.Median.fixed(2),
			interval(c.SameItems[0].Rho.Lower, c.SameItems[0].Rho.Upper, 2), otherwise))
	}
}

// Conclude adds the counts of shared items and labelers, with the doubt that follows. otherwise is the advice for
// different items of the same name.
func (c *Changes) Conclude(shared *SharedLabels, otherwise string) {
	c.Shared = shared
	if shared == nil {
		return
	}
	if shared.Repeated > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("all %s of %s are in %s too, which here means its other %s",
			plural(shared.Repeated, "label"), visible.Text(c.Runs[0].Name), visible.Text(c.Runs[1].Name),
			plural(c.Runs[1].Labels, "label")))
	}
	c.doubtItems(otherwise)
}
