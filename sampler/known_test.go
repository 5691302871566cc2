package sampler

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"concord/posterior"
)

// moment is what is known of a coordinate: its mean and, unless zero, its
// standard deviation.
type moment struct {
	coordinate int
	mean, sd   float64
}

// known is a posterior with known moments.
type known struct {
	name          string
	target        Target
	center, scale []float64 // where its curvature is measured
	moments       []moment
}

func repeat(n int, v float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = v
	}
	return s
}

func knownPosteriors() []known {
	saw := func(i int) float64 { return math.Pow(10, float64(i%5)-2) }
	ar := known{
		name: "normal in 200 dimensions", target: autoregression(200, 0.5, saw),
		center: repeat(200, 1), scale: make([]float64, 200),
	}
	for i := range ar.scale {
		ar.scale[i] = saw(i)
	}
	for _, i := range []int{0, 1, 98, 198, 199} { // ends and middle, scales 0.01 to 100
		ar.moments = append(ar.moments, moment{i, 1, saw(i)})
	}
	tails := known{name: "Student-t", target: studentT(5, 10), center: repeat(5, 0), scale: repeat(5, 1)}
	for i := range 5 {
		tails.moments = append(tails.moments, moment{i, 0, math.Sqrt(10.0 / 8)})
	}
	// The means of x₁ … x₅ are known; their standard deviation, e^(1/8), has an
	// estimator whose own error is not well estimated, as its kurtosis is large.
	neck := known{name: "funnel", target: funnel(5, 0.5), center: repeat(6, 0),
		scale: append([]float64{0.5}, repeat(5, 1)...), moments: []moment{{0, 0, 0.5}}}
	for i := range 5 {
		neck.moments = append(neck.moments, moment{coordinate: i + 1})
	}
	const n, s = 12, 30.0
	// −x is log(2/s) plus the log of a Gamma(n/2, 1) variable, whose mean is
	// ψ(n/2) and whose variance is ψ′(n/2) = ζ(2, n/2).
	variance := known{
		name: "normal with known mean", target: squares(n, s), center: []float64{1}, scale: []float64{0.4},
		moments: []moment{{0, math.Log(s/2) - mathext.Digamma(n/2), math.Sqrt(mathext.Zeta(2, n/2))}},
	}
	const rho = 0.9
	two := known{
		name: "normal in 2 dimensions", target: binormal(rho), center: []float64{1, -2}, scale: []float64{0.1, 30},
		moments: []moment{{0, 1, 0.1}, {1, -2, 30}},
	}
	free := known{
		name: "eight schools", target: schools(false),
		center: append([]float64{4, 1}, repeat(8, 0)...), scale: repeat(10, 1),
		moments: schoolsTruth(plain)[:2],
	}
	return []known{two, ar, tails, neck, variance, free}
}

// wrongMoments says which moments of the draws are more than so many Monte Carlo
// standard errors from the truth.
func wrongMoments(r *Run, moments []moment, errors float64) []string {
	var wrong []string
	check := func(what string, m moment, got, want, mcse float64) {
		// Written so that NaN is wrong.
		if !(math.Abs(got-want) <= errors*mcse) {
			wrong = append(wrong,
				fmt.Sprintf("%s of %d: %g, not %g, standard error %g", what, m.coordinate, got, want, mcse))
		}
	}
	for _, m := range moments {
		q := r.Draws.Quantity(m.coordinate)
		check("mean", m, q.Mean(), m.mean, posterior.MCSEMean(q.Chains))
		if m.sd > 0 {
			check("sd", m, q.SD(), m.sd, posterior.MCSESD(q.Chains))
		}
	}
	return wrong
}
