package family

import "math"

// Density is the log density of labels one by one, for likelihoods without a kernel.
type Density interface {
	// LogLik sets g to the derivatives with respect to the linear predictors theta of labels y of one study, and adds
	// the derivatives with respect to own to ownBar. It returns the sum of log densities up to a constant.
	LogLik(g, theta, y, own, ownBar []float64) float64
	// Working is LogLik that also sets w to minus the second derivatives with respect to theta, or to their
	// expectations. They must not be negative.
	Working(g, w, theta, y, own, ownBar []float64) float64
}

// pointwise is the likelihood of labels with any number of factors. It computes every linear predictor, which costs
// about twice as much as the kernels for items and one more factor.
type pointwise struct {
	*Labels
	density    Density
	parameters int
	g, theta   []float64 // of the labels of a run of rows of one study
	w          []float64
	runs       []run
	scaled     []float64 // own parameters of a row with a residual of its own, then the derivatives
}

// run is the rows from … to−1, all of one study; it is one row if each has another residual.
type run struct{ from, to int }

// Pointwise returns the likelihood of labels by the densities of each, for a family with a number of parameters.
func Pointwise(l *Labels, d Density, parameters int) Likelihood {
	p := &pointwise{Labels: l, density: d, parameters: parameters}
	const most = 4096 // labels at once, that stay in the nearest cache
	for from := 0; from < len(l.Study); {
		to := from + 1
		for !l.RowResiduals && to < len(l.Study) && l.Study[to] == l.Study[from] &&
			l.Start[to+1]-l.Start[from] <= most {
			to++
		}
		p.runs = append(p.runs, run{from, to})
		from = to
	}
	return p.Fork()
}

// Fork implements [Likelihood].
func (pw *pointwise) Fork() Likelihood {
	c := *pw
	longest := 0
	for _, r := range pw.runs {
		longest = max(longest, pw.Start[r.to]-pw.Start[r.from])
	}
	c.scaled = make([]float64, 2*pw.parameters)
	c.g, c.theta, c.w = make([]float64, longest), make([]float64, longest), make([]float64, longest)
	return &c
}

// LogLik implements [Likelihood].
func (pw *pointwise) LogLik(grad, at *Predictor) float64 {
	grad.Clear()
	logp := 0.0
	for _, r := range pw.runs {
		theta, y, own := pw.predict(r, at)
		g := pw.g[:len(theta)]
		ownBar := pw.own(grad, r)
		if at.LogResidual != nil {
			own, ownBar = pw.scale(own, at.LogResidual[r.from])
		}
		logp += pw.density.LogLik(g, theta, y, own, ownBar)
		pw.noise(grad, at, own, ownBar, r)
		pw.add(grad, at, g, r, 1)
	}
	return logp
}

// Working implements [Likelihood].
func (pw *pointwise) Working(grad, info, at *Predictor) float64 {
	grad.Clear()
	info.Clear()
	logp := 0.0
	for _, r := range pw.runs {
		theta, y, own := pw.predict(r, at)
		g, w := pw.g[:len(theta)], pw.w[:len(theta)]
		ownBar := pw.own(grad, r)
		if at.LogResidual != nil {
			own, ownBar = pw.scale(own, at.LogResidual[r.from])
			info.LogResidual[r.from] = 2 * float64(len(y)) // of normal labels; of others it is of that size
		}
		logp += pw.density.Working(g, w, theta, y, own, ownBar)
		pw.noise(grad, at, own, ownBar, r)
		pw.add(grad, at, g, r, 1)
		pw.add(info, at, w, r, 2)
	}
	return logp
}

// scale returns own parameters of a row whose σ is multiplied by e^noise, and zeros for the derivatives.
func (pw *pointwise) scale(own []float64, noise float64) (scaled, bar []float64) {
	n := pw.parameters
	clear(pw.scaled[n:])
	copy(pw.scaled, own)
	pw.scaled[0] *= math.Exp(noise)
	return pw.scaled[:n], pw.scaled[n:]
}

// noise takes the derivatives with respect to the own parameters of a row apart.
func (pw *pointwise) noise(grad, at *Predictor, own, ownBar []float64, r run) {
	if at.LogResidual == nil {
		return
	}
	grad.LogResidual[r.from] = own[0] * ownBar[0]
	ownBar[0] *= math.Exp(at.LogResidual[r.from])
	for i, x := range ownBar {
		grad.Own[int(pw.Study[r.from])*pw.parameters+i] += x
	}
}

// own returns the part of own parameters that belongs to the study of a run.
func (pw *pointwise) own(of *Predictor, r run) []float64 {
	s := int(pw.Study[r.from])
	return of.Own[s*pw.parameters : (s+1)*pw.parameters]
}

// predict returns linear predictors, labels and own parameters of a run.
func (pw *pointwise) predict(r run, at *Predictor) (theta, y, own []float64) {
	lo, hi := pw.Start[r.from], pw.Start[r.to]
	theta = pw.theta[:hi-lo]
	for u := r.from; u < r.to; u++ {
		row, slope := at.Row[u], at.slope(u)
		for n := pw.Start[u]; n < pw.Start[u+1]; n++ {
			theta[n-lo] = row + slope*at.Item[pw.Item[n]]
		}
	}
	for t, cell := range pw.Further {
		effect := at.Further[t]
		for i, j := range cell[lo:hi] {
			theta[i] += effect[j]
		}
	}
	return theta, pw.Value[lo:hi], pw.own(at, r)
}

// add adds derivatives of some order with respect to the linear predictors of a run to the derivatives of rows and
// cells.
func (pw *pointwise) add(to, at *Predictor, x []float64, r run, order int) {
	lo := pw.Start[r.from]
	for u := r.from; u < r.to; u++ {
		sum, sumSlope, slope := 0.0, 0.0, at.slope(u)
		if order == 2 {
			slope *= slope
		}
		for n := pw.Start[u]; n < pw.Start[u+1]; n++ {
			v := x[n-lo]
			b := at.Item[pw.Item[n]]
			if order == 2 {
				b *= b
			}
			sum += v
			sumSlope += v * b
			to.Item[pw.Item[n]] += slope * v
		}
		to.Row[u] += sum
		if to.Slope != nil {
			to.Slope[u] += sumSlope
		}
	}
	for t, cell := range pw.Further {
		effect := to.Further[t]
		for i, j := range cell[lo : lo+len(x)] {
			effect[j] += x[i]
		}
	}
}
