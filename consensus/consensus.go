// Package consensus says what a fit knows of each item and of each labeler: true scores given all labels, the label
// that a consensus would be, and how far each labeler agrees with it.
package consensus

import (
	"context"
	"math"
	"runtime"
	"sync"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
)

// Consensus is what a fit knows of all items and labelers.
type Consensus struct {
	// Categories are the names of the labels of a [family.Categorical] family, nil of others.
	Categories []string
	// Items are those of the first study, in the order of the table, then those of the next. Every study has all items:
	// of one that it does not label, the fit knows what other studies say.
	Items []Item
	// Labelers are those of the first study who have labels there, and so on.
	Labelers []Labeler
}

// Item is an item in a study.
type Item struct {
	Study, Name string
	Labels      int // in the study
	// Mean, Lower and Upper are mean and interval of the true score, on the scale of labels: the label to be expected
	// of a labeler drawn at random. Of ordered categories it is that of their scores.
	Mean, Lower, Upper float64
	// Chances are the probabilities that a labeler drawn at random gives each category, nil of other families.
	Chances []float64
	// Label is the place of the category that is the consensus, the most probable one; −1 of other families.
	Label int
	// Certainty is the probability that the consensus of infinitely many labelers would be that label.
	Certainty float64
}

// Of returns what a fit knows that kept the draws of effects; if it did not, the error is [model.ErrNoEffects].
// Intervals are equal-tailed, of the given probability. Where the context ends first, the error is its.
func Of(ctx context.Context, fit *model.Posterior, level float64) (*Consensus, error) {
	table := fit.Table()
	if table == nil {
		return nil, model.ErrNoEffects
	}
	c := &Consensus{}
	if _, ok := fit.Spec().Family.(family.Categorical); ok {
		c.Categories = table.Categories()
	}
	for s, of := range fit.EachStudy() {
		items, err := itemsOf(ctx, of, level)
		if err != nil {
			return nil, err
		}
		view := table.StudyAt(s)
		for _, j := range view.Item() {
			items[j].Labels++
		}
		c.Items = append(c.Items, items...)
		if view.Labeler() == nil {
			continue
		}
		labelers, err := labelersOf(of, items, level)
		if err != nil {
			return nil, err
		}
		c.Labelers = append(c.Labelers, labelers...)
	}
	return c, nil
}

// itemsOf returns the items of a study, by as many cores as there are.
func itemsOf(ctx context.Context, of model.StudyPosterior, level float64) ([]Item, error) {
	effects, err := of.ItemEffects()
	if err != nil {
		return nil, err
	}
	names := of.Posterior().Table().Items()
	items := make([]Item, len(names))
	workers := min(runtime.GOMAXPROCS(0), len(names))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			scorer := newScorer(of)
			for j := w; j < len(names) && ctx.Err() == nil; j += workers {
				items[j] = scorer.item(effects[j], level)
				items[j].Study, items[j].Name = of.Name(), names[j]
			}
		})
	}
	group.Wait()
	return items, ctx.Err()
}

// scorer works out what labelers say of one item after the other. It belongs to one goroutine.
type scorer struct {
	of          model.StudyPosterior
	categorical family.Categorical // nil: other families
	response    family.Response    // nil: the scale of labels is that of the linear predictor
	scores      []float64          // of the categories
	mean, rest  posterior.Quantity
	omega       posterior.Quantity // of sensitivities: by ω|b| labelers differ on the item
	own         []posterior.Quantity

	every       int         // draws that are looked at
	chances, at []float64   // of one draw: of categories, own parameters
	score       [][]float64 // by chain
	won         []int       // draws in which a category is the most probable one
}

// mostDraws is how many draws an item is worth: 1,000 tell the ends of an interval to a tenth of its width.
const mostDraws = 1000

func newScorer(of model.StudyPosterior) *scorer {
	f := of.Posterior().Spec().Family
	sc := &scorer{of: of, response: f.Response(), mean: of.Mean(), rest: of.RestSD(), own: of.Own(),
		omega: of.SensitivitySD()}
	sc.at = make([]float64, len(sc.own))
	chains, draws := len(sc.mean.Chains), len(sc.mean.Chains[0])
	sc.every = max(1, (chains*draws+mostDraws-1)/mostDraws)
	for range chains {
		sc.score = append(sc.score, make([]float64, (draws+sc.every-1)/sc.every))
	}
	if categorical, ok := f.(family.Categorical); ok {
		sc.categorical = categorical
		sc.chances, sc.won = make([]float64, categorical.Categories()), make([]int, categorical.Categories())
		for c := range sc.chances {
			sc.scores = append(sc.scores, float64(c))
		}
		if adapting, ok := f.(family.Adapting); ok {
			sc.scores = adapting.Scores()
		}
	}
	return sc
}

// item returns what is known of an item with these draws of its effect.
func (sc *scorer) item(effect posterior.Quantity, level float64) Item {
	out := Item{Label: -1}
	if sc.categorical != nil {
		out.Chances = make([]float64, len(sc.chances))
		clear(sc.won)
	}
	draws := 0.0
	for c, chain := range effect.Chains {
		for i := 0; i < len(chain); i += sc.every {
			for o, q := range sc.own {
				sc.at[o] = q.Chains[c][i]
			}
			draws++
			rest := math.Hypot(sc.rest.Chains[c][i], sc.omega.Chains[c][i]*chain[i])
			sc.score[c][i/sc.every] = sc.label(&out, sc.mean.Chains[c][i]+chain[i], rest)
		}
	}
	for c := range out.Chances {
		out.Chances[c] /= draws
		if out.Label < 0 || out.Chances[c] > out.Chances[out.Label] {
			out.Label = c
		}
	}
	if out.Label >= 0 {
		out.Certainty = float64(sc.won[out.Label]) / draws
	}
	score := posterior.Quantity{Chains: sc.score} // whose convergence is not looked at, of so many items
	out.Mean = score.Mean()
	out.Lower, out.Upper = score.CredibleInterval(posterior.Interval{Level: level})
	return out
}

// label takes in one draw, of a linear predictor that varies by rest between labelers, and returns the label to expect.
func (sc *scorer) label(out *Item, theta, rest float64) float64 {
	switch {
	case sc.categorical != nil:
		sc.categorical.Chances(sc.chances, theta, rest, sc.at)
		score, best := 0.0, 0
		for c, p := range sc.chances {
			out.Chances[c] += p
			score += p * sc.scores[c]
			if p > sc.chances[best] {
				best = c
			}
		}
		sc.won[best]++
		return score
	case sc.response != nil:
		mean, _, _ := sc.response.Moments(family.Point{Mean: theta, Rest: rest}, sc.at)
		return mean
	}
	return theta
}
