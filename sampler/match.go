package sampler

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// A direction with a log variance closer to 0 than nearOne costs more in every step than it gains. With many
	// coordinates the bound is wider, because many directions are a little off and each gain is small. No more than
	// mostDirections are kept; they cost as much as everything else.
	nearOne         = 0.2
	nearOneOfMany   = 1
	manyCoordinates = 50
	mostDirections  = 24
	// Squares of values that are smaller are lost in rounding, and may come out negative.
	leastSquare = 1e-12
)

// MatchCovariance returns a metric that implies, as WWᵀ, the covariance of draws for the first p coordinates (draws are
// iteration × p). It keeps the centre and the directions of other coordinates.
//
// If the draws are too few to determine a covariance, they contribute only directions whose variance differs by more
// than sampling error (Marchenko and Pastur 1967; Donoho, Gavish and Johnstone 2018). In no direction does the variance
// grow to more than 36 times its value, or shrink to less than a quarter. Directions that are about right without a
// separate vector get none.
//
// It panics if there are fewer than two draws or if they have more coordinates than the metric.
func (m *Metric) MatchCovariance(draws *mat.Dense) *Metric {
	// With W = D T, T = I + U(Λ − I)Uᵀ, the rows of T for the first p coordinates are G^½Bᵀ. G is their Gram matrix,
	// which is I plus a matrix of low rank, and B has orthonormal columns. In the coordinates G^−½D⁻¹q the draws have a
	// covariance V. The new W is D T (I + B(V^½ − I)Bᵀ) after a rotation of x. The rotation leaves WWᵀ unchanged and
	// makes D⁻¹W symmetric.
	n, p := draws.Dims()
	if n < 2 || p > len(m.Center) {
		panic("sampler: there are too few draws for a covariance, or they have more coordinates than the metric")
	}
	root := newGramRoot(m, p)
	directions, sds := principalDirections(root.whiten(draws, m.Scale))
	return m.matched(root, p, directions, sds)
}

// matched returns the metric that, in the coordinates of a Gram root of the first p, has the given standard deviations
// in directions where it has 1.
func (m *Metric) matched(root gramRoot, p int, directions [][]float64, sds []float64) *Metric {
	d := len(m.Center)
	// The directions v of V in all coordinates: B v = T (G^−½v, 0).
	full := make([][]float64, len(directions))
	for k, v := range directions {
		full[k] = make([]float64, d)
		root.apply(full[k][:p], v)
		m.multiply(full[k])
	}
	space := orthonormal(slices.Concat(m.Vectors, full))
	r := len(space)
	if r == 0 {
		return m
	}
	// T and I + B(V^½ − I)Bᵀ as small matrices in the space of all these directions.
	t, s := identity(r), identity(r)
	for i, u := range m.Vectors {
		a := coordinatesIn(space, u)
		t.RankOne(t, m.Values[i]-1, a, a)
	}
	for k, b := range full {
		a := coordinatesIn(space, b)
		s.RankOne(s, sds[k]-1, a, a)
	}
	var ts, square mat.Dense
	ts.Mul(t, s)
	square.Mul(&ts, ts.T())
	variances, vectors, ok := eigen(symmetric(&square))
	if !ok {
		return m
	}
	for i, l := range variances {
		variances[i] = math.Max(l, leastSquare)
	}
	out := &Metric{Center: m.Center, Scale: m.Scale}
	least := leastDifference(variances, p)
	for i, l := range variances {
		if math.Abs(math.Log(l)) < least {
			continue
		}
		u := make([]float64, d)
		for j, e := range space {
			floats.AddScaled(u, vectors.At(j, i), e)
		}
		out.Vectors = append(out.Vectors, u)
		out.Values = append(out.Values, math.Sqrt(l))
	}
	return out
}

// leastDifference returns how far from 1, on the logarithmic scale, a variance has to be for its direction to be
// kept, if draws have p coordinates.
func leastDifference(variances []float64, p int) float64 {
	if p <= manyCoordinates {
		return nearOne
	}
	if len(variances) < mostDirections {
		return nearOneOfMany
	}
	differences := make([]float64, len(variances))
	for i, l := range variances {
		differences[i] = math.Abs(math.Log(l))
	}
	slices.Sort(differences)
	return math.Max(nearOneOfMany, differences[len(differences)-mostDirections])
}
