package view

import (
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
	"concord/internal/visible"
)

// Checks are checks of the draws of each run, the doubts of the answer, and others of each part, which have a text, or
// "" if they were not made. Several parts are named, and share what passed in all of them.
type Checks []func(say.Scope) (text string, ok bool)

func (c Checks) lay(s Scope) []document.Part {
	var doubts, passed []document.Check
	add := func(of answer.Key, all int, checks []document.Check) {
		for _, one := range checks {
			switch {
			case !one.OK:
				if of.Group != "" || of.Task != "" {
					one.Text = say.Scope{Answer: s.Answer, At: of}.Fill("[{part}: ]") + one.Text
				}
				doubts = append(doubts, one)
			case all == 1:
				passed = append(passed, one)
			}
		}
	}
	clean := true
	for _, r := range s.Runs {
		checks := ChainChecks(r.Trust, MostMessages)
		for i := range checks {
			if r.Of != "" && !checks[i].OK {
				checks[i].Text = visible.Text(r.Of) + ": " + checks[i].Text
			}
		}
		clean = clean && (r.Trust == nil || r.Trust.OK)
		add(answer.Key{Task: r.Task, Group: r.Group}, len(s.Runs), checks)
	}
	for _, text := range s.Doubts {
		doubts = append(doubts, document.Check{Text: text})
	}
	if clean && len(s.Runs) > 1 {
		passed = append(passed, document.Check{OK: true, Text: "chains converged"})
	}
	for _, check := range c {
		held := map[string]int{} // in how many parts
		for _, part := range s.Parts() {
			text, ok := check(say.Scope{Answer: s.Answer, At: part})
			if ok {
				held[text]++
			}
			if text != "" { // 1 for the last part in which it held
				add(part, 1+len(s.Parts())-held[text], []document.Check{{OK: ok, Text: text}})
			}
		}
	}
	all := append(doubts, passed...)
	return []document.Part{{Checks: ShortChecks(all, MostMessages),
		Shorter: func() document.Part { return document.Part{Checks: ShortChecks(all, 1)} }}}
}
