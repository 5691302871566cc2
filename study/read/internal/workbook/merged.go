package workbook

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Range is a block of cells: its first and last row, from 1, and its first and last column, from 0.
type Range struct{ Top, Bottom, Left, Right int }

// String is the range as a workbook writes it, such as B2:C4.
func (g Range) String() string {
	return fmt.Sprintf("%s%d:%s%d", Letters(g.Left), g.Top, Letters(g.Right), g.Bottom)
}

// mostMerged bounds the blocks of a sheet that are merged.
const mostMerged = 1 << 20

// merged are the blocks of merged cells of a sheet.
type merged struct {
	down   []Range    // of one column, by their first rows
	across []Range    // of several columns, by their first rows
	next   int        // of down
	open   []*filling // by their columns
	size   int        // bytes of their texts
	cells  []Cell
}

// filling is a block whose rows are read.
type filling struct {
	Range
	kind Kind
	text []byte
	has  bool
}

// mergedOf finds the blocks of merged cells, which come after all rows.
func (b *Book) mergedOf(sheet Sheet) (*merged, error) {
	m := &merged{}
	there, err := b.mentions(sheet, "mergeCell")
	if err != nil || !there {
		return m, err
	}
	err = b.scan(sheet.part, func(s *scanner, t token) error {
		if t != startToken || string(s.name) != "mergeCell" {
			return nil
		}
		g, ok := rangeOf(s.attribute("ref"))
		switch {
		case !ok:
			return broken(fmt.Sprintf("%.20q are no cells that could be merged", s.attribute("ref")))
		case g.Left < g.Right:
			m.across = append(m.across, g)
		case g.Top < g.Bottom:
			m.down = append(m.down, g)
		}
		if len(m.across)+len(m.down) > mostMerged {
			return broken(fmt.Sprintf("more than %d blocks of cells are merged", mostMerged))
		}
		return nil
	})
	byTop := func(a, b Range) int { return a.Top - b.Top }
	slices.SortStableFunc(m.down, byTop)
	slices.SortStableFunc(m.across, byTop)
	return m, err
}

// mentions reports whether the bytes of a sheet contain a word, which takes less time than reading its elements.
func (b *Book) mentions(sheet Sheet, word string) (bool, error) {
	r, err := b.open(sheet.part)
	if err != nil {
		return false, err
	}
	defer r.Close()
	buf := make([]byte, readBuffer)
	kept := 0 // bytes that may begin the word
	for {
		n, err := r.Read(buf[kept:])
		all := buf[:kept+n]
		if bytes.Contains(all, []byte(word)) {
			return true, nil
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		kept = copy(buf, all[max(0, len(all)-len(word)+1):])
	}
}

// rangeOf reads a block such as B2:C4.
func rangeOf(text string) (Range, bool) {
	from, to, found := strings.Cut(text, ":")
	if !found {
		to = from
	}
	top, left, ok := place(from)
	bottom, right, also := place(to)
	return Range{top, bottom, left, right}, ok && also && top <= bottom && left <= right
}

// place reads the place of a cell such as B2.
func place(text string) (row, column int, ok bool) {
	digits := strings.TrimLeft(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	row, err := strconv.Atoi(digits)
	if err != nil || row < 1 || row > mostRows {
		return 0, 0, false
	}
	column, fault := columnOf([]byte(text), row, 0)
	return row, column, fault == nil
}

// fill gives the cells of a row that are merged with one above the value of it. The row must have a separate cell.
func (m *merged) fill(cells []Cell, row int) ([]Cell, error) {
	m.open = slices.DeleteFunc(m.open, func(f *filling) bool {
		if f.Bottom < row {
			m.size -= len(f.text)
		}
		return f.Bottom < row
	})
	for ; m.next < len(m.down) && m.down[m.next].Top <= row; m.next++ {
		g := m.down[m.next]
		at, taken := slices.BinarySearchFunc(m.open, g.Left,
			func(f *filling, column int) int { return f.Left - column })
		if taken {
			return nil, broken(fmt.Sprintf("the merged cells %v and %v are in one another", m.open[at].Range, g))
		}
		if g.Bottom >= row {
			m.open = slices.Insert(m.open, at, &filling{Range: g})
		}
	}
	if len(m.open) == 0 || len(cells) == 0 {
		return cells, nil
	}
	m.cells = m.cells[:0]
	left := cells
	for _, f := range m.open {
		for len(left) > 0 && left[0].Column < f.Left {
			m.cells, left = append(m.cells, left[0]), left[1:]
		}
		own := len(left) > 0 && left[0].Column == f.Left
		switch {
		case row == f.Top && own:
			f.kind, f.text, f.has = left[0].Kind, bytes.Clone(left[0].Text), true
			if m.size += len(f.text); m.size > longestRow {
				return nil, broken("merged cells have more than 16 MiB of text")
			}
		case row > f.Top && f.has && !own:
			m.cells = append(m.cells, Cell{Column: f.Left, Kind: f.kind, Text: f.text, Filled: true})
		}
	}
	m.cells = append(m.cells, left...)
	return m.cells, nil
}
