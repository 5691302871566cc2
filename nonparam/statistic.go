package nonparam

// weighting says how often each item and each rater of a source counts.
type weighting struct {
	item  []float64 // by item of the source; nil: each once
	rater []float64 // by rater of the source; nil: each once
}

func (w weighting) of(item int) float64 {
	if w.item == nil {
		return 1
	}
	return w.item[item]
}

// ofRater returns how often a rating counts because of its rater.
func (w weighting) ofRater(r *Ratings, rating int) float64 {
	if w.rater == nil {
		return 1
	}
	return w.rater[r.rater[rating]]
}

// statistic is a coefficient of some sources, prepared for being computed under many
// weightings.
type statistic interface {
	// evaluator returns a function of the weightings of all sources. It has separate buffers, and is for one goroutine.
	evaluator() func([]weighting) (float64, reason)
}

// once computes a statistic of a number of sources as they are.
func once(s statistic, sources int) (float64, reason) {
	return checked(s.evaluator()(make([]weighting, sources)))
}

// checked lets no value through that is not finite, as Spearman-Brown's is at its pole.
func checked(value float64, why reason) (float64, reason) {
	if why == "" && !finite(value) {
		return 0, beyondNumbers
	}
	return value, why
}

// summaries are the sufficient statistics of each item under a kernel.
type summaries struct {
	*Ratings
	kernel kernel
	begin  []int // summary of item i is of cells begin[i]:begin[i+1]
	sum    cells
	within []float64 // kernel.within of each item; nil where the kernel depends on counts
}

// summarize prepares the items of r.
func summarize(r *Ratings, d Distance, k kernel) *summaries {
	s := &summaries{Ratings: r, kernel: k, begin: r.start, sum: r.cell}
	if d.ranked() {
		return s
	}
	items := len(r.items)
	if _, small := k.(moments); small {
		s.begin = make([]int, 1, items+1)
		s.sum = cells{make([]int32, 0, 3*items), make([]float64, 0, 3*items)}
	}
	s.within = make([]float64, items)
	var buffer cells
	for i := range items {
		c := k.summary(buffer, r.cell.slice(r.start[i], r.start[i+1]))
		s.within[i] = k.within(c)
		if _, small := k.(moments); small {
			buffer = c
			s.sum.code = append(s.sum.code, c.code...)
			s.sum.weight = append(s.sum.weight, c.weight...)
			s.begin = append(s.begin, len(s.sum.code))
		}
	}
	return s
}

// group is the ratings of one item under weights of its raters.
type group struct {
	cells // the summary
	size  float64
	pairs float64 // ordered pairs of different ratings, none with a copy of itself
}

// reader reads items under rater weights. It is for one goroutine.
type reader struct {
	*summaries
	weight []float64
	buffer cells
}

func (su *summaries) reader() *reader { return &reader{summaries: su} }

// read returns item i. Two copies of one rater are not two raters: pairs of a rating with its copies are left out (Owen
// 2007 has the weights, not this exclusion).
func (rd *reader) read(i int, rater []float64) group {
	if rater == nil {
		return group{rd.sum.slice(rd.begin[i], rd.begin[i+1]), rd.size[i], rd.size[i] * (rd.size[i] - 1)}
	}
	c := rd.cell.slice(rd.start[i], rd.start[i+1])
	if cap(rd.weight) < len(c.code) {
		rd.weight = make([]float64, 2*len(c.code))
	}
	c.weight = rd.weight[:len(c.code)]
	clear(c.weight)
	var size, squared float64
	for t := rd.first[i]; t < rd.first[i+1]; t++ {
		v := rater[rd.rater[t]]
		c.weight[int(rd.cellAt[t])-rd.start[i]] += v
		size += v
		squared += v * v
	}
	return group{rd.summarized(c), size, size*size - squared}
}

// summarized returns the summary of weighted cells, in the reader's buffer if it is shorter.
func (rd *reader) summarized(c cells) cells {
	if _, small := rd.kernel.(moments); small {
		rd.buffer = rd.kernel.summary(rd.buffer, c)
		return rd.buffer
	}
	return c
}

// disagreement returns Σ δ over the ordered pairs of item i, whose group was just read,
// by the kernel of the summaries or, if that depends on counts, by ranked.
func (rd *reader) disagreement(i int, g group, rater []float64, ranked kernel) float64 {
	if ranked != nil {
		return ranked.within(g.cells)
	}
	if rater == nil {
		return rd.within[i]
	}
	return rd.kernel.within(g.cells)
}

// dim returns the length of a dense summary.
func (su *summaries) dim() int { return su.kernel.dim(len(su.values)) }
