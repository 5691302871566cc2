package posterior

import "math"

// LeftOut is how well draws of a posterior predict one observation had it been left out: Pareto smoothed importance
// sampling leave-one-out cross-validation (Vehtari, Gelman and Gabry 2017, "Practical Bayesian model evaluation using
// leave-one-out cross-validation and WAIC", Statistics and Computing 27).
type LeftOut struct {
	// ELPD is the logarithm of the predictive density of the observation given all others (equation 10). Within is the
	// same given all observations (equation 3), which is less only by chance.
	ELPD, Within float64
	// K is k̂ of the weights, as [Reweighted.K].
	K float64
	// Reliable is [Reweighted.Reliable].
	Reliable bool
}

// LeaveOneOut returns it from the log-likelihood of the observation in each draw, a slice for each chain. All are NaN
// where [Reweighted.K] is. It panics if the chains differ in length.
func LeaveOneOut(logLik [][]float64) LeftOut {
	likelihood := mapChains(logLik, new(arena), math.Exp)
	draws := float64(len(logLik) * iterations(logLik))
	efficiency := ESSMean(likelihood) / draws
	if !(efficiency > 0) || math.IsInf(efficiency, 1) { // equal in all draws
		efficiency = 1
	}
	r := Reweight(mapChains(logLik, new(arena), func(x float64) float64 { return -x }), efficiency)
	out := LeftOut{ELPD: math.NaN(), Within: math.NaN(), K: r.K}
	if r.weights == nil {
		return out
	}
	log := pool(logLik, new(arena))
	sum, weighted := 0.0, 0.0
	most := math.Inf(-1)
	for _, x := range log {
		most = math.Max(most, x)
	}
	for i, x := range log {
		p := math.Exp(x - most)
		sum += p
		weighted += r.weights[i] * p
	}
	out.ELPD, out.Within = most+math.Log(weighted), most+math.Log(sum/draws)
	out.Reliable = r.Reliable()
	return out
}
