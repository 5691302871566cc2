package nonparam

// squarable reports why ratings cannot be used as numbers: sums of the fourth powers of their differences, which
// standard errors need, must neither overflow nor vanish. The values are ascending.
func squarable(values []float64) reason {
	const most, least = 1e50, 1e-50
	if len(values) < 2 {
		return ""
	}
	if span := values[len(values)-1] - values[0]; !(span >= least && span <= most) {
		return beyondSquares
	}
	return ""
}
