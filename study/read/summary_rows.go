package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/study"
)

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
func (first *firstRows) summaryRows() *study.Error {
	const most = 6 // such rows
	for column := range first.header {
		from := len(first.cells)
		for from > max(1, len(first.cells)-most) && isSummary(first.cells[from-1][column], sumsUp+besideSums) {
			from--
		}
		for row := from; row < len(first.cells); row++ {
			if !isSummary(first.cells[row][column], sumsUp) || !first.sumsUp(row, from) {
				continue
			}
			var names []string
			for _, cells := range first.cells[from:] {
				if !slices.Contains(names, cells[column]) {
					names = append(names, cells[column])
				}
			}
			return study.Faultf(SummaryRows, "the row %q holds no labels: it sums up the rows above",
				first.cells[row][column]).AtLine(first.lines[row]).InColumn(first.header[column]).
				FixedBy(where("without these rows", first.header[column], true, names...), wrong())
		}
	}
	return nil
}

func isSummary(cell, words string) bool {
	name := strings.TrimSpace(normalized(cell))
	return name != "" && among(words, name)
}

// sumsUp reports whether most numbers of a row are the mean or the sum of the first numbers of their column, as far as
// they are written out.
func (first *firstRows) sumsUp(row, rows int) bool {
	numbers, fit := 0, 0
	for i, cell := range first.cells[row] {
		x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil {
			continue
		}
		numbers++
		sum, n := 0.0, 0.0
		for _, cells := range first.cells[:rows] {
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
