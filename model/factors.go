package model

// newFactors returns the items and the labelers of d with no information yet, which
// is the non-centred parameterisation. The second is nil if there are no labeler effects.
func newFactors(d *data) (items, labelers *factor) {
	k := d.studies
	items = newFactor(d.items, k, d.slotCount())
	if items.starts == nil {
		items.center = make([]float64, k)
	}
	switch {
	case d.labelers == 0:
	case d.shared:
		labelers = newFactor(d.labelers, k, d.baseCount())
	default:
		labelers = newNested(d.labelerStarts)
	}
	return items, labelers
}

// newFactor returns a full factor; count holds the number of labels of each level in
// each study. With one study it is the nested factor of one study.
func newFactor(levels, k int, count []int32) *factor {
	if k == 1 {
		return newNested([]int{0, levels})
	}
	f := &factor{
		levels: levels, k: k, meanInfo: make([]float64, k),
		work: make([]float64, levels*k), classes: newClasses(make([]float64, levels*k), k, nil),
	}
	f.member, f.members = make([]float64, levels*k), make([]float64, k)
	for j, n := range count {
		if n > 0 {
			f.member[j] = 1
			f.members[j%k]++
		}
	}
	return f
}

func newNested(starts []int) *factor {
	levels := starts[len(starts)-1]
	return &factor{
		levels: levels, k: 1, starts: starts, meanInfo: make([]float64, len(starts)-1),
		work: make([]float64, levels), classes: newClasses(make([]float64, levels), 1, starts),
	}
}

// slotCount returns the number of labels of each slot.
func (d *data) slotCount() []int32 {
	n := make([]int32, d.slots())
	for _, j := range d.slot {
		n[j]++
	}
	return n
}

// baseCount returns the number of labels of each base.
func (d *data) baseCount() []int32 {
	n := make([]int32, d.bases())
	for u := range n {
		n[u] = int32(d.starts[u+1] - d.starts[u])
	}
	return n
}

// anchor sets the working constants from effects b, derivatives g and information
// i of the log-likelihood, which all contain the residual precision tau.
func (f *factor) anchor(b, g, i []float64, tau func(i int) float64) {
	info := make([]float64, f.size())
	for j := range info {
		info[j] = i[j] / tau(j)
	}
	f.classes = newClasses(info, f.k, f.starts)
	for l, u := range f.of {
		for s := range f.k {
			j := l*f.k + s
			f.work[j] = f.info[int(u)*f.k+s]*b[j] + g[j]/tau(j)
		}
	}
	clear(f.meanInfo)
	if f.starts != nil {
		for s := range f.meanInfo {
			lo, hi := f.starts[s], f.starts[s+1]
			for _, x := range info[lo:hi] {
				f.meanInfo[s] += x / float64(hi-lo)
			}
		}
		return
	}
	for j, w := range f.member {
		f.meanInfo[j%f.k] += w * info[j] / f.members[j%f.k]
	}
}

// newLikelihood returns the likelihood of the labels for one goroutine, which may start
// others (see [splitLikelihood]).
func newLikelihood(d *data, spec Spec) likelihood {
	whole := func(d *data) likelihood {
		if spec.Family == Gaussian {
			return newGaussian(d)
		}
		return newBernoulli(d, d.labelers > 0)
	}
	if len(d.slot) >= splitFrom && d.labelers > 0 {
		return newSplit(d, splitParts, whole)
	}
	return whole(d)
}
