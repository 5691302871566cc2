package result

import "strings"

// doubtsBlock prints what speaks against the model.
func doubtsBlock(doubts []Doubt) *block {
	b := &block{}
	b.heading("Assumptions in doubt, and what to look at")
	for _, d := range doubts {
		b.paragraph("  ", strings.Join(d.Studies, " × ")+": "+d.Assumption)
		b.paragraph("    ", d.Evidence+".")
		b.paragraph("    ", "If so: "+d.Consequence+".")
		b.paragraph("    ", "Look at: "+d.Look+".")
	}
	return b
}
