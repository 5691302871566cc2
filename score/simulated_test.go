package score_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model/spec"
	"concord/sampler"
	"concord/score"
	"concord/study"
)

// made is a study with known scores.
type made struct {
	kind     study.Kind
	items    int     // of each system
	labelled int     // of them, by people
	pool     int     // people; 0: each label is by somebody else, who is not named
	perItem  int     // labels of people of an item
	follows  float64 // how closely the judge follows the items; 0: not at all
	bias     float64 // of the judge, in favour of the second system
	byJudge  float64 // how many times as many of the items that the judge says yes to people label; 0: as many
	scale    scale   // of the judge
	level    float64 // standard deviation of people
	seed     uint64
}

// scale is what a judge answers with.
type scale int

const (
	likePeople scale = iota
	probability
	grades // 1 to 5
	yesNo
	seldom // yes or no, and yes only to very few
)

// answer is a judge's label of an item that it likes so much.
func (s scale) answer(j float64) float64 {
	switch s {
	case probability:
		return 1 / (1 + math.Exp(-j))
	case grades:
		return math.Max(1, math.Min(5, math.Floor(j/1.5+3)))
	case seldom:
		j -= 6
	}
	if j > 0 {
		return 1
	}
	return 0
}

var levels = []float64{0.8, 0.3}

// labels returns the labels and the score of each system.
func (m made) labels(rng *rand.Rand) (l *score.Labels, truth []float64) {
	l = &score.Labels{Kind: m.kind, Systems: []string{"A", "B"}, Judges: []string{"gpt"},
		Scales: [][]string{nil}}
	if m.scale != likePeople {
		l.Scales[0] = []string{}
	}
	switch m.kind {
	case study.Ordinal:
		l.Categories, l.Scores = []string{"1", "2", "3", "4", "5"}, []float64{1, 2, 3, 4, 5}
	case study.Binary:
		l.Categories = []string{"no", "yes"}
	}
	person := make([]float64, max(1, m.pool))
	for k := range person {
		if m.pool > 0 {
			l.Labelers = append(l.Labelers, string(rune('a'+k)))
		}
		person[k] = m.level * rng.NormFloat64()
	}
	cut := func(z float64) float64 {
		switch m.kind {
		case study.Ordinal:
			return math.Max(1, math.Min(5, math.Floor(z/1.5+3)))
		case study.Binary:
			if z > 0 {
				return 1
			}
			return 0
		}
		return z
	}
	logistic := func() float64 { u := rng.Float64(); return math.Log(u / (1 - u)) }
	truth = make([]float64, 2)
	for s := range 2 {
		var chance []float64
		first := len(l.Items)
		for range m.items {
			b := 1.8 * rng.NormFloat64()
			truth[s] += m.expected(levels[s]+b) / float64(m.items)
			j := m.follows*b + 1.5*rng.NormFloat64() + 1 + m.bias*float64(s)
			answer := cut(j)
			if m.scale != likePeople {
				answer = m.scale.answer(j)
			}
			l.Items = append(l.Items, score.Item{System: s, Judge: []float64{answer}})
			draw := 1.0
			if m.byJudge > 0 && j > 0 {
				draw = m.byJudge
			}
			chance = append(chance, rng.ExpFloat64()/draw)
			of := &l.Items[len(l.Items)-1]
			for _, k := range rng.Perm(max(m.pool, m.perItem))[:m.perItem] {
				if m.pool == 0 {
					of.People = append(of.People, score.Label{Labeler: -1,
						Value: cut(levels[s] + b + m.level*rng.NormFloat64() + logistic())})
				} else {
					of.People = append(of.People, score.Label{Labeler: k,
						Value: cut(levels[s] + b + person[k] + logistic())})
				}
			}
		}
		order := make([]int, m.items)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if chance[a] < chance[b] {
				return -1
			}
			return 1
		})
		for _, i := range order[m.labelled:] {
			l.Items[first+i].People = nil
		}
	}
	return l, truth
}

// expected is the mean label of unlimited people whose linear predictor has that mean.
func (m made) expected(theta float64) float64 {
	if m.kind == study.Numeric {
		return theta
	}
	sum, weight := 0.0, 0.0
	for z := -6.0; z <= 6; z += 0.25 {
		w := math.Exp(-z * z / 2)
		weight += w
		above := func(t float64) float64 { return 1 / (1 + math.Exp(t-theta-m.level*z)) }
		if m.kind == study.Binary {
			sum += w * above(0)
			continue
		}
		sum += w
		for c := range 4 {
			sum += w * above(1.5*float64(c-1))
		}
	}
	return sum / weight
}

// fitted fits a study; nil if people labelled nothing of one answer of the judge, which chance does not explain.
func (m made) fitted(t testing.TB, n int) (*score.Posterior, []float64) {
	l, truth := m.labels(rand.New(rand.NewPCG(m.seed+1, uint64(n))))
	p, err := score.Fit(context.Background(), l, score.Measure{}, spec.Spec{},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 500})
	var unseen *score.DataError
	if errors.As(err, &unseen) && unseen.Code == score.UnseenVerdicts {
		return nil, nil
	}
	require.NoError(t, err)
	return p, truth[:]
}

func (m made) cover(t testing.TB, studies int, level float64) (covered [3]int, width [3]float64, worth float64) {
	refused := 0
	for n := range studies {
		p, truth := m.fitted(t, n)
		for p == nil { // which is no number, and no wrong one; another study takes its place
			refused++
			require.LessOrEqual(t, 4*refused, studies, "people saw hardly anything of one answer")
			p, truth = m.fitted(t, studies+refused)
		}
		for k, q := range append(slices.Clone(p.Scores), p.Difference(0, 1)) {
			s := q.Summary(level)
			want := truth[0] - truth[1]
			if k < 2 {
				want = truth[k]
			}
			if s.Lower <= want && want <= s.Upper {
				covered[k]++
			}
			width[k] += (s.Upper - s.Lower) / 2 / float64(studies)
		}
		worth += p.Worth[0].Items / float64(studies)
	}
	return covered, width, worth
}

// Intervals of 90% have the scores and their difference about as often as they say, whatever the judge is like, and
// people label as many of the items that the judge says yes to as they like. [TestLongScores] has more studies.
func TestScoresAreCovered(t *testing.T) {
	slowtest.Only(t)
	const studies = 12
	for _, m := range []made{
		{kind: study.Binary, items: 400, labelled: 60, perItem: 1, follows: 1.2, bias: 2, level: 0.6, byJudge: 5},
		{kind: study.Ordinal, items: 400, labelled: 60, perItem: 2, follows: 1.2, level: 0.6, pool: 20},
		{kind: study.Numeric, items: 400, labelled: 60, perItem: 2, follows: 0, level: 0.6, pool: 5},
	} {
		covered, _, _ := m.cover(t, studies, 0.9)
		for k, n := range covered {
			require.GreaterOrEqual(t, n, 8, "%+v: quantity %d", m, k) // fewer: with probability 0.004
		}
	}
}
