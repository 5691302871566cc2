package logistic

import "golang.org/x/sys/cpu"

// runs reports whether this processor has the instructions of k.
func (k kernel) runs() bool {
	switch x := &cpu.X86; k {
	case avx512:
		return avx2.runs() && x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL
	case avx2:
		return x.HasAVX2 && x.HasFMA
	default:
		return true
	}
}

func (k kernel) dense(p, theta []float64) float64 {
	whole := len(theta) &^ (width - 1)
	if k == generic || whole == 0 {
		return genericDense(p, theta)
	}
	var out laneSums
	if k == avx512 {
		denseAVX512(&p[0], &theta[0], whole, &out)
	} else {
		denseAVX2(&p[0], &theta[0], whole, &out)
	}
	return out.softplus() + genericDense(p[whole:], theta[whole:])
}

func (k kernel) weighted(mp, m, theta []float64) float64 {
	whole := len(theta) &^ (width - 1)
	if k == generic || whole == 0 {
		return genericWeighted(mp, m, theta)
	}
	var sum [width]float64
	if k == avx512 {
		weightedAVX512(&mp[0], &m[0], &theta[0], whole, &sum)
	} else {
		weightedAVX2(&mp[0], &m[0], &theta[0], whole, &sum)
	}
	total := 0.0
	for _, s := range sum {
		total += s
	}
	return total + genericWeighted(mp[whole:], m[whole:], theta[whole:])
}

// sums evaluates a layout of lanes. It adds Σp to sumLabeler and sumCell, and with slopes Σ effect·p to sumSlope.
// effect and sumCell have a place for the empty cell at their end.
func (k kernel) sums(s *lanes, sumLabeler, sumSlope, sumCell, common, slope, effect []float64) float64 {
	n := len(s.rows)
	if n == 0 {
		return 0
	}
	var out laneSums
	rows, labeler, cell, effects := &s.rows[0], &s.labeler[0], &s.cell[0], &effect[0]
	switch {
	case slope == nil && k == avx512:
		sumsAVX512(n, rows, labeler, cell, &common[0], effects, &sumLabeler[0], &sumCell[0], &out)
	case slope == nil:
		sumsAVX2(n, rows, labeler, cell, &common[0], effects, &sumLabeler[0], &sumCell[0], &out)
	case k == avx512:
		slopedAVX512(n, rows, labeler, cell, &common[0], &slope[0], effects, &sumLabeler[0], &sumSlope[0], &sumCell[0],
			&out)
	default:
		slopedAVX2(n, rows, labeler, cell, &common[0], &slope[0], effects, &sumLabeler[0], &sumSlope[0], &sumCell[0],
			&out)
	}
	return out.softplus()
}

//go:noescape
func sumsAVX512(groups int, rows, labeler, cell *int32, common, effect, sumLabeler, sumCell *float64, out *laneSums)

//go:noescape
func denseAVX512(p, theta *float64, n int, out *laneSums)

//go:noescape
func weightedAVX512(mp, m, theta *float64, n int, sum *[width]float64)

//go:noescape
func sumsAVX2(groups int, rows, labeler, cell *int32, common, effect, sumLabeler, sumCell *float64, out *laneSums)

//go:noescape
func slopedAVX512(
	groups int, rows, labeler, cell *int32, common, slope, effect, sumLabeler, sumSlope, sumCell *float64,
	out *laneSums,
)

//go:noescape
func slopedAVX2(
	groups int, rows, labeler, cell *int32, common, slope, effect, sumLabeler, sumSlope, sumCell *float64,
	out *laneSums,
)

//go:noescape
func denseAVX2(p, theta *float64, n int, out *laneSums)

//go:noescape
func weightedAVX2(mp, m, theta *float64, n int, sum *[width]float64)
