package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shrinking is a document whose table has so many rows, or two fewer as often as it is asked for a shorter one.
func shrinking(rows, checks int) *Document {
	var part func(rows int) Part
	part = func(rows int) Part {
		t := &Table{Caption: "Name", Columns: []Column{{}, {Head: "number"}}}
		var all []Row
		for i := range rows {
			all = append(all, Row{Name: fmt.Sprint("row ", i+1), Cells: []Cell{Count(1)}})
		}
		t.Groups = Rows(all...)
		p := Part{Table: t}
		if rows > 4 {
			p.Shorter = func() Part { return part(rows - 2) }
		}
		return p
	}
	d := &Document{Read: "file.csv", Verdict: []string{"It is so"}}
	var doubts []Check
	for i := range checks {
		doubts = append(doubts, Check{Text: fmt.Sprint("doubt ", i+1)})
	}
	d.Sections = []Section{{Level: Answer, Parts: []Part{part(rows), {Table: part(3).Table, Shorter: LeftOut},
		{Checks: doubts}}}}
	return d
}

// A first screen that is too long loses parts from the last on, and no doubt. What is long enough stays as it is.
func TestFirstScreenGetsShorter(t *testing.T) {
	for _, c := range []struct {
		rows, checks, lines int
		second              bool // the table that can be left out
	}{
		{5, 3, 19, true}, {11, 3, 25, true}, {12, 3, 21, false}, {16, 3, 25, false}, {17, 3, 24, false},
		{12, 9, 25, false}, {4, 15, 25, false}, {6, 30, 40, false},
	} {
		d := shrinking(c.rows, c.checks)
		lines := firstScreen(d, Options{})
		assert.Len(t, lines, c.lines, "%v", c)
		text := strings.Join(lines, "\n")
		assert.Equal(t, c.second, strings.Count(text, "row 1 ") == 2, text)
		assert.Contains(t, text, fmt.Sprint("doubt ", c.checks))
		var full strings.Builder
		require.NoError(t, WriteText(&full, d, Options{Level: Detail}))
		assert.Contains(t, full.String(), fmt.Sprint("row ", c.rows), "all rows")
		assert.Equal(t, 2, strings.Count(full.String(), "row 3 "))
	}
}

// A part that merges takes the place of the part before it.
func TestFirstScreenMergesParts(t *testing.T) {
	table := func(name string, rows int) *Table {
		out := &Table{Caption: name, Columns: []Column{{}, {Head: "number"}}}
		for i := range rows {
			out.Groups = append(out.Groups, Rows(Row{Name: fmt.Sprint(name, i), Cells: []Cell{Count(1)}})...)
		}
		return out
	}
	d := &Document{Read: "file.csv", Verdict: []string{"It is so"}}
	merged := func() Part { return Part{Table: table("both", 12)} }
	d.Sections = []Section{{Level: Answer, Parts: []Part{{Table: table("first", 12)},
		{Table: table("second", 12), Shorter: merged, Merges: true}}}}
	text := strings.Join(firstScreen(d, Options{}), "\n")
	assert.Contains(t, text, "both11")
	assert.NotContains(t, text, "first")
	assert.NotContains(t, text, "second")
}

// The verdict is in the first three lines, also if the first line is broken.
func TestVerdictFollowsABrokenLine(t *testing.T) {
	d := &Document{Read: strings.Repeat("word ", 20), Verdict: []string{"It is so"}}
	lines := firstScreen(d, Options{Columns: ScreenColumns})
	require.Len(t, lines, 3)
	assert.Equal(t, "It is so", lines[2])
	d.Read = "word"
	assert.Equal(t, []string{"word", "", "It is so"}, firstScreen(d, Options{Columns: ScreenColumns}))
}
