package planning

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Scored describes how human labels and a judge's labels depend on items, for studies of the mean score of N items. A
// judge labels all items and people some, k labels each.
type Scored struct {
	Item  float64 // variance of the items' true scores, in squared labels
	Noise float64 // variance of one label by a person about its item's true score
	R     float64 // correlation of the judge's label with the true score
	// Strata are the items by the judge's label; nil: none are known.
	Strata []ScoredStratum
}

// ScoredStratum is the items with like labels of the judge.
type ScoredStratum struct {
	Share float64 // of the items
	Item  float64 // variance of true scores within it
	Noise float64 // of one label
}

// ScoreDesign is a study.
type ScoreDesign struct {
	Items         int // N, that the judge labels
	LabelsPerItem int // k, of people
}

// HalfWidth returns half the width of the interval of the mean if people label n items drawn at random, by
// Student's t with n − 2 degrees of freedom, of
//
//	(Item (1 − R²) + Noise/k) (1/n + (1/n − 1/N)/(n − 3)) − Item (1 − R²)/N
//
// This is the expected variance of the regression estimator in a sample of a finite population (Cochran 1977, Sampling
// Techniques, chapter 7). The part with n − 3 arises because the share of the judge's labels is estimated too. It is
// +Inf for n below 4.
func (s Scored) HalfWidth(d ScoreDesign, n int, level float64) float64 {
	if n < 4 {
		return math.Inf(1)
	}
	rest, m := s.Item*(1-s.R*s.R), float64(n)
	all := 1 / float64(d.Items)
	v := (rest+s.Noise/float64(d.LabelsPerItem))*(1/m+(1/m-all)/(m-3)) - rest*all
	return half(v, m-2, level)
}

// AloneHalfWidth returns the same without a judge, Item + Noise/k over n less Item/N, with n − 1 degrees of freedom.
func (s Scored) AloneHalfWidth(d ScoreDesign, n int, level float64) float64 {
	if n < 2 {
		return math.Inf(1)
	}
	v := (s.Item+s.Noise/float64(d.LabelsPerItem))/float64(n) - s.Item/float64(d.Items)
	return half(v, float64(n-1), level)
}

// StratifiedHalfWidth returns the same if people label the numbers of items of [Scored.Allocate] in the strata,
//
//	Σ share² ((Item + Noise/k)/n_h − Item/N_h)
//
// (Cochran 1977, equation 5.13), with n less the number of strata for degrees of freedom. It is +Inf if n gives a
// stratum fewer than 2 items.
func (s Scored) StratifiedHalfWidth(d ScoreDesign, n int, level float64) float64 {
	labelled := s.Allocate(d, n)
	var v float64
	for h, of := range s.Strata {
		if labelled[h] < min(2, of.items(d)) {
			return math.Inf(1)
		}
		if labelled[h] == 0 {
			continue
		}
		v += of.Share * of.Share * ((of.Item+of.Noise/float64(d.LabelsPerItem))/float64(labelled[h]) -
			of.Item/float64(of.items(d)))
	}
	df := n - len(s.Strata)
	if df < 1 {
		return math.Inf(1)
	}
	return half(v, float64(df), level)
}

func half(variance, df, level float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1+level)/2) * math.Sqrt(max(0, variance))
}

// items returns the number of items of a stratum.
func (st ScoredStratum) items(d ScoreDesign) int { return int(math.Round(st.Share * float64(d.Items))) }

// Allocate returns how many of n items people label in each stratum for the smallest error of the mean: in proportion
// to N_h √(Item + Noise/k) (Neyman 1934; Cochran 1977, equation 5.26), at least 2 and at most all of a stratum.
func (s Scored) Allocate(d ScoreDesign, n int) []int {
	labelled := make([]int, len(s.Strata))
	size := make([]float64, len(s.Strata))
	for h, of := range s.Strata {
		size[h] = of.Share * math.Sqrt(of.Item+of.Noise/float64(d.LabelsPerItem))
		labelled[h] = min(2, of.items(d))
		n -= labelled[h]
	}
	// Items go one after the other to the stratum that is furthest below its part: the largest size/√(n(n+1)) is the
	// best next one (Wright 2012, Statistics and Probability Letters 82). Most are given at once, below any stratum's
	// part.
	var total float64
	for _, v := range size {
		total += v
	}
	if total > 0 && n > 0 {
		whole := n
		for h := range labelled {
			part := int(float64(whole) * size[h] / total)
			more := min(max(0, part-len(labelled)-labelled[h]), s.Strata[h].items(d)-labelled[h], n)
			labelled[h] += more
			n -= more
		}
	}
	order := make([]int, len(labelled))
	for h := range order {
		order[h] = h
	}
	for ; n > 0; n-- {
		next := slices.MaxFunc(order, func(a, b int) int {
			return cmp.Compare(s.gain(d, size, labelled, a), s.gain(d, size, labelled, b))
		})
		if s.gain(d, size, labelled, next) < 0 {
			break
		}
		labelled[next]++
	}
	return labelled
}

// gain returns how much one more item of a stratum is worth; −1 if there is none.
func (s Scored) gain(d ScoreDesign, size []float64, labelled []int, h int) float64 {
	n := float64(labelled[h])
	if labelled[h] >= s.Strata[h].items(d) {
		return -1
	}
	return size[h] / math.Sqrt(n*(n+1))
}

// ItemsFor returns the fewest items with human labels for which half the width is at most within. If all the items are
// not enough, ok is false. The function width is [Scored.HalfWidth] or one of the others.
func (d ScoreDesign) ItemsFor(
	most, level float64, width func(d ScoreDesign, n int, level float64) float64,
) (n int, ok bool) {
	if width(d, d.Items, level) > most {
		return 0, false
	}
	return FewestItems(func(n int) bool { return n >= d.Items || width(d, n, level) <= most })
}

// YesOrNo returns labels of yes and no, given the shares of yes by people and by a judge. It takes the icc of a
// person's label, and the correlation r of the judge's label with true scores. Strata are the judge's no and yes. ok is
// false if there are no such labels.
//
// The share of people's yes among the judge's yes follows from r √ICC, the correlation of two labels. The noise of
// labels has the same part in the variance of both strata.
func YesOrNo(people, judge, icc, r float64) (s Scored, ok bool) {
	total := people * (1 - people)
	s = Scored{Item: icc * total, Noise: (1 - icc) * total, R: r}
	covariance := r * math.Sqrt(icc*total*judge*(1-judge))
	yes, no := people+covariance/judge, people-covariance/(1-judge)
	if yes > 1 || yes < 0 || no < 0 || no > 1 {
		return s, false
	}
	noise := (1 - icc) / (1 - r*r*icc)
	for _, h := range [][2]float64{{1 - judge, no}, {judge, yes}} {
		v := h[1] * (1 - h[1])
		s.Strata = append(s.Strata, ScoredStratum{Share: h[0], Item: v * (1 - noise), Noise: v * noise})
	}
	return s, true
}
