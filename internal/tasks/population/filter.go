package population

import (
	"math"

	"concord/internal/logproduct"
)

// filter gives the level of ordered tasks and its changes, if τ and φ are known. V is the covariance of the tasks'
// estimates y then, applied by the Kalman filter (Durbin and Koopman 2012, Time Series Analysis by State Space Methods,
// section 4.3): the innovation of task t is the part of its estimate that earlier tasks do not predict.
type filter struct {
	*Ordered
	gain, forward, variance []float64 // of each task's innovation; forward is the correlation with the next task
	// logp is the log-density of y about 0, level1 and levelY are 1ᵀV⁻¹1 and 1ᵀV⁻¹y.
	logp, level1, levelY float64
	y, one               []float64 // innovations
	// changes are the line, then the step that begins with each task but the first.
	changes []column
}

// column is a change c of the tasks' means, in addition to the level: cᵀV⁻¹c, 1ᵀV⁻¹c and yᵀV⁻¹c.
type column struct{ self, level, y float64 }

func newFilter(o *Ordered) *filter {
	n := len(o.of)
	return &filter{Ordered: o, gain: make([]float64, n), forward: make([]float64, n), variance: make([]float64, n),
		y: make([]float64, n), one: make([]float64, n), changes: make([]column, n)}
}

// correlate sets φ.
func (f *filter) correlate(phi float64) {
	for t := range len(f.of) - 1 {
		f.forward[t] = math.Pow(phi, f.distance[t+1])
	}
}

// run filters the estimates with the spread τ, in time that grows as their number.
func (f *filter) run(tau float64) {
	v, a, b, c := tau*tau, 0.0, 0.0, 0.0 // the variance of the state, and what is foretold of y, 1 and the line
	f.logp, f.level1, f.levelY = 0, 0, 0
	var line column
	variances := logproduct.New()
	for t, site := range f.of {
		s := v + site.SD*site.SD
		g, rho := v/s, f.forward[t]
		f.variance[t], f.gain[t] = s, g
		y, one, x := site.Mean-a, 1-b, f.x[t]-c
		f.y[t], f.one[t] = y, one
		f.logp -= y * y / s / 2
		variances.Times(s)
		f.level1 += one * one / s
		f.levelY += one * y / s
		line.self += x * x / s
		line.level += x * one / s
		line.y += x * y / s
		a, b, c = rho*(a+g*y), rho*(b+g*one), rho*(c+g*x)
		v = rho*rho*v*(1-g) + tau*tau*(1-rho*rho)
	}
	f.logp -= (variances.Log() + float64(len(f.of))*math.Log(2*math.Pi)) / 2
	f.backwards()
	f.changes[0] = line
}

// backwards sets the columns of steps. The innovations of a step that begins with task k are functions of its
// prediction z, which is 0 there. The sums from task t on are square in z for the step with itself, and linear for the
// step with y and with the level.
func (f *filter) backwards() {
	var self [3]float64     // self[0] + self[1] z + self[2] z²
	var y, level [2]float64 // y[0] + y[1] z
	for t := len(f.of) - 1; t >= 0; t-- {
		// From task t+1 on z is ρ (z + g (1 − z)) = start + slope z.
		start, slope, s := f.forward[t]*f.gain[t], f.forward[t]*(1-f.gain[t]), f.variance[t]
		self = [3]float64{
			1/s + self[0] + start*(self[1]+start*self[2]),
			-2/s + slope*(self[1]+2*start*self[2]),
			1/s + slope*slope*self[2],
		}
		y = [2]float64{f.y[t]/s + y[0] + start*y[1], -f.y[t]/s + slope*y[1]}
		level = [2]float64{f.one[t]/s + level[0] + start*level[1], -f.one[t]/s + slope*level[1]}
		f.changes[t] = column{self[0], level[0], y[0]}
	}
}

// density is the density of y, times the exponential of a logarithm, with the level N(0, levelSD²) and the change N(0,
// sd²) along a column. It is the density of N(0, V + A P Aᵀ), where A has the column of ones and this column, and P the
// prior variances, by the matrix determinant and inversion lemmas. The column of no change is 0.
func (f *filter) density(c column, sd, log float64) float64 {
	quadratic, determinant := f.solve(c, sd)
	return math.Exp(log+f.logp+quadratic/2) / (math.Sqrt(determinant) * levelSD * sd)
}

// solve returns the quadratic form by which level and change add to the log-density, and the determinant.
func (f *filter) solve(c column, sd float64) (quadratic, determinant float64) {
	s00, s11 := f.level1+1/(levelSD*levelSD), c.self+1/(sd*sd)
	determinant = s00*s11 - c.level*c.level
	return (s11*f.levelY*f.levelY - 2*c.level*f.levelY*c.y + s00*c.y*c.y) / determinant, determinant
}

// most is the largest log-density of y with any change, without the determinants.
func (f *filter) most() float64 {
	most := 0.0
	for _, c := range f.changes {
		quadratic, _ := f.solve(c, changeSDs[len(changeSDs)-1])
		most = math.Max(most, quadratic)
	}
	return f.logp + most/2
}

// posterior returns the normal distribution of a weighted sum of the level and the change.
func (f *filter) posterior(c column, sd, level, change float64) Site {
	s00, s11 := f.level1+1/(levelSD*levelSD), c.self+1/(sd*sd)
	determinant := s00*s11 - c.level*c.level
	mean := level*(s11*f.levelY-c.level*c.y) + change*(s00*c.y-c.level*f.levelY)
	variance := level*level*s11 + change*change*s00 - 2*level*change*c.level
	return Site{mean / determinant, math.Sqrt(variance / determinant)}
}
