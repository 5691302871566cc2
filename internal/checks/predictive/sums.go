package predictive

// sums are the parts of all statistics of a study: two passes over its labels, for any number of statistics. It is for
// one goroutine.
type sums struct {
	*studyDesign
	values               []float64 // the labels
	mean, square, fourth []float64 // by item: mean of its labels, sums of powers of the deviations from it
	people               []labelerSums
	origin               float64   // the label that x and y are measured from
	level                []float64 // by item, for [levelCorrelation]
}

// labelerSums are sums over one labeler's labels of items that others labelled too. y is the label and x the mean of
// the others, both measured from a label of the study, since the means of raw sums could cancel. The deviation of the
// label from the mean of its item is d.
type labelerSums struct{ n, x, y, xx, xy, yy, d, dd float64 }

func (s *studyDesign) newSums() *sums {
	items := len(s.labels)
	return &sums{studyDesign: s, mean: make([]float64, items), square: make([]float64, items),
		fourth: make([]float64, items), people: make([]labelerSums, len(s.labelerNames)), level: make([]float64, items)}
}

// add computes the sums of labels, in the order of the study's.
func (sum *sums) add(labels []float64) {
	clear(sum.mean)
	clear(sum.square)
	clear(sum.fourth)
	clear(sum.people)
	for n, j := range sum.item {
		sum.mean[j] += labels[n]
	}
	for j, n := range sum.labels {
		sum.mean[j] /= n
	}
	sum.origin, sum.values = labels[0], labels
	for n, j := range sum.item {
		d := labels[n] - sum.mean[j]
		d2 := d * d
		sum.square[j] += d2
		sum.fourth[j] += d2 * d2
		if sum.labeler == nil || sum.labeler[n] < 0 || sum.labels[j] < 2 {
			continue
		}
		// The mean of the others is the mean of all without the label's share.
		x, y := sum.mean[j]-sum.origin-d/(sum.labels[j]-1), labels[n]-sum.origin
		p := &sum.people[sum.labeler[n]]
		p.n++
		p.x += x
		p.y += y
		p.xx += x * x
		p.xy += x * y
		p.yy += y * y
		p.d += d
		p.dd += d2
	}
}

// all are the moments of all labels.
func (sum *sums) all() moments {
	var m moments
	for j, n := range sum.labels {
		m.add(n, sum.mean[j], sum.square[j])
	}
	return m
}
