package family

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Labels are the labels of a fit in the order in which they are evaluated: row by row, inside a row by the cell of the
// item. The linear predictor of a label is the sum of a number of its row and one effect of each further factor, found
// by its cell index. The number of a row is the study's mean plus the effect of one more factor, such as the labeler,
// if there is one.
type Labels struct {
	Studies int
	Study   []int32   // of each row
	Start   []int     // labels of row u are Start[u]:Start[u+1]
	Value   []float64 // of each label
	Count   []float64 // labels of each study

	// The item of each label: the cell index of item j in study s is j·Studies + s.
	Items int
	Item  []int32
	// If many levels have a single label, their effects are integrated out: these levels have no effects, and their
	// variance is part of the label's variance around its linear predictor. Rows from Levels on belong to such levels,
	// one row for each study (Levels is the number of rows if there are none). Items' cells from Items·Studies on
	// belong to such items, one for each study.
	Levels int
	// Rows describes the rows.
	Rows Rows
	// Slopes says that each row has a slope too, which multiplies the effects of its items. There are none if rows are
	// studies, or if effects are integrated out.
	Slopes bool
	// RowResiduals says that each row has another residual standard deviation. Then no effects are integrated out.
	RowResiduals bool
	// Further holds, for each factor besides items and rows, the cell index of each label; Cells the number of cells.
	Further [][]int32
	Cells   []int
}

// Rows says which properties the labels of one row share.
type Rows int

const (
	// StudyRows are of one study each.
	StudyRows Rows = iota
	// NestedRows are of one level of a factor that belongs to one study.
	NestedRows
	// CrossedRows are of one level of a factor and one study.
	CrossedRows
)

// ItemCells returns the number of cells of items, items × studies.
func (l *Labels) ItemCells() int { return l.Items * l.Studies }

// ItemCounts returns the number of labels in each cell of an item.
func (l *Labels) ItemCounts() []int32 { return counts(l.Item, l.ItemCells()+l.Studies)[:l.ItemCells()] }

// Integrated reports whether the effects of some levels are integrated out.
func (l *Labels) Integrated() bool {
	return l.Levels < len(l.Study) || slices.ContainsFunc(l.Item, func(j int32) bool { return int(j) >= l.ItemCells() })
}

// FurtherCounts returns the number of labels in each cell of a further factor.
func (l *Labels) FurtherCounts(factor int) []int32 { return counts(l.Further[factor], l.Cells[factor]) }

// RowCounts returns the number of labels of each row of a level.
func (l *Labels) RowCounts() []int32 {
	n := make([]int32, l.Levels)
	for u := range n {
		n[u] = int32(l.Start[u+1] - l.Start[u])
	}
	return n
}

// kept returns the labels without an effect that is integrated out, with all rows.
func (l *Labels) kept() *Labels {
	k := *l
	k.Levels = len(l.Study) // rows without labels are as good as any
	k.Item, k.Value, k.Start, k.Count = nil, nil, []int{0}, make([]float64, l.Studies)
	for u, s := range l.Study {
		for i := l.Start[u]; i < l.Start[u+1]; i++ {
			if u < l.Levels && int(l.Item[i]) < l.ItemCells() {
				k.Item, k.Value = append(k.Item, l.Item[i]), append(k.Value, l.Value[i])
				k.Count[s]++
			}
		}
		k.Start = append(k.Start, len(k.Item))
	}
	return &k
}

func counts(index []int32, cells int) []int32 {
	n := make([]int32, cells)
	for _, i := range index {
		n[i]++
	}
	return n
}

// Predictor is the linear predictor θ = Row[u] + Slope[u]·Item[i] + Σ Further[t][j] of labels and the own parameters of
// the family, or derivatives with respect to them.
type Predictor struct {
	Row, Item   []float64
	Slope       []float64 // nil: 1
	LogResidual []float64 // of a family of location and scale: log σ of a row less that of its study; nil: 0
	Further     [][]float64
	Own         []float64 // study × parameter
	// Variances of effects of items and of rows' levels that are integrated out, by study.
	ItemVariance, RowVariance []float64
}

// NewPredictor returns a predictor of zeros for labels of a family with a number of parameters.
func (l *Labels) NewPredictor(parameters int) *Predictor {
	p := &Predictor{
		Row: make([]float64, len(l.Study)), Item: make([]float64, l.ItemCells()),
		Own:          make([]float64, l.Studies*parameters),
		ItemVariance: make([]float64, l.Studies), RowVariance: make([]float64, l.Studies),
	}
	for _, n := range l.Cells {
		p.Further = append(p.Further, make([]float64, n))
	}
	if l.Slopes {
		p.Slope = make([]float64, len(l.Study))
	}
	if l.RowResiduals {
		p.LogResidual = make([]float64, len(l.Study))
	}
	return p
}

// AddScaled adds weight times the numbers of q, of the same labels, except for variances.
func (p *Predictor) AddScaled(weight float64, q *Predictor) {
	floats.AddScaled(p.Row, weight, q.Row)
	floats.AddScaled(p.Slope, weight, q.Slope)
	floats.AddScaled(p.LogResidual, weight, q.LogResidual)
	floats.AddScaled(p.Item, weight, q.Item)
	for t, f := range p.Further {
		floats.AddScaled(f, weight, q.Further[t])
	}
	floats.AddScaled(p.Own, weight, q.Own)
}

// Clear sets all numbers to 0.
func (p *Predictor) Clear() {
	clear(p.Row)
	clear(p.Slope)
	clear(p.LogResidual)
	clear(p.Item)
	for _, f := range p.Further {
		clear(f)
	}
	clear(p.Own)
	clear(p.ItemVariance)
	clear(p.RowVariance)
}

// slope returns the slope of a row.
func (p *Predictor) slope(row int) float64 {
	if p.Slope == nil {
		return 1
	}
	return p.Slope[row]
}
