package predictive

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// Labeler is a labeler whose slope on the others is unusual, as far as the labels show.
type Labeler struct {
	Study, Name string
	Slope       float64 // of the labeler's labels on the others' mean: 0 at random, about 1 as the others do
	// Lower and Upper are the 90 % interval of the slope by its own standard error, wide enough for the choice among
	// all labelers. Among the limits of all who are listed, 5 % on either side are wrong on average (Benjamini and
	// Yekutieli 2005).
	Lower, Upper float64
	// Ordinary is the slope to expect from the other labelers in that place; the interval excludes it. It is the mean
	// of the replicated labelers there, times a factor that makes it the median of the observed ones, since those who
	// answer at random lower the replicated.
	Ordinary float64
}

// falseDiscovery is the mean share of ordinary labelers among the listed ones.
const falseDiscovery = 0.05

// candidate is a labeler with the inputs of a test of the slope.
type candidate struct {
	Labeler
	error float64
	t     distuv.StudentsT
}

// outliers returns the labelers whose interval excludes the ordinary slope: those below who are nearer to 0 than to it,
// and all others.
func outliers(s *sums, replicated *slopeTotals) (random, uneven []Labeler) {
	all := candidates(s, replicated)
	for _, l := range chosen(all, -1) {
		if l.Slope < l.Ordinary/2 {
			random = append(random, l)
		} else {
			uneven = append(uneven, l)
		}
	}
	return random, append(uneven, chosen(all, 1)...)
}

// candidates are the labelers whose slope can be tested.
func candidates(s *sums, replicated *slopeTotals) []candidate {
	var all []candidate
	var ratio []float64
	for l, p := range s.people {
		own := p.slope()
		mean, sd := replicated.of(l)
		e := own.error
		if !s.discrimination {
			// A labeler whose labels are all alike has no standard error; an ordinary labeler's is the smallest that is
			// assumed. If the model lets labelers differ, this would be most of the spread.
			e = math.Max(e, sd)
		}
		if own.weight > 0 && e > 0 && mean > 0 {
			one := Labeler{Study: s.name, Name: s.labelerNames[l], Slope: own.value, Ordinary: mean}
			all = append(all, candidate{one, e, distuv.StudentsT{Sigma: 1, Nu: own.degrees}})
			ratio = append(ratio, own.value/mean)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(ratio)
	for i := range all {
		all[i].Ordinary *= quantile(ratio, 0.5)
	}
	return all
}

// chosen returns the labelers whose slope lies above (side 1) or below (−1) the ordinary one, the flattest first. It
// uses one-sided t-tests and the procedure of Benjamini and Hochberg (1995). The intervals are adjusted to the choice
// (Benjamini and Yekutieli 2005, definition 1).
func chosen(all []candidate, side float64) []Labeler {
	tail := func(c candidate) float64 { return c.t.CDF(side * (c.Ordinary - c.Slope) / c.error) }
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b candidate) int {
		return cmp.Compare(tail(a), tail(b))
	})
	many := 0
	for i, c := range sorted {
		if tail(c) <= falseDiscovery*float64(i+1)/float64(len(all)) {
			many = i + 1
		}
	}
	var listed []Labeler
	for _, c := range sorted[:many] {
		half := c.error * c.t.Quantile(1-falseDiscovery*float64(many)/float64(len(all)))
		c.Lower, c.Upper = c.Slope-half, c.Slope+half
		listed = append(listed, c.Labeler)
	}
	slices.SortStableFunc(listed, func(a, b Labeler) int { return cmp.Compare(a.Slope, b.Slope) })
	return listed
}

// slopeTotals add up the slopes of replicated labelers in each place. They are whole numbers, so that
// the sums do not depend on the order in which replicates come.
type slopeTotals struct {
	mutex          sync.Mutex
	n, sum, square []int64
}

const (
	slopeUnit    = 1 << 20 // of a slope of 1
	largestSlope = 100     // a slope beyond is one that next to nothing determines
)

func newSlopeTotals(labelers int) *slopeTotals {
	return &slopeTotals{n: make([]int64, labelers), sum: make([]int64, labelers), square: make([]int64, labelers)}
}

// add takes in the slopes of a replicate.
func (t *slopeTotals) add(s *sums) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for l, p := range s.people {
		if b := p.slope(); b.weight > 0 {
			x := math.Max(-largestSlope, math.Min(largestSlope, b.value))
			t.n[l]++
			t.sum[l] += int64(math.Round(x * slopeUnit))
			t.square[l] += int64(math.Round(x * x * slopeUnit))
		}
	}
}

// of returns mean and standard deviation of the slopes in one place; NaN if there are fewer than two.
func (t *slopeTotals) of(l int) (mean, sd float64) {
	n := float64(t.n[l])
	if n < 2 {
		return math.NaN(), math.NaN()
	}
	mean = float64(t.sum[l]) / slopeUnit / n
	return mean, math.Sqrt(math.Max(0, float64(t.square[l])/slopeUnit-n*mean*mean) / (n - 1))
}
