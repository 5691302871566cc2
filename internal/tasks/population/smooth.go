package population

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// smoother finds a function f on a grid whose third differences are normal with the variance 1/λ, given data at each
// point: with a large λ it is a parabola. λ is the one of the largest evidence, by Laplace's approximation.
type smoother struct {
	data pointwise
	f    []float64
	// Derivatives of the log-likelihood with respect to f, the second one with the sign changed.
	gradient, information []float64
}

// pointwise sets the derivatives of the log-likelihood of data with respect to f, and returns it.
type pointwise func(gradient, information, f []float64) float64

// counted are counts that are Poisson with the means exp(offset + f), so that f is the logarithm of a density relative
// to the offset's. A parabola is then the logarithm of a normal density (Silverman 1982, "On the estimation of a
// probability density function by the maximum penalized likelihood method", Annals of Statistics 10; on a grid Eilers
// and Marx 1996, "Flexible smoothing with B-splines and penalties", Statistical Science 11, section 8).
func counted(counts, offset []float64) pointwise {
	return func(gradient, information, f []float64) float64 {
		sum := 0.0
		for k, c := range counts {
			mean := math.Exp(offset[k] + f[k])
			sum += c*f[k] - mean
			gradient[k], information[k] = c-mean, mean
		}
		return sum
	}
}

// averaged are means of a number of values each, of a common variance.
func averaged(means, counts []float64, variance float64) pointwise {
	return func(gradient, information, f []float64) float64 {
		sum := 0.0
		for k, m := range means {
			information[k] = counts[k] / variance
			gradient[k] = information[k] * (m - f[k])
			sum -= gradient[k] * (m - f[k]) / 2
		}
		return sum
	}
}

// differences are the coefficients of a third difference.
var differences = [...]float64{-1, 3, -3, 1}

const order = len(differences) - 1

// Logarithms of λ that are tried, from the largest, which gives a parabola, to the smallest, which smooths hardly
// anything.
const (
	mostLambda, leastLambda = 24.0, -3.0
	lambdaStep              = 1.5
)

// smooth returns f, which is looked for from start on.
func smooth(data pointwise, start []float64) []float64 {
	n := len(start)
	s := &smoother{data, start, make([]float64, n), make([]float64, n)}
	best, most := make([]float64, n), math.Inf(-1)
	for logLambda := mostLambda; logLambda >= leastLambda; logLambda -= lambdaStep {
		evidence := s.fit(logLambda)
		if evidence > most {
			most = evidence
			copy(best, s.f)
		}
		if evidence < most-10 { // it has fallen since
			break
		}
	}
	return best
}

// penalty is the penalty of third differences for a λ of 1.
func penalty(f []float64) float64 {
	sum := 0.0
	for k := range len(f) - order {
		d := floats.Dot(differences[:], f[k:k+order+1])
		sum += d * d / 2
	}
	return sum
}

// fit moves f to the largest penalised likelihood by Newton's method, and returns the logarithm of the evidence of λ.
func (s *smoother) fit(logLambda float64) (evidence float64) {
	const most, halvings, enough = 100, 40, 1e-7
	n, lambda := len(s.f), math.Exp(logLambda)
	curvature, rise := mat.NewSymBandDense(n, order, nil), mat.NewVecDense(n, nil)
	next := make([]float64, n)
	var chol mat.BandCholesky
	value := s.data(s.gradient, s.information, s.f) - lambda*penalty(s.f)
	for range most {
		s.linearise(curvature, rise, lambda)
		if !chol.Factorize(curvature) {
			return math.Inf(-1)
		}
		var step mat.VecDense
		if chol.SolveVecTo(&step, rise) != nil {
			return math.Inf(-1)
		}
		size, better := 1.0, false
		for range halvings {
			floats.AddScaledTo(next, s.f, size, step.RawVector().Data)
			v := s.data(s.gradient, s.information, next) - lambda*penalty(next)
			if better = v > value; better {
				value = v
				copy(s.f, next)
				break
			}
			size /= 2
		}
		if !better || mat.Dot(&step, rise) < enough {
			break
		}
	}
	return value + (float64(n-order)*logLambda-chol.LogDet())/2
}

// linearise sets the gradient of the penalised log-likelihood at f, and its second derivative with the sign changed.
func (s *smoother) linearise(curvature *mat.SymBandDense, rise *mat.VecDense, lambda float64) {
	s.data(s.gradient, s.information, s.f)
	curvature.Zero()
	for k, v := range s.information {
		curvature.SetSymBand(k, k, v)
		rise.SetVec(k, s.gradient[k])
	}
	for k := range len(s.f) - order {
		d := floats.Dot(differences[:], s.f[k:k+order+1])
		for i, x := range differences {
			rise.SetVec(k+i, rise.AtVec(k+i)-lambda*x*d)
			for j := i; j <= order; j++ {
				curvature.SetSymBand(k+i, k+j, curvature.At(k+i, k+j)+lambda*x*differences[j])
			}
		}
	}
}
