// Package onegrid is the likelihood of labels in ordered categories that depend on one standard normal factor of each
// item. The factor is integrated out on a grid. The labels are from a pool of labelers, and from one judge with a label
// of each item.
package onegrid

import "math"

// Grid are the nodes of the trapezoidal rule over a standard normal factor. The rule's error falls exponentially in
// 1/step for functions that are smooth on the scale of the step (Trefethen and Weideman 2014, "The exponentially
// convergent trapezoidal rule", SIAM Review 56).
type Grid struct {
	Step          float64
	nodes, weight []float64
}

// Widest is how far the grid reaches to both sides: the normal distribution has 2·10⁻⁹ of its mass beyond it.
const Widest = 6.0

// NewGrid returns the grid with nodes at multiples of step. It panics unless step is positive.
func NewGrid(step float64) Grid {
	if !(step > 0) {
		panic("onegrid: the step must be positive")
	}
	g := Grid{Step: step}
	n := int(Widest / step)
	for i := -n; i <= n; i++ {
		z := float64(i) * step
		g.nodes = append(g.nodes, z)
		g.weight = append(g.weight, step*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
	}
	return g
}

// Size returns the number of nodes.
func (g Grid) Size() int { return len(g.nodes) }
