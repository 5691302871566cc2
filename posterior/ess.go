package posterior

import "math"

// ESSBulk returns the bulk effective sample size of chains of one scalar, by the rank-normalised split chains (Vehtari
// et al. 2021, section 4). It shows how far the centre of the posterior can be trusted, and should be at least 400. It
// is NaN where [RHat] is because of equal or NaN draws, and for fewer than 6 iterations.
func ESSBulk(chains [][]float64) float64 { return newSample(chains, new(arena)).essBulk() }

func (s *sample) essBulk() float64 {
	if s.undefined() {
		return math.NaN()
	}
	return ess(s.bulk(s.scores()), s.arena)
}

// ESSTail returns the tail effective sample size, the smaller one of the 5 % and the 95 % quantile (Vehtari et al.
// 2021, section 4.3). It is NaN if either is.
func ESSTail(chains [][]float64) float64 { return newSample(chains, new(arena)).essTail() }

func (s *sample) essTail() float64 { return math.Min(s.essQuantile(0.05), s.essQuantile(0.95)) }

// ESSMean returns the effective sample size for the mean, by the split chains without rank normalisation. It is NaN if
// [ESSBulk] is, or if a draw is infinite.
func ESSMean(chains [][]float64) float64 { return ess(split(chains), new(arena)) }

// ESSSD returns the effective sample size for the standard deviation, which is the effective sample size of |draw −
// mean|, as in the R package posterior. It is NaN where [ESSMean] is.
func ESSSD(chains [][]float64) float64 {
	mean := meanOf(pool(chains, new(arena)))
	return ess(split(mapChains(chains, new(arena), func(x float64) float64 { return math.Abs(x - mean) })), new(arena))
}

// ESSQuantile returns the effective sample size for the p-quantile, by the indicator of draw ≤ quantile (Vehtari et al.
// 2021, equation 15). It is NaN if [ESSMean] is, or if all draws are on one side. It panics unless 0 ≤ p ≤ 1.
func ESSQuantile(chains [][]float64, p float64) float64 {
	return newSample(chains, new(arena)).essQuantile(p)
}

func (s *sample) essQuantile(p float64) float64 {
	if s.undefined() || constantOrNotFinite(s.chains) {
		return math.NaN()
	}
	if p == 1 { // as in R: the indicator would be constant
		n := float64(len(s.pooled))
		p = (n - 0.5) / n
	}
	q := s.quantile(p)
	return ess(split(mapChains(s.chains, s.arena, func(x float64) float64 {
		if x <= q {
			return 1
		}
		return 0
	})), s.arena)
}

// ess is the effective sample size of unchanged chains: Vehtari et al. (2021), equations 10 to 13, with Geyer's (1992)
// initial positive and initial monotone sequence. It follows the R package posterior step by step, including its bound
// S·log₁₀ S on antithetic chains. Chains of 3 to 5 draws have τ̂ = 2 there, and so here.
func ess(chains [][]float64, memory *arena) float64 {
	n := iterations(chains)
	if n < 3 || constantOrNotFinite(chains) {
		return math.NaN()
	}
	acov := newAutocovariance(chains, memory)
	within := acov.at(0) * float64(n) / float64(n-1)
	total := acov.at(0)
	if len(chains) > 1 {
		total += varianceOf(acov.means, meanOf(acov.means))
	}
	draws := float64(n * len(chains))
	correlation := func(lag int) float64 { return 1 - (within-acov.at(lag))/total }
	tau := max(integratedTime(n, correlation), 1/math.Log10(draws))
	return draws / tau
}

// integratedTime returns τ̂ = −1 + 2 Σ ρ̂_t over Geyer's sequence, of
// autocorrelations of n lags.
func integratedTime(n int, correlation func(lag int) float64) float64 {
	rho := make([]float64, 2, directLags)
	even, odd := 1.0, correlation(1)
	rho[0], rho[1] = even, odd
	last := 0 // even lag of the last pair looked at
	for last < n-5 && even+odd > 0 {
		last += 2
		even, odd = correlation(last), correlation(last+1)
		if even+odd >= 0 {
			rho = append(rho, even, odd)
		} else {
			rho = append(rho, 0, 0)
		}
	}
	if even > 0 { // halves the bias for antithetic chains
		rho[last] = even
	}
	for t := 2; t <= last-2; t += 2 {
		if before := rho[t-2] + rho[t-1]; rho[t]+rho[t+1] > before {
			rho[t], rho[t+1] = before/2, before/2
		}
	}
	sum := 0.0
	for _, r := range rho[:max(last, 1)] {
		sum += r
	}
	return -1 + 2*sum + rho[last]
}
