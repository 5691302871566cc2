package result

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/document"
	"concord/internal/visible"
)

// newVerdict says which candidate is best in each study, what the order does, and how often labelers contradict
// themselves.
func (r *Ranking) newVerdict() []string {
	var all []string
	for _, s := range r.Studies {
		all = append(all, s.bestSentence(len(r.Studies) > 1))
	}
	if len(r.Studies) > mostVerdicts {
		all = all[:mostVerdicts]
	}
	for _, s := range r.Studies {
		if len(r.Studies) == 1 && s.Trust.Converged {
			all = append(all, s.about()...)
		}
	}
	return all
}

// bestSentence says which candidate has the highest skill.
func (s *Ranked) bestSentence(named bool) string {
	by := ""
	if named {
		by = visible.Text(s.Study) + ": "
	}
	if !s.Trust.Converged {
		return by + "No verdict: the chains have not converged"
	}
	first := s.Candidates[0]
	for _, c := range s.Candidates {
		if c.Best > first.Best {
			first = c
		}
	}
	chance := document.Say(document.Chances(first.Best), 1)
	if first.Best >= Sure {
		return fmt.Sprintf("%s%s is best: probability %s", by, visible.Text(first.Name), chance)
	}
	var close []string
	for _, c := range s.Candidates {
		if c.Best >= 1-Sure && c.Name != first.Name {
			close = append(close, visible.Text(c.Name))
		}
	}
	text := fmt.Sprintf("%s%s is probably best (%s), but this is not conclusive", by, visible.Text(first.Name), chance)
	switch {
	case len(close) > 3:
		text += fmt.Sprintf(": %d others may be", len(close))
	case len(close) > 0:
		text += ": " + strings.Join(close, ", ") + " may be"
	}
	return text
}

// about describes the effect of the order, and how often labelers contradict themselves.
func (s *Ranked) about() []string {
	var all []string
	if p := s.Position; p.Mean.Defined() {
		all = append(all, positionSentence(p))
	}
	if t := s.Turned; t != nil && t.Contradicted.Estimate.Defined() {
		who := "the same labeler contradicts themselves"
		if s.Labelers == 1 {
			who = "the labeler contradicts itself"
		}
		all = append(all, fmt.Sprintf("If two answers change places, %s in %s of comparisons%s", who,
			document.Percent(float64(t.Contradicted.Estimate), 0),
			percents(t.Contradicted.Lower, t.Contradicted.Upper)))
	}
	return all
}

// positionSentence says how much more often a candidate wins if it is shown first.
func positionSentence(p RankMeasure) string {
	place, lower, upper := "first", p.Lower, p.Upper
	mean := p.Mean
	if mean < 0 {
		place, mean, lower, upper = "second", -mean, -upper, -lower
	}
	return fmt.Sprintf("A candidate wins %s more often if it is shown %s [%s, %s]", points(mean), place,
		document.Fixed(100*float64(lower), 0), document.Fixed(100*float64(upper), 0))
}

// points is a difference of shares in percentage points.
func points(x Number) string {
	n := math.Round(100 * float64(x))
	if n == 1 {
		return "1 point"
	}
	return document.Fixed(n, 0) + " points"
}

// percents is an interval of shares, "" if there is none.
func percents(lower, upper Number) string {
	if !lower.Defined() {
		return ""
	}
	return fmt.Sprintf(" [%s, %s]", document.Percent(float64(lower), 0), document.Percent(float64(upper), 0))
}
