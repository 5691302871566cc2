package predictive

// sums are what the statistics of a study are made of: two passes over its labels, whatever the number of
// statistics. It is for one goroutine.
type sums struct {
	*studyDesign
	mean, square, fourth []float64 // by item: mean of its labels, sums of powers of the deviations from it
	people               []labelerSums
	origin               float64   // the label that x and y are measured from
	level                []float64 // by item, for [levelCorrelation]
}

// labelerSums are over the labels of one labeler of items that others labelled too, with y the label and x the mean of
// the others, both measured from a label of the study: of raw sums the means could cancel. d is the deviation of the
// label from the mean of its item.
type labelerSums struct{ n, x, y, xx, xy, yy, d, dd float64 }

func (s *studyDesign) newSums() *sums {
	items := len(s.labels)
	return &sums{studyDesign: s, mean: make([]float64, items), square: make([]float64, items),
		fourth: make([]float64, items), people: make([]labelerSums, len(s.labelerNames)), level: make([]float64, items)}
}

// add computes the sums of labels, in the order of the study's.
func (s *sums) add(labels []float64) {
	clear(s.mean)
	clear(s.square)
	clear(s.fourth)
	clear(s.people)
	for n, j := range s.item {
		s.mean[j] += labels[n]
	}
	for j, n := range s.labels {
		s.mean[j] /= n
	}
	s.origin = labels[0]
	for n, j := range s.item {
		d := labels[n] - s.mean[j]
		d2 := d * d
		s.square[j] += d2
		s.fourth[j] += d2 * d2
		if s.labeler == nil || s.labeler[n] < 0 || s.labels[j] < 2 {
			continue
		}
		// The mean of the others is that of all less the label's own share in it.
		x, y := s.mean[j]-s.origin-d/(s.labels[j]-1), labels[n]-s.origin
		p := &s.people[s.labeler[n]]
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
func (s *sums) all() moments {
	var m moments
	for j, n := range s.labels {
		m.add(n, s.mean[j], s.square[j])
	}
	return m
}
