package predictive

import (
	"cmp"
	"math"
	"slices"
)

// slopes are the slopes of each labeler's labels on the mean of the others' labels of the same
// items, by least squares.
type slopes struct {
	n, x, y, xx, xy []float64 // sums by labeler, x the mean of the others
	slope           []float64 // NaN where the others' means do not vary
	weight          []float64 // sum of squares of x about its mean
}

func newSlopes(labelers int) slopes {
	b := func() []float64 { return make([]float64, labelers) }
	return slopes{b(), b(), b(), b(), b(), b(), b()}
}

// fit computes the slopes; mean is that of each item's labels.
func (s *slopes) fit(d *studyDesign, mean, labels []float64) {
	for _, sums := range [][]float64{s.n, s.x, s.y, s.xx, s.xy} {
		clear(sums)
	}
	for n, l := range d.labeler {
		j := d.item[n]
		count := d.labels[j]
		if l < 0 || count < 2 {
			continue
		}
		// Both from the item's mean would cancel; from a label of the study nothing large is left to.
		y := labels[n] - labels[0]
		x := (count*(mean[j]-labels[0]) - y) / (count - 1)
		s.n[l]++
		s.x[l] += x
		s.y[l] += y
		s.xx[l] += x * x
		s.xy[l] += x * y
	}
	for l, n := range s.n {
		w := s.xx[l] - s.x[l]*s.x[l]/n
		if !(w > 1e-12*s.xx[l]) {
			s.weight[l], s.slope[l] = 0, math.NaN()
			continue
		}
		s.weight[l], s.slope[l] = w, (s.xy[l]-s.x[l]*s.y[l]/n)/w
	}
}

// spread is [SlopeSpread].
func (s *slopes) spread() float64 {
	var weight, sum, square float64
	for l, w := range s.weight {
		if w > 0 {
			weight += w
			sum += w * s.slope[l]
		}
	}
	mean := sum / weight
	for l, w := range s.weight {
		if w > 0 {
			square += w * (s.slope[l] - mean) * (s.slope[l] - mean)
		}
	}
	return math.Sqrt(square / weight)
}

// Labeler is one who follows the others less than replicated labelers in the same place.
type Labeler struct {
	Study, Name string
	Slope       float64 // of the labeler's labels on the others' mean: 0 at random, about 1 as the others do
	Replicated  float64 // mean slope of the replicated labelers in that place
	Tail        float64 // share of the replicated slopes that are no higher, see [Tail] for how it is counted
}

// outlying is the lower tail probability up to which a labeler's slope is listed: 1 in 200 labelers who
// do as the model says.
const outlying = 0.005

// outliers returns the labelers with a lower tail of at most [outlying], in studies whose [SlopeSpread] is
// larger than replicated.
func (c *Check) outliers(d *design, observed []float64, replicated [][]float64) []Labeler {
	var all []Labeler
	for i, s := range d.statistics {
		if s.labeler < 0 || !slices.ContainsFunc(c.Discrepancies, func(r Result) bool {
			return r.Statistic == SlopeSpread && r.Studies[0] == s.studies[0] && c.doubtful(r) && r.Observed > r.Mean
		}) {
			continue
		}
		values := slices.DeleteFunc(column(replicated, i), math.IsNaN)
		if tail := lowerTail(observed[i], values); tail <= max(outlying, 1/float64(len(values)+1)) {
			mean := 0.0
			for _, v := range values {
				mean += v / float64(len(values))
			}
			all = append(all, Labeler{
				Study: s.studies[0], Name: d.studies[s.study].labelerNames[s.labeler], Slope: observed[i], Replicated: mean, Tail: tail,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b Labeler) int { return cmp.Compare(a.Slope, b.Slope) })
	return all
}
