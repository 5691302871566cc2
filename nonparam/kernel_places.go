package nonparam

// places is δ = C(|k−l|+1, 2) between the places k and l of two categories, Gwet's (2014)
// ordinal weights. It is the mean of the square and of the absolute difference, so that
// both linear forms serve.
type places struct {
	histogram
	squared  ranks
	absolute linear
}

func newPlaces(q int) places {
	x := make([]float64, q)
	for k := range x {
		x[k] = float64(k) - float64(q-1)/2
	}
	return places{squared: ranks{moments: moments{x}}, absolute: linear{x}}
}

func (pl places) within(c cells) float64 { return (pl.squared.within(c) + pl.absolute.within(c)) / 2 }

func (pl places) between(a, b cells) float64 {
	return (pl.squared.between(a, b) + pl.absolute.between(a, b)) / 2
}

func (pl places) potential(q int, c cells) (from, to []float64) {
	u, _ := pl.squared.potential(q, c)
	v, _ := pl.absolute.potential(q, c)
	for k := range u {
		u[k] = (u[k] + v[k]) / 2
	}
	return u, u
}

func (pl places) largest(q int) float64 { return float64(q) * float64(q-1) / 2 }
