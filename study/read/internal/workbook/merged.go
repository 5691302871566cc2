package workbook

import (
	"bytes"
	"fmt"
	"io"
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

// mergedOf finds the blocks of merged cells, which come after all rows.
func (b *Book) mergedOf(sheet Sheet) ([]Range, error) {
	there, err := b.mentions(sheet, "mergeCell")
	if err != nil || !there {
		return nil, err
	}
	var all []Range
	err = b.scan(sheet.part, func(s *scanner, t token) error {
		if t != startToken || s.name != "mergeCell" {
			return nil
		}
		g, ok := rangeOf(s.attribute("ref"))
		if !ok {
			return broken(fmt.Sprintf("%.20q are no cells that could be merged", s.attribute("ref")))
		}
		if g.Left < g.Right || g.Top < g.Bottom {
			all = append(all, g)
		}
		if len(all) > mostMerged {
			return broken(fmt.Sprintf("more than %d blocks of cells are merged", mostMerged))
		}
		return nil
	})
	return all, err
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
	column, fault := columnOf(text, row, 0)
	return row, column, fault == nil
}
