package result

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	p := NewProbabilities(Data{}, ProbabilitySource{People: table.StudyAt(0), Judges: []string{"b", "a", "c"},
		Interval: posterior.Interval{Level: 0.95}, Seed: 1, Undefined: "each item has one label"})
	require.Len(t, p.Judges, 2)
	a := p.Judges[0]
	assert.Equal(t, "a", a.Judge)
	assert.InDelta(t, 0.6440489432703004, float64(a.AUC.Estimate), 1e-12)
	assert.Equal(t, a.AUC, a.Majority)
	assert.Nil(t, a.Validity)
	assert.Empty(t, a.Better())
	require.Len(t, p.Differences, 1)
	assert.InDelta(t, 0.731838287437311, float64(p.Differences[0].P), 1e-9)
	assert.Equal(t, []string{"c has no probabilities."}, p.Notes)
	assert.False(t, p.People.Disagreement.Defined())
	assert.InDelta(t, 31.0/60, float64(p.People.Positive), 1e-12)
	assert.InDelta(t, 31.0/60, float64(p.shareOf(a)), 1e-12)
	assert.Equal(t, "a gives the item with a person's yes the higher probability in 64.4% of pairs", p.Verdict[0])
	items := 0
	for _, b := range a.Calibration.Bins {
		items += b.Items
		assert.LessOrEqual(t, b.Positive.Lower, b.Positive.Estimate)
	}
	assert.Equal(t, 60, items)
	require.NotNil(t, a.Threshold)
	assert.Less(t, a.Threshold.Unseen(), a.Threshold.Agreement)
	b := a.Threshold
	assert.InDelta(t, float64(b.Agreement), float64(b.Sensitivity*31/60+b.Specificity*29/60), 1e-12)
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
