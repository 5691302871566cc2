package ask

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/posterior"
	"concord/study"
)

// Each item has one label, so there is no fit. Areas and their difference are those of pROC (see the tests of package
// probability).
func TestProbabilitiesWithoutAFit(t *testing.T) {
	c := study.Indexed{Studies: []string{"people"}, Kind: study.Binary, Categories: []string{"no", "yes"},
		Factors: []study.Factor{{Name: "a"}, {Name: "b"}, {Name: "c", Levels: []string{"none"}}}}
	for i := range 60 {
		x, z := float64((37*i+11)%100)/100, float64((53*i+29)%20)/20
		y := 0.0
		if float64((71*i+5)%100)/100 < 0.15+0.4*x+0.35*z {
			y = 1
		}
		c.Items, c.Item = append(c.Items, fmt.Sprint(i)), append(c.Item, int32(i))
		c.Study, c.Value = append(c.Study, 0), append(c.Value, y)
		for k, p := range []float64{x, z} {
			c.Factors[k].Levels = append(c.Factors[k].Levels, fmt.Sprint(p))
			c.Factors[k].Index = append(c.Factors[k].Index, int32(i))
		}
		c.Factors[2].Index = append(c.Factors[2].Index, 0)
	}
	for k := range 2 {
		c.Factors[k] = distinct(c.Factors[k])
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	a := Probabilities(result.Data{}, ProbabilityQuestion{People: table.StudyAt(0), Judges: []string{"b", "a", "c"},
		Interval: posterior.Interval{Level: 0.95}, Seed: 1, Undefined: "each item has one label"})
	areas := a.Of("auc")
	require.Len(t, areas, 2)
	assert.Equal(t, "a", areas[0].Key.Of)
	at := areas[0].Key
	assert.InDelta(t, 0.6440489432703004, areas[0].Value, 1e-12)
	majority := a.Get("auc_majority", at)
	assert.Equal(t, [3]float64{areas[0].Value, areas[0].Lower, areas[0].Upper},
		[3]float64{majority.Value, majority.Lower, majority.Upper})
	assert.Nil(t, a.Get("validity", at))
	require.Len(t, a.Of("auc_difference_p"), 1)
	assert.InDelta(t, 0.731838287437311, a.Of("auc_difference_p")[0].Value, 1e-9)
	assert.Equal(t, []string{"There is no comparison with a random person: each item has one label.",
		"c has no probabilities."}, a.Notes)
	assert.Nil(t, a.Get("disagreement", answer.Key{Group: "people"}))
	assert.InDelta(t, 31.0/60, a.Value("positive", answer.Key{Group: "people"}), 1e-12)
	assert.InDelta(t, 31.0/60, a.Value("positive", at), 1e-12)
	assert.Equal(t, "a gives the item with a person's yes the higher probability in 64.4% of pairs", a.Verdict[0])
	items := 0
	for _, b := range a.Of("bin_yes") {
		if b.Key.Of == "a" {
			items += b.N
		}
		assert.LessOrEqual(t, b.Lower, b.Value)
	}
	assert.Equal(t, 60, items)
	same := a.Value("same_there", at)
	assert.Less(t, a.Value("same_unseen", at), same)
	assert.InDelta(t, same, a.Value("sensitivity", at)*31/60+a.Value("specificity", at)*29/60, 1e-12)
}

// distinct gives equal levels one index.
func distinct(f study.Factor) study.Factor {
	at := map[string]int32{}
	out := study.Factor{Name: f.Name}
	for _, i := range f.Index {
		level := f.Levels[i]
		if _, known := at[level]; !known {
			at[level] = int32(len(out.Levels))
			out.Levels = append(out.Levels, level)
		}
		out.Index = append(out.Index, at[level])
	}
	return out
}
