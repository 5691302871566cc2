package sampler

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// wishartNormal is the normal of Hoffman and Gelman (2014, section 4.1), in d
// dimensions instead of 250: means are 0 and the precision is drawn from the
// Wishart distribution with identity scale and d degrees of freedom, which makes
// some directions hundreds of times as wide as others. Its variances are the
// diagonal of the inverse.
func wishartNormal(d int) (density, []moment) {
	rng := rand.New(rand.NewPCG(14, 1593))
	factor := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			factor.Set(i, j, rng.NormFloat64())
		}
	}
	var precision mat.SymDense
	precision.SymOuterK(1, factor)
	var cholesky mat.Cholesky
	if !cholesky.Factorize(&precision) {
		panic("sampler: the precision is not positive definite")
	}
	var covariance mat.SymDense
	if err := cholesky.InverseTo(&covariance); err != nil {
		panic(err)
	}
	moments := make([]moment, d)
	for i := range moments {
		moments[i] = moment{i, 0, math.Sqrt(covariance.At(i, i))}
	}
	return density{d, func(grad, x []float64) float64 {
		g, v := mat.NewVecDense(d, grad), mat.NewVecDense(d, x)
		g.MulVec(&precision, v)
		g.ScaleVec(-1, g)
		return mat.Dot(g, v) / 2
	}}, moments
}

// A linearModel is a normal regression of y on the columns of x under the prior
// p(β, log σ) ∝ 1. Given n labels and p columns, σ² ~ S/χ²(n − p) and β is a
// multivariate t with n − p degrees of freedom about the least squares estimate
// (Bayesian Data Analysis, section 14.2).
type linearModel struct {
	x *mat.Dense
	y []float64
}

// darwin: heights of 15 crossed less those of self-fertilised plants of Zea mays, in
// eighths of an inch (Darwin 1876; Fisher 1935; Box and Tiao 1973, chapter 3):
// a normal of which neither mean nor variance is known.
func darwin() linearModel {
	y := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	return linearModel{mat.NewDense(len(y), 1, repeat(len(y), 1)), y}
}

// stackLoss: 21 days of a plant that oxidises ammonia (Brownlee 1965; BUGS
// Examples, volume 1): constant, air flow, water temperature, acid concentration, as
// measured, so that the constant is nearly collinear with the last.
func stackLoss() linearModel {
	return linearModel{mat.NewDense(21, 4, []float64{
		1, 80, 27, 89, 1, 80, 27, 88, 1, 75, 25, 90, 1, 62, 24, 87, 1, 62, 22, 87, 1, 62, 23, 87, 1, 62, 24, 93,
		1, 62, 24, 93, 1, 58, 23, 87, 1, 58, 18, 80, 1, 58, 18, 89, 1, 58, 17, 88, 1, 58, 18, 82, 1, 58, 19, 93,
		1, 50, 18, 89, 1, 50, 18, 86, 1, 50, 19, 72, 1, 50, 19, 79, 1, 50, 20, 80, 1, 56, 20, 82, 1, 70, 20, 91,
	}), []float64{42, 37, 37, 28, 18, 18, 19, 20, 15, 14, 14, 13, 11, 12, 8, 7, 8, 8, 9, 15, 15}}
}

// target is the posterior of (β, log σ).
func (m linearModel) target() density {
	n, p := m.x.Dims()
	return density{p + 1, func(grad, x []float64) float64 {
		clear(grad)
		precision, squares := math.Exp(-2*x[p]), 0.0
		for i, y := range m.y {
			row := m.x.RawRowView(i)
			r := y
			for j, v := range row {
				r -= v * x[j]
			}
			squares += r * r
			for j, v := range row {
				grad[j] += precision * r * v
			}
		}
		grad[p] = precision*squares - float64(n)
		return -precision*squares/2 - float64(n)*x[p]
	}}
}

// moments are those of β and log σ, in closed form.
func (m linearModel) moments() []moment {
	n, p := m.x.Dims()
	var qr mat.QR
	qr.Factorize(m.x)
	var beta, fitted mat.VecDense
	y := mat.NewVecDense(n, m.y)
	if err := qr.SolveVecTo(&beta, false, y); err != nil {
		panic(err)
	}
	fitted.MulVec(m.x, &beta)
	fitted.SubVec(y, &fitted)
	squares := mat.Dot(&fitted, &fitted)
	var gram, inverse mat.Dense
	gram.Mul(m.x.T(), m.x)
	if err := inverse.Inverse(&gram); err != nil {
		panic(err)
	}
	var moments []moment
	for j := range p {
		moments = append(moments, moment{j, beta.AtVec(j), math.Sqrt(inverse.At(j, j) * squares / float64(n-p-2))})
	}
	half := float64(n-p) / 2
	return append(moments, moment{p, (math.Log(squares/2) - mathext.Digamma(half)) / 2,
		math.Sqrt(mathext.Zeta(2, half)) / 2})
}
