package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logproduct"
)

// Mixture holds the parameters of [NewMixture] and, after the forward pass, the derivatives with respect to them.
type Mixture struct {
	Logit     float64   // of p, the share of the second kind
	Apart     []float64 // v
	LogitGrad float64
	ApartGrad []float64
}

// NewMixture returns a factor whose levels are of two kinds. Within a kind, effects are normal with one covariance. b =
// Cη, and η has the mean 0 and the covariance I. This holds for any share p of the second kind and for any vector v
// between the kinds. In the direction of v, the kinds are d = |v| standard deviations of one kind apart. At right
// angles to it, η is standard normal. Let m = p(1 − p), r = √(1 + m d²) and h = vᵀη. A kind has the standard deviation
// 1/r along v, and
//
//	p(η) ∝ exp(−½ηᵀη − ½m h²) r [(1 − p) exp(−p h r − ½p²d²) + p exp((1 − p) h r − ½(1 − p)²d²)].
//
// It is smooth everywhere, and standard normal at v = 0. It stays the same if (p, v) becomes (1 − p, −v). All mixtures
// of two normal distributions with a common covariance have this form. Coordinates are those of [NewStudent].
func NewMixture(levels, k int, count []int32) *Factor {
	f := newFull(levels, k, count)
	f.Center, f.mixed = make([]float64, k), true
	return f
}

// shaped reports whether the density of η is not normal.
func (f *Factor) shaped() bool { return f.student || f.mixed }

// mixtureDensity is etaDensity of a mixture.
func (f *Factor) mixtureDensity(st *State) float64 {
	k, mix := f.K, &st.Mixture
	v, levels := mix.Apart, float64(f.Levels)
	square := floats.Dot(v, v)
	p, rest := logistic(mix.Logit), logistic(-mix.Logit)
	logRest := -math.Max(mix.Logit, 0) - math.Log1p(math.Exp(-math.Abs(mix.Logit)))
	m := p * rest
	r2 := 1 + m*square
	r := math.Sqrt(r2)
	middle := mix.Logit - 0.5*(rest-p)*square
	clear(mix.ApartGrad)
	product := logproduct.New()
	var sumH, sumH2, sumQ, sumPull, sumG float64 // over levels: h, h², π, h(π − p), max(g, 0)
	for o := 0; o < len(st.eta); o += k {
		eta := st.eta[o : o+k]
		h := 0.0
		for a, e := range eta {
			h += v[a] * e
		}
		g := middle + h*r // log odds of the second kind
		e := math.Exp(-math.Abs(g))
		product.Times(1 + e)
		q := 1 / (1 + e)
		if g < 0 {
			q = e * q
		} else {
			sumG += g
		}
		sumH, sumH2, sumQ, sumPull = sumH+h, sumH2+h*h, sumQ+q, sumPull+h*(q-p)
		pull := r*(q-p) - m*h
		for a, e := range eta {
			st.score[o+a] = e - pull*v[a]
			mix.ApartGrad[a] += pull * e
		}
	}
	ofR := levels/r + sumPull // with respect to r
	ofSquare := -0.5*levels*p*p - 0.5*(rest-p)*sumQ + 0.5*ofR*m/r
	floats.AddScaled(mix.ApartGrad, 2*ofSquare, v)
	mix.LogitGrad = m*(rest-p)*0.5*(ofR*square/r-sumH2) - p*levels - m*r*sumH - m*p*square*levels + r2*sumQ
	return -0.5*floats.Dot(st.eta, st.eta) - 0.5*m*sumH2 + levels*(math.Log(r)+logRest-0.5*p*p*square) -
		p*r*sumH + sumG + product.Log()
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
