package copies

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// abilities are nodes of how a person follows the items: logit P(y = 1 | b) = a + s b, with an item's b ~ N(0, 1). The
// validity r = s/√(s² + π²/3) is the correlation between b and the latent value behind the label. The probability that
// the two have the same sign, ½ + arcsin(r)/π (Sheppard 1899), is uniform on (0, 1). Given s, a/√(1 + 3s²/π²) has
// Student's t(3, 0, 2.5). Nodes are the middles of equal cells of a rectangle in the quantiles of a and in z = artanh
// r. Then s = π/√3 sinh z, and z has the density 1/(π cosh z). With r uniform, two people who are nearly always right
// would be so improbable that they would seem to be copies.
type abilities struct {
	size     [2]int // nodes of a and of z
	from, to [2]float64
	n        int       // nodes
	prior    []float64 // logarithms of their prior probabilities
	a, s     []float64
	area     []float64 // logarithms of the sizes of the cells in (a, s)
	positive []float64 // P(y = 1 | b), a row for each node
}

// Nodes of b, and how far they reach in standard deviations.
const (
	itemNodes = 31
	itemReach = 4.5
)

// furthest is the largest z: s is 49, and two such people differ on one item of 60.
const furthest = 4.0

// coarse are the nodes of a and z with which the range that matters is found, and fine those within it.
func coarse() [2]int { return [2]int{8, 12} }
func fine() [2]int   { return [2]int{9, 10} }

// finest are those of people whose whole range matters.
func finest() [2]int { return [2]int{24, 28} }

// anyAbility are the nodes of somebody unknown.
func anyAbility(size [2]int) *abilities {
	return newAbilities(size, [2]float64{0, -furthest}, [2]float64{1, furthest})
}

func newAbilities(size [2]int, from, to [2]float64) *abilities {
	of := &abilities{size: size, from: from, to: to, n: size[0] * size[1]}
	t := distuv.StudentsT{Sigma: 2.5, Nu: 3}
	items := itemPlaces()
	cell := math.Log((to[0] - from[0]) / float64(size[0]) * (to[1] - from[1]) / float64(size[1]))
	level, log := 0.0, 0.0
	for i := range of.n {
		u := of.at(i)
		if i%size[1] == 0 { // u[0] is another one
			level = t.Quantile(u[0])
			log = t.LogProb(level)
		}
		cosh := math.Cosh(u[1]) // √(1 + 3s²/π²)
		a, s := level*cosh, math.Pi/math.Sqrt(3)*math.Sinh(u[1])
		of.a, of.s = append(of.a, a), append(of.s, s)
		of.prior = append(of.prior, cell-math.Log(math.Pi*cosh))
		of.area = append(of.area, cell-log+2*math.Log(cosh))
		for _, b := range items {
			of.positive = append(of.positive, 1/(1+math.Exp(-a-s*b)))
		}
	}
	return of
}

// at is the place of a node in the rectangle.
func (of *abilities) at(node int) (u [2]float64) {
	for d, x := range [2]float64{
		(float64(node/of.size[1]) + 0.5) / float64(of.size[0]), (float64(node%of.size[1]) + 0.5) / float64(of.size[1]),
	} {
		u[d] = of.from[d] + (of.to[d]-of.from[d])*x
	}
	return u
}

// about returns finer nodes of the smallest rectangle with the cells that matter, and half a cell about it.
func (of *abilities) about(matters []bool) *abilities {
	from, to := of.to, of.from
	for node, yes := range matters {
		if !yes {
			continue
		}
		u := of.at(node)
		for d, n := range of.size {
			cell := (of.to[d] - of.from[d]) / float64(n)
			from[d] = math.Min(from[d], math.Max(of.from[d], u[d]-cell))
			to[d] = math.Max(to[d], math.Min(of.to[d], u[d]+cell))
		}
	}
	return newAbilities(fine(), from, to)
}

// itemPlaces are the nodes of b.
func itemPlaces() []float64 {
	return floats.Span(make([]float64, itemNodes), -itemReach, itemReach)
}
