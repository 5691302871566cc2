package nonparam

// CongerKappa returns Conger's (1980) kappa of any number of raters: chance agreement follows from the distributions of
// two different raters, averaged over pairs of raters. Missing ratings are handled as by Gwet (2014): each rater's
// distribution is over the items that the rater rated. There is no SE; take the jackknife.
func CongerKappa(r *Ratings, d Distance) (Estimate, error) {
	return single(CongerKappaName, r, d)
}

// Iota returns iota of Janson and Olsson (2001) for one variable. With missing ratings,
// over the N ratings of items with m_i ≥ 2 ratings, n_r of them by rater r,
//
//	d_o = Σ (m_i/N) 2SS_i/(m_i−1),  d_e = (2N·SST − Σ 2n_r SS_r)/(N² − Σ n_r²)
//
// and likewise for other distances. Without missing ratings it is the coefficient of these authors. There is no SE;
// take the jackknife.
func Iota(r *Ratings, d Distance) (Estimate, error) {
	return single(IotaName, r, d)
}

// raterRule says how raters and items are averaged.
type raterRule int

const (
	conger raterRule = iota
	iota1
)

// byRater is 1 − d_o/d_e with d_e over pairs of ratings by different raters.
type byRater struct {
	*summaries
	rule raterRule
	own  [][]entry // the ratings of each rater
}

// entry is a rating of one rater.
type entry struct {
	item int32
	code int32
}

func newByRater(r *Ratings, d Distance, rule raterRule) (byRater, reason) {
	if why := r.needRaters(); why != "" {
		return byRater{}, why
	}
	k, why := d.kernel(r.values, nil)
	if why != "" {
		return byRater{}, why
	}
	b := byRater{summaries: summarize(r, unranked{d}, k), rule: rule, own: make([][]entry, len(r.raters))}
	n := make([]int, len(r.raters))
	for _, g := range r.rater {
		n[g]++
	}
	for g := range b.own {
		b.own[g] = make([]entry, 0, n[g])
	}
	for i := range r.items {
		if rule == iota1 && r.size[i] < 2 {
			continue
		}
		for t := r.first[i]; t < r.first[i+1]; t++ {
			g := r.rater[t]
			b.own[g] = append(b.own[g], entry{int32(i), r.cell.code[r.cellAt[t]]})
		}
	}
	return b, ""
}

func (br byRater) evaluator() func([]weighting) (float64, reason) {
	read := br.reader()
	margin, own, all := newDense(len(br.values)), newDense(br.dim()), newDense(br.dim())
	var buffer cells
	return func(ws []weighting) (float64, reason) {
		w := ws[0]
		var observed, items float64
		for i := range br.items {
			wi := w.of(i)
			if wi == 0 {
				continue
			}
			g := read.read(i, w.rater)
			if g.pairs <= 0 {
				continue
			}
			if br.rule == iota1 {
				wi *= g.size
			}
			observed += wi * read.disagreement(i, g, w.rater, nil) / g.pairs
			items += wi
		}
		if items == 0 {
			return 0, noPairs
		}
		// Pairs of different raters are all pairs minus the pairs of a rater with itself.
		all.reset()
		var same, n, nSame float64
		for g, entries := range br.own {
			v := 1.0
			if w.rater != nil {
				v = w.rater[g]
			}
			if v == 0 {
				continue
			}
			margin.reset()
			size := 0.0
			for _, e := range entries {
				wi := w.of(int(e.item))
				margin.weight[e.code] += wi
				size += wi
			}
			if size == 0 {
				continue
			}
			buffer = br.kernel.summary(buffer, margin.cells)
			own.reset()
			if br.rule == conger {
				own.add(buffer, 1/size)
				size = 1
			} else {
				own.add(buffer, 1)
			}
			all.add(own.cells, v)
			same += v * v * br.kernel.within(own.cells)
			n += v * size
			nSame += v * v * size * size
		}
		pairs := n*n - nSame
		if pairs <= 0 {
			return 0, oneRater
		}
		expected := br.kernel.within(all.cells) - same
		if !positive(expected, n*n, br.kernel, len(br.values)) || expected <= 1e-14*same {
			return 0, noVariation
		}
		return 1 - observed/items/(expected/pairs), ""
	}
}
