package nonparam

import "math"

// standardError returns Gwet's linearised standard error over items.
func (gw gwet) standardError() (float64, bool) {
	q := len(gw.values)
	n, pairable := float64(len(gw.items)), 0.0
	shares := newDense(q)
	var observed float64
	for i, m := range gw.size {
		shares.add(gw.cell.slice(gw.start[i], gw.start[i+1]), 1/(m*n))
		if m >= 2 {
			pairable++
			observed += gw.within[i] / (m * (m - 1))
		}
	}
	if n < 2 || pairable == 0 {
		return 0, false
	}
	observed /= pairable
	margin := newDense(gw.dim())
	share := gw.kernel.summary(cells{}, shares.cells)
	margin.add(share, 1)
	if gw.chance == byDifficulty {
		margin = shares
	}
	expected, why := gw.expected(margin, 1)
	if why != "" {
		return 0, false
	}
	own := gw.itemChance(shares.cells, expected)
	estimate := 1 - observed/expected
	sum := 0.0
	for i, m := range gw.size {
		u := 0.0
		if m >= 2 {
			u = n / pairable * (1 - gw.within[i]/(m*(m-1))/expected)
		}
		u += 2*(1-estimate)*(own(i)-expected)/expected - estimate
		sum += u * u
	}
	return math.Sqrt(sum / (n * (n - 1))), true
}

// itemChance returns the contribution of each item to the disagreement by chance: 1 − p_e|i.
func (gw gwet) itemChance(shares cells, expected float64) func(item int) float64 {
	q := len(gw.values)
	switch gw.chance {
	case byProportion:
		from, to := gw.kernel.potential(q, shares)
		return func(i int) float64 { return gw.meanPotential(i, from, to) / gw.size[i] }
	case byDifficulty:
		other, _ := nominal{}.potential(q, shares)
		scale := gw.weight / float64(q*(q-1))
		return func(i int) float64 { return gw.max * (1 - scale*gw.meanPotential(i, other, other)/gw.size[i]) }
	}
	return func(int) float64 { return expected }
}

// FleissKappaNullSE returns the standard error of Fleiss' kappa where κ = 0 (Fleiss, Nee
// and Landis 1979), for tests of that hypothesis; it is wrong for intervals. All items
// need the same number of ratings.
func FleissKappaNullSE(r *Ratings) (float64, error) {
	e, _, why := prepareSingle(FleissKappaName, r, Nominal)
	for _, m := range r.size {
		if m != r.size[0] {
			why = sizesDiffer
		}
	}
	if why == "" && r.size[0] < 2 {
		why = noPairs
	}
	if why != "" {
		return 0, undefined(e, why)
	}
	var pq, skew float64
	for _, n := range r.valueCounts() {
		p := n / r.total
		pq += p * (1 - p)
		skew += p * (1 - p) * (1 - 2*p)
	}
	if pq == 0 {
		return 0, undefined(e, noVariation)
	}
	n, m := float64(len(r.items)), r.size[0]
	return math.Sqrt(2*max(0, pq*pq-skew)/(n*m*(m-1))) / pq, nil // rounding can leave −ε
}
