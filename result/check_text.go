package result

import (
	"fmt"
	"io"
	"strings"
)

// CheckJSON writes a check as one JSON object, indented.
func CheckJSON(w io.Writer, c *Check) error {
	return WriteJSON(w, c)
}

// CheckText writes a check as a page for a terminal.
func CheckText(w io.Writer, c *Check) error {
	blocks := []*block{dataBlock(c.Data), designBlock(c)}
	if c.Model != nil {
		code := &block{}
		code.heading("The same posterior in R by brms")
		for _, line := range strings.Split(c.Model.BRMSCode, "\n") {
			code.heading("  " + line)
		}
		blocks = append(blocks, modelBlock(c.Model), code)
	}
	verdict := &block{}
	for _, text := range c.Data.Warnings {
		verdict.heading("Warning: " + text)
	}
	switch {
	case c.Problem != "":
		for _, line := range strings.Split("No model: "+c.Problem, "\n") {
			verdict.heading(line)
		}
	case len(c.Data.Warnings) == 0:
		verdict.heading("Nothing to warn of.")
	}
	return writeBlocks(w, append(blocks, verdict))
}

func designBlock(c *Check) *block {
	b := &block{}
	head := []string{"Design", "labels/item", "labels/labeler", "connected", "one label only"}
	if c.Data.Labelers == 0 {
		head = head[:2]
	}
	b.row("", head...)
	indent, grouping := "  ", ""
	for _, s := range c.Design {
		if s.Grouping != grouping {
			indent, grouping = "    ", s.Grouping
			b.heading("  " + grouping)
		}
		row := []string{indent + s.Study, s.LabelsPerItem.String()}
		if c.Data.Labelers > 0 {
			connected := "yes"
			if s.Components > 1 {
				connected = fmt.Sprintf("%d parts", s.Components)
			}
			oneLabel := "none"
			if n := len(s.OneClassLabelers); n > 0 {
				oneLabel = plural(n, "labeler")
			}
			row = append(row, s.LabelsPerLabeler.String(), connected, oneLabel)
		}
		b.row("", row...)
	}
	return b
}

// String prints the smallest, the middle and the largest, or the one number if they are the same.
func (s Spread) String() string {
	if s.Min == s.Max {
		return count(s.Min)
	}
	return fmt.Sprintf("%s–%s, median %v", count(s.Min), count(s.Max), s.Median)
}
