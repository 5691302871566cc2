package score_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/sampler"
	"concord/score"
	"concord/study"
)

// table returns labels as a file has them: people's of every third item, and a judge's of all.
func table(t *testing.T, systems int) *study.Table {
	t.Helper()
	c := study.Indexed{Studies: []string{"people", "gpt"}, Labelers: []string{"p", "q", "gpt"}, Kind: study.Binary}
	system := study.Factor{Name: "system"}
	for s := range systems {
		system.Levels = append(system.Levels, fmt.Sprint("s", s))
	}
	for i := range 60 {
		c.Items = append(c.Items, fmt.Sprint("i", i))
		for s := range systems {
			add := func(labeler, from int32, y float64) {
				c.Item, c.Labeler, c.Study = append(c.Item, int32(i)), append(c.Labeler, labeler), append(c.Study, from)
				c.Value, system.Index = append(c.Value, y), append(system.Index, int32(s))
			}
			add(2, 1, float64((i+s)%4/2))
			if i%3 == 0 {
				add(0, 0, float64(i%2))
				add(1, 0, float64(i/2%2))
			}
		}
	}
	c.Factors, c.Duplicates = []study.Factor{system}, study.DuplicatesKeep
	made, err := study.NewTable(c)
	require.NoError(t, err)
	return made
}

// Labels of a table are those of its systems' items.
func TestLabelsOfATable(t *testing.T) {
	l, err := score.NewLabels(table(t, 2), "people", score.Columns{System: "system"})
	require.NoError(t, err)
	require.Equal(t, []string{"gpt"}, l.Judges)
	require.Equal(t, []string{"s0", "s1"}, l.Systems)
	require.Len(t, l.Items, 120)
	labelled := 0
	for _, i := range l.Items {
		var n int
		_, err := fmt.Sscanf(i.Name, "i%d", &n)
		require.NoError(t, err)
		require.Equal(t, []float64{float64((n + i.System) % 4 / 2)}, i.Judge)
		if n%3 == 0 {
			labelled++
			require.Equal(t, []score.Label{{Labeler: 0, Value: float64(n % 2)},
				{Labeler: 1, Value: float64(n / 2 % 2)}}, i.People)
		}
	}
	require.Equal(t, 40, labelled)
	d, err := score.NewDesign(l, score.Measure{}, spec.Spec{})
	require.NoError(t, err)
	require.False(t, d.OneLabel)
	require.Equal(t, 80, d.Table.Len())
	require.Equal(t, 2, d.People())
	c := d.Counts()[0]
	require.Equal(t, score.Counts{Items: 60, Judged: 60, Labelled: 20, Labels: 40, Verdicts: 60, Mean: 0.5,
		Judges: []float64{0.5}}, c)
}

// With one label of each item the score is the mean by groups of known sizes, Σ_c N_c/N ȳ_c, and its variance
// Σ_c (N_c/N)² s²_c/n_c, where people's labels are many enough to leave the prior no part (Cochran 1977, section 5A.9).
func TestScoreIsTheMeanByGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	l := &score.Labels{Kind: study.Numeric, Systems: []string{score.OneSystem}, Judges: []string{"gpt"}}
	sizes, labelled := []float64{3000, 1000, 6000}, 400
	want, variance := 0.0, 0.0
	for c, size := range sizes {
		sum, squares := 0.0, 0.0
		for i := range int(size) {
			item := score.Item{Name: fmt.Sprint(c, i), Judge: []float64{float64(c)}}
			if i < labelled {
				y := 3*float64(c*c) + rng.NormFloat64()
				sum, squares = sum+y, squares+y*y
				item.People = []score.Label{{Labeler: -1, Value: y}}
			}
			l.Items = append(l.Items, item)
		}
		n := float64(labelled)
		want += size / 10000 * sum / n
		variance += math.Pow(size/10000, 2) * (squares - sum*sum/n) / (n - 1) / n
	}
	p, err := score.Fit(context.Background(), l, score.Measure{}, spec.Spec{}, sampler.Settings{Seed: 1})
	require.NoError(t, err)
	require.True(t, p.Design.OneLabel)
	se := math.Sqrt(variance)
	require.InDelta(t, want, p.Scores[0].Mean(), 0.15*se)
	require.InDelta(t, se, p.Scores[0].SD(), 0.08*se)
	// People alone would have had the variance of all labels, most of it between the groups.
	mean, between := 0.0, 0.0
	for c, size := range sizes {
		mean += size / 10000 * 3 * float64(c*c)
	}
	for c, size := range sizes {
		between += size / 10000 * math.Pow(3*float64(c*c)-mean, 2)
	}
	require.InDelta(t, 1200*(1+between), p.Worth[0].Items, 0.1*1200*(1+between))
	require.Zero(t, p.Unseen[0])
}

// A share is the rate of labels that count as yes.
func TestShares(t *testing.T) {
	l := &score.Labels{Kind: study.Ordinal, Categories: []string{"1", "2", "5"}, Scores: []float64{1, 2, 5},
		Systems: []string{score.OneSystem}, Judges: []string{"gpt"}}
	for i := range 300 {
		item := score.Item{Name: fmt.Sprint(i), Judge: []float64{float64(1 + i%2)}}
		if i < 200 {
			item.People = []score.Label{{Labeler: -1, Value: float64(1 + i*7%3)}}
		}
		l.Items = append(l.Items, item)
	}
	for bar, want := range map[float64]float64{2: 2. / 3, 2.5: 1. / 3, 5: 1. / 3} {
		d, err := score.NewDesign(l, score.Measure{Share: true, AtLeast: bar}, spec.Spec{})
		require.NoError(t, err)
		require.InDelta(t, want, d.Counts()[0].Mean, 0.01)
		require.Equal(t, study.Binary, d.Table.Kind())
	}
	_, err := score.NewDesign(l, score.Measure{Share: true, AtLeast: 6}, spec.Spec{})
	var fault *score.DataError
	require.ErrorAs(t, err, &fault)
	require.Equal(t, score.SameLabels, fault.Code)
}

// Labels that give no scores say why.
func TestFaultsOfLabels(t *testing.T) {
	labels := func(change func(l *score.Labels)) *score.Labels {
		l := &score.Labels{Kind: study.Binary, Categories: []string{"no", "yes"}, Systems: []string{"a", "b"},
			Judges: []string{"gpt"}}
		for i := range 80 {
			item := score.Item{Name: fmt.Sprint(i), System: i % 2, Judge: []float64{float64(i / 2 % 2)}}
			if i < 40 {
				item.People = []score.Label{{Labeler: -1, Value: float64(i / 4 % 2)}}
			}
			l.Items = append(l.Items, item)
		}
		change(l)
		return l
	}
	of := func(system int, f func(i *score.Item)) func(l *score.Labels) {
		return func(l *score.Labels) {
			for k := range l.Items {
				if l.Items[k].System == system {
					f(&l.Items[k])
				}
			}
		}
	}
	_, err := score.NewDesign(labels(func(*score.Labels) {}), score.Measure{}, spec.Spec{})
	require.NoError(t, err)
	for code, change := range map[score.DataCode]func(l *score.Labels){
		score.NoPeople:    of(1, func(i *score.Item) { i.People = nil }),
		score.NoJudgement: of(1, func(i *score.Item) { i.Judge[0] = math.NaN() }),
		score.NoneShared: of(1, func(i *score.Item) {
			if i.People != nil {
				i.Judge[0] = math.NaN()
			}
		}),
		score.OneItem: func(l *score.Labels) {
			for k := range l.Items[2:] {
				if l.Items[k+2].System == 1 {
					l.Items[k+2].People = nil
				}
			}
		},
		score.SameLabels: func(l *score.Labels) {
			for s := range 2 {
				of(s, func(i *score.Item) {
					for k := range i.People {
						i.People[k].Value = 1
					}
				})(l)
			}
		},
		score.UnseenVerdicts: of(1, func(i *score.Item) {
			i.Judge[0] = 0
			if i.People == nil {
				i.Judge[0] = 1
			}
		}),
	} {
		_, err := score.NewDesign(labels(change), score.Measure{}, spec.Spec{})
		var fault *score.DataError
		require.ErrorAs(t, err, &fault, code)
		require.Equal(t, code, fault.Code)
		require.NotEmpty(t, fault.Error())
	}
}

// P of a shift is that of draws without replacement, counted.
func TestShiftsOfTheDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const items, labelled, studies = 200, 60, 2000
	small := 0
	for range studies {
		l := &score.Labels{Kind: study.Binary, Categories: []string{"no", "yes"}, Systems: []string{score.OneSystem},
			Judges: []string{"gpt"}}
		for i, place := range rng.Perm(items) {
			item := score.Item{Judge: []float64{float64(i % 3 / 2)}}
			if place < labelled {
				item.People = []score.Label{{Labeler: -1, Value: float64(rng.IntN(2))}}
			}
			l.Items = append(l.Items, item)
		}
		d, err := score.NewDesign(l, score.Measure{}, spec.Spec{})
		require.NoError(t, err)
		if d.Shifts()[0].P < 0.1 {
			small++
		}
	}
	require.InDelta(t, 0.1, float64(small)/studies, 0.03) // labels are whole, and their mean has steps
}
