package newfamily

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
	"concord/study"
)

// counts are labels y ~ NegativeBinomial with mean m = e^θ and variance m + m²/φ, φ the family's own parameter.
type counts struct{}

var _ family.Family = counts{}

func (counts) String() string { return "counts" }

func (counts) About() family.About {
	return family.About{
		Name: "negative binomial", Labels: "Counts", Distribution: "a negative binomial distribution", Link: "log",
		Formula: "NegativeBinomial(exp(θ), φ)",
	}
}

func (counts) Kind() study.Kind { return study.Numeric }

func (counts) Takes(y float64) bool { return y >= 0 && y == math.Floor(y) }

func (counts) Parameters() []family.Parameter {
	return []family.Parameter{{Name: "shape", Words: "shape φ of the counts"}}
}

func (counts) LocationScale() bool { return false }

func (counts) Start() family.Start { return family.Start{ItemSD: 0.5, OtherSD: 0.3, Own: []float64{2}} }

func (counts) Likelihood(l *family.Labels) family.Likelihood {
	return family.Pointwise(l, countDensity{}, 1)
}

// ResidualSD: on the scale of θ no latent variable stands behind a count.
func (counts) ResidualSD([]float64) float64 { return math.NaN() }

func (counts) Response() family.Response {
	return family.Conditional(func(mean, variance, theta, own []float64) {
		for i, t := range theta {
			m := math.Exp(t)
			mean[i], variance[i] = m, m+m*m/own[0]
		}
	})
}

func (counts) LogProb(y, theta float64, own []float64) float64 {
	m, a := math.Exp(theta), own[0]
	lgamma := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	return lgamma(y+a) - lgamma(a) - lgamma(y+1) + a*math.Log(a/(a+m)) + y*math.Log(m/(a+m))
}

// Draw draws a Poisson count whose mean is e^θ times a gamma variable of mean 1 and variance 1/φ.
func (counts) Draw(rng *rand.Rand, theta, own []float64) {
	for n, t := range theta {
		rate := distuv.Gamma{Alpha: own[0], Beta: own[0], Src: rng}.Rand() * math.Exp(t)
		theta[n] = distuv.Poisson{Lambda: rate, Src: rng}.Rand()
	}
}

// countDensity is the density of single counts, up to a constant.
type countDensity struct{}

func (countDensity) LogLik(g, theta, y, own, ownBar []float64) float64 {
	phi, logp := own[0], 0.0
	atPhi, _ := math.Lgamma(phi)
	for i, t := range theta {
		m := math.Exp(t)
		total, _ := math.Lgamma(y[i] + phi)
		logp += total - atPhi + phi*math.Log(phi/(phi+m)) + y[i]*(t-math.Log(phi+m))
		g[i] = phi * (y[i] - m) / (phi + m)
		ownBar[0] += mathext.Digamma(y[i]+phi) - mathext.Digamma(phi) + math.Log(phi/(phi+m)) + (m-y[i])/(phi+m)
	}
	return logp
}

// Working takes the expected information, φm/(φ + m).
func (d countDensity) Working(g, w, theta, y, own, ownBar []float64) float64 {
	for i, t := range theta {
		w[i] = own[0] * math.Exp(t) / (own[0] + math.Exp(t))
	}
	return d.LogLik(g, theta, y, own, ownBar)
}
