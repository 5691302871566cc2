package logistic

import "golang.org/x/sys/cpu"

// available returns the kernels that this processor can run, the best last.
func available() []kernel {
	switch x := cpu.X86; {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA:
		return []kernel{generic, avx512}
	default:
		return []kernel{generic}
	}
}

func (k kernel) dense(p, theta []float64) float64 {
	whole := len(theta) &^ (width - 1)
	if k == generic || whole == 0 {
		return genericDense(p, theta)
	}
	var out laneSums
	denseAVX512(&p[0], &theta[0], whole, &out)
	return out.softplus() + genericDense(p[whole:], theta[whole:])
}

func (k kernel) weighted(mp, m, theta []float64) float64 {
	whole := len(theta) &^ (width - 1)
	if k == generic || whole == 0 {
		return genericWeighted(mp, m, theta)
	}
	var sum [width]float64
	weightedAVX512(&mp[0], &m[0], &theta[0], whole, &sum)
	total := 0.0
	for _, s := range sum {
		total += s
	}
	return total + genericWeighted(mp[whole:], m[whole:], theta[whole:])
}

// sums evaluates a layout of lanes. It adds Σp to sumLabeler and sumSlot; effect
// and sumSlot have a place for the empty slot at their end.
func (k kernel) sums(s *lanes, sumLabeler, sumSlot, base, effect []float64) float64 {
	if len(s.rows) == 0 {
		return 0
	}
	var out laneSums
	sumsAVX512(len(s.rows), &s.rows[0], &s.labeler[0], &s.slot[0], &base[0], &effect[0], &sumLabeler[0], &sumSlot[0], &out)
	return out.softplus()
}

//go:noescape
func sumsAVX512(groups int, rows, labeler, slot *int32, base, effect, sumLabeler, sumSlot *float64, out *laneSums)

//go:noescape
func denseAVX512(p, theta *float64, n int, out *laneSums)

//go:noescape
func weightedAVX512(mp, m, theta *float64, n int, sum *[width]float64)
