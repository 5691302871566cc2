package result

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/batch"
)

// mostConfused is how many categories a printed table of which goes with which can have.
const mostConfused = 9

// text prints the tables of all tasks, then what holds of all labels together.
func (sev *Several) text(w io.Writer) error {
	all := dataBlock(sev.Data)
	for _, text := range sev.CautionTexts()[len(sev.Data.Cautions):] {
		all.paragraph("  ", text)
	}
	blocks := []*block{all}
	if first := sev.First(); first != nil {
		m := modelBlock(first.Model)
		m.lines = m.lines[:2] // the brms formula of one task says nothing of the cut
		of := sev.counted()
		if sev.mixed() {
			of += ", each with the family of its labels; of the first"
		}
		m.lines[0].text = fmt.Sprintf("Model of %s: %s", of, strings.TrimPrefix(m.lines[0].text, "Model: "))
		blocks = append(blocks, m)
	}
	tables := sev.Tables()
	for i, t := range tables {
		if i == len(tables)-1 {
			blocks = append(blocks, sev.together()...) // the last table tells how far the draws can be trusted
		}
		blocks = append(blocks, t.block())
	}
	end := &block{}
	if sev.Partial {
		end.heading("PARTIAL: interrupted. Unfinished fits are missing.")
	}
	if sev.More != "" {
		end.heading(sev.More)
	}
	if len(end.lines) > 0 {
		blocks = append(blocks, end)
	}
	return writeBlocks(w, blocks)
}

// counted is the number of tasks and what they are: "3 categories against the rest".
func (sev *Several) counted() string {
	n := len(sev.Tasks)
	if sev.ofCategories() {
		return count(n) + " categories, each against the rest"
	}
	return plural(n, "fit")
}

// ofCategories reports whether the tasks are each category against the rest.
func (sev *Several) ofCategories() bool { return slices.Equal(sev.Cut, []string{batch.ByCategory}) }

// together is what holds of all labels: the coefficients of all categories, and which of them go together.
func (sev *Several) together() []*block {
	var blocks []*block
	if len(sev.Agreement) > 0 {
		b := agreementBlock(&Result{Agreement: sev.Agreement, Interval: sev.Interval})
		b.lines[0].cells[0] = "All categories together"
		blocks = append(blocks, b)
	}
	for _, t := range sev.Confusions() {
		blocks = append(blocks, t.block())
	}
	return blocks
}

// Confusions returns which category goes with which as tables, in per cent of each row, unless the categories are too
// many to print: of pairs of studies, or of one study alone.
func (sev *Several) Confusions() []Table {
	return confusionTables(sev.Confusion, len(sev.Data.Studies) == 1)
}

// confusionTables are those of pairs of studies, and if asked for of one study alone.
func confusionTables(confusions []Confusion, alone bool) []Table {
	var tables []Table
	for _, c := range confusions {
		if c.Shares == nil || len(c.Categories) > mostConfused || len(c.Studies) == 1 && !alone {
			continue
		}
		t := Table{Head: append(append([]string{}, c.Categories...), "all"), label: "confusion"}
		if len(c.Studies) == 1 {
			t.Title = fmt.Sprintf("Two labels of an item of %s, %% of row", c.Studies[0])
		} else {
			t.Title = fmt.Sprintf("%s of an item (rows) and %s, %% of row", c.Studies[0], c.Studies[1])
		}
		var g TableGroup
		for y, row := range c.Shares {
			all := Number(0)
			for _, share := range row {
				all += share
			}
			cells := []string{c.Categories[y]}
			for _, share := range row {
				if all == 0 {
					share = Undefined()
				}
				cells = append(cells, (100 * share / all).fixed(1))
			}
			g.Rows = append(g.Rows, append(cells, (100*all).fixed(1)))
		}
		t.Groups = []TableGroup{g}
		tables = append(tables, t)
	}
	return tables
}

// block lays a table out for a terminal.
func (tab Table) block() *block {
	b := &block{spare: tab.spare}
	b.row("", append([]string{tab.Title}, tab.Head...)...)
	for _, g := range tab.Groups {
		indent := "  "
		if g.Title != "" {
			b.heading("  " + g.Title)
			indent = "    "
		}
		for _, row := range g.Rows {
			b.row("", append([]string{indent + row[0]}, row[1:]...)...)
		}
	}
	b.sentences(tab.Notes)
	return b
}
