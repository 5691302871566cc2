package blocks

import (
	"math"

	"concord/internal/logproduct"
)

// Hyperbolics are the hyperbolic functions of a coordinate u, from one exponential.
type Hyperbolics struct {
	u, Sinh, Cosh float64
}

// farOut is the |u| from which on tanh is ±1 and log cosh a straight line, to double precision.
const farOut = 20

func NewHyperbolics(u float64) Hyperbolics {
	e := math.Exp(math.Abs(u))
	h := Hyperbolics{u: u, Sinh: math.Copysign((e-1/e)/2, u), Cosh: (e + 1/e) / 2}
	if math.Abs(u) < 0.5 { // the difference would lose digits
		h.Sinh = math.Sinh(u)
	}
	return h
}

func (h Hyperbolics) Tanh() float64 {
	if math.Abs(h.u) > farOut {
		return math.Copysign(1, h.u)
	}
	return h.Sinh / h.Cosh
}

func (h Hyperbolics) LogCosh() float64 {
	p := logproduct.New()
	h.timesCosh(&p)
	return p.Log()
}

// timesCosh multiplies a product by cosh u.
func (h Hyperbolics) timesCosh(p *logproduct.Product) {
	if u := math.Abs(h.u); u > farOut {
		p.Add(u - math.Ln2)
		return
	}
	p.Times(h.Cosh)
}

// hyperbolic returns tanh x, sech x and exp(−2|x|) from one exponential. A partial correlation may be next to ±1, and
// in these numbers nothing cancels and nothing overflows.
func hyperbolic(x float64) (tanh, sech, e2 float64) {
	e := math.Exp(-math.Abs(x))
	e2 = e * e
	// 1 − e² loses its digits next to 0, where it is 2x.
	if math.Abs(x) < 0.3 {
		tanh = math.Tanh(x)
	} else {
		tanh = math.Copysign((1-e2)/(1+e2), x)
	}
	return tanh, 2 * e / (1 + e2), e2
}
