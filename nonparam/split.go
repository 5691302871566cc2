package nonparam

// split is Krippendorff's alpha between two aggregates of each item, with the
// disagreement and the aggregates averaged over random draws: the draws add no noise to
// the differences between items, which a bootstrap resamples.
type split struct {
	kernel   kernel
	values   int
	k        int
	step     float64   // k over the size of the aggregates drawn
	item     []int32   // of source 0
	disagree []float64 // mean δ of each item's two aggregates
	begin    []int
	sum      cells // mean summary of each item's two aggregates
	ratings  int
}

func (s split) used() (items, ratings int) { return len(s.item), s.ratings }

func (s split) evaluator() func([]weighting) (float64, reason) {
	margin := newDense(s.kernel.dim(s.values))
	return func(all []weighting) (float64, reason) {
		for _, w := range all {
			if w.rater != nil {
				return 0, fixedRaters
			}
		}
		margin.reset()
		var observed, n float64
		for j, i := range s.item {
			w := all[0].of(int(i))
			observed += w * s.disagree[j]
			n += w
			margin.add(s.sum.slice(s.begin[j], s.begin[j+1]), w)
		}
		if n < 2 {
			return 0, oneItem
		}
		aggregates := 2 * n
		expected := s.kernel.within(margin.cells)
		if !positive(expected, aggregates*aggregates, s.kernel) {
			return 0, noVariation
		}
		alpha := 1 - (aggregates-1)*aggregates*(observed/n)/expected
		if s.step == 1 {
			return alpha, ""
		}
		if alpha <= -1/(s.step-1) {
			return 0, notReliable
		}
		return SpearmanBrown(alpha, s.step), ""
	}
}

// add adds an item with the draws of two aggregates each.
func (s *split) add(item int, d *drawer, draws int, draw func() (a, b aggregate)) {
	disagree := 0.0
	d.begin()
	for range draws {
		a, b := draw()
		disagree += d.compare(a, b) / float64(draws)
		d.count(a, 1/float64(draws))
		d.count(b, 1/float64(draws))
	}
	s.item = append(s.item, int32(item))
	s.disagree = append(s.disagree, disagree)
	c := d.summary()
	s.sum.code = append(s.sum.code, c.code...)
	s.sum.weight = append(s.sum.weight, c.weight...)
	s.begin = append(s.begin, len(s.sum.code))
}

// newSplit returns a split without items.
func newSplit(r *Ratings, k int, step float64, a Aggregate) split {
	s := split{values: len(r.values), k: k, step: step, begin: []int{0}, kernel: nominal{}}
	if a != Majority {
		s.kernel = newMoments(r.values)
	}
	return s
}

// newHalves prepares the methods that draw from one study.
func newHalves(r *Ratings, k int, o KRaterOptions) (statistic, reason) {
	size, need := k, 2*k
	if o.Method == WithinItems {
		need = 2
	} else if most := r.largestHalf(); k > most {
		size, need = most, 2*most
	}
	if size == 0 {
		return nil, noPairs
	}
	if r.largestItem() > mostDrawn {
		return nil, tooManyRatings
	}
	s := newSplit(r, k, float64(k)/float64(size), o.Aggregate)
	d := newDrawer(r.values, o)
	for i, m := range r.size {
		if int(m) < need {
			continue
		}
		d.load(r, i, 0)
		s.add(i, d, o.draws(), func() (aggregate, aggregate) {
			if o.Method == WithinItems {
				return d.of(d.replaced(0, size)), d.of(d.replaced(0, size))
			}
			both := d.distinct(0, 2*size)
			return d.of(both[:size]), d.of(both[size:])
		})
		s.ratings += int(m)
	}
	if len(s.item) < 2 {
		return nil, tooFewRatings
	}
	return s, ""
}

// largestHalf returns the largest h such that at least half of the items with two
// ratings have 2h.
func (r *Ratings) largestHalf() int {
	var items int
	count := map[int]int{}
	most := 0
	for _, m := range r.size {
		if m >= 2 {
			h := int(m) / 2
			items++
			count[h]++
			most = max(most, h)
		}
	}
	have := 0
	for h := most; h >= 1; h-- {
		if have += count[h]; 2*have >= items {
			return h
		}
	}
	return 0
}

func (r *Ratings) largestItem() float64 {
	m := 0.0
	for _, n := range r.size {
		m = max(m, n)
	}
	return m
}

// newReplications prepares aggregates of k ratings from each of two studies.
func newReplications(p pair, k int, o KRaterOptions) (statistic, reason) {
	if max(p.x.largestItem(), p.y.largestItem()) > mostDrawn {
		return nil, tooManyRatings
	}
	s := newSplit(p.x, k, 1, o.Aggregate)
	d := newDrawer(p.x.values, o)
	for _, at := range p.shared {
		x, y := int(at[0]), int(at[1])
		if int(p.x.size[x]) < k || int(p.y.size[y]) < k {
			continue
		}
		d.load(p.x, x, 0)
		d.load(p.y, y, 1)
		s.add(x, d, o.draws(), func() (aggregate, aggregate) {
			return d.of(d.distinct(0, k)), d.of(d.distinct(1, k))
		})
		s.ratings += int(p.x.size[x] + p.y.size[y])
	}
	if len(s.item) < 2 {
		return nil, tooFewRatings
	}
	return s, ""
}

// newTypicalHalves prepares the reliability of the aggregate that a study has: the
// majority of nominal labels, else the mean, of the median number of ratings per item.
func newTypicalHalves(r *Ratings, d Distance) (statistic, reason) {
	o := KRaterOptions{}
	if d == Nominal {
		o.Aggregate = Majority
	}
	items, below, k := 0, 0, 0
	count := map[int]int{}
	most := int(r.largestItem())
	for _, m := range r.size {
		if m >= 2 {
			items++
			count[int(m)]++
		}
	}
	if items == 0 {
		return nil, noPairs
	}
	if most > mostDrawn {
		return nil, tooManyRatings
	}
	for k = 2; 2*(below+count[k]) < items; k++ {
		below += count[k]
	}
	return newHalves(r, k, o)
}

// stepped is ICC(k) by Spearman-Brown from ICC(1).
type stepped struct {
	icc
	k int
}

func newStepped(r *Ratings, k int) (statistic, reason) {
	c, why := newICC(r, ICC1Name)
	return stepped{c, k}, why
}

func (s stepped) used() (items, ratings int) { return len(s.items), s.Len() }

func (s stepped) evaluator() func([]weighting) (float64, reason) {
	single := s.icc.evaluator()
	return func(all []weighting) (float64, reason) {
		v, why := single(all)
		if why == "" && s.k > 1 && v <= -1/float64(s.k-1) {
			why = notReliable
		}
		if why != "" {
			return 0, why
		}
		return SpearmanBrown(v, float64(s.k)), ""
	}
}
