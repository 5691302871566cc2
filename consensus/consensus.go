// Package consensus gives a fit's knowledge of each item and of each labeler: true scores given all labels, the
// consensus label, and how far each labeler agrees with it. Without a model there are the majority and Dawid and
// Skene's estimate.
package consensus

import (
	"context"
	"math"

	"concord/internal/abandon"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Consensus is a fit's knowledge of all items and labelers.
type Consensus struct {
	// Categories are the names of the labels of a [family.Categorical] family; nil for others.
	Categories []string
	// Items are the items of the first study, in the order of the table, then of the next. Every study has all items.
	// The fit knows an item that a study does not label through other studies.
	Items []Item
	// Labelers are the labelers of the first study who have labels there, and so on. There are none if items are not
	// normal: what the others say of an item is worked out for normal ones.
	Labelers []Labeler
}

// Item is an item in a study.
type Item struct {
	Study, Name string
	Labels      int // in the study
	// Mean, Lower and Upper are mean and interval of the true score on the label scale: the expected label of a labeler
	// drawn at random. For ordered categories it is in scores, and for categories without order it is NaN.
	Mean, Lower, Upper float64
	// Chances are the probabilities that a labeler drawn at random gives each category; nil for other families.
	Chances []float64
	// Wins are the probabilities that each category is the consensus of infinitely many labelers. See
	// [Prediction.Winner].
	Wins []float64
	// Label is the place of the category that is the consensus, with the highest of Wins; −1 for other families. Mode
	// is the place of the category that infinitely many labelers would most probably give most often.
	Label, Mode int
	// Certainty is the probability that the consensus of infinitely many labelers would be that label.
	Certainty float64
}

// Second returns the place of the category that is the consensus next probably after Label.
func (item *Item) Second() int {
	second := -1
	for c, p := range item.Wins {
		if c != item.Label && (second < 0 || p > item.Wins[second] ||
			p == item.Wins[second] && item.Chances[c] > item.Chances[second]) {
			second = c
		}
	}
	return second
}

// Of needs a fit that kept the draws of effects; if it did not, the error is [model.ErrNoEffects]. Intervals are
// equal-tailed, of the given probability. If the context ends first, the error is the context's.
//
// With covariates, the true score of an item is the item's effect and the part of the item's own covariates. Covariates
// of labelers and of single labels are at their means. An item without labels in a study has the covariates that it has
// in the first study with labels of it.
func Of(ctx context.Context, fit *model.Posterior, level float64) (*Consensus, error) {
	table := fit.Table()
	if table == nil {
		return nil, model.ErrNoEffects
	}
	c := &Consensus{}
	for s, of := range fit.EachStudy() {
		p, err := NewPredictor(of)
		if err != nil {
			return nil, err
		}
		if p.Categories() > 0 {
			c.Categories = table.Categories()
		}
		view := table.StudyAt(s)
		items, err := itemsOf(ctx, p, view, level)
		if err != nil {
			return nil, err
		}
		c.Items = append(c.Items, items...)
		if view.Labeler() == nil || fit.Spec().Items != spec.NormalItems {
			continue
		}
		labelers, err := labelersOf(ctx, of, level)
		if err != nil {
			return nil, err
		}
		c.Labelers = append(c.Labelers, labelers...)
	}
	return c, nil
}

// OfCategories returns the knowledge of the items of a table with categories without order. There is a fit of each
// category against the rest, nil for a category that cannot be fitted. The result has no labelers.
func OfCategories(
	ctx context.Context, table *study.Table, fits []*model.Posterior, level float64,
) (*Consensus, error) {
	c := &Consensus{Categories: table.Categories()}
	for s := range table.Studies() {
		p, err := NewCategoryPredictor(table.StudyAt(s), fits)
		if err != nil {
			return nil, err
		}
		items, err := itemsOf(ctx, p, table.StudyAt(s), level)
		if err != nil {
			return nil, err
		}
		c.Items = append(c.Items, items...)
	}
	return c, nil
}

// itemsOf returns the items of a study, by as many cores as there are.
func itemsOf(ctx context.Context, p *Predictor, v study.View, level float64) ([]Item, error) {
	items := make([]Item, len(p.items))
	err := abandon.Each(ctx, 0, (len(items)+together-1)/together, func() func(i int) error {
		var predictions []Prediction
		var summarizer posterior.Summarizer
		return func(i int) error {
			from, to := i*together, min((i+1)*together, len(items))
			predictions = p.Predict(predictions, from, to)
			for j := from; j < to; j++ {
				items[j] = newItem(predictions[j-from], p, &summarizer, level)
				items[j].Study, items[j].Name = p.name, p.items[j]
			}
			return nil
		}
	})
	for _, j := range v.Item() {
		items[j].Labels++
	}
	return items, err
}

// newItem summarises a prediction.
func newItem(one Prediction, p *Predictor, summarizer *posterior.Summarizer, level float64) Item {
	out := Item{Label: -1, Mode: -1, Mean: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
	if one.Mean != nil {
		// Convergence is not checked for that many items.
		label := posterior.Quantity{Chains: [][]float64{one.Mean}}
		out.Mean, _, out.Lower, out.Upper = summarizer.Brief(label, level)
	}
	n := p.categories
	if n == 0 {
		return out
	}
	out.Chances, out.Wins = make([]float64, n), make([]float64, n)
	most := make([]float64, n)
	for d := range p.draws {
		row := one.Chances[d*n : (d+1)*n]
		for c, x := range row {
			out.Chances[c] += x
		}
		out.Wins[one.Winner(d, n)]++
		most[modeLabel(row)]++
	}
	for c := range n {
		out.Chances[c] /= float64(p.draws)
		out.Wins[c] /= float64(p.draws)
	}
	out.Label, out.Mode = likeliest(out.Wins, out.Chances), likeliest(most, out.Chances)
	out.Certainty = out.Wins[out.Label]
	return out
}

// likeliest returns the category with the highest probability; of several, the one with the highest chance.
func likeliest(probabilities, chances []float64) int {
	best := 0
	for c, p := range probabilities {
		if p > probabilities[best] || p == probabilities[best] && chances[c] > chances[best] {
			best = c
		}
	}
	return best
}

// modeLabel returns the category that infinitely many labelers give most often, from the chances of the categories.
func modeLabel(chances []float64) int { return likeliest(chances, chances) }

// medianLabel returns the median label of infinitely many labelers, from the chances of ordered categories.
func medianLabel(chances []float64) int {
	below := 0.0
	for c, p := range chances {
		if below += p; below >= 0.5 {
			return c
		}
	}
	return len(chances) - 1
}
