package judge_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// Probabilities cut at a threshold are the table of a file in which the judge's answers are yes and no.
func TestAtThresholdIsAColumnOfAnswers(t *testing.T) {
	const scored = "item,rater,kind,label,p,q\na,x,s,yes,0.9,20\na,y,s,no,0.9,20\nb,x,t,no,0.4,\nb,y,t,no,0.4,\n" +
		"c,x,t,yes,0.5,80\n"
	const answered = "item,rater,kind,label,p,q\na,x,s,yes,yes,no\na,y,s,no,yes,no\nb,x,t,no,no,\nb,y,t,no,no,\n" +
		"c,x,t,yes,yes,yes\n"
	for _, c := range []struct {
		column string
		most   float64
	}{{"p", 0}, {"q", 100}} {
		o := read.Options{JudgeColumns: []string{c.column}, MostProbable: c.most, Factors: []string{"kind"}}
		table, err := read.Read(context.Background(), strings.NewReader(scored), "x", o)
		require.NoError(t, err)
		cut, err := judge.AtThreshold(table, read.PeopleStudy, nil, map[string]float64{c.column: 0.5})
		require.NoError(t, err)
		o.MostProbable = 0
		want, err := read.Read(context.Background(), strings.NewReader(answered), "x", o)
		require.NoError(t, err)
		assert.Equal(t, rowsOf(want), rowsOf(cut))
		assert.Empty(t, cut.Source().Probabilities)
	}
}

// With a factor that tells items apart, an item has a probability for each of its levels.
func TestAtThresholdWithinTasks(t *testing.T) {
	const scored = "item,rater,kind,label,p\na,x,s,yes,0.9\na,y,s,no,0.9\na,x,t,no,0.4\na,y,t,no,0.4\n"
	const answered = "item,rater,kind,label,p\na,x,s,yes,yes\na,y,s,no,yes\na,x,t,no,no\na,y,t,no,no\n"
	o := read.Options{JudgeColumns: []string{"p"}, Factors: []string{"kind"}, ItemFactors: []string{"kind"}}
	table, err := read.Read(context.Background(), strings.NewReader(scored), "x", o)
	require.NoError(t, err)
	cut, err := judge.AtThreshold(table, read.PeopleStudy, []string{"kind"}, map[string]float64{"p": 0.5})
	require.NoError(t, err)
	want, err := read.Read(context.Background(), strings.NewReader(answered), "x", o)
	require.NoError(t, err)
	assert.Equal(t, rowsOf(want), rowsOf(cut))
}

// rowsOf are the labels of a table as item, labeler, study, kind and label, each with its number.
func rowsOf(t *study.Table) map[[5]string]int {
	rows := map[[5]string]int{}
	levels, _ := t.Levels("kind")
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		kind, _ := v.Factor("kind")
		for n := range v.Len() {
			rows[[5]string{t.Items()[v.Item()[n]], t.Labelers()[v.Labeler()[n]], name, levels[kind[n]],
				t.Categories()[int(v.Value()[n])]}]++
		}
	}
	return rows
}

func TestProbabilitiesOfItems(t *testing.T) {
	const in = "item,rater,label,p\na,x,yes,0.9\na,y,no,0.9\nb,x,no,\n"
	table, err := read.Read(context.Background(), strings.NewReader(in), "x", read.Options{JudgeColumns: []string{"p"}})
	require.NoError(t, err)
	assert.Equal(t, map[string]float64{"a": 0.9}, judge.Probabilities(table.StudyAt(0), "p"))
	assert.Empty(t, judge.NoPool(table.StudyAt(0)))
	var b study.Builder
	b.Add("a", "x", "", 1)
	b.Add("b", "y", "", 0)
	single, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, "each item has one label", judge.NoPool(single.StudyAt(0)))
}

// The area that can be attained is that of the shares of simulated items.
func TestAttainableAUC(t *testing.T) {
	people, _ := certain(t, family.Bernoulli{}, truth{mu: -0.7, item: 2, loading: 1, labeler: 0.8})
	got, ok := judge.AttainableAUC(people)
	require.True(t, ok)
	rng := rand.New(rand.NewPCG(1, 1))
	share := func(z float64) float64 { // by the mean over many people
		sum := 0.0
		for k := range 400 {
			level := 0.8 * math.Sqrt2 * math.Erfinv(2*(float64(k)+0.5)/400-1)
			sum += 1 / (1 + math.Exp(0.7-2*z-level))
		}
		return sum / 400
	}
	const n = 60000
	var first, second, pairs, sd float64
	for range n {
		z, w := rng.NormFloat64(), rng.NormFloat64()
		p, q := share(z), share(w)
		x := 0.0
		if p > q {
			x = p * (1 - q)
		}
		first, second, pairs, sd = first+x, second+p*(1-q), pairs+1, sd+x*x
	}
	auc := first / second
	se := math.Sqrt(sd/pairs) / math.Sqrt(n) / (second / pairs)
	require.InDelta(t, auc, got.Mean(), 4*se+1e-3)
}
