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
			scorer := newScorer(of, level)
			for from := w * together; from < len(names) && ctx.Err() == nil; from += workers * together {
				to := min(from+together, len(names))
				scorer.score(items[from:to], effects[from:to])
				for j := from; j < to; j++ {
					items[j].Study, items[j].Name = of.Name(), names[j]
				}
			}
		})
	}
	group.Wait()
	return items, ctx.Err()
}

// together is how many items are scored at once: what they have in common is then worked out once for each draw, and
// their draws stay in the cache.
const together = 32

// scorer works out what labelers say of some items after the others. It belongs to one goroutine.
type scorer struct {
	level       float64            // of intervals
	categorical family.Categorical // nil: other families
	response    family.Response    // nil: the scale of labels is that of the linear predictor
	scores      []float64          // of the categories
	mean, rest  posterior.Quantity
	omega       posterior.Quantity // of discriminations: by ω|b| labelers differ on the item
	own         []posterior.Quantity

	every      int // draws that are looked at
	summarizer posterior.Summarizer
	// Of one draw: own parameters, linear predictors of the items, chances of their categories.
	at, theta, chances []float64
	label              [][]float64 // by item: the label to expect in each draw
	won                []int       // items × categories: draws in which a category is the most probable one
}

// mostDraws is how many draws an item is worth: 1,000 tell the ends of an interval to a tenth of its width.
const mostDraws = 1000

func newScorer(of model.StudyPosterior, level float64) *scorer {
	f := of.Posterior().Spec().Family
	sc := &scorer{level: level, response: f.Response(), mean: of.Mean(), rest: of.RestSD(), own: of.Own(),
		omega: of.DiscriminationSD(), theta: make([]float64, together)}
	sc.at = make([]float64, len(sc.own))
	chains, draws := len(sc.mean.Chains), len(sc.mean.Chains[0])
	sc.every = max(1, (chains*draws+mostDraws-1)/mostDraws)
	for range together {
		sc.label = append(sc.label, make([]float64, 0, chains*((draws+sc.every-1)/sc.every)))
	}
	if categorical, ok := f.(family.Categorical); ok {
		n := categorical.Categories()
		sc.categorical = categorical
		sc.chances, sc.won = make([]float64, together*n), make([]int, together*n)
		for c := range n {
			sc.scores = append(sc.scores, float64(c))
		}
		if adapting, ok := f.(family.Adapting); ok {
			sc.scores = adapting.Scores()
		}
	}
	return sc
}

// score sets what is known of items with these draws of their effects, which are [together] at most.
func (sc *scorer) score(items []Item, effects []posterior.Quantity) {
	categories := len(sc.scores)
	clear(sc.won)
	for j := range items {
		items[j] = Item{Label: -1}
		sc.label[j] = sc.label[j][:0]
		if categories > 0 {
			items[j].Chances = make([]float64, categories)
		}
	}
	for c, means := range sc.mean.Chains {
		for i := 0; i < len(means); i += sc.every {
			for o, q := range sc.own {
				sc.at[o] = q.Chains[c][i]
			}
			for j, b := range effects {
				sc.theta[j] = means[i] + b.Chains[c][i]
			}
			sc.draw(items, effects, c, i)
		}
	}
	for j := range items {
		out := &items[j]
		draws := float64(len(sc.label[j]))
		for c := range out.Chances {
			out.Chances[c] /= draws
			if out.Label < 0 || out.Chances[c] > out.Chances[out.Label] {
				out.Label = c
			}
		}
		if out.Label >= 0 {
			out.Certainty = float64(sc.won[j*categories+out.Label]) / draws
		}
		label := posterior.Quantity{Chains: sc.label[j : j+1]} // whose convergence is not looked at, of so many items
		out.Mean, _, out.Lower, out.Upper = sc.summarizer.Brief(label, sc.level)
	}
}

// draw takes in one draw, with the linear predictors of the items.
func (sc *scorer) draw(items []Item, effects []posterior.Quantity, chain, i int) {
	rest, omega := sc.rest.Chains[chain][i], sc.omega.Chains[chain][i]
	// By how much labelers differ on an item: where they have discriminations, the more the further out it is.
	between := func(j int) float64 { return math.Hypot(rest, omega*effects[j].Chains[chain][i]) }
	n := len(sc.scores)
	switch {
	case sc.categorical == nil:
	case omega == 0:
		sc.categorical.ChancesOfEach(sc.chances, sc.theta[:len(items)], rest, sc.at)
	default:
		for j := range items {
			sc.categorical.Chances(sc.chances[j*n:(j+1)*n], sc.theta[j], between(j), sc.at)
		}
	}
	for j := range items {
		label := sc.theta[j]
		switch {
		case sc.categorical != nil:
			label = sc.take(&items[j], j)
		case sc.response != nil:
			label, _, _ = sc.response.Moments(family.Point{Mean: label, Rest: between(j)}, sc.at)
		}
		sc.label[j] = append(sc.label[j], label)
	}
}

// take takes in the chances of one item and returns the label to expect.
func (sc *scorer) take(item *Item, j int) float64 {
	n := len(sc.scores)
	chances := sc.chances[j*n : (j+1)*n]
	score, best := 0.0, 0
	for c, p := range chances {
		item.Chances[c] += p
		score += p * sc.scores[c]
		if p > chances[best] {
			best = c
		}
	}
	sc.won[j*n+best]++
	return score
}
