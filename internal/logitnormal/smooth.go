package logitnormal

import "math"

const (
	// exponent is −log of the quadrature error aimed at, e⁻²⁹ = 2.5·10⁻¹³.
	exponent = 29
	// reach is the place, in standard deviations, where normal tails are cut: 1 − Φ(8.5) = 10⁻¹⁷.
	reach = 8.5
	// flat is where logit⁻¹ is 0 or 1 to double precision.
	flat = 37
	// seriesSD is the SD from which [smooth] sums its asymptotic series.
	seriesSD = 8
	// maxNodes is the number of nodes on one side for an SD below seriesSD.
	maxNodes = 104
)

// poleStep returns the step, in standard deviations, for which the trapezoidal rule
// over a normal variable errs by e^−exponent, for an integrand whose poles next to the real
// line are q standard deviations away: their residues are of the order of exp(q²/2 − 2πq/step),
// what is left exp(−2π²/step²) (Trefethen and Weideman 2014, section 5).
func poleStep(q float64) float64 {
	q = math.Min(q, math.Sqrt(2*exponent))
	return 2 * math.Pi * q / (exponent + q*q/2)
}

// entireStep is poleStep for an integrand without poles that grows along the imaginary axis
// no faster than exp((growth − 1) y²/2).
func entireStep(growth float64) float64 {
	return math.Pi * math.Sqrt(2/(exponent*growth))
}

// smooth is H(x) = E logit⁻¹(x + s z), z ~ N(0, 1), for one s. Below seriesSD it is
// the trapezoidal rule, whose nodes come in pairs ±a that need one division:
//
//	logit⁻¹(x+a) + logit⁻¹(x−a) = (2e² + e·2cosh a) / (1 + e² + e·2cosh a), e = eˣ.
type smooth struct {
	sd     float64
	n      int
	center float64           // weight of the node 0
	weight [maxNodes]float64 // of each node of a pair
	cosh2  [maxNodes]float64 // 2cosh a
}

// set prepares H for the given SD.
func (h *smooth) set(sd float64) {
	h.sd, h.n, h.center = sd, 0, 1
	if sd == 0 || sd >= seriesSD {
		return
	}
	step := poleStep(math.Pi / sd)
	h.n = int(math.Ceil(reach / step))
	h.center = normalWeights(h.weight[:h.n], step)
	// Powers by multiplication: n is small, and so is the error.
	up, down := math.Exp(step*sd), math.Exp(-step*sd)
	p, m := 1.0, 1.0
	for j := range h.n {
		p *= up
		m *= down
		h.cosh2[j] = p + m
	}
}

// normalWeights sets pairs to the weights of the nodes ±step, ±2 step, … of a rule over a standard normal variable, and
// returns the weight of the node 0. They add up to 1.
func normalWeights(pairs []float64, step float64) (center float64) {
	ratio := math.Exp(-step * step / 2)
	weights := densities{ratio, ratio * ratio * ratio, ratio * ratio} // from the first node, where that of 0 has 1
	total := 0.5
	for j := range pairs {
		w := weights.next()
		pairs[j] = w
		total += w
	}
	center = 0.5 / total
	for j := range pairs {
		pairs[j] *= center
	}
	return center
}

// at returns H(x).
func (h *smooth) at(x float64) float64 {
	if h.sd >= seriesSD {
		return series(x, h.sd)
	}
	e := math.Exp(-math.Abs(x))
	e2 := e * e
	low := h.center * e / (1 + e) // H(−|x|)
	for j, c := range h.cosh2[:h.n] {
		t := e * c
		low += h.weight[j] * (2*e2 + t) / (1 + e2 + t)
	}
	if x > 0 {
		return 1 - low
	}
	return low
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
