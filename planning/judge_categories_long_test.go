//go:build long

package planning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/planning"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// categorised is how labels of people and a judge come about that are yes or no, or of ordered categories: a logit of
// the item's factor, cut at thresholds.
type categorised struct {
	cutoffs          []float64
	sd, loading, off float64 // of people, of the judge, and how much higher the judge's level is
}

func (cd categorised) label(rng *rand.Rand, theta float64) float64 {
	u := rng.Float64()
	at, _ := slices.BinarySearch(cd.cutoffs, theta+math.Log(u/(1-u)))
	if len(cd.cutoffs) > 1 {
		at++
	}
	return float64(at)
}

// moments returns, by simulation of a million items, the share of yes or mean label, the ICC of people's labels, and
// the correlation r of one of the judge's with their true scores: r is what it has with one label of a person, divided
// by the person's own, √ICC.
func (cd categorised) moments() (mean, icc, r float64) {
	const n = 1_000_000
	rng := rand.New(rand.NewPCG(1, 2))
	var a, aa, ab, j, jj, aj float64
	for range n {
		z := rng.NormFloat64()
		x, y := cd.label(rng, cd.sd*z), cd.label(rng, cd.sd*z)
		w := cd.label(rng, cd.off+cd.loading*z)
		a, aa, ab = a+(x+y)/2, aa+(x*x+y*y)/2, ab+x*y
		j, jj, aj = j+w, jj+w*w, aj+w*(x+y)/2
	}
	a, aa, ab, j, jj, aj = a/n, aa/n, ab/n, j/n, jj/n, aj/n
	icc = (ab - a*a) / (aa - a*a)
	return a, icc, (aj - a*j) / math.Sqrt((aa-a*a)*(jj-j*j)) / math.Sqrt(icc)
}

// Oracle: simulated studies of yes-or-no labels and of ordered categories, each fitted, and how often the posterior
// settles which side of one label of a person the judge's label is on. Ordered categories are planned as numbers, and
// both for large samples, so that plans may be off by some per cent besides the Monte Carlo error.
func TestLongPowerOfJudgeStudiesInCategories(t *testing.T) {
	const settled, studies, labelers = 0.95, 60, 20
	five, err := family.NewOrdinal([]string{"1", "2", "3", "4", "5"}, nil)
	require.NoError(t, err)
	for _, test := range []struct {
		name     string
		how      categorised
		items, k int
	}{
		{"yes or no, better", categorised{[]float64{0.5}, 1.5, 3.5, 0}, 120, 3},
		{"yes or no, worse", categorised{[]float64{0.5}, 1.5, 0.7, 0.2}, 100, 3},
		{"five categories, better", categorised{[]float64{-2, -0.7, 0.7, 2}, 1.5, 3, 0.3}, 100, 3},
		{"five categories, worse", categorised{[]float64{-2, -0.7, 0.7, 2}, 1.5, 0.8, 0}, 80, 3},
	} {
		mean, icc, r := test.how.moments()
		judged := planning.GaussianJudged(planning.Components{Item: icc, Residual: 1 - icc}, r)
		var f family.Family = five
		if len(test.how.cutoffs) == 1 {
			var ok bool
			judged, ok = planning.BinaryJudged(mean, icc, r)
			require.True(t, ok)
			f = family.Bernoulli{}
		}
		d := planning.Design{Items: test.items, LabelsPerItem: test.k, Labelers: labelers}
		once := planning.Design{Items: test.items, LabelsPerItem: 1}
		want := judged.Lead(0, 1, 1).Power(settled, d, once)
		n := 0
		for s := range studies {
			rng := rand.New(rand.NewPCG(uint64(s), uint64(test.items)))
			b := study.Builder{}
			if len(test.how.cutoffs) > 1 {
				b.Kind, b.Categories = study.Ordinal, five.Names()
			}
			for i := range test.items {
				z, item := rng.NormFloat64(), fmt.Sprint(i)
				for _, l := range rng.Perm(labelers)[:test.k] {
					b.Add(item, fmt.Sprint("p", l), "people", test.how.label(rng, test.how.sd*z))
				}
				b.Add(item, "j", "judge", test.how.label(rng, test.how.off+test.how.loading*z))
			}
			table, err := b.Table()
			require.NoError(t, err)
			_, fits, err := model.FitJudges(t.Context(), table, "people", spec.Spec{Family: f},
				sampler.Settings{Seed: 1, Chains: 2})
			require.NoError(t, err)
			people, judge := fits[0].StudyAt(0), fits[0].StudyAt(1)
			joint, err := xcc.NewJoint(vpc.Label, people, judge)
			require.NoError(t, err)
			better, draws := 0.0, 0.0
			r, of := joint.Validity(people, judge), joint.Validity(people, people)
			for c := range r.Chains {
				for i := range r.Chains[c] {
					if draws++; r.Chains[c][i] > of.Chains[c][i] {
						better++
					}
				}
			}
			if p := better / draws; p >= settled || p <= 1-settled {
				n++
			}
		}
		got := float64(n) / studies
		se := math.Sqrt(want * (1 - want) / studies)
		t.Logf("%s, %d items × %d: mean %.2f, ICC %.2f, r %.2f (a person %.2f): planned %.3f, simulated %.3f (SE %.3f)",
			test.name, test.items, test.k, mean, icc, r, math.Sqrt(icc), want, got, se)
		assert.InDelta(t, want, got, 3*se+0.07, test.name)
	}
}
