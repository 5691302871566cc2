package report

import "strings"

// textWidth is the width to which sentences are broken.
const textWidth = 100

// doubtsBlock prints what speaks against the model, or what needs a word.
func doubtsBlock(doubts []Doubt) *block {
	b := &block{}
	b.heading("Assumptions in doubt, and what to look at")
	for _, d := range doubts {
		b.paragraph("  ", strings.Join(d.Studies, " × ")+": "+d.Assumption)
		b.paragraph("    ", d.Evidence+".")
		b.paragraph("    ", "Look at: "+d.Look+".")
	}
	return b
}

// paragraph breaks a text into lines that begin with an indent.
func (b *block) paragraph(indent, text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(indent+line+" "+word) > textWidth {
			b.heading(indent + line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		b.heading(indent + line)
	}
}
