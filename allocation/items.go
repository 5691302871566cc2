package allocation

import (
	"context"

	"concord/consensus"
	"concord/internal/abandon"
)

// Goal is the purpose of further labels.
type Goal int

// The goals.
const (
	ForDecision Goal = iota // the loss is the probability that the consensus is wrong
	ForEstimate             // the loss is the variance of the score
)

// Group is who may label.
type Group struct {
	Predictor *consensus.Predictor
	Cost      float64 // of a label
}

// together is how many items are predicted at once.
const together = 32

// Items returns the options of the items that target predicts, to whose labelers the loss refers: 1 to most labels of
// each group, fewer for decisions with many categories. The error is the error of ctx.
func Items(
	ctx context.Context, goal Goal, target *consensus.Predictor, groups []Group, most int,
) ([]Item, error) {
	n := len(target.Items())
	if goal == ForDecision {
		most = MostLabels(target.Categories(), most)
	}
	items := make([]Item, n)
	return items, abandon.Each(ctx, 0, (n+together-1)/together, func() func(i int) error {
		var d Decision
		var of []consensus.Prediction
		by := make([][]consensus.Prediction, len(groups))
		return func(i int) error {
			from, to := i*together, min((i+1)*together, n)
			of = target.Predict(of, from, to)
			for g, group := range groups {
				if group.Predictor == target {
					by[g] = of
				} else {
					by[g] = group.Predictor.Predict(by[g], from, to)
				}
			}
			for j := from; j < to; j++ {
				for g, group := range groups {
					var left []float64
					if goal == ForDecision {
						left = d.Left(of[j-from], by[g][j-from], target.Categories(), most)
					} else {
						left = Estimate(of[j-from], by[g][j-from], most)
					}
					items[j].Now = left[0]
					for m := 1; m <= most; m++ {
						items[j].Options = append(items[j].Options, Option{Group: g, Labels: m,
							Cost: float64(m) * group.Cost, Left: left[m]})
					}
				}
			}
			return nil
		}
	})
}
