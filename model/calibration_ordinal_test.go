package model_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// pattern is the labels of an item, by category, and how many items have them.
type pattern struct {
	labels [3]int
	items  int
}

// threeCategoryLogLik is the log-likelihood of labels without labelers given two thresholds and σ; each item's effect
// is integrated out by the trapezoidal rule.
func threeCategoryLogLik(patterns []pattern, low, high, sd float64, z []float64) float64 {
	l := make([]float64, len(patterns))
	for _, z := range z {
		below, upTo := 1/(1+math.Exp(sd*z-low)), 1/(1+math.Exp(sd*z-high))
		var power [3][5]float64 // of each chance
		for c, p := range []float64{below, upTo - below, 1 - upTo} {
			power[c][0] = 1
			for n := 1; n < len(power[c]); n++ {
				power[c][n] = power[c][n-1] * p
			}
		}
		w := math.Exp(-z * z / 2)
		for i, of := range patterns {
			l[i] += w * power[0][of.labels[0]] * power[1][of.labels[1]] * power[2][of.labels[2]]
		}
	}
	sum := 0.0
	for i, of := range patterns {
		sum += float64(of.items) * math.Log(l[i])
	}
	return sum
}

// Ordinal labels of three categories, K = 1, no labelers: thresholds and σ_i by quadrature over each item's effect
// inside quadrature over them, in the logarithms of σ_i and of the distance of the thresholds. Also where the last
// category is empty, so that the prior alone says how far its threshold is.
func TestFitAgreesWithQuadratureOrdinal(t *testing.T) {
	for name, c := range map[string]struct {
		thresholds []float64
		prior      spec.Prior
		empty      bool
	}{
		"default priors": {[]float64{-0.8, 0.7}, spec.StudentT{DF: 3, Scale: 2.5}, false},
		"empty category": {[]float64{0.5, 15}, spec.Normal{Scale: 2}, true},
	} {
		t.Run(name, func(t *testing.T) {
			truth := simulate.Truth{Family: family.Ordinal{}, Labelers: spec.NoLabelers,
				Studies: []simulate.StudyTruth{{Thresholds: c.thresholds, ItemSD: 1.2}}}
			table, fit := oracleFit(t, truth, designed(30, 1, 0, 4, spec.NoLabelers), spec.Priors{Mean: c.prior})
			items := make([][3]int, len(table.Items()))
			for i, j := range table.StudyAt(0).Item() {
				items[j][int(table.StudyAt(0).Value()[i])-1]++
			}
			count, last := map[[3]int]int{}, 0
			var patterns []pattern
			for _, labels := range items {
				if count[labels] == 0 {
					patterns = append(patterns, pattern{labels: labels})
				}
				count[labels]++
				last += labels[2]
			}
			for i := range patterns {
				patterns[i].items = count[patterns[i].labels]
			}
			assert.Equal(t, c.empty, last == 0)

			z := grid(-7, 7, 71)
			var m moments
			// With 55, 55 and 75 points in the three directions the moments are the same within 1e-5.
			for _, u := range grid(-7, 2, 41) {
				s := math.Exp(u)
				for _, low := range grid(-5, 4, 41) {
					first, _ := c.prior.LogDensity(low)
					for _, v := range grid(-4, 4, 51) {
						high := low + math.Exp(v)
						second, _ := c.prior.LogDensity(high)
						lp := first + second + v + logDensityOfLog(spec.StudentT{DF: 3, Scale: 2.5}, u)
						values := []float64{low, high, s, s * s / (s*s + math.Pi*math.Pi/3)}
						m.add(threeCategoryLogLik(patterns, low, high, s, z)+lp, values, squares(values))
					}
				}
			}
			study := fit.StudyAt(0)
			m.requireAgreement(t, append(append([]posterior.Quantity(nil), study.Thresholds()...), study.ItemSD(),
				vpc.ParameterPartition(study).ICC()))
		})
	}
}
