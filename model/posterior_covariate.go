package model

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/labels"
	"concord/posterior"
	"concord/study"
)

// Coefficients returns what the i-th covariate of the spec adds to the linear predictor in a study, on the scale of the
// parameters. A number or time has one: what a standard deviation more adds. Categories have one each, the effects,
// which sum to 0.
func (s StudyPosterior) Coefficients(i int) []posterior.Quantity {
	all := make([]posterior.Quantity, s.fit.spec.Covariates[i].Reported())
	for c := range all {
		all[c] = s.fit.draws.Quantity(s.fit.layout.Covariates[i] + c*len(s.fit.studies) + s.at)
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
	table := p.table
	if p.regressed != nil {
		table = p.regressed
	}
	if len(p.spec.Covariates) == 0 || table == nil {
		return nil
	}
	return &Covariates{p, table, labels.NewDesign(table, p.spec)}
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

// At returns what the i-th covariate adds to the linear predictor of a label of a study at a level, draw by draw. Its
// mean over the labels of the study is 0. No label of the study needs to have the level.
func (c *Covariates) At(i int, s StudyPosterior, level string) posterior.Quantity {
	names, _ := c.table.Levels(c.fit.spec.Covariates[i].Factor)
	at := slices.Index(names, level)
	if at < 0 {
		panic(fmt.Sprintf("model: no label has the level %q of the covariate", level))
	}
	x := c.design.At(i, s.at, int32(at))
	return posterior.Map(level, func(reported []float64) float64 { return floats.Dot(x, reported) },
		s.Coefficients(i)...)
}

// add adds x′β to the linear predictors of labels of a study in one draw: of those at some places, or of all if the
// places are nil.
func (c *Covariates) add(theta []float64, places []int32, s StudyPosterior, chain, draw int) {
	var part, reported []float64
	for i := range c.fit.spec.Covariates {
		index, share := c.design.Levels(i, s.at)
		reported = reported[:0]
		for _, q := range s.Coefficients(i) {
			reported = append(reported, q.Chains[chain][draw])
		}
		part = c.design.Part(slices.Grow(part[:0], len(share)), i, s.at, reported)
		if places == nil {
			for n, l := range index {
				theta[n] += part[l]
			}
			continue
		}
		for n, place := range places {
			theta[n] += part[index[place]]
		}
	}
}

// CovariateVariance is the variance of x′β between labels of a study, draw by draw, on the scale of the parameters.
// Item and Labeler are the covariances of two labels of one item and of one labeler, which may be below 0.
type CovariateVariance struct{ Total, Item, Labeler posterior.Quantity }

// Variance returns the variance of x′β between the labels of a study.
func (c *Covariates) Variance(s StudyPosterior) CovariateVariance {
	v := c.table.StudyAt(s.at)
	columns := c.reportedColumns(s)
	total := covarianceWithin(columns, nil, 0)
	item := covarianceWithin(columns, v.Item(), len(c.table.Items()))
	labeler := make([]float64, len(total))
	if c.table.HasLabelers() {
		labeler = covarianceWithin(columns, v.Labeler(), len(c.table.Labelers()))
	}
	var betas []posterior.Quantity
	for i := range c.fit.spec.Covariates {
		betas = append(betas, s.Coefficients(i)...)
	}
	of := func(name string, m []float64) posterior.Quantity {
		return posterior.Map(name, func(beta []float64) float64 { return quadraticForm(m, beta) }, betas...)
	}
	return CovariateVariance{of("covariate_variance", total), of("covariate_item_variance", item),
		of("covariate_labeler_variance", labeler)}
}

// Columns returns what is multiplied by the coefficients of the i-th covariate for each label of a study, column by
// column: centred numbers, or centred indicators of categories.
func (c *Covariates) Columns(i int, s StudyPosterior) [][]float64 {
	index, share := c.design.Levels(i, s.at)
	all := make([][]float64, c.fit.spec.Covariates[i].Reported())
	unit := make([]float64, len(all))
	for at := range all {
		unit[at] = 1
		part := c.design.Part(make([]float64, 0, len(share)), i, s.at, unit)
		unit[at] = 0
		all[at] = make([]float64, len(index))
		for n, level := range index {
			all[at][n] = part[level]
		}
	}
	return all
}

// reportedColumns returns the columns of all covariates.
func (c *Covariates) reportedColumns(s StudyPosterior) [][]float64 {
	var all [][]float64
	for i := range c.fit.spec.Covariates {
		all = append(all, c.Columns(i, s)...)
	}
	return all
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

// Parts returns what the covariates of a factor, of items or labelers, add to the linear predictor in a study. It is
// the sum of the coefficients, each times the number in the row of a level. A level has its own value in the study, or
// its value in the first study with labels of it. Its row is nil if it has no labels. There are no coefficients if no
// covariate is of the factor.
func (c *Covariates) Parts(s StudyPosterior, factor string) (rows [][]float64, coefficients []posterior.Quantity) {
	names, _ := c.table.Levels(factor)
	rows = make([][]float64, len(names))
	order := []int{s.at}
	for other := range c.fit.studies {
		if other != s.at {
			order = append(order, other)
		}
	}
	for i := range c.fit.spec.Covariates {
		if c.CovariateOf(i) != factor {
			continue
		}
		coefficients = append(coefficients, s.Coefficients(i)...)
		seen := make([]bool, len(names))
		for _, other := range order {
			of, _ := c.table.StudyAt(other).Factor(factor)
			index, _ := c.design.Levels(i, other)
			for n, l := range of {
				if !seen[l] {
					rows[l], seen[l] = append(rows[l], c.design.At(i, s.at, index[n])...), true
				}
			}
		}
	}
	return rows, coefficients
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
