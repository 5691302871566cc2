package judge

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"

	"concord/study"
)

// plurality returns the probability that category c wins among k labels, drawn without replacement from labels with the
// given counts of categories. If several categories have most labels, each wins with the same probability. For k of all
// labels it is 1, a share, or 0.
//
// It sums the number of ways to draw them over how many are of c. For each, it goes through the categories one after
// the other, by the number drawn and the number of ties.
func plurality(counts []int, c, k int) float64 {
	all, rivals := 0, 0
	for _, n := range counts {
		all += n
		if n > 0 {
			rivals++
		}
	}
	if k < 1 || k > all {
		panic("judge: a vote needs at least one label and no more labels than there are")
	}
	switch {
	case counts[c] == 0:
		return 0
	case k == all:
		return share(counts, c)
	}
	total := combin.LogGeneralizedBinomial(float64(all), float64(k))
	won := 0.0
	for s := 1; s <= min(counts[c], k); s++ {
		left := k - s
		ways := make([][]float64, left+1) // of so many drawn, with so many ties, in units of all ways
		for d := range ways {
			ways[d] = make([]float64, rivals)
		}
		ways[0][0] = 1
		for other, n := range counts {
			if other == c || n == 0 {
				continue
			}
			next := make([][]float64, left+1)
			for d := range next {
				next[d] = make([]float64, rivals)
			}
			for d, ties := range ways {
				for t, w := range ties {
					if w == 0 {
						continue
					}
					for x := 0; x <= min(n, s, left-d); x++ {
						tied := t
						if x == s {
							tied++
						}
						next[d+x][tied] += w * math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(x)))
					}
				}
			}
			ways = next
		}
		for t, w := range ways[left] {
			if w > 0 {
				of := combin.LogGeneralizedBinomial(float64(counts[c]), float64(s))
				won += math.Exp(of+math.Log(w)-total) / float64(1+t)
			}
		}
	}
	return math.Min(1, won)
}

// share is 1/m if category c is one of m categories with most labels, and otherwise 0.
func share(counts []int, c int) float64 {
	ties := 0
	for _, n := range counts {
		if n > counts[c] {
			return 0
		}
		if n == counts[c] {
			ties++
		}
	}
	return 1 / float64(ties)
}

// VotesOf compares the votes of k of the labels of an item, drawn at random, with a gold standard.
type VotesOf struct {
	K     int
	Items int // that have as many labels
	// Right is as in [Answers]. Correlation is the correlation of the mean of k labels with the gold label; NaN if
	// labels have no numbers or do not vary.
	Right       Proportion
	Correlation float64
}

// VotesOfK compares the votes of k labels with the gold standard, for each number in ks. It takes the mean over all
// ways to draw k labels from the labels of an item (Snow, O'Connor, Jurafsky and Ng 2008, section 4.1, did so by
// simulation). Items with fewer labels take no part. Let ȳ be the mean of the n labels of an item and s² their variance
// (n − 1 in the denominator). Over items and draws, the mean of k has the variance Var ȳ + E[s²(1/k − 1/n)], and the
// covariance of ȳ with the gold label.
func (g *Gold) VotesOfK(v study.View, ks []int) []VotesOf {
	all := make([]VotesOf, len(ks))
	for i, k := range ks {
		of := &all[i]
		of.K = k
		var means, gold []float64
		within := 0.0
		g.shared(v, func(item int, labels []float64) {
			n := len(labels)
			if n < k {
				return
			}
			of.Items++
			if g.categories > 0 {
				of.Right.add(plurality(g.counts(labels), g.place(g.label[item]), k))
			}
			if g.Scored() {
				mean, square := g.moments(labels)
				means, gold = append(means, mean), append(gold, g.score(g.label[item]))
				within += square * float64(n) / math.Max(1, float64(n-1)) * (1/float64(k) - 1/float64(n))
			}
		})
		of.Correlation = math.NaN()
		if items := float64(len(means)); items > 1 {
			less := (items - 1) / items // for variances with n
			x, y := less*stat.Variance(means, nil)+within/items, less*stat.Variance(gold, nil)
			if x > 0 && y > 0 {
				of.Correlation = less * stat.Covariance(means, gold, nil) / math.Sqrt(x*y)
			}
		}
	}
	return all
}
