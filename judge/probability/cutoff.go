package probability

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Cutoff is a threshold: probabilities from it on are a yes.
type Cutoff struct {
	Threshold float64
	// Correlation is the correlation of the judge's yes and no with a random person's label (φ). Agreement is the
	// chance that both are the same. Sensitivity is the chance that the judge says yes if a person does, and
	// Specificity that it says no if a person does.
	Correlation, Agreement, Sensitivity, Specificity float64
}

// At returns how a threshold does. Correlation is NaN if all answers are the same.
func (s *Scored) At(threshold float64) Cutoff {
	sums := cutting{}
	for _, it := range s.items {
		sums.add(it, 1, it.Probability >= threshold)
	}
	return sums.cutoff(threshold)
}

// cutting holds sums over items: of weights, of weights with a yes of the judge, of shares of yes, and of both.
type cutting struct{ n, judge, people, both float64 }

func (c *cutting) add(it Item, times float64, yes bool) {
	w := times * it.Share()
	c.n, c.people = c.n+times, c.people+w
	if yes {
		c.judge, c.both = c.judge+times, c.both+w
	}
}

func (c cutting) cutoff(threshold float64) Cutoff {
	return Cutoff{Threshold: threshold, Correlation: c.correlation(), Agreement: c.agreement(),
		Sensitivity: c.both / c.people, Specificity: (c.n - c.people - c.judge + c.both) / (c.n - c.people)}
}

func (c cutting) agreement() float64 { return (c.n - c.people - c.judge + 2*c.both) / c.n }

// correlation is the correlation of two variables that are 0 or 1. Each item has the mean of the second.
func (c cutting) correlation() float64 {
	x, w := c.judge/c.n, c.people/c.n
	return (c.both/c.n - x*w) / math.Sqrt(x*(1-x)*w*(1-w))
}

// Chosen is the threshold that follows people best, and the optimism of choosing it.
type Chosen struct {
	Cutoff
	// Lower and Upper are the ends of the interval of thresholds that other items would have chosen, by the bootstrap.
	Lower, Upper float64
	// CorrelationOptimism and AgreementOptimism are by how much Correlation and Agreement are too high, because the
	// threshold was chosen on the same items. Cross-validation says it: each item is answered by a threshold that was
	// chosen without it (Stone 1974, Journal of the Royal Statistical Society B 36). With few items both are a little
	// too large, because each threshold has nine tenths of the items. NaN if no part has a threshold.
	CorrelationOptimism, AgreementOptimism float64
}

// Best returns the threshold at which the judge's yes and no have the largest correlation with a random person's label,
// and thus the largest validity. It lies in the middle between two probabilities that occur. The interval comes from a
// bootstrap of items, with the given number of resamples. If no threshold divides items with different shares of yes,
// ok is false.
func (s *Scored) Best(level float64, resamples int, seed uint64) (best Chosen, ok bool) {
	times := make([]float64, len(s.items))
	for i := range times {
		times[i] = 1
	}
	threshold, ok := s.largest(times)
	if !ok {
		return best, false
	}
	best.Cutoff = s.At(threshold)
	rng := rand.New(rand.NewPCG(seed, 0x7468726573686f6c))
	var found []float64
	for range resamples {
		clear(times)
		for range times {
			times[rng.IntN(len(times))]++
		}
		if t, ok := s.largest(times); ok {
			found = append(found, t)
		}
	}
	best.Lower, best.Upper = math.NaN(), math.NaN()
	if n := len(found); n > 0 {
		slices.Sort(found)
		tail := (1 - level) / 2
		best.Lower, best.Upper = found[int(tail*float64(n))], found[int(math.Ceil((1-tail)*float64(n)))-1]
	}
	correlation, agreement := s.unseen(rng)
	best.CorrelationOptimism = best.Correlation - correlation
	best.AgreementOptimism = best.Agreement - agreement
	return best, true
}

// Cross-validation has the usual ten parts; repetitions average over how items fall into parts.
const (
	parts       = 10
	repetitions = 20
)

// unseen returns correlation and agreement of answers by thresholds that were chosen without the items which they
// decide on.
func (s *Scored) unseen(rng *rand.Rand) (correlation, agreement float64) {
	times, part := make([]float64, len(s.items)), make([]int, len(s.items))
	n := 0.0
	for range repetitions {
		for k, i := range rng.Perm(len(part)) {
			part[i] = k % parts
		}
		var sums cutting
		for k := range parts {
			for i := range times {
				times[i] = 1
				if part[i] == k {
					times[i] = 0
				}
			}
			threshold, ok := s.largest(times)
			for i, it := range s.items {
				if part[i] == k && ok {
					sums.add(it, 1, it.Probability >= threshold)
				}
			}
		}
		if r := sums.correlation(); !math.IsNaN(r) {
			correlation, agreement, n = correlation+r, agreement+sums.agreement(), n+1
		}
	}
	return correlation / n, agreement / n
}

// largest returns the threshold with the largest correlation, with each item counted the given number of times.
func (s *Scored) largest(times []float64) (threshold float64, ok bool) {
	var below, all cutting
	for i, it := range s.items {
		all.add(it, times[i], false)
	}
	most, last := 0.0, math.NaN()
	for from := 0; from < len(s.items); {
		to, p := from, s.items[from].Probability
		at := all
		at.judge, at.both = all.n-below.n, all.people-below.people
		present := false
		for ; to < len(s.items) && s.items[to].Probability == p; to++ {
			below.add(s.items[to], times[to], false)
			present = present || times[to] > 0
		}
		if from = to; !present {
			continue
		}
		if r := at.correlation(); r > most {
			most, threshold, ok = r, (last+p)/2, true
		}
		last = p
	}
	return threshold, ok
}
