//go:build long

package judge_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/xcc"
)

const (
	fewItems, fewPerItem = 40, 3
	ownStudies           = 300 // whose truth is drawn from the prior of their fits
	alikeStudies         = 150 // of each number of people
)

// spread is numbers by people and a judge.
type spread struct {
	people                       int
	mu, judgeMu                  float64
	item, labeler, residual, own float64 // standard deviations, own of the judge's labels
	r                            float64
}

func (s spread) table(t *testing.T, rng *rand.Rand) *study.Table {
	b := study.Builder{}
	levels := make([]float64, s.people)
	for l := range levels {
		levels[l] = s.labeler * rng.NormFloat64()
	}
	for i := range fewItems {
		z, name := rng.NormFloat64(), fmt.Sprint(i)
		for _, l := range rng.Perm(s.people)[:fewPerItem] {
			b.Add(name, fmt.Sprint("p", l), "people", s.mu+s.item*z+levels[l]+s.residual*rng.NormFloat64())
		}
		b.Add(name, "j", "judge", s.judgeMu+s.own*(s.r*z+math.Sqrt(1-s.r*s.r)*rng.NormFloat64()))
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// person is √ICC, and following the same with the levels of people aside.
func (s spread) person() float64 {
	return s.item / math.Hypot(s.item, math.Hypot(s.labeler, s.residual))
}
func (s spread) following() float64 { return s.item / math.Hypot(s.item, s.residual) }

// said are the draws that follow from a study's fit, all by place.
type said struct {
	r, person, following, item, labeler []float64
}

func (s spread) fit(t *testing.T, seed uint64, priors spec.Priors) said {
	_, judges, err := model.FitJudges(context.Background(), s.table(t, rand.New(rand.NewPCG(seed, 5))), "people",
		spec.Spec{Family: family.Gaussian{}, Priors: priors}, sampler.Settings{Seed: 1, Chains: 2, Workers: 1})
	require.NoError(t, err)
	people, of := judges[0].StudyAt(0), judges[0].StudyAt(1)
	on := xcc.Joints(judges[0])[0]()
	all := func(q posterior.Quantity) (draws []float64) {
		for _, c := range q.Chains {
			draws = append(draws, c...)
		}
		return draws
	}
	return said{all(on.Validity(people, of)), all(on.Validity(people, people)),
		all(judge.Following(on.Partition(people))), all(people.ItemSD()), all(people.LabelerSD())}
}

// above returns the weighted share of draws of x above y; weight nil: all count the same.
func above(x, y []float64, weight func(i int) float64) float64 {
	won, total := 0.0, 0.0
	for i := range x {
		w := 1.0
		if weight != nil {
			w = weight(i)
		}
		total += w
		if x[i] > y[i] {
			won += w
		}
	}
	return won / total
}

// each calls f for the numbers below n, on all cores.
func each(n int, f func(i int)) {
	var wait sync.WaitGroup
	for w := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := w; i < n; i += runtime.GOMAXPROCS(0) {
				f(i)
			}
		})
	}
	wait.Wait()
}

// meanOf returns the mean of values and its standard error.
func meanOf(values []float64) (mean, se float64) {
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		se += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(se / float64(len(values)*(len(values)-1)))
}

// If people and judges are as the prior says, P(> person) and P(follows as well) are right, also for three people:
// where they say p, the share p of judges is better, within 4.5 standard errors.
func TestBetterIsCalibratedUnderItsPrior(t *testing.T) {
	unit := spec.Normal{Scale: 1}
	priors := spec.Priors{Mean: unit, SD: unit, LabelerSD: unit, OwnScale: true}
	type pair struct{ person, following, better, follows float64 }
	pairs := make([]pair, ownStudies)
	truth := func(is bool) float64 { return map[bool]float64{true: 1}[is] }
	each(ownStudies, func(n int) {
		rng := rand.New(rand.NewPCG(uint64(n), 4))
		half := func() float64 { return math.Abs(rng.NormFloat64()) }
		s := spread{people: 3, mu: rng.NormFloat64(), judgeMu: rng.NormFloat64(), item: half(), labeler: half(),
			residual: half(), own: half(), r: 2*rng.Float64() - 1}
		of := s.fit(t, uint64(n), priors)
		pairs[n] = pair{above(of.r, of.person, nil), above(of.r, of.following, nil), truth(s.r > s.person()),
			truth(s.r > s.following())}
	})
	for _, bin := range [][2]float64{{0, 1.01}, {0, 0.2}, {0.2, 0.95}, {0.95, 1.01}} {
		for _, of := range []struct {
			name string
			at   func(pair) (said, is float64)
		}{
			{"P(> person)", func(p pair) (float64, float64) { return p.person, p.better }},
			{"P(follows as well)", func(p pair) (float64, float64) { return p.following, p.follows }},
		} {
			var lean []float64
			said, is := 0.0, 0.0
			for _, p := range pairs {
				if x, y := of.at(p); x >= bin[0] && x < bin[1] {
					lean, said, is = append(lean, x-y), said+x, is+y
				}
			}
			if len(lean) < 5 {
				continue
			}
			n := float64(len(lean))
			mean, _ := meanOf(lean)
			se := math.Sqrt(math.Max(said/n*(1-said/n), 0.5/n) / n)
			t.Logf("%s in [%.2f, %.2f): %v judges, says %.3f, is %.3f", of.name, bin[0], bin[1], n, said/n, is/n)
			require.InDelta(t, 0, mean, 4.5*se, "%s in %v", of.name, bin)
		}
	}
}

// If people differ less in level than the prior of the labelers' standard deviation expects, P(> person) leans to the
// judge with three people. With thirty it hardly does, and P(follows as well) does with neither. Judges and people are
// alike here: r and √ICC are both uniform between 0.3 and 0.9, and labelers' levels spread by up to 0.7 residual
// standard deviations. The right probability is known without noise: each draw is weighted by the density of the
// labelers' standard deviation in that world divided by the prior, half-t(3, 0, 1) for standardised labels. All else
// stays as the fit has it.
func TestFewPeopleLeanToTheJudge(t *testing.T) {
	lean := func(people int) (person, following [2]float64) {
		var of [2][]float64
		results := make([][2]float64, alikeStudies)
		each(alikeStudies, func(n int) {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(people)))
			s := spread{people: people, labeler: 0.7 * rng.Float64(), residual: 1, own: 1, r: 0.3 + 0.6*rng.Float64()}
			v := 0.3 + 0.6*rng.Float64()
			s.item = v / math.Sqrt(1-v*v) * math.Hypot(s.labeler, 1)
			d := s.fit(t, uint64(n), spec.Priors{})
			total := 0.0 // the labels' variance, of which the prior's scale is the root
			for i, x := range d.item {
				total += x * x / (d.person[i] * d.person[i]) / float64(len(d.item))
			}
			weight := func(i int) float64 {
				residual := d.item[i] * math.Sqrt(math.Max(0, 1/(d.following[i]*d.following[i])-1))
				if d.labeler[i] > 0.7*residual {
					return 0
				}
				return math.Pow(1+d.labeler[i]*d.labeler[i]/total/3, 2) / residual
			}
			results[n] = [2]float64{math.NaN(), math.NaN()}
			for k, of := range [][]float64{d.person, d.following} {
				if p := above(d.r, of, nil); p > 0.2 && p < 0.95 {
					results[n][k] = p - above(d.r, of, weight)
				}
			}
		})
		for _, x := range results {
			for k := range of {
				if !math.IsNaN(x[k]) {
					of[k] = append(of[k], x[k])
				}
			}
		}
		person[0], person[1] = meanOf(of[0])
		following[0], following[1] = meanOf(of[1])
		t.Logf("%d people: P(> person) leans by %+.3f ± %.3f, P(follows as well) by %+.3f ± %.3f", people, person[0],
			person[1], following[0], following[1])
		return person, following
	}
	few, aside := lean(3)
	require.Greater(t, few[0], 3*few[1])
	require.Less(t, math.Abs(aside[0]), few[0]/2)
	many, _ := lean(30)
	require.Less(t, math.Abs(many[0]), few[0]/3)
}
