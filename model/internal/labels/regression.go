package labels

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/counting"
	"concord/model/internal/spec"
	"concord/study"
)

// Regression is the columns of the covariates of a model: the values that labels have in common, cell by cell.
type Regression struct {
	Columns int
	Common  []bool // of each column: studies share its β
	Parts   []Regressors
	Slopes  []LabelerSlopes
}

// LabelerSlopes are the values of a number or time that labelers have separate slopes of, in own cells. All labels of
// such a cell are of one labeler.
type LabelerSlopes struct {
	Term, Column int
	X            []float64 // of each cell
	Level        []int32   // of each cell: the place of its labeler's slope among the effects of the term
}

// Regressors are the values of some columns in cells, all labels of which have the same ones.
type Regressors struct {
	Of      Cells
	Columns []int
	X       []float64 // cells × columns
	Study   []int32   // of each cell
}

// Cells says whose cells some regressors have.
type Cells int

const (
	// ItemCells are those of items in studies: the values differ between items alone.
	ItemCells Cells = iota
	// RowCells are the rows of the labels: the values differ between labelers alone.
	RowCells
	// OwnCells are cells of labels that have the same values. They are the last of [family.Labels.Further].
	OwnCells
)

// Design is the values of the covariates of each label of a table, by a resolved spec.
type Design struct {
	of []designed
}

// designed is one covariate.
type designed struct {
	spec.Covariate
	index [][]int32   // by study: the level of each label
	value []float64   // of each level: a number or time in standard deviations; nil for categories
	share [][]float64 // by study: the share of the labels that each level has
	mean  []float64   // by study, of the values; nil for categories
}

// NewDesign returns the values of the covariates of a resolved spec.
func NewDesign(t *study.Table, sp spec.Spec) *Design {
	d := &Design{}
	for _, c := range sp.Covariates {
		of := designed{Covariate: c}
		names, _ := t.Levels(c.Factor)
		if !c.IsCategory() {
			of.value, _ = CovariateNumbers(c.Kind, names)
			for l := range of.value {
				of.value[l] /= c.SD
			}
		}
		for s := range t.Studies() {
			index, _ := t.StudyAt(s).Factor(c.Factor)
			share := make([]float64, len(names))
			for _, l := range index {
				share[l] += 1 / float64(len(index))
			}
			of.index, of.share = append(of.index, index), append(of.share, share)
			if of.value != nil {
				of.mean = append(of.mean, floats.Dot(share, of.value))
			}
		}
		d.of = append(d.of, of)
	}
	return d
}

// Levels returns the level of each label of a study of the i-th covariate, and the share of its labels that each level
// has.
func (d *Design) Levels(i, s int) (index []int32, share []float64) {
	return d.of[i].index[s], d.of[i].share[s]
}

// Row returns the factors of the reported coefficients of the i-th covariate, for the n-th label of a study. They are a
// centred number, or centred indicators of categories.
func (d *Design) Row(i, s, n int) []float64 { return d.At(i, s, d.of[i].index[s][n]) }

// At is Row for a label of some level.
func (d *Design) At(i, s int, at int32) []float64 {
	of := d.of[i]
	if of.value == nil {
		x := make([]float64, len(of.Levels))
		for l, share := range of.share[s] {
			x[l] = -share
		}
		x[at]++
		return x
	}
	return []float64{of.value[at] - of.mean[s]}
}

// Offset returns the number or time of the n-th label of a study less the mean of the study, in standard deviations.
func (d *Design) Offset(i, s, n int) float64 {
	of := d.of[i]
	return of.value[of.index[s][n]] - of.mean[s]
}

// Spread returns the square root of the mean square of [Design.Offset] over the labels of a study.
func (d *Design) Spread(i, s int) float64 {
	of, square := d.of[i], 0.0
	for l, share := range of.share[s] {
		x := of.value[l] - of.mean[s]
		square += share * x * x
	}
	return math.Sqrt(square)
}

// Values returns the numbers or times of the levels of the i-th covariate, in standard deviations; nil for categories.
func (d *Design) Values(i int) []float64 { return d.of[i].value }

// Part stores in dst, for each level, the part of the i-th covariate in the linear predictor of a label of a study. The
// mean of the parts over the labels is 0. reported is its β, or the effects of its categories.
func (d *Design) Part(dst []float64, i, s int, reported []float64) []float64 {
	of := d.of[i]
	dst = dst[:0]
	mean := 0.0
	for l, share := range of.share[s] {
		x := 0.0
		if of.value == nil {
			x = reported[l]
		} else {
			x = of.value[l] * reported[0]
		}
		dst = append(dst, x)
		mean += share * x
	}
	for l := range dst {
		dst[l] -= mean
	}
	return dst
}

// columns returns the columns of the covariate by level, before they are centred: levels × columns.
func (of *designed) columns() [][]float64 {
	if of.value == nil {
		return Contrasts(len(of.Levels))
	}
	x := make([][]float64, len(of.value))
	for l, v := range of.value {
		x[l] = []float64{v}
	}
	return x
}

// Contrasts returns Q, n × (n − 1), whose columns are orthogonal to each other and to 1. Each row has the square sum 1,
// so that the effects Qβ of independent standard normal β are standard normal, too, and sum to 0.
func Contrasts(n int) [][]float64 {
	q := make([][]float64, n)
	times := math.Sqrt(float64(n) / float64(n-1))
	for i := range q {
		q[i] = make([]float64, n-1)
		for c := range q[i] { // Helmert's: level c + 1 against the mean of those before
			scale := times / math.Sqrt(float64((c+1)*(c+2)))
			switch {
			case i <= c:
				q[i][c] = scale
			case i == c+1:
				q[i][c] = -scale * float64(c+1)
			}
		}
	}
	return q
}

// regression sets the columns by cells. It returns the own cell of each label if some covariate needs one. item and row
// are the cells of the labels in the table's order.
func (d *Compiled) regression(t *study.Table, sp spec.Spec, item, row []int32) (own []int32) {
	design := NewDesign(t, sp)
	d.Regression = &Regression{}
	d.Regression.Columns, d.Regression.Common = sp.Columns()
	k, rows := d.Studies, len(d.Study)
	parts := [...]Regressors{{Of: ItemCells}, {Of: RowCells}, {Of: OwnCells}}
	var at [3][]int // the covariates of each part, and the first of its columns
	first := make([]int, len(design.of))
	column := 0
	for i, of := range design.of {
		first[i] = column
		column += of.Columns()
		part := OwnCells
		switch {
		case !d.Slopes && of.constantIn(item, d.ItemCells()):
			part = ItemCells
		case of.constantIn(row, rows):
			part = RowCells
		}
		at[part] = append(at[part], i)
		for c := first[i]; c < column; c++ {
			parts[part].Columns = append(parts[part].Columns, c)
		}
	}
	cells := [3][]int32{item, row, nil}
	size := [3]int{d.ItemCells(), rows, 0}
	sloped := design.sloped()
	if len(at[OwnCells]) > 0 || len(sloped) > 0 {
		labelers := row
		if len(sloped) == 0 {
			labelers = nil
		}
		own, size[OwnCells] = design.number(append(sloped, at[OwnCells]...), k, labelers, rows)
		cells[OwnCells] = own
		d.OwnCells = size[OwnCells]
	}
	for _, i := range sloped {
		d.Regression.Slopes = append(d.Regression.Slopes, design.of[i].slopes(d, first[i], own, row))
	}
	for p := range parts {
		if len(at[p]) == 0 {
			continue
		}
		part := &parts[p]
		part.X, part.Study = make([]float64, size[p]*len(part.Columns)), make([]int32, size[p])
		offset := 0
		for _, i := range at[p] {
			design.of[i].fill(part, offset, cells[p])
			offset += design.of[i].Columns()
		}
		d.Regression.Parts = append(d.Regression.Parts, *part)
	}
	return own
}

// constantIn reports whether all labels of a cell have the same level.
func (of *designed) constantIn(cell []int32, cells int) bool {
	level := make([]int32, cells)
	n := 0
	for _, index := range of.index {
		for _, l := range index {
			switch at := &level[cell[n]]; *at {
			case 0:
				*at = l + 1
			case l + 1:
			default:
				return false
			}
			n++
		}
	}
	return true
}

// sloped returns the covariates that labelers have separate slopes of.
func (d *Design) sloped() (covariates []int) {
	for i, of := range d.of {
		if of.Slopes {
			covariates = append(covariates, i)
		}
	}
	return covariates
}

// slopes returns the values of a covariate in own cells, and whose slope multiplies them.
func (of *designed) slopes(d *Compiled, column int, own, row []int32) LabelerSlopes {
	sl := LabelerSlopes{Column: column, X: make([]float64, d.OwnCells), Level: make([]int32, d.OwnCells),
		Term: slices.IndexFunc(d.Terms, func(g *Grouping) bool { return g.Slopes == of.Factor })}
	n := 0
	for s, index := range of.index {
		for _, l := range index {
			sl.X[own[n]], sl.Level[own[n]] = of.value[l]-of.mean[s], row[n]
			n++
		}
	}
	return sl
}

// number numbers the combinations of a study, the levels of some covariates and, if rows are not nil, the rows.
func (d *Design) number(covariates []int, k int, row []int32, rows int) (cell []int32, cells int) {
	n := 0
	var in [][]int32
	for s, index := range d.of[0].index {
		n += len(index)
		in = append(in, make([]int32, len(index)))
		for i := range in[s] {
			in[s][i] = int32(s)
		}
	}
	all := counting.NewCombinations(n)
	all.Cross(k, in...)
	if row != nil {
		of := make([][]int32, k)
		for s := range in {
			of[s], row = row[:len(in[s])], row[len(in[s]):]
		}
		all.Cross(rows, of...)
	}
	for _, i := range covariates {
		all.Cross(len(d.of[i].share[0]), d.of[i].index...)
	}
	distinct, cell := counting.Number(all.Key, all.Limit)
	return cell, len(distinct)
}

// fill sets the columns of a covariate in a part, the first of them at offset, given the cell of each label.
func (of *designed) fill(part *Regressors, offset int, cell []int32) {
	columns, width := of.columns(), len(part.Columns)
	n := 0
	for s, index := range of.index {
		mean := make([]float64, of.Columns())
		for l, share := range of.share[s] {
			for c, x := range columns[l] {
				mean[c] += share * x
			}
		}
		for _, l := range index {
			at := int(cell[n])
			part.Study[at] = int32(s)
			for c, x := range columns[l] {
				part.X[at*width+offset+c] = x - mean[c]
			}
			n++
		}
	}
}

// Add adds x′β to the values of cells, given β of each column and study: columns × studies.
func (re *Regressors) Add(to, beta []float64, k int) {
	width := len(re.Columns)
	for cell, s := range re.Study {
		x, sum := re.X[cell*width:(cell+1)*width], 0.0
		for c, column := range re.Columns {
			sum += x[c] * beta[column*k+int(s)]
		}
		to[cell] += sum
	}
}

// AddBackward adds to bar the derivatives with respect to β, given the derivatives with respect to values of cells.
func (re *Regressors) AddBackward(bar, cells []float64, k int) {
	width := len(re.Columns)
	for cell, s := range re.Study {
		g := cells[cell]
		for c, x := range re.X[cell*width : (cell+1)*width] {
			bar[re.Columns[c]*k+int(s)] += x * g
		}
	}
}
