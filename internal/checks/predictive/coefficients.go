package predictive

import "math"

// The coefficients of package nonparam with squared distance, from the mean and the sum of squares of each item:
// replicates need neither the values sorted nor standard errors. Between 0 and 1 it is the nominal distance, and for
// ranks the ordinal one, see [ranks].

// alpha is Krippendorff's alpha; NaN if it is undefined. With n_i labels of item i, N in all, and sums of squares about
// the item's mean and about the mean of all,
//
//	α = 1 − (N−1)/N · Σ n_i SS_i/(n_i−1) / SS
//
// over the items with at least two labels.
func (sum *sums) alpha() float64 {
	var total moments
	within := 0.0
	for j, n := range sum.labels {
		if n < 2 {
			continue
		}
		within += n * sum.square[j] / (n - 1)
		total.add(n, sum.mean[j], sum.square[j])
	}
	if !total.varies() {
		return math.NaN()
	}
	return 1 - (total.n-1)/total.n*within/total.square
}

// crossing are the terms of κ_x of two studies over the items that both have.
type crossing struct {
	observed, expected float64 // d_o and d_e
	shift              float64 // mean of the second less that of the first
}

// crossKappa returns the terms of Wong, Paritosh and Aroyo (2021, equations 9 to 11), over pairs of labels by different
// labelers, see [nonparam.CrossKappaName]; they are NaN if κ_x is undefined.
func crossKappa(a, b *sums, in *both) crossing {
	// Plain sums, measured from a label, because there are K² pairs: n, Σ y and Σ y² of each study, and Σ
	// (n_i+m_i)·d_i.
	var n, m, sx, sy, sxx, syy, sum float64
	origin := a.origin
	for i, j := 0, 0; i < len(a.order) && j < len(b.order); {
		p, q := a.order[i], b.order[j]
		switch u, v := a.id[p], b.id[q]; {
		case u < v:
			i++
			continue
		case u > v:
			j++
			continue
		}
		i++
		j++
		if in != nil && in.alone[p] {
			continue
		}
		k, l, x, y := a.labels[p], b.labels[q], a.mean[p]-origin, b.mean[q]-origin
		apart := (x-y)*(x-y) + a.square[p]/k + b.square[q]/l
		if same := in.of(p); len(same) > 0 {
			apart *= k * l
			for _, s := range same {
				d := a.values[s.a] - b.values[s.b]
				apart -= d * d
			}
			apart = math.Max(0, apart) / (k*l - float64(len(same)))
		}
		sum += (k + l) * apart
		n, sx, sxx = n+k, sx+k*x, sxx+k*x*x+a.square[p]
		m, sy, syy = m+l, sy+l*y, syy+l*y*y+b.square[q]
	}
	x, y := sx/n, sy/m
	c := crossing{sum / (n + m), math.Max(0, sxx/n-x*x) + math.Max(0, syy/m-y*y) + (y-x)*(y-x), y - x}
	if pairs, square := in.own(a, b, origin); pairs > 0 {
		all := n * m * c.expected
		c.expected = 0
		if rest := all - square; rest > 1e-12*square {
			c.expected = rest / (n*m - pairs)
		}
	}
	if largest := math.Max(math.Abs(x+origin), math.Abs(y+origin)); !(c.expected > 1e-14*largest*largest) {
		return crossing{math.NaN(), math.NaN(), math.NaN()}
	}
	return c
}

// kappa is κ_x.
func (cross crossing) kappa() float64 { return 1 - cross.observed/cross.expected }

// normalized is κ_x over the root of the two alphas, NaN unless both are positive.
func normalized(kappa, a, b float64) float64 {
	const least = 1e-10 // as in nonparam: what is smaller may be a rounding error
	if !(a > least && b > least) {
		return math.NaN()
	}
	return kappa / (math.Sqrt(a) * math.Sqrt(b))
}

// moments are the number, the mean and the sum of squares about it of labels that come group by group.
type moments struct{ n, mean, square float64 }

// add takes in a group (Chan, Golub and LeVeque 1983, equation 2.1).
func (m *moments) add(n, mean, square float64) {
	d := mean - m.mean
	all := m.n + n
	m.square += square + d*d*m.n*n/all
	m.mean += d * n / all
	m.n = all
}

// varies reports whether the sum of squares is more than the rounding error of equal labels.
func (m *moments) varies() bool { return m.square > 1e-14*m.n*m.mean*m.mean && m.square > 0 }
