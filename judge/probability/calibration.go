package probability

import "math"

// Bin is items with similar probabilities.
type Bin struct {
	From, To    float64 // the smallest and the largest probability
	Probability float64 // the mean
	Share       float64 // of yes among a random person's labels
	Items       int

	x        []float64 // shares of yes of its items
	apart, v float64   // variances of w − s and of w in the bin
}

// mostBins is the usual number of groups of a reliability curve, tenths of the items.
const mostBins = 10

// Bins returns the items in groups by their probabilities. A judge that answers in tenths has a group for each
// probability. Otherwise groups have about equal numbers of items. Equal probabilities stay together.
func (s *Scored) Bins() []Bin {
	n, different := len(s.items), 0
	for i := range s.items {
		if i == 0 || s.items[i].Probability != s.items[i-1].Probability {
			different++
		}
	}
	var bins []Bin
	for from := 0; from < n; {
		to := from + 1
		for ; to < n; to++ {
			apart := s.items[to].Probability != s.items[to-1].Probability
			full := to*mostBins >= n*(from*mostBins/n+1)
			if apart && (different <= mostBins || full) {
				break
			}
		}
		bins = append(bins, newBin(s.items[from:to]))
		from = to
	}
	return bins
}

func newBin(items []Item) Bin {
	b := Bin{From: items[0].Probability, To: items[len(items)-1].Probability, Items: len(items)}
	var apart []float64
	for _, it := range items {
		w := it.Share()
		b.x, apart = append(b.x, w), append(apart, w-it.Probability)
		b.Probability += it.Probability / float64(len(items))
	}
	shares := meanOf(b.x)
	b.Share = shares.Value
	n := float64(len(items))
	if len(items) > 1 {
		b.v, b.apart = n*shares.SE*shares.SE, n*math.Pow(meanOf(apart).SE, 2)
	} else { // as if the one label that there may be were a single one with that probability
		b.v = b.Probability * (1 - b.Probability) / float64(items[0].Labels)
		b.apart = b.v
	}
	return b
}

// Shares are the shares of yes of the items of the bin, as a proportion for an interval takes them.
func (b Bin) Shares() []float64 { return b.x }

// Calibration says whether probabilities mean what they say: do 70% of the labels of items with 0.7 say yes?
type Calibration struct {
	Bins []Bin
	// Bias is the mean probability minus the share of yes.
	Bias Estimate
	// Brier is the mean squared difference between the probability and a random person's label, 0 or 1 (Brier 1950).
	Brier Estimate
	// Reliability, Resolution and Uncertainty are the parts of it by bins: Brier = Reliability − Resolution +
	// Uncertainty + Within (Murphy 1973, Journal of Applied Meteorology 12). Within is due to differences between items
	// of a bin (Stephenson, Coelho and Jolliffe 2008, Weather and Forecasting 23). Chance adds to the first two if bins
	// have few items. The mean of that is subtracted, so Reliability may be a little below 0 (Ferro and Fricker 2012,
	// Quarterly Journal of the Royal Meteorological Society 138).
	Reliability, Resolution, Uncertainty, Within float64
	// Error is the expected calibration error: how far a bin's probability and share of yes are apart, averaged over
	// items. It is never 0, because shares vary by chance. ByChance is its mean for perfectly calibrated probabilities,
	// Σ (n_b/n) √(2/π) s_b/√n_b. There s_b is the standard deviation of the differences between shares and
	// probabilities in bin b.
	Error, ByChance float64
}

// Calibration compares probabilities with shares of yes. It panics without items.
func (s *Scored) Calibration() Calibration {
	if len(s.items) == 0 {
		panic("probability: there are no items")
	}
	c := Calibration{Bins: s.Bins()}
	n := float64(len(s.items))
	var bias, brier, shares []float64
	for _, it := range s.items {
		p, w := it.Probability, it.Share()
		bias, shares = append(bias, p-w), append(shares, w)
		brier = append(brier, (p-w)*(p-w)+w*(1-w))
	}
	c.Bias, c.Brier = meanOf(bias), meanOf(brier)
	all := meanOf(shares)
	ofMean := all.SE * all.SE // the variance of the mean share
	if math.IsNaN(ofMean) {
		ofMean = 0
	}
	c.Uncertainty = all.Value*(1-all.Value) + ofMean
	c.Resolution = ofMean
	for _, b := range c.Bins {
		part, size := float64(b.Items)/n, float64(b.Items)
		c.Reliability += part * (math.Pow(b.Probability-b.Share, 2) - b.apart/size)
		c.Resolution += part * (math.Pow(b.Share-all.Value, 2) - b.v/size)
		c.Error += part * math.Abs(b.Probability-b.Share)
		c.ByChance += part * math.Sqrt(2/math.Pi*b.apart/size)
	}
	c.Within = c.Brier.Value - (c.Reliability - c.Resolution + c.Uncertainty)
	return c
}
