package family

import "math"

// gaussianDensity is the density of single Gaussian labels, up to the constant of 2π.
type gaussianDensity struct{}

// LogLik implements [Density].
func (gaussianDensity) LogLik(g, theta, y, own, ownBar []float64) float64 {
	tau := 1 / (own[0] * own[0])
	ss := 0.0
	for i, t := range theta {
		r := y[i] - t
		g[i] = tau * r
		ss += r * r
	}
	n := float64(len(y))
	ownBar[0] += (tau*ss - n) / own[0]
	return -n*math.Log(own[0]) - 0.5*tau*ss
}

// Working implements [Density].
func (normal gaussianDensity) Working(g, w, theta, y, own, ownBar []float64) float64 {
	for i := range w {
		w[i] = 1 / (own[0] * own[0])
	}
	return normal.LogLik(g, theta, y, own, ownBar)
}

// LogProb implements [Family].
func (Gaussian) LogProb(y, theta float64, own []float64) float64 {
	z := (y - theta) / own[0]
	return -0.5*(z*z+math.Log(2*math.Pi)) - math.Log(own[0])
}
