package roles

import (
	"cmp"
	"math"
	"slices"
)

// Layout is how the labels of a table stand in its rows.
type Layout int

// Layouts of the rows.
const (
	Long    Layout = iota // a label a row, with the labeler
	Several               // a label in each of several columns, of one labeler
	NoName                // a label a row, and nobody says whose
	Wide                  // an item a row, and a column for each labeler
	People                // a person a row, and a column for each item
	layouts
)

// Reading assigns the columns of a table to roles. A role without a column is −1.
type Reading struct {
	Layout               Layout
	Item, Labeler, Label int
	Third                int   // tells repeats of an item and labeler apart: sessions or tasks
	Also                 int   // of an item that two columns name together
	Columns              []int // of labelers, or of items
	P                    float64
	nats                 float64
}

// Fixed holds the columns that are known in advance.
type Fixed struct {
	Item, Labeler, Label int // −1: open
	NoLabeler            bool
	LabelARow            bool   // columns hold one label each, whatever they look like
	Taken                []bool // columns that play other parts
	Within               []int  // of these, studies and factors: labelers label an item in each of their levels
}

// Exact is the weight of a usual name for its role, in log odds.
const Exact = 6

// None is a role that no column is known to have.
const None = -1

// prior is how common layouts are.
var prior = [layouts]float64{Long: .52, Several: .04, NoName: .07, Wide: .25, People: .1}

// noStudy is the share of files in which no column holds labels.
const noStudy = .02

// Limits on the search, which keep its time from growing with the product of columns.
const (
	mostKeys   = 8
	mostLabels = 16
	mostThirds = 8
	mostFew    = 20 // values of a third column
)

// table is a sample of rows, by column.
type table struct {
	columns []Column
	rows    int
	fixed   Fixed
}

// Resolve returns the readings of a table, the most probable first, whose probabilities are together 1 with that of no
// reading at all.
func Resolve(columns []Column, rows int, fixed Fixed) []Reading {
	t := &table{prepared(columns, rows), rows, fixed}
	sets := t.sets()
	all := t.long(sets)
	all = append(all, t.matrices(sets)...)
	of := [layouts]int{}
	for _, r := range all {
		of[r.Layout]++
	}
	best := math.Log(noStudy)
	for i := range all {
		all[i].nats += math.Log(prior[all[i].Layout]) - math.Log(float64(of[all[i].Layout]))
		best = max(best, all[i].nats)
	}
	sum := math.Exp(math.Log(noStudy) - best)
	for i := range all {
		all[i].P = math.Exp(all[i].nats - best)
		sum += all[i].P
	}
	for i := range all {
		all[i].P /= sum
		if a := all[i].Item; a >= 0 && t.columns[a].of != nil {
			all[i].Item, all[i].Also = t.columns[a].of[0], t.columns[a].of[1]
		}
	}
	slices.SortStableFunc(all, func(a, b Reading) int { return cmp.Compare(b.P, a.P) })
	return all
}

// isFree reports whether a column may play a role of those that are looked for.
func (t *table) isFree(i int) bool {
	f := t.fixed
	return i != f.Item && i != f.Labeler && i != f.Label && (f.Taken == nil || !f.Taken[i])
}
