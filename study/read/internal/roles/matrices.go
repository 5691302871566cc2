package roles

import (
	"math"
	"slices"
)

// alikeColumn is the evidence of each column of a set after the first: by chance, one column in twenty has the values
// of another.
const alikeColumn = 3

// alikeness is the evidence of columns that share their values. Those that divide the rows alike are one with another
// name.
func (t *table) alikeness(set []int) float64 {
	different := map[int]bool{}
	for _, i := range set {
		different[t.columns[i].same] = true
	}
	return alikeColumn * float64(len(different)-1)
}

// matrices are the readings of tables with several labels a row.
func (t *table) matrices(sets [][]int) []Reading {
	if t.anyFixed(Label) || t.fixed.LabelARow {
		return nil
	}
	var all []Reading
	for _, set := range sets {
		cells, row, column := t.cells(set)
		rows, columns := agreementOf(cells.Codes, row, t.rows, cells), agreementOf(cells.Codes, column, len(set), cells)
		base := t.alikeness(set) + t.columns[set[0]].kind.odds(Label) - t.labelHeads(set)
		none := Reading{Item: None, Labeler: None, Label: None, Third: None, Also: None, Columns: set}
		if !t.anyFixed(Labeler) && !t.fixed.NoLabeler {
			is, what := none, 0.0
			is.Layout = Wide
			is.Item, what = t.rowsNamed(Item, set)
			is.nats = base + t.heads(set) + what + rows.depends(ofItems, disagree) + columns.depends(ofLabelers, 0) +
				numbers(t.rows, len(set), 0)
			all = append(all, is)
		}
		if !t.anyFixed(Item) {
			is, who := none, 0.0
			is.Layout = People
			is.Labeler, who = t.rowsNamed(Labeler, set)
			is.nats = base - t.heads(set) + who + rows.depends(ofLabelers, 0) + columns.depends(ofItems, disagree) +
				numbers(len(set), t.rows, 1)
			all = append(all, is)
		}
	}
	return all
}

// cells are the cells of some columns as one column, with the row and the column of each: those of the first rows if
// there are many columns.
func (t *table) cells(set []int) (cells *Column, row, column []int32) {
	const most = 200_000
	cells = &Column{Numbers: true}
	number := map[string]int32{}
	for k, i := range set {
		c := &t.columns[i]
		cells.Numbers = cells.Numbers && c.Numbers
		to := make([]int32, len(c.Values))
		for v, text := range c.Values {
			code, known := number[text]
			if !known {
				code = int32(len(cells.Values))
				number[text] = code
				cells.Values = append(cells.Values, text)
			}
			to[v] = code
		}
		for r, code := range c.Codes[:min(len(c.Codes), most/len(set))] {
			if code >= 0 {
				cells.Codes = append(cells.Codes, to[code])
				row, column = append(row, int32(r)), append(column, int32(k))
			}
		}
	}
	cells.counts = make([]int, len(cells.Values))
	for _, code := range cells.Codes {
		cells.counts[code]++
	}
	cells.Present = len(cells.Codes)
	if cells.Numbers {
		cells.ranks = ranks(cells)
	}
	return cells, row, column
}

// heads is the evidence of the names of columns that they name labelers and not items.
func (t *table) heads(set []int) float64 {
	of, n := 0.0, float64(len(set))
	persons := 0
	for _, i := range set {
		c := &t.columns[i]
		switch {
		case c.IsCount && c.Counted == Labeler, isMail(c.Name):
			of++
		case c.IsCount && c.Counted == Item:
			of--
		case isPerson(c.Name):
			persons++
		}
	}
	if persons == len(set) { // words with capitals are items as well
		of += n / 4
	}
	return 3 * of / n
}

// rowsNamed returns the column that names the rows for a role, and its evidence; −1 if the number of the row must do.
func (t *table) rowsNamed(r Role, set []int) (column int, nats float64) {
	const (
		unnamed  = .1  // of tables say nothing of the rows
		unique   = .8  // of columns that name rows have each value once
		by       = .2  // and of other columns
		sessions = .1  // of tables have several rows of a name, which another column tells apart
		repeated = .02 // or none does
	)
	column, nats = None, math.Log(unnamed)
	for _, i := range t.candidates(r, mostKeys) {
		if slices.Contains(set, i) {
			continue
		}
		c := &t.columns[i]
		x := t.single(i, r) - t.missing(i, r, nil)
		switch {
		case float64(c.Present-len(c.Values)) <= designRepeats*float64(c.Present):
			x += math.Log(unique / by)
		case t.toldApart(c, set):
			x += math.Log(sessions)
		default:
			x += math.Log(repeated)
		}
		if t.isFixed(i, r) || x > nats {
			column, nats = i, x
		}
	}
	return column, nats
}

// labelHeads is the evidence of columns that are numbered labels: label_01, label_02.
func (t *table) labelHeads(set []int) float64 {
	n := 0
	for _, i := range set {
		if c := &t.columns[i]; c.IsCount && c.Counted == Label {
			n++
		}
	}
	return 4 * float64(n) / float64(len(set))
}

// toldApart reports whether another column of few values, of sessions or tasks, tells apart the rows that have one
// value of a column.
func (t *table) toldApart(c *Column, set []int) bool {
	for i := range t.columns {
		other := &t.columns[i]
		if !t.isFree(i) || slices.Contains(set, i) || len(other.Values) > mostFew || other.same == c.same {
			continue
		}
		if again, rows := repeats(c, other); float64(again) <= designRepeats*float64(rows) {
			return true
		}
	}
	return false
}
