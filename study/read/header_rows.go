package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// withoutHeaders leaves out further lines of headers below the first, which survey programs write, and says so.
func (from *input) withoutHeaders(rows stream.Records, first *stream.FirstRows, o Options) (*stream.FirstRows, string) {
	a, ok := rows.(*ahead)
	if !ok || o.AsIs || from.shard || layouts.FieldsIn(first.Header) < 2 { // the first line may be a title
		return first, ""
	}
	if _, ok := a.Records.(*container.Scanner); !ok {
		return first, ""
	}
	n := layout.HeaderRows(first.Header, first.Cells)
	// Each line must be of the first of all rows, which have as many fields as the header.
	if n == 0 || len(a.rows) < n || a.rows[n-1].line != first.Lines[n-1] {
		return first, ""
	}
	a.next = n
	left := &stream.FirstRows{Header: first.Header, Cells: first.Cells[n:], Lines: first.Lines[n:]}
	for k, line := range first.TopLines {
		if line > first.Lines[n-1] {
			left.Top, left.TopLines = append(left.Top, first.Top[k]), append(left.TopLines, line)
		}
	}
	return left, visible.Count(n, "further header line") + " left out"
}

// groupedHeader finds a header of two lines, as spreadsheets have it: names of groups of columns above the names of
// columns, which come again in each group.
func groupedHeader(first *stream.FirstRows) *study.Error {
	if len(first.Cells) < 2 {
		return nil
	}
	group, names, again := "", make([]string, len(first.Header)), false
	blank := 0
	for i, name := range first.Header {
		below := strings.TrimSpace(first.Cells[0][i])
		if _, err := strconv.ParseFloat(below, 64); err == nil || below == "" {
			return nil
		}
		if name = strings.TrimSpace(name); name != "" {
			group = name
		} else if i > 0 {
			blank++
		}
		again = again || slices.Contains(first.Cells[0][:i], first.Cells[0][i])
		names[i] = strings.TrimSpace(group + " " + below)
	}
	if blank < 2 || !again {
		return nil
	}
	return faults.HeaderRows.Faultf("the header has two lines, of which the first names groups of columns").
		AtLine(first.Lines[0]).FixedBy(study.By("write one line of names, such as "+visible.Names(names)),
		naming.Doubted())
}

// sumsUp and besideSums are names of rows at the end of a spreadsheet that sum up the rows above. The first are of
// means and sums, which the numbers can confirm; the others stand next to them.
const (
	sumsUp = " average avg mean total totals sum grandtotal overall mittelwert durchschnitt summe gesamt moyenne " +
		"somme promedio media suma totale somma gemiddelde totaal średnia razem среднее итого сумма 平均 合計 合计 总计 "
	besideSums = " sd stdev std standarddeviation standardabweichung var variance median min max minimum maximum " +
		"count n "
)

// summaryRows finds rows at the end that are called means or sums of the rows above, and are so by their numbers. Taken
// for an item they would make up labels.
func summaryRows(first *stream.FirstRows) *study.Error {
	const most = 6 // such rows
	for column := range first.Header {
		from := len(first.Cells)
		for from > max(1, len(first.Cells)-most) && isSummary(first.Cells[from-1][column], sumsUp+besideSums) {
			from--
		}
		for row := from; row < len(first.Cells); row++ {
			if !isSummary(first.Cells[row][column], sumsUp) || !columnSumsUp(first, row, from) {
				continue
			}
			var names []string
			for _, cells := range first.Cells[from:] {
				if !slices.Contains(names, cells[column]) {
					names = append(names, cells[column])
				}
			}
			return faults.SummaryRows.Faultf("the row %q holds no labels: it sums up the rows above",
				first.Cells[row][column]).AtLine(first.Lines[row]).InColumn(first.Header[column]).
				FixedBy(where("without these rows", first.Header[column], true, names...), naming.Wrong())
		}
	}
	return nil
}

func isSummary(cell, words string) bool {
	name := strings.TrimSpace(naming.Normalized(cell))
	return name != "" && naming.Among(words, name)
}

// columnSumsUp reports whether most numbers of a row are the mean or the sum of the first numbers of their column, as
// far as they are written out.
func columnSumsUp(first *stream.FirstRows, row, rows int) bool {
	numbers, fit := 0, 0
	for i, cell := range first.Cells[row] {
		x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil {
			continue
		}
		numbers++
		sum, n := 0.0, 0.0
		for _, cells := range first.Cells[:rows] {
			if y, err := strconv.ParseFloat(strings.TrimSpace(cells[i]), 64); err == nil {
				sum, n = sum+y, n+1
			}
		}
		_, decimals, _ := strings.Cut(cell, ".")
		half := 0.501 * math.Pow10(-len(strings.TrimSpace(decimals)))
		if n > 1 && (math.Abs(x-sum/n) <= half || math.Abs(x-sum) <= half) {
			fit++
		}
	}
	return 2*fit > numbers
}
