package predictive

import (
	"cmp"
	"math"
	"slices"
)

// slopes are the slopes of each labeler's labels on the mean of the others' labels of the same
// items, by least squares.
type slopes struct {
	by     []slopeSums  // labeler
	others []othersMean // item
	slope  []float64    // NaN where the others' means do not vary
	weight []float64    // sum of squares of x about its mean
}

// slopeSums are sums over the labels of one labeler, x the mean of the others.
type slopeSums struct{ n, x, y, xx, xy float64 }

// othersMean gives the mean of the others for a label y of an item: all − own·y, both about a
// label of the study.
type othersMean struct{ all, own float64 }

func newSlopes(labelers, items int) slopes {
	return slopes{
		by: make([]slopeSums, labelers), others: make([]othersMean, items),
		slope: make([]float64, labelers), weight: make([]float64, labelers),
	}
}

// fit computes the slopes; mean is that of each item's labels.
func (s *slopes) fit(d *studyDesign, mean, labels []float64) {
	clear(s.by)
	// Of raw sums the means could cancel; from a label of the study nothing large is left to.
	origin := labels[0]
	for j, n := range d.labels {
		s.others[j] = othersMean{all: n * (mean[j] - origin) / (n - 1), own: 1 / (n - 1)}
	}
	for n, l := range d.labeler {
		j := d.item[n]
		if l < 0 || d.labels[j] < 2 {
			continue
		}
		y := labels[n] - origin
		x := s.others[j].all - s.others[j].own*y
		b := &s.by[l]
		b.n++
		b.x += x
		b.y += y
		b.xx += x * x
		b.xy += x * y
	}
	for l, b := range s.by {
		w := b.xx - b.x*b.x/b.n
		if !(w > 1e-12*b.xx) {
			s.weight[l], s.slope[l] = 0, math.NaN()
			continue
		}
		s.weight[l], s.slope[l] = w, (b.xy-b.x*b.y/b.n)/w
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
