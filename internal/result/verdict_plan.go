package result

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/visible"
)

// conclude says whether the chains have converged.
func (c *Chains) conclude() {
	d := c.Diagnostics
	text := fmt.Sprintf("R̂ ≤ %s, ESS ≥ %s, %s", d.MaxRHat.fixed(3), whole(min(d.MinESSBulk, d.MinESSTail)),
		plural(d.Divergences, "divergence"))
	switch {
	case !d.Converged:
		text = "The chains have not converged, do not use their numbers: " + text
	case !d.OK:
		text = "The chains have converged, with warnings: " + text
	default:
		text = "The chains have converged: " + text
	}
	c.Verdict = []string{text}
}

// LeadingTarget is the target reliability that verdicts are about: the one that is closest to [TargetReliability].
func (p *Plan) LeadingTarget() float64 {
	target := math.NaN()
	for _, l := range p.Labels {
		if math.IsNaN(target) || math.Abs(l.Target-TargetReliability) < math.Abs(target-TargetReliability) {
			target = l.Target
		}
	}
	return target
}

// conclude says how many labels an item needs, and how many labels show which of two studies is closer to the
// reference.
func (p *Plan) conclude() {
	p.Verdict = []string{}
	target := p.LeadingTarget()
	var parts []string
	for _, l := range p.Labels {
		if l.Target != target {
			continue
		}
		need := l.Needed().Short()
		switch {
		case need == "∞":
			need = "unlimited labels"
		case need == "1" && parts == nil: // the first part has the noun
			need += " label"
		case parts == nil:
			need += " labels"
		}
		parts = append(parts, need+" of "+visible.Text(l.Study))
	}
	if more := len(parts) - mostVerdicts; more > 1 {
		parts = append(parts[:mostVerdicts], count(more)+" more groups below")
	}
	if parts != nil {
		p.Verdict = append(p.Verdict, fmt.Sprintf("For a mean of reliability %v an item needs %s", target,
			strings.Join(parts, ", ")))
	}
	for _, d := range CheapestDifferences(p.Differences) {
		if len(p.Verdict) >= mostVerdicts {
			break
		}
		of := fmt.Sprintf("which of %s and %s is closer to %s", visible.Text(d.Study), visible.Text(d.Other),
			visible.Text(d.Reference))
		if !d.ItemsNeeded.Defined() || d.ItemsNeeded > mostItemsNeeded {
			p.Verdict = append(p.Verdict, "No practical number of items shows "+of)
			continue
		}
		p.Verdict = append(p.Verdict, fmt.Sprintf("%s items with %s each in every group show %s: power %.4g%%",
			count(int(d.ItemsNeeded)), plural(d.K, "label"), of, 100*p.Assurance))
	}
}

// mostItemsNeeded is the largest number of items that is counted out: nobody collects more.
const mostItemsNeeded = 99_999
