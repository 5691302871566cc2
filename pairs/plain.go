package pairs

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Plain is the model without qualities and tastes, by maximum likelihood and without priors: Bradley and Terry's, or
// Davidson's with ties, with errors that are robust to comparisons of one prompt depending on each other.
type Plain struct {
	Skills []float64 // sum to 0

	at         []float64 // coordinates
	covariance *mat.SymDense
	density    *density
	clusters   int
}

// ErrNoMaximum says that the likelihood has no finite maximum: see [Data.Leagues].
var ErrNoMaximum = errors.New("pairs: the likelihood grows without end")

// Likeliest fits the plain model. The error is an error of [Data.Check], or [ErrNoMaximum].
func Likeliest(d *Data) (*Plain, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if len(d.Leagues()) > 1 {
		return nil, ErrNoMaximum
	}
	rs := &rows{hasPlace: d.BothOrders()}
	places := map[row]int{}
	for _, c := range d.All {
		rs.count(places, rs.plain(d, c))
	}
	t := newDensity(d, rs)
	t.noPrior = true
	p := &Plain{density: t, at: t.mode(1e-8), Skills: make([]float64, t.candidates)}
	var information *mat.Cholesky
	for range 2 { // Newton's steps, from next to the maximum
		if p.at == nil || !near(p.at) {
			return nil, ErrNoMaximum
		}
		of, ok := factor(t.information(p.at, 1e-5))
		if !ok {
			return nil, ErrNoMaximum
		}
		g, step := make([]float64, t.dim), mat.NewVecDense(t.dim, nil)
		t.LogProbGrad(g, p.at)
		if of.SolveVecTo(step, mat.NewVecDense(t.dim, g)) != nil {
			return nil, ErrNoMaximum
		}
		floats.Add(p.at, step.RawVector().Data)
		information = of
	}
	contrasts(p.Skills, p.at[:t.place])
	return p, p.robust(d, information)
}

// near reports whether all coordinates are small enough for probabilities that differ from 0 and 1. A larger one is on
// its way to infinity, for example the effect of the order if the first candidate always wins.
func near(x []float64) bool {
	const far = 15
	return !slices.ContainsFunc(x, func(v float64) bool { return math.Abs(v) > far })
}

// factor is the Cholesky factor of a matrix that determines all coordinates.
func factor(information *mat.SymDense) (*mat.Cholesky, bool) {
	var chol mat.Cholesky
	return &chol, chol.Factorize(information) && chol.Cond() < 1e12
}

// Interval is an estimate with the ends of its interval; without an interval these are NaN.
type Interval struct{ Estimate, Lower, Upper float64 }

// Rate is the mean of the expected win rates of a candidate against all others, with its interval by the delta method
// on the logit scale and Student's t. They are averages over the people and prompts of the data.
func (p *Plain) Rate(candidate int, level float64) Interval {
	return p.interval(level, func(rate func(a, b int) float64) float64 {
		sum, k := 0.0, p.density.candidates
		for b := range k {
			if b != candidate {
				sum += rate(candidate, b)
			}
		}
		return sum / float64(k-1)
	})
}

// interval is the interval of a mean of win rates.
func (p *Plain) interval(level float64, of func(rate func(a, b int) float64) float64) Interval {
	t := p.density
	skills := make([]float64, t.candidates)
	at := func(x []float64) float64 {
		contrasts(skills, x[:t.place])
		t.grades.weights(t.weights, x[t.shape:t.noise])
		place := 0.0
		if t.rows.hasPlace {
			place = x[t.place]
		}
		r := of(func(a, b int) float64 {
			eta := skills[a] - skills[b]
			return (t.grades.points(t.p, t.weights, eta+place) + t.grades.points(t.p, t.weights, eta-place)) / 2
		})
		return math.Log(r / (1 - r))
	}
	x := append([]float64(nil), p.at...)
	middle := at(x)
	if p.covariance == nil {
		return Interval{logistic(middle), math.NaN(), math.NaN()}
	}
	g := mat.NewVecDense(t.noise, nil)
	const h = 1e-5
	for i := range x {
		was := x[i]
		x[i] = was + h
		after := at(x)
		x[i] = was - h
		g.SetVec(i, (after-at(x))/(2*h))
		x[i] = was
	}
	half := math.Sqrt(mat.Inner(g, p.covariance, g)) *
		distuv.StudentsT{Sigma: 1, Nu: float64(p.clusters - 1)}.Quantile((1+level)/2)
	return Interval{logistic(middle), logistic(middle - half), logistic(middle + half)}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
