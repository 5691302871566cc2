package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// verdict says which numbers moved, the surest first.
func (c *Changes) verdict() []string {
	all, headed := []string{}, map[string]bool{} // studies
	for _, same := range c.SamePeople {
		e := c.find(catalogue.MeanOfSame, same.Study)
		if e != nil && same.All && e.Conclusive() && len(all) < mostVerdicts {
			text, _, _ := strings.Cut(c.moved(*e), ", from ")
			if like := c.find(catalogue.Mean, same.Study); like != nil {
				text += "; of people like them by " + like.by()
			}
			all, headed[same.Study] = append(all, text), true
		}
	}
	for _, e := range c.byProbability() {
		ofHeaded := (e.Quantity == catalogue.Mean || e.Quantity == catalogue.MeanOfSame) && headed[e.Studies[0]]
		if e.Conclusive() && !ofHeaded && len(all) < mostVerdicts {
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
	return fmt.Sprintf("%s %s by %s, from %s to %s", c.Name(e), direction, e.by(), e.Before.Median.fixed(2),
		e.After.Median.fixed(2))
}

// by is the size of a change, whose direction is said.
func (e ChangedEstimate) by() string { return Number(math.Abs(float64(e.Difference.Median))).fixed(2) }

// Name names a quantity of studies in a sentence: "ICC of experts".
func (c *Changes) Name(e ChangedEstimate) string {
	names := map[string]string{catalogue.ICC: "ICC", catalogue.LabelerICC: "labeler ICC", catalogue.Mean: "mean label",
		catalogue.Rho: "ρ", catalogue.XCC: "xCC"}
	if c.Runs[0].Kind == "binary" {
		names[catalogue.Mean] = "rate"
	}
	name, of := names[e.Quantity], []string{}
	if e.Quantity == catalogue.MeanOfSame {
		name = names[catalogue.Mean]
	}
	if len(c.Runs[0].Studies) > 1 {
		shown := make([]string, len(e.Studies))
		for i, s := range e.Studies {
			shown[i] = visible.Text(s)
		}
		of = append(of, strings.Join(shown, " and "))
	}
	if same := c.same(e.Studies[0]); same != nil {
		if who := same.who(e.Quantity); who != "" {
			of = append(of, who)
		}
	}
	if len(of) > 0 {
		name += " of " + strings.Join(of, ", ")
	}
	return name
}

// who says whose labels a mean is about: "these 5 people", or "people like them". It is "" for other quantities.
func (same SamePeople) who(quantity string) string {
	n := len(same.People)
	switch {
	case quantity == catalogue.Mean && same.One():
		return "this person"
	case quantity == catalogue.Mean && same.All:
		return "people like them"
	case quantity != catalogue.MeanOfSame:
		return ""
	case same.All:
		return fmt.Sprintf("these %d people", n)
	case n == 1:
		return "the person in both"
	}
	return fmt.Sprintf("the %d people in both", n)
}

// same returns the people of a study who label in both runs; nil if there are none.
func (c *Changes) same(study string) *SamePeople {
	at := slices.IndexFunc(c.SamePeople, func(s SamePeople) bool { return s.Study == study })
	if at < 0 {
		return nil
	}
	return &c.SamePeople[at]
}

// find returns the estimate of a quantity of a study on the label scale; nil if there is none.
func (c *Changes) find(quantity, study string) *ChangedEstimate {
	at := slices.IndexFunc(c.Estimates, func(e ChangedEstimate) bool {
		return e.Quantity == quantity && e.Scale == ScaleLabel && slices.Equal(e.Studies, []string{study})
	})
	if at < 0 {
		return nil
	}
	return &c.Estimates[at]
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

// Conclude adds the verdict, and the counts of shared items and labelers, with the doubt that follows. otherwise is the
// advice for different items of the same name. There is no verdict if the chains have not converged.
func (c *Changes) Conclude(shared *SharedLabels, otherwise string) {
	c.Shared, c.Verdict = shared, c.verdict()
	if c.Diagnostics != nil && !c.Diagnostics.Converged {
		c.Verdict = []string{noVerdictYet}
	}
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
