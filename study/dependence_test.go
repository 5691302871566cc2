package study_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/collecttest"
	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// collection is a simulated study of which each item has as many labels as a design or a rule could ask for.
type collection struct {
	truth           simulate.Truth
	items, labelers int
	perItem         int
	of              collecttest.Labels
	nominal         bool // categories lose their order
}

// all returns the labels in a random order.
func (c collection) all(t testing.TB, seed uint64) study.Indexed {
	t.Helper()
	d, err := simulate.Plan{Items: c.items, Studies: []simulate.StudyPlan{{Name: "s", Labelers: c.labelers,
		LabelsPerItem: c.perItem}}}.Generate(seed)
	require.NoError(t, err)
	table, err := simulate.Simulate(c.truth, d, seed)
	require.NoError(t, err)
	v := table.StudyAt(0)
	all := study.Indexed{Items: table.Items(), Labelers: table.Labelers(), Studies: []string{"s"}, Kind: table.Kind(),
		Item: slices.Clone(v.Item()), Labeler: slices.Clone(v.Labeler()), Value: slices.Clone(v.Value()),
		Study: make([]int32, v.Len()), Categories: table.Categories()}
	if c.nominal {
		all.Kind = study.Nominal
		for n := range all.Value {
			all.Value[n]--
		}
	}
	rand.New(rand.NewPCG(seed, 5)).Shuffle(v.Len(), func(i, j int) {
		all.Item[i], all.Item[j] = all.Item[j], all.Item[i]
		all.Labeler[i], all.Labeler[j] = all.Labeler[j], all.Labeler[i]
		all.Value[i], all.Value[j] = all.Value[j], all.Value[i]
	})
	return all
}

// kept is a table of some of the labels.
func kept(t testing.TB, c study.Indexed, places []int) *study.Table {
	t.Helper()
	p := c
	p.Item, p.Labeler, p.Value, p.Study = nil, nil, nil, make([]int32, len(places))
	for _, n := range places {
		p.Item, p.Labeler, p.Value = append(p.Item, c.Item[n]), append(p.Labeler, c.Labeler[n]),
			append(p.Value, c.Value[n])
	}
	table, err := study.NewTable(p)
	require.NoError(t, err)
	return table
}

func binaryStudy(items, labelers, perItem int, mean, itemSD, labelerSD float64) collection {
	return collection{truth: simulate.Truth{Family: family.Bernoulli{}, Studies: []simulate.StudyTruth{
		{Mean: mean, ItemSD: itemSD, LabelerSD: labelerSD}}}, items: items, labelers: labelers, perItem: perItem,
		of: collecttest.Binary()}
}

func numberStudy(items, labelers, perItem int, noiseSD float64) collection {
	return collection{truth: simulate.Truth{Family: family.Gaussian{}, Studies: []simulate.StudyTruth{
		{ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1, LabelerResidualSD: noiseSD}}}, items: items, labelers: labelers,
		perItem: perItem, of: collecttest.Labels{Apart: 1.2, High: 0}}
}

func orderedStudy(items, labelers, perItem int) collection {
	f, err := family.Ordinal{}.Adapt([]string{"1", "2", "3", "4", "5"}, nil)
	if err != nil {
		panic(err)
	}
	return collection{truth: simulate.Truth{Family: f, Studies: []simulate.StudyTruth{
		{ItemSD: 1.5, LabelerSD: 0.5, Thresholds: []float64{-2, -0.7, 0.7, 2}}}}, items: items, labelers: labelers,
		perItem: perItem, of: collecttest.Labels{Apart: 1, High: 3}}
}

// random are designs whose number of labels has nothing to do with labels, as places among all of a study.
var random = map[string]func(rng *rand.Rand, c study.Indexed) []int{
	"missing at random": func(rng *rand.Rand, c study.Indexed) []int {
		return where(c, func(int) bool { return rng.Float64() < 0.6 })
	},
	"few missing": func(rng *rand.Rand, c study.Indexed) []int {
		return where(c, func(int) bool { return rng.Float64() < 0.99 })
	},
	"unequal labelers": func(rng *rand.Rand, c study.Indexed) []int {
		share := make([]float64, len(c.Labelers))
		for l := range share {
			share[l] = math.Pow(rng.Float64(), 3)
		}
		share[0] = 1
		return where(c, func(n int) bool { return rng.Float64() < share[c.Labeler[n]] })
	},
	"one or many": func(rng *rand.Rand, c study.Indexed) []int {
		many := make([]bool, len(c.Items))
		for i := range many {
			many[i] = rng.Float64() < 0.1
		}
		had := make([]int, len(c.Items))
		return where(c, func(n int) bool {
			had[c.Item[n]]++
			return many[c.Item[n]] || had[c.Item[n]] <= 2
		})
	},
	"a second reader for some": func(rng *rand.Rand, c study.Indexed) []int {
		second := make([]bool, len(c.Items))
		for i := range second {
			second[i] = rng.Float64() < 0.5
		}
		half := int32(len(c.Labelers) / 2)
		return where(c, func(n int) bool { return c.Labeler[n] < half || second[c.Item[n]] })
	},
}

func where(c study.Indexed, keep func(n int) bool) []int {
	var places []int
	for n := range c.Item {
		if keep(n) {
			places = append(places, n)
		}
	}
	return places
}

// nominalStudy is [orderedStudy] without the order.
func nominalStudy(items, labelers, perItem int) collection {
	c := orderedStudy(items, labelers, perItem)
	c.nominal, c.of.Apart = true, 0.5
	return c
}

// adjudicated is a study of three people, of whom the third labels what the first two disagree about.
func adjudicated(c study.Indexed) []int {
	said := map[int32]map[int32]float64{}
	for n, i := range c.Item {
		if said[i] == nil {
			said[i] = map[int32]float64{}
		}
		said[i][c.Labeler[n]] = c.Value[n]
	}
	return where(c, func(n int) bool {
		of := said[c.Item[n]]
		return c.Labeler[n] < 2 || c.Labeler[n] == 2 && of[0] != of[1]
	})
}

// Each rule is found, and what goes with the number of labels is said as it is.
func TestRulesAreFound(t *testing.T) {
	for name, c := range map[string]collection{
		"binary":  binaryStudy(300, 30, 9, -0.5, 1.5, 0.7),
		"numbers": numberStudy(300, 30, 9, 0),
		"ordered": orderedStudy(300, 30, 9),
		"nominal": nominalStudy(300, 30, 9),
	} {
		for _, rule := range collecttest.Rules() {
			if name == "nominal" && rule.Most == 9 {
				continue // a lead is of two categories
			}
			all := c.all(t, 1)
			found := study.Dependences(kept(t, all, rule.Collect(all.Item, all.Value, c.of)))[0]
			if !assert.True(t, found.Found(), "%s, %s", name, rule.Name) {
				continue
			}
			if rule.Name == "four more labels after a yes" {
				require.NotNil(t, found.Level, name)
				assert.Positive(t, found.Level.Z*highness(found.Level.Category), name)
				continue
			}
			require.NotNil(t, found.Disagreement, "%s, %s", name, rule.Name)
			assert.Greater(t, found.Disagreement.Z, 4.0)
			assert.Less(t, found.Disagreement.P, study.DependenceLevel)
		}
	}
}

// highness is −1 of the categories that get fewer labels.
func highness(category string) float64 {
	if slices.Contains([]string{"1", "2", "3"}, category) && category != "1" || category == "0" {
		return -1
	}
	return 1
}

// A third person who labels what two disagree about is found, though no other item has labels of his.
func TestAdjudicatorIsFound(t *testing.T) {
	c := binaryStudy(200, 4, 4, -0.5, 1.5, 0.7)
	all := c.all(t, 1)
	found := study.Dependences(kept(t, all, adjudicated(all)))[0]
	require.NotNil(t, found.Disagreement)
	assert.Positive(t, found.Disagreement.Z)
	assert.Regexp(t, `^items with more labels have more disagreement \(z = \d+\.\d\)`, found.String())
}

// Labels that are missing whatever they say are not found, with labelers who differ in care, in leniency, and in how
// much they label.
func TestRandomDesignsAreNotFound(t *testing.T) {
	const many = 4
	for name, c := range map[string]collection{
		"binary": binaryStudy(200, 20, 9, -0.5, 1.5, 0.7), "rare": binaryStudy(200, 9, 9, -3.5, 1.5, 1.5),
		"few people, harsh and lenient": binaryStudy(1000, 5, 5, -0.5, 1, 2),
		"careful and careless":          numberStudy(300, 9, 9, 1), "nominal": nominalStudy(200, 20, 9),
	} {
		for design, places := range random {
			for seed := range uint64(many) {
				all := c.all(t, seed+1)
				table := kept(t, all, places(rand.New(rand.NewPCG(seed, 1)), all))
				assert.False(t, study.Dependences(table)[0].Found(), "%s, %s, %d", name, design, seed)
			}
		}
	}
}

// Where nobody is named and pairs are few, the score is the one of the regression of an item's disagreement on the rank
// of its number of labels: T = Σ (x − x̄) ū, V = s² Σ (x − x̄)², and Bennett's bound.
func TestScoreByHand(t *testing.T) {
	b := study.Builder{Kind: study.Binary}
	for i := range 40 { // 40 items of two labels that agree, 20 of three of which one is another
		y := float64(i % 2)
		b.Add(fmt.Sprint("two", i), "", "s", y)
		b.Add(fmt.Sprint("two", i), "", "s", y)
	}
	for i := range 20 {
		y := float64(i % 2)
		for _, v := range []float64{y, y, 1 - y} {
			b.Add(fmt.Sprint("three", i), "", "s", v)
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	found := study.Dependences(table)[0]
	require.NotNil(t, found.Disagreement)
	assert.Nil(t, found.Level)
	// Ranks 1/3 and 5/6 about their mean 1/2. Midranks of labels half of which are 0 are 1/4 and 3/4, apart by 1/2.
	const d = 0.5 * 2 / 3 // of an item of three
	score := 20 * (5.0/6 - 0.5) * d
	mean := 20 * d / 60
	variance := 20*2.0/3*0.25/60 - mean*mean
	v := variance * (40.0/36 + 20.0/9)
	assert.InEpsilon(t, score/math.Sqrt(v), found.Disagreement.Z, 1e-9)
	m := (5.0/6 - 0.5) * (0.5 - mean)
	u := m * score / v
	assert.InEpsilon(t, 2*2*math.Exp(-v/m/m*((1+u)*math.Log(1+u)-u)), found.Disagreement.P, 1e-9, "of two statistics")
	assert.InDelta(t, 0.5, found.ItemMean, 1e-12)
}

// A label that somebody gave an item again is not one more label of it, and studies with as many labels of each item
// have no dependence to look for.
func TestOnlyFirstLabelsCount(t *testing.T) {
	all := binaryStudy(300, 30, 2, 0, 1.5, 0.7).all(t, 1)
	assert.False(t, study.Dependences(kept(t, all, where(all, func(int) bool { return true })))[0].Found())
	said := map[int32]float64{}
	for n := range len(all.Item) { // asked again where two disagree
		i := all.Item[n]
		if first, ok := said[i]; ok && first != all.Value[n] {
			all.Item, all.Labeler = append(all.Item, i), append(all.Labeler, all.Labeler[n])
			all.Value = append(all.Value, all.Value[n])
		}
		said[i] = all.Value[n]
	}
	all.Duplicates = study.DuplicatesKeep
	assert.False(t, study.Dependences(kept(t, all, where(all, func(int) bool { return true })))[0].Found())
}

// Warnings say it first, of one study and of several.
func TestDependenceIsTheFirstWarning(t *testing.T) {
	c := binaryStudy(300, 30, 9, -0.5, 1.5, 0.7)
	all := c.all(t, 1)
	table := kept(t, all, collecttest.Rules()[3].Collect(all.Item, all.Value, c.of))
	design := study.Describe(table)
	assert.Empty(t, design.Warnings())
	design.Dependence = study.Dependences(table)
	w := design.Warnings()
	require.Len(t, w, 1)
	assert.Equal(t, study.DependentLabels, w[0].Code)
	assert.Equal(t, []string{"s"}, w[0].Studies)
	assert.Regexp(t, `^in the file, items with more labels have .*more often the label "1" \(z = \d+\.\d\)\. `+
		`The number of labels seems to depend on the labels themselves\.`, w[0].Text)
}
