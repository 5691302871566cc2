package consensus

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/consensus/copies"
	"concord/study"
)

// once makes people with the same labels count as one person. The likelihood of a group's labels of an item is the mean
// over its members s, as the source of the others, of
//
//	P(y_s) Π_{m≠s} ((1 − c) P(y_m) + c [y_m = y_s]),
//
// where c is the posterior mean of the share of items in which one repeats another (the model of package copies). Draws
// of the item get the ratio to Π P(y_m) as importance weights, with P of a random labeler. The fit's results about the
// population do not change. Numbers are repeated or not to all digits, so that c is 1 for them.
type once struct {
	repeats []float64
	labels  []map[int32][]float64 // of each group, by item: if there are two or more
}

// newOnce returns nil if nobody in a study is alike.
func newOnce(ctx context.Context, v study.View) *once {
	groups := copies.Find(ctx, v)
	if groups == nil {
		return nil
	}
	of := make([]int, len(v.Table().Labelers())) // the group of each labeler, from 1
	o := &once{}
	for i, g := range groups {
		o.labels = append(o.labels, map[int32][]float64{})
		o.repeats = append(o.repeats, g.Repeats)
		for _, k := range g.Members {
			of[k] = i + 1
		}
	}
	seen := map[[2]int32]bool{} // a labeler's label of an item counts once anyway
	for n, k := range v.Labeler() {
		if at := [2]int32{k, v.Item()[n]}; of[k] > 0 && !seen[at] {
			seen[at] = true
			labels := o.labels[of[k]-1]
			labels[v.Item()[n]] = append(labels[v.Item()[n]], v.Value()[n])
		}
	}
	return o
}

// weigh draws the draws of an item again, in proportion to their weights. log returns the logarithm of the chance of a
// label in a draw, or of its density.
func (o *once) weigh(one *Prediction, item int32, draws int, numbers bool, log func(draw int, y float64) float64) {
	if o == nil {
		return
	}
	weights := make([]float64, draws)
	some := false
	for g, of := range o.labels {
		labels := of[item]
		if len(labels) < 2 {
			continue
		}
		some = true
		repeats := o.repeats[g]
		if numbers {
			repeats = 1
		}
		each, sources := make([]float64, len(labels)), make([]float64, len(labels))
		for d := range weights {
			for m, y := range labels {
				each[m] = log(d, y)
			}
			for s := range sources {
				sources[s] = each[s] - floats.Sum(each)
				for m, y := range labels {
					switch {
					case m == s || numbers: // a number counts in the mean over sources alone
					case y == labels[s]:
						sources[s] += math.Log((1-repeats)*math.Exp(each[m]) + repeats)
					default:
						sources[s] += math.Log1p(-repeats) + each[m]
					}
				}
			}
			weights[d] += floats.LogSumExp(sources)
		}
	}
	if some {
		normalise(weights)
		one.resample(weights)
	}
}

// resample takes draws again in proportion to their weights, at equal steps of the cumulated weights.
func (one *Prediction) resample(weights []float64) {
	n, k := len(weights), len(one.Chances)/len(weights)
	chances := append([]float64{}, one.Chances...)
	mean, variance := append([]float64{}, one.Mean...), append([]float64{}, one.Variance...)
	from, sum := 0, weights[0]
	for d := range n {
		for sum < (float64(d)+0.5)/float64(n) && from < n-1 {
			from++
			sum += weights[from]
		}
		copy(one.Chances[d*k:(d+1)*k], chances[from*k:])
		if len(mean) > 0 {
			one.Mean[d], one.Variance[d] = mean[from], variance[from]
		}
	}
}
