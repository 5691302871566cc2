package document

import (
	"cmp"
	"fmt"
	"slices"
)

// Scatter is points with horizontal lines, such as differences of two readings against their mean.
type Scatter struct {
	About
	X, Y   string // what the axes are
	Points []Place
	// Rules are horizontal lines with their names, whose intervals are shaded.
	Rules []Rule
	// Trends are lines over the points, with their names in the legend.
	Trends []Line
	// Same is the height of no difference, which has a thin line.
	Same     float64
	Decimals int // as in [Column]
	// Table is the numbers that readers need; nil: the rules.
	Table *Table
}

// Place is a point of a [Scatter].
type Place struct{ X, Y float64 }

// Rule is a horizontal line of a [Scatter].
type Rule struct {
	Name  string
	Value Estimate
	// Main lines are whole, others dashed.
	Main bool
}

// mostPoints is how many points a figure draws. With more, its file has megabytes, and nobody can distinguish the
// points.
const mostPoints = 2000

// Drawn returns the points that a figure draws. If there are too many, they are evenly spaced in the order of their
// heights, with the lowest and the highest.
func (s Scatter) Drawn() []Place {
	if len(s.Points) <= mostPoints {
		return s.Points
	}
	all := slices.Clone(s.Points)
	slices.SortFunc(all, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
	drawn := make([]Place, mostPoints)
	for k := range drawn {
		drawn[k] = all[k*(len(all)-1)/(mostPoints-1)]
	}
	return drawn
}

// Title implements [Chart]. It says how many points are left out.
func (s Scatter) Title() string {
	if len(s.Points) <= mostPoints {
		return s.Caption
	}
	return fmt.Sprintf("%s (%s of %s points are drawn, evenly from the lowest to the highest)", s.Caption,
		Integer(mostPoints), Integer(len(s.Points)))
}

// Numbers implements [Chart].
func (s Scatter) Numbers() *Table {
	if s.Table != nil {
		return s.Table
	}
	t := &Table{Name: s.ID, Caption: s.Caption, Columns: []Column{{}, {Head: s.Y, Decimals: s.Decimals}}}
	group := Group{}
	for _, r := range s.Rules {
		group.Rows = append(group.Rows, Row{Name: r.Name, Cells: []Cell{r.Value}})
	}
	t.Groups = []Group{group}
	return t
}
