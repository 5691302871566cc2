package model

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Coefficients returns what the i-th covariate of the spec adds to the linear predictor in a study, on the scale of the
// parameters. A number or time has one: what a standard deviation more adds. Categories have one each, the effects,
// which sum to 0.
func (s StudyPosterior) Coefficients(i int) []posterior.Quantity {
	return s.PartCoefficients(i, spec.Whole)
}

// PartCoefficients are [StudyPosterior.Coefficients] of a part of the i-th covariate. For the parts of items and
// labelers they are γ. There are none if the model has none.
func (s StudyPosterior) PartCoefficients(i int, part spec.Part) []posterior.Quantity {
	first := s.fit.layout.Covariates[i][part]
	if first < 0 {
		return nil
	}
	all := make([]posterior.Quantity, s.fit.spec.Covariates[i].Reported())
	for c := range all {
		all[c] = s.fit.draws.Quantity(first + c*len(s.fit.studies) + s.at)
	}
	return all
}

// Covariates are the covariates of the labels of a fit.
type Covariates struct {
	fit    *Posterior
	table  *study.Table
	design *labels.Design
}

// Covariates returns the covariates of the labels that were fitted; nil if the model has none, or if the posterior was
// made from draws alone (but see [Posterior.WithCovariatesOf]).
func (p *Posterior) Covariates() *Covariates {
	if p.design == nil {
		return nil
	}
	return &Covariates{p, p.ofCovariates(), p.design()}
}

// ofCovariates returns the table that has the covariates, nil if there is none.
func (p *Posterior) ofCovariates() *study.Table {
	if p.regressed != nil {
		return p.regressed
	}
	return p.table
}

// setDesign prepares the design of the covariates, which is computed once.
func (p *Posterior) setDesign() {
	if t, sp := p.ofCovariates(), p.spec; len(sp.Covariates) > 0 && t != nil {
		p.design = sync.OnceValue(func() *labels.Design { return labels.NewDesign(t, sp) })
	}
}

// CovariateLevel is a level of a covariate among the labels of a study.
type CovariateLevel struct {
	Name  string
	Share float64 // of the labels of the study
	// Value is a number or time; 0 for categories.
	Value float64
	// Offset is Value less its mean over the labels of the study, in standard deviations; 0 for categories.
	Offset float64
}

// Levels returns the levels of the i-th covariate that labels of a study have: numbers and times in ascending order,
// categories as [Covariate] names them.
func (c *Covariates) Levels(i int, s StudyPosterior) []CovariateLevel {
	of := c.fit.spec.Covariates[i]
	names, _ := c.table.Levels(of.Factor)
	_, share := c.design.Levels(i, s.at)
	value := c.design.Values(i)
	var all []CovariateLevel
	mean := 0.0
	for l, part := range share {
		if part == 0 {
			continue
		}
		at := CovariateLevel{Name: names[l], Share: part}
		if value != nil {
			at.Value, at.Offset = value[l]*of.SD, value[l]
			mean += part * value[l]
		}
		all = append(all, at)
	}
	if value == nil {
		return all
	}
	for l := range all {
		all[l].Offset -= mean
	}
	slices.SortStableFunc(all, func(a, b CovariateLevel) int {
		switch {
		case a.Value < b.Value:
			return -1
		case a.Value > b.Value:
			return 1
		}
		return 0
	})
	return all
}

// Varies reports whether the labels of a study differ in the i-th covariate. If they do not, they say nothing of its
// coefficients, which then have their prior.
func (c *Covariates) Varies(i int, s StudyPosterior) bool { return len(c.Levels(i, s)) > 1 }

// Between says between what labels are compared: items, labelers, or both. The zero value compares labels of one item
// by one labeler.
type Between struct{ Items, Labelers bool }

// Between reports how labels of a study at a level of the i-th covariate can be compared with labels at other levels:
// between items, labelers or both. The other levels count equally. It is the zero value if labels of one item by one
// labeler determine the difference.
func (c *Covariates) Between(i int, s StudyPosterior, level string, others ...string) Between {
	contrast := slices.Clone(c.rowAt(i, s, level))
	for _, other := range others {
		floats.AddScaled(contrast, -1/float64(len(others)), c.rowAt(i, s, other))
	}
	items, labelers, undetermined := c.design.Undetermined(i, s.at, contrast)
	if !undetermined {
		return Between{}
	}
	of := c.table.StudyAt(s.at)
	factor := c.fit.spec.Covariates[i].Factor
	switch {
	case items != labelers:
		return Between{items > labelers, labelers > items}
	case of.Within(study.ItemFactor, factor):
		return Between{Items: true}
	case s.HasLabelers() && of.Within(study.LabelerFactor, factor):
		return Between{Labelers: true}
	}
	return Between{true, true}
}

// rowAt returns the factors of the coefficients at a level.
func (c *Covariates) rowAt(i int, s StudyPosterior, level string) []float64 {
	names, _ := c.table.Levels(c.fit.spec.Covariates[i].Factor)
	at := slices.Index(names, level)
	if at < 0 {
		panic(fmt.Sprintf("model: no label has the level %q of the covariate", level))
	}
	return c.design.At(i, s.at, int32(at))
}

// Has reports whether a part of the i-th covariate has coefficients and varies in a study: what items, or labelers,
// have of it. The whole always counts.
func (c *Covariates) Has(i int, part spec.Part, s StudyPosterior) bool {
	if part == spec.Whole {
		return true
	}
	_, rows := c.design.PartRows(i, part, s.at)
	return rows != nil && slices.Contains(c.fit.spec.Covariates[i].Parts(), part)
}

// At returns the term of the i-th covariate in the linear predictor of a label of a study at a level, draw by draw. It
// is x′β, between items x′(β + γ_i), and between labelers x′(β + γ_l). No label of the study needs to have the level.
func (c *Covariates) At(i int, s StudyPosterior, level string, of Between) posterior.Quantity {
	var x []float64
	var coefficients []posterior.Quantity
	for part, counts := range []bool{true, of.Items, of.Labelers} {
		if part := spec.Part(part); counts && c.Has(i, part, s) {
			x = append(x, c.rowAt(i, s, level)...)
			coefficients = append(coefficients, s.PartCoefficients(i, part)...)
		}
	}
	return posterior.Map(level, func(reported []float64) float64 { return floats.Dot(x, reported) }, coefficients...)
}

// add adds the terms of covariates to the linear predictors of labels of a study in one draw: at some places, or at all
// if the places are nil. Terms that belong to items are added to items instead, unless items is nil.
func (c *Covariates) add(theta, items []float64, places []int32, s StudyPosterior, chain, draw int) {
	var values, reported []float64
	for i, of := range c.fit.spec.Covariates {
		for _, part := range of.Parts() {
			reported = reported[:0]
			for _, q := range s.PartCoefficients(i, part) {
				reported = append(reported, q.Chains[chain][draw])
			}
			var index []int32
			index, values = c.design.PartValues(values, i, part, s.at, reported)
			to := theta
			if items != nil && c.design.OfItems(i, part) {
				to = items
			}
			switch {
			case len(values) == 0:
			case places == nil:
				for n, l := range index {
					to[n] += values[l]
				}
			default:
				for n, place := range places {
					to[n] += values[index[place]]
				}
			}
		}
	}
}

// CovariateVariance is the variance that covariates add to labels of a study, draw by draw, on the scale of the
// parameters. Item and Labeler are the covariances of two labels of one item and of one labeler, which may be below 0.
type CovariateVariance struct{ Total, Item, Labeler posterior.Quantity }

// Variance returns the variance that covariates add to the labels of a study.
func (c *Covariates) Variance(s StudyPosterior) CovariateVariance {
	v := c.table.StudyAt(s.at)
	columns, betas := c.reportedColumns(s)
	total := covarianceWithin(columns, nil, 0)
	item := covarianceWithin(columns, v.Item(), len(c.table.Items()))
	labeler := make([]float64, len(total))
	if c.table.HasLabelers() {
		labeler = covarianceWithin(columns, v.Labeler(), len(c.table.Labelers()))
	}
	of := func(name string, m []float64) posterior.Quantity {
		return posterior.Map(name, func(beta []float64) float64 { return quadraticForm(m, beta) }, betas...)
	}
	return CovariateVariance{of("covariate_variance", total), of("covariate_item_variance", item),
		of("covariate_labeler_variance", labeler)}
}

// Columns returns the factors of the coefficients of a part of the i-th covariate for each label of a study, column by
// column. For the whole covariate they are centred numbers or centred indicators of categories. The result is nil if
// the part does not vary.
func (c *Covariates) Columns(i int, part spec.Part, s StudyPosterior) [][]float64 {
	level, rows := c.design.PartRows(i, part, s.at)
	if rows == nil {
		return nil
	}
	all := make([][]float64, c.fit.spec.Covariates[i].Reported())
	for at := range all {
		all[at] = make([]float64, len(level))
		for n, l := range level {
			all[at][n] = rows[l][at]
		}
	}
	return all
}

// reportedColumns returns the columns of all parts of all covariates, and their coefficients.
func (c *Covariates) reportedColumns(s StudyPosterior) (columns [][]float64, coefficients []posterior.Quantity) {
	for i, of := range c.fit.spec.Covariates {
		for _, part := range of.Parts() {
			if of := c.Columns(i, part, s); of != nil {
				columns, coefficients = append(columns, of...), append(coefficients, s.PartCoefficients(i, part)...)
			}
		}
	}
	return columns, coefficients
}

// covarianceWithin returns the covariances of centred columns between two different labels of one level of a grouping,
// each level weighted by its labels; group nil: of each label with itself.
func covarianceWithin(columns [][]float64, group []int32, levels int) []float64 {
	p := len(columns)
	m := make([]float64, p*p)
	if group == nil {
		for a := range p {
			for b := range p {
				m[a*p+b] = floats.Dot(columns[a], columns[b]) / float64(len(columns[a]))
			}
		}
		return m
	}
	count, all := make([]float64, levels), 0.0
	for _, g := range group {
		count[g]++
	}
	for _, n := range count {
		if n > 1 {
			all += n
		}
	}
	if all == 0 {
		return m
	}
	sums := make([][]float64, p)
	for a := range sums {
		sums[a] = make([]float64, levels)
		for n, g := range group {
			sums[a][g] += columns[a][n]
		}
	}
	for a := range p {
		for b := range a + 1 {
			x := 0.0
			for g, n := range count {
				if n > 1 {
					x += sums[a][g] * sums[b][g] / (n - 1)
				}
			}
			for n, g := range group {
				if count[g] > 1 {
					x -= columns[a][n] * columns[b][n] / (count[g] - 1)
				}
			}
			m[a*p+b], m[b*p+a] = x/all, x/all
		}
	}
	return m
}

// quadraticForm returns xᵀmx.
func quadraticForm(m, x []float64) float64 {
	sum := 0.0
	for a, xa := range x {
		sum += xa * floats.Dot(m[a*len(x):(a+1)*len(x)], x)
	}
	return sum
}

// CovariateOf returns the factor whose levels alone differ in the i-th covariate, item or labeler. It returns "label"
// if labels of one item and labels of one labeler differ in it.
func (c *Covariates) CovariateOf(i int) string {
	for _, name := range []string{study.ItemFactor, study.LabelerFactor} {
		if c.constantWithin(i, name) {
			return name
		}
	}
	return "label"
}

// Parts returns what covariates add to the effects of items, or of labelers, in a study: the parts that are theirs, and
// the covariates that differ between them alone. It is the sum of the coefficients, each times the number in the row of
// a level. A level has its own values in the study, or its values in the first study with labels of it. Its row is nil
// if it has no labels. There are no coefficients if covariates add nothing.
func (c *Covariates) Parts(s StudyPosterior, factor string) (rows [][]float64, coefficients []posterior.Quantity) {
	order := []int{s.at}
	for other := range c.fit.studies {
		if other != s.at {
			order = append(order, other)
		}
	}
	return c.partsBy(s, factor, order, true)
}

// partsBy is [Covariates.Parts], with the values of a level in the first of some studies that has labels of it. The
// flag own includes covariates that differ only between levels of the factor.
func (c *Covariates) partsBy(
	s StudyPosterior, factor string, order []int, own bool,
) (rows [][]float64, coefficients []posterior.Quantity) {
	names, _ := c.table.Levels(factor)
	rows = make([][]float64, len(names))
	for i := range c.fit.spec.Covariates {
		part, ok := c.partOf(i, factor)
		if !ok || part == spec.Whole && !own {
			continue
		}
		coefficients = append(coefficients, s.PartCoefficients(i, part)...)
		seen := make([]bool, len(names))
		for _, other := range order {
			of, _ := c.table.StudyAt(other).Factor(factor)
			for n, l := range of {
				if !seen[l] {
					rows[l], seen[l] = append(rows[l], c.rowOf(i, part, s.at, other, n)...), true
				}
			}
		}
	}
	return rows, coefficients
}

// partOf returns the part of the i-th covariate that belongs to a factor: of items or labelers. ok is false if there is
// none.
func (c *Covariates) partOf(i int, factor string) (part spec.Part, ok bool) {
	of := c.fit.spec.Covariates[i]
	switch {
	case c.CovariateOf(i) == factor:
		return spec.Whole, true
	case factor == study.ItemFactor:
		return spec.OfItem, of.ItemPart
	}
	return spec.OfLabeler, of.LabelerPart
}

// rowOf returns the factors of the coefficients of a part in a study, for the values of a label of another.
func (c *Covariates) rowOf(i int, part spec.Part, s, other, label int) []float64 {
	if part == spec.Whole {
		index, _ := c.design.Levels(i, other)
		return c.design.At(i, s, index[label])
	}
	if row := c.design.RowOf(i, part, other, label); row != nil {
		return row
	}
	return make([]float64, c.fit.spec.Covariates[i].Reported())
}

// gains describe the terms that covariates add to the effects of a factor in a study. They are the coefficients, and
// the covariance of the columns between the factor's levels with labels there.
type gains struct {
	coefficients []posterior.Quantity
	rows         [][]float64 // by level; nil: no label in the study
	covariance   []float64
}

// gainsOf returns the gains of a factor, with or without its own covariates; nil: covariates add nothing.
func (s StudyPosterior) gainsOf(factor string, own bool) *gains {
	c := s.fit.Covariates()
	if c == nil {
		return nil
	}
	rows, coefficients := c.partsBy(s, factor, []int{s.at}, own)
	if len(coefficients) == 0 {
		return nil
	}
	g := &gains{coefficients: coefficients, rows: rows}
	g.covariance = covarianceOf(g.rows, g.rows, len(coefficients), len(coefficients))
	return g
}

// covarianceOf returns the covariance of the columns of two sets of rows over the levels that have rows of both.
func covarianceOf(a, b [][]float64, columnsA, columnsB int) []float64 {
	m, n := make([]float64, columnsA*columnsB), 0.0
	meanA, meanB := make([]float64, columnsA), make([]float64, columnsB)
	for l := range a {
		if a[l] != nil && b[l] != nil {
			floats.Add(meanA, a[l])
			floats.Add(meanB, b[l])
			n++
		}
	}
	if n < 2 {
		return m
	}
	for l := range a {
		if a[l] == nil || b[l] == nil {
			continue
		}
		for i, x := range a[l] {
			for j, y := range b[l] {
				m[i*columnsB+j] += (x - meanA[i]/n) * (y - meanB[j]/n) / (n - 1)
			}
		}
	}
	return m
}

// withGains returns a standard deviation of the effects of a factor that includes the terms of covariates.
func (s StudyPosterior) withGains(sd posterior.Quantity, factor string, own bool) posterior.Quantity {
	g := s.gainsOf(factor, own)
	if g == nil {
		return sd
	}
	return posterior.Map(sd.Name, func(x []float64) float64 {
		return math.Sqrt(x[0]*x[0] + quadraticForm(g.covariance, x[1:]))
	}, append([]posterior.Quantity{sd}, g.coefficients...)...)
}

// gainCovariance returns the covariance between two studies of the terms that covariates add to items. The result ok is
// false if there are no such terms in one of the studies.
func (s StudyPosterior) gainCovariance(other StudyPosterior) (q posterior.Quantity, ok bool) {
	a, b := s.gainsOf(study.ItemFactor, true), other.gainsOf(study.ItemFactor, true)
	if a == nil || b == nil {
		return q, false
	}
	n, m := len(a.coefficients), len(b.coefficients)
	both := covarianceOf(a.rows, b.rows, n, m)
	bothA := covarianceOf(a.rows, keptWith(a.rows, b.rows), n, n)
	bothB := covarianceOf(b.rows, keptWith(b.rows, a.rows), m, m)
	return posterior.Map("", func(x []float64) float64 {
		x, y := x[:n], x[n:]
		scale := quadraticForm(bothA, x) * quadraticForm(bothB, y)
		if scale <= 0 {
			return 0
		}
		sum := 0.0
		for i, v := range x {
			sum += v * floats.Dot(both[i*m:(i+1)*m], y)
		}
		// Their correlation over the items of both studies, so that it is within −1 and 1.
		return sum / math.Sqrt(scale) * math.Sqrt(quadraticForm(a.covariance, x)*quadraticForm(b.covariance, y))
	}, slices.Concat(a.coefficients, b.coefficients)...), true
}

// keptWith returns rows without those of levels that others lack.
func keptWith(rows, others [][]float64) [][]float64 {
	kept := slices.Clone(rows)
	for l, other := range others {
		if other == nil {
			kept[l] = nil
		}
	}
	return kept
}

// constantWithin reports whether all labels of one level of a factor in a study have one level of the covariate.
func (c *Covariates) constantWithin(i int, factor string) bool {
	for s := range c.fit.studies {
		if !c.table.StudyAt(s).Within(factor, c.fit.spec.Covariates[i].Factor) {
			return false
		}
	}
	return true
}
