package population

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// spectrum has the estimates of ordered tasks in coordinates in which two covariances are diagonal for every τ: V, of
// their errors, and τ²R, of their deviations. With R = L Lᵀ, these are the eigenvectors of L⁻¹ V L⁻ᵀ.
type spectrum struct {
	values  []float64 // eigenvalues; the variance of a coordinate is this plus τ²
	y, one  []float64
	changes [][]float64 // the line, then the step that begins with each task but the first
	logDet  float64     // of R
}

// spectrum returns the coordinates for deviations whose correlation between tasks d steps apart is φ^d.
func (o *Ordered) spectrum(phi float64, changes bool) *spectrum {
	n := len(o.y)
	s := &spectrum{}
	rho := make([]float64, n)
	for t := 1; t < n; t++ {
		rho[t] = math.Pow(phi, o.distance[t])
		s.logDet += math.Log1p(-rho[t] * rho[t])
	}
	whiten := func(v []float64) []float64 { // L⁻¹v: what the task before does not predict (AR(1))
		w := make([]float64, n)
		copy(w, v)
		for t := 1; t < n; t++ {
			w[t] = (v[t] - rho[t]*v[t-1]) / math.Sqrt(1-rho[t]*rho[t])
		}
		return w
	}
	rows := make([][]float64, n) // L⁻¹V, then L⁻¹(L⁻¹V)ᵀ
	for t := range rows {
		rows[t] = whiten(mat.Row(nil, t, o.errors))
	}
	both, column := mat.NewSymDense(n, nil), make([]float64, n)
	for j := range n {
		for t := range rows {
			column[t] = rows[t][j]
		}
		for t, v := range whiten(column)[:j+1] {
			both.SetSym(t, j, v)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(both, true) {
		panic("population: a covariance has no eigenvalues")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	s.values = eigen.Values(nil)
	rotated := func(v []float64) []float64 {
		var r mat.VecDense
		r.MulVec(vectors.T(), mat.NewVecDense(n, whiten(v)))
		return r.RawVector().Data
	}
	step := make([]float64, n)
	for t := range step {
		step[t] = 1
	}
	s.y, s.one = rotated(o.y), rotated(step)
	if changes {
		s.changes = [][]float64{rotated(o.x)}
		for t := range n - 1 {
			step[t] = 0
			s.changes = append(s.changes, rotated(step))
		}
	}
	return s
}

// level is the level of ordered tasks and its changes if τ is known. W is the covariance of the estimates y then.
type level struct {
	// logp is the log-density of y about 0; the others are 1ᵀW⁻¹1 and 1ᵀW⁻¹y.
	logp, level1, levelY float64
	changes              []column
}

// column is a change c of the tasks' means, in addition to the level: cᵀW⁻¹c, 1ᵀW⁻¹c and yᵀW⁻¹c.
type column struct{ self, level, y float64 }

// at returns the level at a τ.
func (s *spectrum) at(tau float64) *level {
	weight := make([]float64, len(s.values))
	l := &level{logp: -s.logDet / 2}
	for i, v := range s.values {
		v = math.Max(v, 0) + tau*tau
		weight[i] = 1 / v
		l.logp -= (math.Log(2*math.Pi*v) + s.y[i]*s.y[i]/v) / 2
	}
	inner := func(a, b []float64) (sum float64) {
		for i, w := range weight {
			sum += w * a[i] * b[i]
		}
		return sum
	}
	l.level1, l.levelY = inner(s.one, s.one), inner(s.one, s.y)
	for _, c := range s.changes {
		l.changes = append(l.changes, column{inner(c, c), inner(s.one, c), inner(s.y, c)})
	}
	return l
}

// logDensity is the log-density of y with the level N(0, levelSD²) and the change N(0, sd²) along a column. It is the
// density of N(0, W + A P Aᵀ). A has the column of ones and this column, and P has the prior variances. The matrix
// determinant and inversion lemmas give the density. The column of no change is 0.
func (l *level) logDensity(c column, sd float64) float64 {
	s00, s11, determinant := l.precision(c, sd)
	quadratic := (s11*l.levelY*l.levelY - 2*c.level*l.levelY*c.y + s00*c.y*c.y) / determinant
	return l.logp + quadratic/2 - math.Log(determinant)/2 - math.Log(levelSD*sd)
}

// precision returns the precisions of level and change, and the determinant of their matrix.
func (l *level) precision(c column, sd float64) (s00, s11, determinant float64) {
	s00, s11 = l.level1+1/(levelSD*levelSD), c.self+1/(sd*sd)
	return s00, s11, s00*s11 - c.level*c.level
}

// posterior returns the normal distribution of a weighted sum of the level and the change.
func (l *level) posterior(c column, sd, level, change float64) Site {
	s00, s11, determinant := l.precision(c, sd)
	mean := level*(s11*l.levelY-c.level*c.y) + change*(s00*c.y-c.level*l.levelY)
	variance := level*level*s11 + change*change*s00 - 2*level*change*c.level
	return Site{mean / determinant, math.Sqrt(variance / determinant)}
}
