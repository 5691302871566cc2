package population

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/posterior"
)

// Estimate is the likelihood of θ by the labels of one task: its logarithm at the multiples of Step from First times
// Step on, up to a constant. LogPrior is the logarithm of the prior that was divided out. The sum of the two is the
// logarithm of the posterior density of the task's fit.
type Estimate struct {
	Step       float64
	First      int
	Likelihood []float64
	Prior      []float64
	// Draws is the equivalent number of independent draws.
	Draws float64
}

// How fine grids are and how far they reach, in standard deviations of the draws.
const (
	finest   = 4 // to 8 points in one
	furthest = 8 // from the median, whatever draws there are
	beyond   = 1 // past the last draw
)

// NewEstimate divides the prior of θ out of draws of its posterior. logPrior is the logarithm of the prior density at
// the draws. The prior may depend on other parameters besides θ. If they are known well, that makes no difference.
// Otherwise draws have Pareto smoothed weights that correct for it. ok is false if the draws do not vary, or if the
// weights cannot be relied on.
//
// The logarithm of the likelihood is a smooth function fitted to the draws, and a parabola unless they show another
// shape. The shape of the prior is known and is not smoothed.
func NewEstimate(theta, logPrior posterior.Quantity) (e Estimate, ok bool) {
	var by posterior.Summarizer
	_, median, lower, upper := by.Brief(theta, 0.682689)
	sd := (upper - lower) / 2
	if !(sd > 0) || math.IsInf(sd, 0) {
		return e, false
	}
	e.Step = math.Exp2(math.Floor(math.Log2(sd / finest)))
	low, high := math.Inf(1), math.Inf(-1)
	for _, chain := range theta.Chains {
		low, high = math.Min(low, floats.Min(chain)), math.Max(high, floats.Max(chain))
	}
	low, high = math.Max(low, median-furthest*sd)-beyond*sd, math.Min(high, median+furthest*sd)+beyond*sd
	e.First = int(math.Floor(low / e.Step))
	cells := int(math.Ceil(high/e.Step)) - e.First + 1
	e.Prior = make([]float64, cells)
	if ok = e.setPrior(theta, logPrior); !ok {
		return e, false
	}
	ratios := make([][]float64, len(theta.Chains))
	for c, chain := range theta.Chains {
		ratios[c] = make([]float64, len(chain))
		for i, x := range chain {
			ratios[c][i] = math.Inf(-1)
			if k, in := e.cell(x); in && !math.IsInf(logPrior.Chains[c][i], 0) {
				ratios[c][i] = e.Prior[k] - logPrior.Chains[c][i]
			}
		}
	}
	weights := posterior.ReweightChains(ratios)
	if !weights.Reliable() {
		return e, false
	}
	each := len(theta.Chains[0])
	efficiency := posterior.ESSMean(theta.Chains) / float64(len(theta.Chains)*each)
	e.Draws = weights.ESS * math.Min(1, efficiency)
	counts := make([]float64, cells)
	for n, w := range weights.Weights() {
		if k, in := e.cell(theta.Chains[n/each][n%each]); in {
			counts[k] += w * e.Draws
		}
	}
	e.Likelihood = smooth(counted(counts, e.Prior), start(counts, e.Prior))
	floats.AddConst(-floats.Max(e.Likelihood), e.Likelihood)
	return e, true
}

// cell returns the place of the point nearest to x.
func (e Estimate) cell(x float64) (k int, ok bool) {
	u := math.Round(x/e.Step) - float64(e.First)
	return int(u), u >= 0 && u < float64(len(e.Prior))
}

// setPrior sets the prior on the grid: its average over draws with a θ, smoothed.
func (e Estimate) setPrior(theta, logPrior posterior.Quantity) (ok bool) {
	means, counts := e.Prior, make([]float64, len(e.Prior))
	squares := make([]float64, len(means))
	for c, chain := range theta.Chains {
		for i, x := range chain {
			v := logPrior.Chains[c][i]
			if math.IsNaN(v) {
				return false
			}
			if k, in := e.cell(x); in && !math.IsInf(v, 0) {
				means[k] += v
				squares[k] += v * v
				counts[k]++
			}
		}
	}
	within, freedom, all, n := 0.0, 0.0, 0.0, 0.0
	for k, count := range counts {
		if count > 0 {
			all, n = all+means[k], n+count
			means[k] /= count
			within += squares[k] - count*means[k]*means[k]
			freedom += count - 1
		}
	}
	if !(freedom > 0) {
		return false
	}
	// Within a cell a smooth prior varies too; a variance of 0 is none.
	variance := math.Max(within/freedom, 1e-8)
	first := make([]float64, len(means))
	floats.AddConst(all/n, first)
	copy(means, smooth(averaged(means, counts, variance), first))
	floats.AddConst(-floats.Max(means), means)
	return true
}

// start is the parabola of the normal density with the moments of counts, less the offset's height.
func start(counts, offset []float64) []float64 {
	total, mean, square := floats.Sum(counts), 0.0, 0.0
	for k, c := range counts {
		mean += c * float64(k) / total
		square += c * float64(k) * float64(k) / total
	}
	variance := math.Max(square-mean*mean, 1)
	f, sum := make([]float64, len(counts)), 0.0
	for k := range f {
		d := float64(k) - mean
		f[k] = -d * d / (2 * variance)
		sum += math.Exp(offset[k] + f[k])
	}
	floats.AddConst(math.Log(total/sum), f)
	return f
}
