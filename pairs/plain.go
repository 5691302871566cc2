package pairs

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Plain is the model without qualities and tastes, by maximum likelihood and without priors: Bradley and Terry's, or
// Davidson's with ties, with errors that are robust to comparisons of one prompt depending on each other.
type Plain struct {
	Skills   []float64 // sum to 0
	Position float64   // on the scale of skills; 0 if the data do not tell it
	Shape    []float64 // a of each class of grades but the ends
	LogLik   float64

	grades     grades
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
	p := &Plain{density: t, grades: t.grades}
	x, ok := p.climb()
	if !ok {
		return nil, ErrNoMaximum
	}
	p.at = x
	p.Skills = make([]float64, t.candidates)
	contrasts(p.Skills, x[:t.place])
	if rs.hasPlace {
		p.Position = x[t.place]
	}
	p.Shape = append([]float64(nil), x[t.shape:t.noise]...)
	return p, p.robust(d)
}

// score adds the gradient of one row to g, by coordinate, and returns its log-likelihood; information receives the
// expected second derivative with its sign changed; nil: it is not wanted.
func (p *Plain) score(g []float64, information *mat.SymDense, r *counted, x []float64, skills []float64) float64 {
	t := p.density
	place := 0.0
	if t.rows.hasPlace {
		place = float64(r.place) * x[t.place]
	}
	t.grades.at(t.p, t.weights, skills[r.a]-skills[r.b]+place)
	// The sufficient statistics of a grade k are its score, along the direction of η, and indicators of its class.
	direction := p.direction(r)
	statistic := func(dst []float64, k int) {
		clear(dst)
		for i, v := range direction {
			dst[i] = v * t.grades.score[k]
		}
		if c := t.grades.class[k]; c > 0 {
			dst[t.shape+c-1] = 1
		}
	}
	expected, one := make([]float64, t.noise), make([]float64, t.noise)
	for k, prob := range t.p {
		statistic(one, k)
		for i, v := range one {
			expected[i] += prob * v
		}
	}
	statistic(one, int(r.grade))
	for i := range g {
		g[i] += r.count * (one[i] - expected[i])
	}
	if information != nil {
		for k, prob := range t.p {
			statistic(one, k)
			for i := range one {
				one[i] -= expected[i]
			}
			for i, v := range one {
				if v == 0 {
					continue
				}
				for j := i; j < len(one); j++ {
					information.SetSym(i, j, information.At(i, j)+r.count*prob*v*one[j])
				}
			}
		}
	}
	return r.count * math.Log(t.p[r.grade])
}

// direction is how η depends on the coordinates.
func (p *Plain) direction(r *counted) []float64 {
	t := p.density
	d, skills := make([]float64, t.noise), make([]float64, t.candidates)
	skills[r.a], skills[r.b] = 1, -1
	contrastGradient(d[:t.place], skills)
	if t.rows.hasPlace {
		d[t.place] = float64(r.place)
	}
	return d
}

// climb finds the maximum by Newton's method, with steps halved while they lead down.
func (p *Plain) climb() ([]float64, bool) {
	const most, halvings, enough = 100, 30, 1e-10
	t := p.density
	x, next := make([]float64, t.noise), make([]float64, t.noise)
	skills := make([]float64, t.candidates)
	set := func(at []float64) float64 {
		contrasts(skills, at[:t.place])
		t.grades.weights(t.weights, at[t.shape:t.noise])
		logp := 0.0
		for i := range t.rows.all {
			r := &t.rows.all[i]
			place := 0.0
			if t.rows.hasPlace {
				place = float64(r.place) * at[t.place]
			}
			t.grades.at(t.p, t.weights, skills[r.a]-skills[r.b]+place)
			logp += r.count * math.Log(t.p[r.grade])
		}
		return logp
	}
	value := set(x)
	for range most {
		set(x)
		g, information := make([]float64, t.noise), mat.NewSymDense(t.noise, nil)
		for i := range t.rows.all {
			p.score(g, information, &t.rows.all[i], x, skills)
		}
		step, ok := solve(information, g)
		if !ok {
			return nil, false
		}
		rise := 0.0
		for i := range g {
			rise += g[i] * step[i]
		}
		if rise < enough {
			p.LogLik = value
			return x, near(x)
		}
		size, better := 1.0, false
		for range halvings {
			for i := range x {
				next[i] = x[i] + size*step[i]
			}
			if v := set(next); v > value {
				value, better = v, true
				copy(x, next)
				break
			}
			size /= 2
		}
		if !better {
			p.LogLik = value
			return x, rise < 1e-6 && near(x)
		}
		if !near(x) {
			return nil, false
		}
	}
	return nil, false
}

// near reports whether all coordinates are small enough for probabilities that differ from 0 and 1. A larger one is on
// its way to infinity, for example the effect of the order if the first candidate always wins.
func near(x []float64) bool {
	const far = 15
	return !slices.ContainsFunc(x, func(v float64) bool { return math.Abs(v) > far })
}

// solve solves information · x = g.
func solve(information *mat.SymDense, g []float64) ([]float64, bool) {
	chol, ok := factor(information)
	if !ok {
		return nil, false
	}
	x := make([]float64, len(g))
	return x, chol.SolveVecTo(mat.NewVecDense(len(x), x), mat.NewVecDense(len(g), g)) == nil
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

// Against is the expected win rate of a candidate against another, as [Plain.Rate].
func (p *Plain) Against(a, b int, level float64) Interval {
	return p.interval(level, func(rate func(a, b int) float64) float64 { return rate(a, b) })
}

func (p *Plain) interval(level float64, of func(rate func(a, b int) float64) float64) Interval {
	t := p.density
	skills := make([]float64, t.candidates)
	weights, prob := make([]float64, t.grades.free+1), make([]float64, t.grades.n)
	at := func(x []float64) float64 {
		contrasts(skills, x[:t.place])
		t.grades.weights(weights, x[t.shape:t.noise])
		place := 0.0
		if t.rows.hasPlace {
			place = x[t.place]
		}
		r := of(func(a, b int) float64 {
			eta := skills[a] - skills[b]
			return (t.grades.points(prob, weights, eta+place) + t.grades.points(prob, weights, eta-place)) / 2
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
