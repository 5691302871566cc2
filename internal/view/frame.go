package view

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// Numbers of notes and of warnings on a first screen.
const MostNotes, MostMessages = 2, 3

// Noted are notes for a first screen.
func Noted(texts []string) []document.Entry {
	var all []document.Entry
	for i, text := range texts {
		if i == MostNotes {
			all = append(all, document.Entry{Text: fmt.Sprintf("… and %s", document.Plural(len(texts)-i, "more note"))})
			break
		}
		all = append(all, document.Entry{Term: "Note", Text: text})
	}
	return all
}

// ChainChecks are the checks of draws: the first warnings, each with a remedy, and the checks that passed.
func ChainChecks(d *result.Diagnostics, most int) []document.Check {
	if d == nil {
		return nil
	}
	var all []document.Check
	for i, m := range d.Messages {
		if i == most {
			all = append(all, document.Check{Text: fmt.Sprintf("… and %s", document.Plural(len(d.Messages)-i,
				"more warning"))})
			break
		}
		all = append(all, document.Check{Text: strings.Replace(m, "Warning: ", "", 1)})
	}
	if d.Converged && len(d.Messages) == 0 {
		all = append(all, document.Check{OK: true, Text: "chains converged"})
	}
	return all
}

// Draws says how many draws there are and how long they took; "" if nothing was sampled.
func Draws(s *result.Sampler) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf(" %s × %s draws%s.", document.Integer(s.Chains), document.Integer(s.Draws), took(", ", s))
}

// took says how long a run took, after some words; "" if nobody timed it.
func took(before string, s *result.Sampler) string {
	if seconds := s.SetupSeconds + s.WarmupSeconds + s.SamplingSeconds; seconds > 0 {
		return before + Duration(seconds)
	}
	return ""
}

// Sampled says how the draws were made, with their diagnostics.
func Sampled(s *result.Sampler, d *result.Diagnostics) string {
	details := fmt.Sprintf("seed %d", s.Seed)
	if s.Attempts > 1 {
		details += fmt.Sprintf(", attempt %d", s.Attempts)
	}
	if s.Thin > 1 {
		details += fmt.Sprintf(", thinned by %d", s.Thin)
	}
	divergences := "no divergences"
	if d.Divergences > 0 {
		divergences = document.Plural(d.Divergences, "divergence")
	}
	ess := "–"
	if n := min(d.MinESSBulk, d.MinESSTail); n.Defined() {
		ess = document.Integer(int(n))
	}
	partial := ""
	if s.Partial {
		partial = "PARTIAL: interrupted. "
	}
	return partial + fmt.Sprintf("%s: %s of %s draws (%s) in %s; R̂ ≤ %s, ESS ≥ %s, E-BFMI ≥ %s, %s.",
		strings.ToUpper(s.Algorithm),
		document.Plural(s.Chains, "chain"), document.Integer(s.Draws), details,
		Duration(s.SetupSeconds+s.WarmupSeconds+s.SamplingSeconds), document.Fixed(float64(d.MaxRHat), 3), ess,
		document.Fixed(float64(d.MinEBFMI), 2), divergences)
}

// Duration prints seconds with two digits, or minutes.
func Duration(seconds float64) string {
	switch {
	case seconds >= 120:
		return document.Integer(int(seconds/60+0.5)) + " min"
	case seconds >= 10:
		return document.Fixed(seconds, 0) + " s"
	case seconds >= 1:
		return document.Fixed(seconds, 1) + " s"
	}
	return document.Fixed(seconds, 2) + " s"
}

// ReadLine describes the input in one line, and how the columns were read if their names alone do not say it.
func ReadLine(d result.Data) string {
	text := fmt.Sprintf("%s  %s · %s", d.File, document.Plural(d.Labels, "label"), document.Plural(d.Items, "item"))
	if d.Labelers > 0 {
		text += " · " + document.Plural(d.Labelers, "rater")
	}
	if !d.Whole() {
		text += " · " + d.StudiesCounted()
	}
	if d.Positive != "" {
		text += " · positive = " + d.Positive
	}
	if d.ReadAs != "" {
		text += " · " + d.ReadAs
	}
	return text
}

// ShortChecks are the checks of a first screen: the first doubts, the number of other doubts, then the checks that
// passed.
func ShortChecks(all []document.Check, most int) []document.Check {
	var doubts, held []document.Check
	for _, c := range all {
		if c.OK {
			held = append(held, c)
		} else {
			doubts = append(doubts, c)
		}
	}
	if left := len(doubts) - most; left > 0 {
		doubts = append(slices.Clip(doubts[:most]), document.Check{Text: "… and " + document.Plural(left, "more "+
			"warning")})
	}
	return append(doubts, held...)
}
