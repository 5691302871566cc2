package judge

// curve is mean and mean square of labels as a function of the linear predictor, averaged over all other variation. It
// has points at equal steps, and between them the cubic through the four nearest. For labels in categories both are
// sums of logistic functions, perhaps smoothed, whose fourth derivatives are at most 1/8. So the error is below
// 3/128·step⁴/8, or 1.5·10⁻⁶ of the range of scores or their squares.
type curve struct {
	from         float64
	mean, square []float64
}

const curveStep = 0.15

// newCurve returns the curve between two linear predictors.
func newCurve(l *labels, from, to, noise float64, own []float64) *curve {
	n := 4 + int((to-from)/curveStep)
	cv := &curve{from: from - curveStep, mean: make([]float64, n), square: make([]float64, n)}
	for i := range n {
		cv.mean[i], cv.square[i] = l.moments(cv.from+float64(i)*curveStep, noise, own)
	}
	return cv
}

// at returns both at a linear predictor that is on the curve.
func (cv *curve) at(theta float64) (mean, square float64) {
	x := (theta - cv.from) / curveStep
	i := max(1, min(int(x), len(cv.mean)-3))
	t := x - float64(i)
	// Lagrange's polynomials of the nodes −1, 0, 1, 2.
	a, b, d := t*(t-1), (t+1)*(t-2), t*(t+1)
	w := [4]float64{-a * (t - 2) / 6, b * (t - 1) / 2, -d * (t - 2) / 2, d * (t - 1) / 6}
	for k, v := range w {
		mean += v * cv.mean[i-1+k]
		square += v * cv.square[i-1+k]
	}
	return mean, square
}
