package logitnormal

import "math"

const (
	// gridReach is where grids end, in standard deviations, and gridMean the largest |Mean| for which they do: p′ is
	// largest at −Mean/τ. The terms that are left out are below 10⁻¹¹ of a variance.
	gridReach = 9.2
	gridMean  = 12
	// mostPairs is the largest number of pairs of nodes of a grid, with the node 0 for one.
	mostPairs = 62
)

// grid is the trapezoidal rule over z ~ N(0, 1) with the same nodes for all expansions up to some τ, so that their
// Hermite polynomials are computed once. Nodes are in pairs ±z, which halves the work: each polynomial is even or odd.
// The node 0 is a pair with half the weight.
type grid struct {
	most   float64 // τ
	step   float64
	weight []float64 // of either node of a pair: step·φ(z)
	// hermite is weight·e_{n−1}(z)/√n, for a number of terms at a time.
	hermite []block
}

// block is termsTogether terms at each pair of nodes: the terms with even polynomials, and the terms with odd ones.
// (The compiler keeps four sums at a time in registers, but not eight.)
type block struct{ even, odd [][termsTogether / 2]float64 }

// grids are those up to some τ each. What the step adds to a variance is below 10⁻¹¹ of it then: of frequencies ω,
// p′(Mean + τz) has about exp(−πω/τ), which the n-th polynomial moves up by √n, and the rule errs by those about
// 2π/step.
var grids = [...]*grid{
	newGrid(1.25, 0.4, 48), newGrid(1.75, 0.32, 72), newGrid(2.25, 0.25, 112),
	newGrid(3, 0.2, mostTerms), newGrid(4, 0.15, mostTerms),
}

// enough reports whether the terms of a series are likely to be enough for its variance: they fall about like tⁿ
// exp(−π√n/τ). Otherwise they need not be computed.
func enough(terms int, tau, t float64) bool {
	const least = 23 // −log of 10⁻¹⁰
	n := float64(terms)
	return 2*math.Pi*math.Sqrt(n)-2*n*math.Log(t)*tau >= least*tau
}

// gridFor returns the grid for a Mean and a τ; nil if one of them is too large for any grid.
func gridFor(mean, tau float64) *grid {
	if math.Abs(mean) <= gridMean {
		for _, g := range grids {
			if tau <= g.most {
				return g
			}
		}
	}
	return nil
}

func newGrid(most, step float64, terms int) *grid {
	g := &grid{most: most, step: step}
	for j := 0; float64(j)*step <= gridReach; j++ {
		g.weight = append(g.weight, step*density(float64(j)*step))
	}
	g.weight[0] /= 2
	root := make([]float64, terms+1)
	for n := range root {
		root[n] = math.Sqrt(float64(n))
	}
	g.hermite = make([]block, terms/termsTogether)
	for b := range g.hermite {
		both := make([][termsTogether / 2]float64, 2*len(g.weight))
		g.hermite[b] = block{both[:len(g.weight)], both[len(g.weight):]}
	}
	for j, w := range g.weight {
		z := float64(j) * step
		before, last := 0.0, 1.0 // e_{n−2} and e_{n−1}
		for n := 1; n <= terms; n++ {
			by := 1 / root[n]
			at, i := g.hermite[(n-1)/termsTogether], (n-1)%termsTogether
			if i%2 == 0 {
				at.even[j][i/2] = w * by * last
			} else {
				at.odd[j][i/2] = w * by * last
			}
			before, last = last, (z*last-root[n-1]*before)*by
		}
	}
	return g
}

// slopes are derivatives of logistic functions at the pairs of nodes of a grid: p′(Mean + τz) + p′(Mean − τz), and
// p′(Mean + τz) − p′(Mean − τz), or weighted sums of such.
type slopes struct{ even, odd [mostPairs]float64 }

func (s *slopes) clear(g *grid) {
	clear(s.even[:len(g.weight)])
	clear(s.odd[:len(g.weight)])
}

// add adds weight·p′(mean ± τz), and returns E p(mean + τz).
//
// One division serves the two nodes of a pair and p as well as p′. With a = τz and C = cosh mean + cosh a,
//
//	p′(mean + a) + p′(mean − a) = (1 + cosh mean cosh a)/C²,  p′(mean + a) − p′(mean − a) = −sinh mean sinh a/C²,
//	p(mean + a) + p(mean − a) − 2p(mean) = −tanh(mean/2) (cosh a − 1)/C.
//
// All are written in e = exp(−|mean|), lest they overflow, q = 1/(2eC), and powers of exp(±τ·step).
func (s *slopes) add(g *grid, mean, tau, weight float64) float64 {
	e := math.Exp(-math.Abs(mean))
	e2 := e * e
	one, both, sinh := 1+e2, weight*e*(1+e2), weight*e*(1-e2)
	four := 4 * weight * e2
	if mean > 0 {
		sinh = -sinh
	}
	up := math.Exp(tau * g.step)
	down := 1 / up
	above, below, sum := 1.0, 1.0, 0.0
	even, odd := s.even[:len(g.weight)], s.odd[:len(g.weight)]
	for j, w := range g.weight {
		cosh2 := above + below
		q := 1 / (one + e*cosh2)
		sum += w * (q * (cosh2 - 2))
		q2 := q * q
		even[j] += (four + both*cosh2) * q2
		odd[j] += sinh * (above - below) * q2
		above *= up
		below *= down
	}
	low := (e + e*(1-e)*sum) / (1 + e)
	if mean > 0 {
		return 1 - low
	}
	return low
}

// square returns the mean of the square.
func (s *slopes) square(g *grid) float64 {
	even, odd := s.even[:len(g.weight)], s.odd[:len(g.weight)]
	sum := 0.0
	for j, w := range g.weight {
		sum += w * (even[j]*even[j] + odd[j]*odd[j])
	}
	return sum / 2
}

// coefficients sets d to the D_n of a block.
func (s *slopes) coefficients(d *[termsTogether]float64, of block) {
	d[0], d[2], d[4], d[6] = sums(of.even, s.even[:])
	d[1], d[3], d[5], d[7] = sums(of.odd, s.odd[:])
}

func sums(of [][termsTogether / 2]float64, x []float64) (s0, s1, s2, s3 float64) {
	x = x[:len(of)]
	for j := range of {
		w, x := &of[j], x[j]
		s0 += w[0] * x
		s1 += w[1] * x
		s2 += w[2] * x
		s3 += w[3] * x
	}
	return s0, s1, s2, s3
}
