package posterior

import (
	"math"
	"math/rand/v2"
)

// Reweighted are draws of one posterior with weights that make them represent another: Pareto smoothed importance
// sampling (Vehtari, Simpson, Gelman, Yao and Gabry 2024, "Pareto smoothed importance sampling", Journal of Machine
// Learning Research 25).
type Reweighted struct {
	// K is k̂, the shape of the generalized Pareto distribution of the largest weights: below 1/2 their variance is
	// finite, above 1 even their mean is not. It is −Inf if the largest weights are all equal, so that there is no
	// tail. It is NaN if there are fewer than 25 draws, or if a ratio is NaN or +Inf.
	K float64
	// ESS is the number of independent draws of the other posterior that would estimate a mean as well: 1/Σw² times the
	// given efficiency. It is NaN if K is.
	ESS float64

	weights []float64 // pooled, of sum 1; nil if K is NaN
	chains  int
}

// Reweight returns the weights of draws from their log importance ratios, a slice for each chain. A log ratio is the
// log density of the other posterior minus the log density of the posterior of the draws, up to a constant. The
// efficiency is the effective sample size of the ratios divided by the number of draws; it differs from 1 because draws
// of a Markov chain depend on each other. It decides how many of the weights are the tail, and scales ESS. It panics if
// the chains differ in length or unless efficiency > 0.
func Reweight(logRatios [][]float64, efficiency float64) *Reweighted {
	if !(efficiency > 0) {
		panic("posterior: the efficiency of the draws must be positive")
	}
	log := pool(logRatios, new(arena))
	r := &Reweighted{K: math.NaN(), ESS: math.NaN(), chains: len(logRatios)}
	n := float64(len(log))
	tail := int(math.Ceil(math.Min(0.2*n, 3*math.Sqrt(n/efficiency))))
	if tail < 5 {
		return r
	}
	most := math.Inf(-1)
	for _, x := range log {
		if math.IsNaN(x) || math.IsInf(x, 1) {
			return r
		}
		most = math.Max(most, x)
	}
	if math.IsInf(most, -1) {
		return r
	}
	for i := range log {
		log[i] -= most
	}
	r.K = smoothTail(log, tail)
	sum := 0.0
	for i, x := range log {
		log[i] = math.Exp(x)
		sum += log[i]
	}
	squares := 0.0
	for i := range log {
		log[i] /= sum
		squares += log[i] * log[i]
	}
	r.weights, r.ESS = log, efficiency/squares
	return r
}

// ReweightChains is [Reweight] with the efficiency that the ratios themselves have.
func ReweightChains(logRatios [][]float64) *Reweighted {
	return Reweight(logRatios, RatioEfficiency(logRatios))
}

// RatioEfficiency returns the effective sample size of importance ratios divided by their number; 1 if all are equal.
func RatioEfficiency(logRatios [][]float64) float64 {
	most, draws := math.Inf(-1), 0
	for _, chain := range logRatios {
		draws += len(chain)
		for _, x := range chain {
			most = math.Max(most, x)
		}
	}
	if math.IsInf(most, 0) {
		most = 0
	}
	ratios := mapChains(logRatios, new(arena), func(x float64) float64 { return math.Exp(x - most) })
	efficiency := ESSMean(ratios) / float64(draws)
	if !(efficiency > 0) || math.IsInf(efficiency, 1) {
		efficiency = 1
	}
	return efficiency
}

// Resample returns the places of a sample of the draws, with as many places as draws. Places are counted chain after
// chain and ascend. Each occurs in proportion to its weight, rounded up or down. This is systematic resampling
// (Kitagawa 1996, "Monte Carlo filter and smoother for non-Gaussian nonlinear state space models", Journal of
// Computational and Graphical Statistics 5); its one random number follows from the seed. It is nil if K is NaN.
func (r *Reweighted) Resample(seed uint64) []int {
	n := len(r.weights)
	if n == 0 {
		return nil
	}
	at := rand.New(rand.NewPCG(seed, 0x726573616d706c65)).Float64()
	places, below := make([]int, 0, n), 0.0
	for i, w := range r.weights {
		below += w * float64(n)
		for float64(len(places))+at < below && len(places) < n {
			places = append(places, i)
		}
	}
	for len(places) < n { // rounding
		places = append(places, n-1)
	}
	return places
}

// Weights returns the weights of the draws, chain after chain, of sum 1; nil if K is NaN. The slice must not be
// modified.
func (r *Reweighted) Weights() []float64 { return r.weights }

// smoothTail fits a generalized Pareto distribution to the largest log ratios and replaces them by the logarithms of
// its quantiles. None exceeds the largest, which is 0. It returns k̂.
func smoothTail(log []float64, tail int) (k float64) {
	order := argsort(log, new(arena))
	cut := math.Exp(log[order[len(order)-tail-1]])
	largest := order[len(order)-tail:]
	excess := make([]float64, tail)
	for i, at := range largest {
		excess[i] = math.Exp(log[at]) - cut
	}
	if excess[tail-1] == excess[0] {
		return math.Inf(-1)
	}
	fit := fitGeneralizedPareto(excess)
	if math.IsNaN(fit.k) || math.IsInf(fit.k, 0) {
		return math.Inf(1) // more than a quarter of the tail is one value, so its shape is unknown
	}
	for i, at := range largest {
		q := fit.quantile((float64(i)+0.5)/float64(tail)) + cut
		log[at] = math.Min(0, math.Log(q))
	}
	return fit.k
}

// Reliable reports that the weighted draws can be relied on: k̂ is at most 0.7, or 1 − 1/log₁₀ S for S draws, if these
// are fewer than 2,200 (Vehtari et al. 2024, section 3.2.4).
func (r *Reweighted) Reliable() bool {
	return r.K <= math.Min(0.7, 1-1/math.Log10(float64(len(r.weights))))
}

// Summarize returns mean, standard deviation, median and interval of a quantity of the same draws under the other
// posterior. With equal weights they are the same as of [Quantity.Summarize]. All are NaN if K or a draw is NaN, and
// diagnostics always are. It panics if q has other numbers of chains and draws, or unless 0 < Level < 1.
func (r *Reweighted) Summarize(q Quantity, interval Interval) Summary {
	interval.check()
	nan := math.NaN()
	out := Summary{
		Name: q.Name, Interval: interval, Mean: nan, SD: nan, Median: nan, Lower: nan, Upper: nan,
		RHat: nan, ESSBulk: nan, ESSTail: nan, MCSEMean: nan, MCSESD: nan,
	}
	if r.weights == nil {
		return out
	}
	s := newSample(q.Chains, new(arena))
	if len(s.pooled) != len(r.weights) || len(q.Chains) != r.chains {
		panic("posterior: the quantity does not have the draws of the weights")
	}
	if s.undefined() {
		return out
	}
	w := weighted{s, r.weights}
	out.Mean, out.SD = w.moments()
	out.Median = w.quantile(0.5)
	out.Lower, out.Upper = w.interval(interval)
	return out
}
