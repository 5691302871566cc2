package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/sensitivity"
)

// mostSpeaking is how many lines of each other prior are printed.
const mostSpeaking = 8

// sensitivityBlock prints where the prior speaks; nil: nowhere.
func sensitivityBlock(r *Result) *block {
	b := &block{}
	for _, prior := range []string{sensitivity.HalvedSD, sensitivity.TaperedCorrelation} {
		var rows []PriorSensitivity
		for _, s := range PriorSpeaks(r.PriorSensitivity) {
			if s.Prior == prior {
				rows = append(rows, s)
			}
		}
		if len(rows) == 0 {
			continue
		}
		if len(b.lines) == 0 {
			b.heading("The prior speaks: the labels alone do not settle these")
		}
		b.heading("  Under " + rows[0].OtherPrior() + ":")
		more := len(rows) - mostSpeaking
		if more > 0 {
			slices.SortStableFunc(rows, func(x, y PriorSensitivity) int { return cmp.Compare(y.Size(), x.Size()) })
			rows = rows[:mostSpeaking]
		}
		for _, s := range rows {
			b.untitled(r.sensitivityRow(s)...)
		}
		if more > 0 {
			b.heading(fmt.Sprintf("    and %d more: prior_sensitivity in the JSON", more))
		}
	}
	if len(b.lines) == 0 {
		return nil
	}
	return b
}

// Size orders shifts; those that cannot be told are the largest.
func (p PriorSensitivity) Size() float64 {
	if !p.Reliable {
		return 1e9
	}
	return max(float64(p.MeanShift)/2, float64(p.EndShift))
}

func (r *Result) sensitivityRow(s PriorSensitivity) []string {
	own := Estimate{Quantity: s.Quantity, Scale: s.Scale}
	for _, e := range r.Estimates {
		if e.Quantity == s.Quantity && e.Scale == s.Scale && slices.Equal(e.Studies, s.Studies) {
			own = e
		}
	}
	d := groupDecimals([]Estimate{own})
	under := s.Mean.fixed(d) + " " + interval(s.Lower, s.Upper, d)
	if !s.Reliable {
		under = "cannot be told from these draws (Pareto k̂ " + s.ParetoK.fixed(2) + ")"
	}
	return []string{
		"    " + r.titleOf(own) + ", " + strings.Join(s.Studies, " × "),
		own.Centre().fixed(d) + " " + interval(own.Lower, own.Upper, d), "→", under,
	}
}
