package effect

import "math"

const (
	// seriesSD is the noise from which [Logistic] sums its asymptotic series.
	seriesSD = 8
	// mostPairs is the number of nodes on one side for less noise.
	mostPairs = 180
)

// Logistic is H(x) = E logit⁻¹(x + a) over noise a ~ N(0, sd²). Below seriesSD it is the trapezoidal rule, whose nodes
// come in pairs ±a that need one division:
//
//	logit⁻¹(x+a) + logit⁻¹(x−a) = (2e² + e·2cosh a) / (1 + e² + e·2cosh a), e = eˣ.
//
// The zero value is logit⁻¹ itself.
type Logistic struct {
	sd, step float64
	n        int                // pairs
	weight   [mostPairs]float64 // of each node of a pair, where that of 0 has 1
	cosh2    [mostPairs]float64 // 2cosh a
	total    [mostPairs]float64 // of the weights, with pairs up to here
}

// Set prepares H for a standard deviation. If it is negative or not finite, H is NaN.
func (h *Logistic) Set(sd float64) {
	h.sd, h.n = sd, 0
	if sd == 0 || !(sd > 0 && sd < seriesSD) {
		return
	}
	h.step = step(math.Pi/sd, 1, digits)
	h.n = min(nodes(reach+sd, h.step), mostPairs)
	// Powers by multiplication: n is small, and so is the error.
	square, up, down := math.Exp(-h.step*h.step), math.Exp(h.step*sd), math.Exp(-h.step*sd)
	ratio, w, p, m, total := math.Sqrt(square), 1.0, 1.0, 1.0, 1.0
	for j := range h.n {
		w *= ratio
		ratio *= square
		p *= up
		m *= down
		total += 2 * w
		h.weight[j], h.cosh2[j], h.total[j] = w, p+m, total
	}
}

// At returns H(x), NaN if x is not finite.
func (h *Logistic) At(x float64) float64 {
	if x-x != 0 || !(h.sd >= 0) || h.sd > math.MaxFloat64 {
		return math.NaN()
	}
	if h.sd >= seriesSD {
		return series(x, h.sd)
	}
	away := math.Abs(x)
	e := math.Exp(-away)
	low := e / (1 + e) // H(−|x|), times the weights
	if h.n > 0 {
		// Far out H is an exponential function, whose mass is at z = sd.
		n := min(h.n, 1+int((reach+math.Min(h.sd, away/h.sd))/h.step))
		e2, one := e*e, 1+e*e
		weight, cosh2 := h.weight[:n], h.cosh2[:n]
		for j, c := range cosh2 {
			t := e * c
			low += weight[j] * (2*e2 + t) / (one + t)
		}
		low /= h.total[n-1]
	}
	if x > 0 {
		return 1 - low
	}
	return low
}

// Mean returns E logit⁻¹(x + a), a ~ N(0, noise²).
func Mean(x, noise float64) float64 {
	var h Logistic
	h.Set(noise)
	return h.At(x)
}

// Means sets dst to [Mean] of each of xs, which may be dst itself, at less cost.
func Means(dst, xs []float64, noise float64) {
	var h Logistic
	h.Set(noise)
	for i, x := range xs {
		dst[i] = h.At(x)
	}
}

// series is H(x) for large s by expanding E Φ((x − ε)/s) in the moments of the standard
// logistic ε, E exp(tε) = πt/sin πt = Σ c_2k t^2k:
//
//	H(x) = Φ(x/s) + Σ_k c_2k s^−2k Φ⁽²ᵏ⁾(x/s), Φ⁽²ᵏ⁾ = −He_{2k−1} φ, c_2k = 2(1 − 2^(1−2k)) ζ(2k).
//
// It diverges, but its 12 terms leave an error below 10⁻¹¹ from seriesSD on.
func series(x, s float64) float64 {
	z := x / s
	low, mid := 1.0, z // He_{m−1} and He_m, here of m = 1
	sum, scale := 0.0, 1.0
	for i, c := range [...]float64{
		1.6449340668482264, 1.8940656589944918, 1.9711021825948702, 1.9924660037052958,
		1.9980790151965431, 1.9995153702877164, 1.9998783406919594, 1.9999695284298122,
		1.9999923757392202, 1.9999980932231630, 1.9999995232264616, 1.9999998807977848,
	} {
		scale /= s * s
		sum -= c * scale * mid
		m := float64(2*i + 1) // order of mid
		low, mid = mid, z*mid-m*low
		low, mid = mid, z*mid-(m+1)*low
	}
	density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	return math.Erfc(-z/math.Sqrt2)/2 + density*sum
}
