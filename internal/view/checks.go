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
	doubt := func(of answer.Key, text string) {
		if of.Group != "" || of.Task != "" {
			text = say.Scope{Answer: s.Answer, At: of}.Fill("[{part}: ]") + text
		}
		doubts = append(doubts, document.Check{Text: text})
	}
	clean := true
	for _, r := range s.Runs {
		for _, check := range ChainChecks(r.Trust, MostMessages) {
			switch {
			case !check.OK && r.Of != "":
				doubt(answer.Key{Task: r.Task, Group: r.Group}, visible.Text(r.Of)+": "+check.Text)
			case !check.OK:
				doubt(answer.Key{Task: r.Task, Group: r.Group}, check.Text)
			case len(s.Runs) == 1:
				passed = append(passed, check)
			}
		}
		clean = clean && (r.Trust == nil || r.Trust.OK)
	}
	for _, text := range s.Doubts {
		doubt(answer.Key{}, text)
	}
	if clean && len(s.Runs) > 1 {
		passed = append(passed, document.Check{OK: true, Text: "chains converged"})
	}
	for _, check := range c {
		held := map[string]int{} // in how many parts
		for _, part := range s.Parts() {
			switch text, ok := check(say.Scope{Answer: s.Answer, At: part}); {
			case text == "":
			case !ok:
				doubt(part, text)
			default:
				if held[text]++; held[text] == len(s.Parts()) {
					passed = append(passed, document.Check{OK: true, Text: text})
				}
			}
		}
	}
	all := append(doubts, passed...)
	return []document.Part{{Checks: ShortChecks(all, MostMessages),
		Shorter: func() document.Part { return document.Part{Checks: ShortChecks(all, 1)} }}}
}
