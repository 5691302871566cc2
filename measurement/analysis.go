package measurement

import (
	"errors"
	"math"
)

// MeanSquare is a mean square with its degrees of freedom, which are Satterthwaite's where data are unbalanced.
type MeanSquare struct{ Value, DF float64 }

// Analysis is the analysis of variance of the labels of one study, with items and labelers drawn at random.
type Analysis struct {
	Items, Labelers, Labels int
	// Labelers is 0 if labels name nobody. Cells are items with a labeler, Complete if each item has each labeler.
	Cells    int
	Complete bool
	// Mean is the mean of all labels.
	Mean float64
	// PerItem is k, the number of labels of an item: k₀ = (N − Σm²/N)/(n−1) where numbers differ.
	PerItem float64
	// PerCell is the harmonic mean of a labeler's labels of an item; above 1 if labelers gave labels again.
	PerCell float64

	// Mean squares of the two-way analysis of the means of cells, and of labels within their cells. Repeated has 0
	// degrees of freedom if nobody gave a label again. Those of items and labelers are adjusted for each other.
	Item, Labeler, Residual, Repeated MeanSquare
	// Mean squares of the one-way analysis: between items, and within.
	Between, Within MeanSquare

	// TwoWay says why there is no two-way analysis; nil if there is one.
	TwoWay error

	ofItem, ofLabeler float64 // coefficients of the variances of items and labelers in their mean squares
	meanVariance      float64 // of the mean of all labels
}

// New analyses labels. Item says of which item each label is, and labeler by whom; nil if that is not known.
func New(item, labeler []int32, value []float64) (*Analysis, error) {
	if len(value) != len(item) || labeler != nil && len(labeler) != len(item) {
		panic("measurement: labels, items and labelers differ in number")
	}
	a := &Analysis{Labels: len(value), PerCell: 1}
	for n, v := range value {
		a.Mean += (v - a.Mean) / float64(n+1)
	}
	centred := make([]float64, len(value))
	for n, v := range value {
		centred[n] = v - a.Mean
	}
	item, a.Items = dense(item)
	if err := a.oneWay(item, centred); err != nil {
		return nil, err
	}
	if labeler == nil {
		a.Cells, a.TwoWay = len(value), errors.New("the labels name no labeler")
		return a, nil
	}
	labeler, a.Labelers = dense(labeler)
	a.twoWay(newCells(item, labeler, centred, a.Items, a.Labelers))
	return a, nil
}

// oneWay computes the mean squares between and within items.
func (a *Analysis) oneWay(item []int32, value []float64) error {
	labels := float64(len(value))
	size := make([]float64, a.Items)
	for _, i := range item {
		size[i]++
	}
	mean := meansOf(item, value, size)
	within := 0.0
	for n, i := range item {
		within += square(value[n] - mean[i])
	}
	var between, squares, cubes float64
	for i, m := range size {
		between += m * square(mean[i])
		squares += m * m
		cubes += m * m * m
	}
	df := labels - float64(a.Items)
	switch {
	case a.Items < 2:
		return errors.New("there is only one item")
	case df == 0:
		return errors.New("no item has two labels")
	case within+between == 0:
		return errors.New("all labels are the same")
	}
	items := float64(a.Items - 1)
	s := spectrum{labels - squares/labels, squares - 2*cubes/labels + square(squares/labels)}
	a.PerItem = s.trace / items
	a.Within = MeanSquare{within / df, df}
	a.Between = MeanSquare{Value: between / items}
	a.Between.DF = s.df(items, (a.Between.Value-a.Within.Value)/a.PerItem, a.Within.Value)
	effect := max(0, (a.Between.Value-a.Within.Value)/a.PerItem)
	a.meanVariance = effect*squares/square(labels) + a.Within.Value/labels
	return nil
}

// twoWay computes the mean squares of two crossed factors, or says why there are none.
func (a *Analysis) twoWay(c cells) {
	a.Cells = len(c.mean)
	a.Complete = a.Cells == a.Items*a.Labelers
	parts := float64(c.components())
	items, labelers, n := float64(a.Items)-parts, float64(a.Labelers)-parts, float64(a.Cells)
	rest := n - float64(a.Items) - float64(a.Labelers) + parts
	if repeated := float64(a.Labels - a.Cells); repeated > 0 {
		a.Repeated, a.PerCell = MeanSquare{c.within / repeated, repeated}, c.perCell()
	}
	switch {
	case a.Labelers == 1:
		a.TwoWay = errors.New("there is one labeler")
		return
	case items < 1 || labelers < 1 || rest < 1:
		a.TwoWay = errors.New("too few items have the same two labelers")
		return
	}
	s := c.fit()
	a.Residual = MeanSquare{s.residual / rest, rest}
	a.Item, a.Labeler = MeanSquare{Value: s.items / items}, MeanSquare{Value: s.labelers / labelers}
	a.ofItem, a.ofLabeler = (n-float64(a.Labelers))/items, (n-float64(a.Items))/labelers
	ofItem, ofLabeler := c.spectra()
	a.Item.DF = ofItem.df(items, a.itemVariance(), a.Residual.Value)
	a.Labeler.DF = ofLabeler.df(labelers, a.labelerVariance(), a.Residual.Value)
	sum := 0.0
	for _, factor := range []struct {
		count    []float64
		variance float64
	}{
		{c.perItem, a.itemVariance()}, {c.perRater, a.labelerVariance()}} {
		for _, m := range factor.count {
			sum += square(m/n) * max(0, factor.variance)
		}
	}
	a.meanVariance = sum + a.Residual.Value/n
	if a.Repeated.DF > 0 { // labels of a cell are no labels of others
		a.PerItem = (n - squares(c.perItem)/n) / float64(a.Items-1)
	}
}

func squares(all []float64) float64 {
	s := 0.0
	for _, x := range all {
		s += x * x
	}
	return s
}

// itemVariance and labelerVariance are components by the method of moments, which may be below 0.
func (a *Analysis) itemVariance() float64 { return (a.Item.Value - a.Residual.Value) / a.ofItem }

func (a *Analysis) labelerVariance() float64 {
	return (a.Labeler.Value - a.Residual.Value) / a.ofLabeler
}

// Components are variances by the method of moments. Those that were estimated below 0 are 0.
type Components struct {
	Item, Labeler float64
	// Interaction is the component of item and labeler together, and Repeated the component of labels by one labeler of
	// one item. Without labels given again they cannot be separated: Interaction is NaN, and Repeated has both.
	Interaction, Repeated float64
}

// Components returns the components of variance. In a one-way analysis these are items, and Repeated for the rest.
func (a *Analysis) Components() Components {
	none := math.NaN()
	if a.TwoWay != nil {
		return Components{max(0, (a.Between.Value-a.Within.Value)/a.PerItem), none, none, a.Within.Value}
	}
	c := Components{max(0, a.itemVariance()), max(0, a.labelerVariance()), none, a.Residual.Value}
	if a.Repeated.DF > 0 {
		c.Repeated = a.Repeated.Value
		c.Interaction = max(0, a.Residual.Value-a.Repeated.Value/a.PerCell)
	}
	return c
}
