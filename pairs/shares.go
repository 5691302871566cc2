package pairs

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/wilson"
)

// Share is an observed mean of numbers between 0 and 1, with an interval for other prompts.
type Share struct {
	Interval
	Count int // numbers
}

// tallied collects numbers by the prompts that they are of, in the order in which prompts come.
type tallied struct {
	sum, count float64
	at         map[int32]int
	sums       []float64 // of each prompt
	counts     []float64
}

// add adds a number. Comparisons without prompt (−1) are separate prompts.
func (t *tallied) add(prompt int32, x float64) {
	if t.at == nil {
		t.at = map[int32]int{}
	}
	t.sum += x
	t.count++
	k, known := t.at[prompt]
	if !known || prompt < 0 {
		k = len(t.sums)
		t.at[prompt] = k
		t.sums, t.counts = append(t.sums, 0), append(t.counts, 0)
	}
	t.sums[k] += x
	t.counts[k]++
}

// share returns the mean and Wilson's interval (1927, Journal of the American Statistical Association 22). Its number
// of observations is the one that gives the variance between prompts, by the formula for a ratio of sums (Cochran
// 1977, Sampling Techniques, section 6.4). If all numbers are 0, or 1, each prompt counts once.
func (t *tallied) share(level float64) Share {
	if t.count == 0 {
		return Share{Interval: Interval{math.NaN(), math.NaN(), math.NaN()}}
	}
	p := t.sum / t.count
	m := float64(len(t.sums))
	variance := 0.0
	for k := range t.sums {
		e := t.sums[k] - p*t.counts[k]
		variance += e * e
	}
	s := Share{Interval{p, math.NaN(), math.NaN()}, int(t.count)}
	if m < 2 {
		return s
	}
	variance *= m / (m - 1) / (t.count * t.count)
	n := m
	if binomial := p * (1 - p); binomial > 0 && variance > 0 {
		n = binomial / variance
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	s.Lower, s.Upper = wilson.Limits(p, n, z)
	return s
}

// Won is the share of its comparisons that a candidate won, a tie as half. If other is not negative, only comparisons
// with that candidate count.
func (d *Data) Won(candidate, other int, level float64) Share {
	var t tallied
	for _, c := range d.All {
		if int(c.B) == candidate {
			c = c.turned(d.Grades)
		}
		if int(c.A) == candidate && (other < 0 || int(c.B) == other) {
			t.add(c.Prompt, d.Points(c.Grade))
		}
	}
	return t.share(level)
}

// WonByPlace is how often the candidate that was shown first won, a tie as half.
func (d *Data) WonByPlace(level float64) Share {
	var t tallied
	for _, c := range d.All {
		switch x := d.Points(c.Grade); c.Place {
		case 1:
			t.add(c.Prompt, x)
		case -1:
			t.add(c.Prompt, 1-x)
		}
	}
	return t.share(level)
}

// Matrix has the observed shares of all ordered pairs of candidates.
func (d *Data) Matrix(level float64) [][]Share {
	k := len(d.Candidates)
	tallies := make([]tallied, k*k)
	for _, c := range d.All {
		x := d.Points(c.Grade)
		tallies[int(c.A)*k+int(c.B)].add(c.Prompt, x)
		tallies[int(c.B)*k+int(c.A)].add(c.Prompt, 1-x)
	}
	all := make([][]Share, k)
	for a := range all {
		all[a] = make([]Share, k)
		for b := range all[a] {
			all[a][b] = tallies[a*k+b].share(level)
		}
	}
	return all
}
