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
	wide          bool // nodes are values of the linear predictor, see [newWideGrid]
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

// A wide grid has nodes θ = wideScale·(u + u⁹), at multiples of step/wideScale of u.
const (
	wideScale = 128.0
	widestU   = 1.64 // θ = 11,000, 6 standard deviations of a factor with the loading 1800
)

// newWideGrid returns a grid of the linear predictor λη about where labels change. If the loading λ is large, labels
// change within a few units of the linear predictor, and the factor's density within λ. The nodes are a step apart
// where labels change, and ever farther apart beyond.
func newWideGrid(step float64) Grid {
	g := Grid{Step: step, wide: true}
	n := int(widestU * wideScale / step)
	for i := -n; i <= n; i++ {
		u := float64(i) * step / wideScale
		g.nodes = append(g.nodes, wideNode(u))
		g.weight = append(g.weight, step*(1+9*math.Pow(u, 8))/math.Sqrt(2*math.Pi))
	}
	return g
}

func wideNode(u float64) float64 { return wideScale * (u + math.Pow(u, 9)) }
