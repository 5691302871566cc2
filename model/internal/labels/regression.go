package labels

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/counting"
	"concord/model/spec"
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
	parts []parts     // by study
	// All labels of an item in a study have one level.
	ofItems bool
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
		of.setParts(t, sp)
		of.ofItems = of.constantIn(slices.Concat(itemCells(t)...), len(t.Items())*len(t.Studies()))
		d.of = append(d.of, of)
	}
	return d
}

// itemCells returns the cell of the item and the study of each label, by study.
func itemCells(t *study.Table) [][]int32 {
	k := int32(len(t.Studies()))
	all := make([][]int32, k)
	for s := range all {
		for _, j := range t.StudyAt(s).Item() {
			all[s] = append(all[s], j*k+int32(s))
		}
	}
	return all
}

// OfItems reports whether what a part of the i-th covariate adds belongs to the items. Labelers' discriminations
// multiply it, as they do the items' effects.
func (d *Design) OfItems(i int, part spec.Part) bool {
	return part == spec.OfItem || part == spec.Whole && d.of[i].ofItems
}

// PartRows returns, for a part of the i-th covariate, the level of each label of a study and the factors of the
// coefficients by level. A level is a level of the covariate, an item or a labeler. Both results are nil if the part
// does not vary there.
func (d *Design) PartRows(i int, part spec.Part, s int) (level []int32, rows [][]float64) {
	of := &d.of[i]
	switch part {
	case spec.OfItem:
		return of.parts[s].itemOf, of.parts[s].item
	case spec.OfLabeler:
		return of.parts[s].labelerOf, of.parts[s].labeler
	}
	for l := range of.share[s] {
		rows = append(rows, d.At(i, s, int32(l)))
	}
	return of.index[s], rows
}

// RowOf returns the factors of the coefficients of a part in a label of a study; nil if the part does not vary there.
func (d *Design) RowOf(i int, part spec.Part, s, label int) []float64 {
	if part == spec.Whole {
		return d.At(i, s, d.of[i].index[s][label])
	}
	if level, rows := d.PartRows(i, part, s); rows != nil {
		return rows[level[label]]
	}
	return nil
}

// PartValues stores in dst, for each level as in [Design.PartRows], what a part of the i-th covariate adds to the
// linear predictor, given the coefficients. It is empty if the part does not vary.
func (d *Design) PartValues(
	dst []float64, i int, part spec.Part, s int, reported []float64,
) (level []int32, to []float64) {
	if part == spec.Whole {
		return d.of[i].index[s], d.Part(dst, i, s, reported)
	}
	level, rows := d.PartRows(i, part, s)
	dst = dst[:0]
	for _, row := range rows {
		dst = append(dst, floats.Dot(row, reported))
	}
	return level, dst
}

// Levels returns the level of each label of a study of the i-th covariate, and the share of its labels that each level
// has.
func (d *Design) Levels(i, s int) (index []int32, share []float64) {
	return d.of[i].index[s], d.of[i].share[s]
}

// At returns the factors of the reported coefficients of the i-th covariate, for a label of some level in a study. They
// are a centred number, or centred indicators of categories.
func (d *Design) At(i, s int, at int32) []float64 {
	x := make([]float64, d.of[i].Reported())
	for c := range x {
		x[c] = d.of[i].reported(s, c, at)
	}
	return x
}

// reported returns the factor of a reported coefficient in a label of some level.
func (of *designed) reported(s, c int, at int32) float64 {
	switch {
	case of.value != nil:
		return of.value[at] - of.mean[s]
	case int(at) == c:
		return 1 - of.share[s][c]
	}
	return -of.share[s][c]
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
	var at [3][]columnsOf // the columns in the cells of each
	var free []int        // covariates in own cells
	first := make([]int, len(design.of))
	column := 0
	for i, of := range design.of {
		first[i] = column
		for _, part := range of.Parts() {
			cells := OwnCells
			switch {
			case part == spec.OfItem, part == spec.Whole && of.ofItems:
				cells = ItemCells
			case part == spec.OfLabeler, of.constantIn(row, rows):
				cells = RowCells
			default:
				free = append(free, i)
			}
			at[cells] = append(at[cells], columnsOf{i, part})
			for range of.Columns() {
				parts[cells].Columns = append(parts[cells].Columns, column)
				column++
			}
		}
	}
	cells := [3][]int32{item, row, nil}
	size := [3]int{d.ItemCells(), rows, 0}
	sloped := design.sloped()
	if len(free) > 0 || len(sloped) > 0 {
		labelers := row
		if len(sloped) == 0 {
			labelers = nil
		}
		own, size[OwnCells] = design.number(append(sloped, free...), k, labelers, rows)
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
		for _, of := range at[p] {
			design.fill(part, offset, cells[p], of.covariate, of.part)
			offset += design.of[of.covariate].Columns()
		}
		d.Regression.Parts = append(d.Regression.Parts, *part)
	}
	return own
}

// columnsOf are the columns of a part of a covariate.
type columnsOf struct {
	covariate int
	part      spec.Part
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

// fill sets the columns of a part of the i-th covariate among regressors, the first of them at offset, given the cell
// of each label.
func (d *Design) fill(re *Regressors, offset int, cell []int32, i int, part spec.Part) {
	width, n := len(re.Columns), 0
	for s, index := range d.of[i].index {
		levels, columns := d.columnsIn(i, part, s)
		for at := range index {
			to := int(cell[n])
			re.Study[to] = int32(s)
			if columns != nil {
				copy(re.X[to*width+offset:], columns[levels[at]])
			}
			n++
		}
	}
}

// columnsIn returns, for a part of the i-th covariate, the level of each label of a study and the columns by level,
// centred over the labels. Both are nil if the part has no columns.
func (d *Design) columnsIn(i int, part spec.Part, s int) (level []int32, columns [][]float64) {
	of := &d.of[i]
	if part != spec.Whole {
		level, rows := d.PartRows(i, part, s)
		return level, of.contrasted(rows)
	}
	columns = of.columns()
	mean := make([]float64, of.Columns())
	for l, share := range of.share[s] {
		floats.AddScaled(mean, share, columns[l])
	}
	for l := range columns {
		floats.Sub(columns[l], mean)
	}
	return of.index[s], columns
}

// contrasted returns the columns of rows of factors of reported coefficients.
func (of *designed) contrasted(rows [][]float64) [][]float64 {
	if of.value != nil || rows == nil {
		return rows
	}
	q := Contrasts(len(of.Levels))
	columns := newRows(len(rows), of.Columns())
	for l, row := range rows {
		for level, x := range row {
			floats.AddScaled(columns[l], x, q[level])
		}
	}
	return columns
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
