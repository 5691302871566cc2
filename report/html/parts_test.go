package html

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/result"
	"concord/result/catalogue"
	"concord/study"
)

func TestNumbers(t *testing.T) {
	assert.Equal(t, "−1.50", fixed(-1.5, 2))
	assert.Equal(t, "0.00", fixed(-0.001, 2))
	assert.Equal(t, "–", fixed(math.NaN(), 2))
	assert.Equal(t, "1\u202f234\u202f567", count(1234567))
	assert.Equal(t, "1 study", plural(1, "study"))
	assert.Equal(t, "3 studies", plural(3, "study"))
	assert.Equal(t, "0 divergences", plural(0, "divergence"))
	// APA style, 7th edition, section 6.36: no zero before the point of what cannot exceed 1.
	assert.Equal(t, ".71", apa(0.708))
	assert.Equal(t, "−.05", apa(-0.049))
	assert.Equal(t, "1.00", apa(0.999))
	assert.Equal(t, ".00", apa(-0.0001))
	assert.Equal(t, "a, b and c", list([]string{"a", "b", "c"}))
	assert.Equal(t, "> 0.999", result.Number(1).AsProbability())
	assert.Equal(t, "< 0.001", result.Number(0).AsProbability())
	for sd, want := range map[float64]int{0.0212: 3, 0.21: 2, 21: 0, 0.00021: 3} {
		assert.Equal(t, want, decimals(sd, 3), "%v", sd)
	}
}

// An axis holds its range, has a few ticks at round values, and is linear.
func TestAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e3, 1e3).Draw(t, "low")
		high := low + math.Exp(rapid.Float64Range(-6, 6).Draw(t, "log width"))
		a := newAxis(low, high)
		slack := 1e-6 * a.step
		assert.True(t, a.low <= low+slack && a.high >= high-slack)
		ticks := a.ticks()
		assert.True(t, len(ticks) >= 3 && len(ticks) <= 9, "%d ticks from %v to %v", len(ticks), low, high)
		assert.InDelta(t, a.high, ticks[len(ticks)-1], a.step*1e-3)
		seen := map[string]bool{}
		for _, x := range ticks {
			assert.False(t, seen[a.label(x)], "two ticks %s", a.label(x))
			seen[a.label(x)] = true
		}
		middle := (a.low + a.high) / 2
		assert.InDelta(t, 50, a.at(middle), 1e-6)
		assert.Equal(t, a.at(a.low), a.at(a.low-1))
	})
	assert.Equal(t, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}, labelsOfTicks(newAxis(0, 1)))
}

func labelsOfTicks(a axis) []string {
	var all []string
	for _, x := range a.ticks() {
		all = append(all, a.label(x))
	}
	return all
}

func normalDraws(n int, mean, sd float64) posterior.Quantity {
	rng := rand.New(rand.NewPCG(5, 6))
	q := posterior.Quantity{Chains: make([][]float64, 4)}
	for c := range q.Chains {
		for range n {
			q.Chains[c] = append(q.Chains[c], mean+sd*rng.NormFloat64())
		}
	}
	return q
}

// The density of normal draws is near the normal density, and its area 1, also where it is cut at an end of the
// range.
func TestDensity(t *testing.T) {
	curve := density(series{of: normalDraws(5000, 0.2, 0.1), low: -1, high: 1})
	area := 0.0
	for i, p := range curve {
		z := (p.x - 0.2) / 0.1
		assert.InDelta(t, math.Exp(-z*z/2)/(0.1*math.Sqrt(2*math.Pi)), p.y, 0.2, "at %v", p.x)
		if i > 0 {
			area += (p.x - curve[i-1].x) * (p.y + curve[i-1].y) / 2
		}
	}
	assert.InDelta(t, 1, area, 0.005)
	// Half-normal: |x| has all its mass above 0.
	half := normalDraws(5000, 0, 0.1)
	for _, c := range half.Chains {
		for i := range c {
			c[i] = math.Abs(c[i])
		}
	}
	curve = density(series{of: half, low: 0, high: 1})
	assert.Equal(t, 0.0, curve[0].x)
	assert.InDelta(t, 2/(0.1*math.Sqrt(2*math.Pi)), curve[0].y, 0.5)
	assert.Nil(t, density(series{of: posterior.Quantity{Chains: [][]float64{{1, 1, 1}}}, low: 0, high: 1}))
	assert.Nil(t, density(series{of: posterior.Quantity{Chains: [][]float64{{1, math.NaN()}}}, low: 0, high: 1}))
}

// Each chain has all its draws in the bins, and each bin as many draws of all chains as the others.
func TestRankCounts(t *testing.T) {
	counts := rankCounts(normalDraws(100, 0, 1), 20)
	require.Len(t, counts, 4)
	for b := range 20 {
		sum := 0.0
		for c := range counts {
			sum += counts[c][b]
		}
		assert.Equal(t, 20.0, sum)
	}
	apart := posterior.Quantity{Chains: [][]float64{{1, 2, 3, 4}, {5, 6, 7, 8}}}
	assert.Equal(t, [][]float64{{4, 0}, {0, 4}}, rankCounts(apart, 2))
}

func TestParameterNames(t *testing.T) {
	studies := []string{"a[1]", "b"}
	spec := model.Spec{Family: family.Gaussian{}, Labelers: model.Nested, Facets: []model.Facet{
		{By: []string{"item", "day"}}, {By: []string{"day"}, Covariance: model.Correlated},
	}}
	assert.Equal(t, "SD of items, b", parameterName(spec, "sd_item[2]", studies))
	assert.Equal(t, "ρ, a[1] × b", parameterName(spec, "cor_item[1,2]", studies))
	assert.Equal(t, "SD of the residual", parameterName(spec, "sd_residual", studies))
	assert.Equal(t, "SD of item:day, a[1]", parameterName(spec, "sd_item:day[1]", studies))
	assert.Equal(t, "correlation of day, a[1] × b", parameterName(spec, "cor_day[1,2]", studies))
	assert.Equal(t, "x[1]", parameterName(spec, "x[1]", studies))
	assert.Equal(t, "mu[3]", parameterName(spec, "mu[3]", studies))
}

// The items are those whose labels differ most, worked out by hand.
func TestMostDisputed(t *testing.T) {
	part := study.Indexed{Items: []string{"clear", "split", "leaning", "few"}, Studies: []string{"s"},
		Kind: study.Binary}
	for j, labels := range [][]float64{{1, 1, 1, 1}, {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 1}} {
		for _, y := range labels {
			part.Item, part.Study = append(part.Item, int32(j)), append(part.Study, 0)
			part.Value = append(part.Value, y)
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	all := mostDisputed(table, 5)
	require.Len(t, all, 2)
	assert.Equal(t, "split", all[0].item)
	assert.InDelta(t, 0.5, all[0].sd, 1e-12)
	assert.Equal(t, "leaning", all[1].item)
	assert.InDelta(t, math.Sqrt(3)/4, all[1].sd, 1e-12)
	assert.InDelta(t, 0.75, all[1].mean, 1e-12)
	assert.Len(t, mostDisputed(table, 1), 1)
}

// Items in dispute are of all studies, and not the first of those that are alike.
func TestMostDisputedAreSpread(t *testing.T) {
	part := study.Indexed{Studies: []string{"s", "t", "u"}, Kind: study.Binary}
	for j := range 24 {
		part.Items = append(part.Items, fmt.Sprint(j))
		for s := range 2 { // and of u no item is in dispute
			for n := range 4 {
				part.Item, part.Study = append(part.Item, int32(j)), append(part.Study, int32(s))
				part.Value = append(part.Value, float64(n%2))
			}
		}
		part.Item, part.Study, part.Value = append(part.Item, int32(j)), append(part.Study, 2), append(part.Value, 1)
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	var names []string
	for _, d := range mostDisputed(table, 8) {
		names = append(names, d.study+d.item)
	}
	assert.Equal(t, []string{"s0", "s6", "s12", "s18", "t0", "t6", "t12", "t18"}, names)
}

func TestHistogramIsADensity(t *testing.T) {
	a := newAxis(-4, 4)
	area := 0.0
	outline := histogram(normalDraws(1000, 0, 1).Chains[0], a, 40)
	for i := 0; i < len(outline); i += 2 {
		area += (outline[i+1].x - outline[i].x) * outline[i].y
	}
	assert.InDelta(t, 1, area, 1e-9)
}

func TestEvenlyKeepsTheEnds(t *testing.T) {
	all := make([]habit, 1000)
	for i := range all {
		all[i].labels = i
	}
	some := evenly(all, 300)
	require.Len(t, some, 300)
	assert.Equal(t, 0, some[0].labels)
	assert.Equal(t, 999, some[299].labels)
	for i := 1; i < len(some); i++ {
		assert.Greater(t, some[i].labels, some[i-1].labels)
	}
	assert.Len(t, evenly(all[:7], 300), 7)
}

// Many studies have one sentence about who is closer, not one for each two of them.
func TestHeadlineStaysShort(t *testing.T) {
	r := fixedReport(t).Result
	difference := result.Estimate{Quantity: catalogue.RhoDifference, Studies: []string{"experts", "a", "b"},
		Scale: result.ScaleLabel, Mean: 0.1, SD: 0.01}
	r.Estimates = append(r.Estimates, difference)
	short := sentences(r)
	assert.Contains(t, short[len(short)-1], "The true scores of a agree with those of experts better than those "+
		"of b do")
	r.Estimates = append(r.Estimates, difference, difference, difference)
	many := sentences(r)
	assert.Len(t, many, len(short))
	assert.Contains(t, many[len(many)-1], "“Validity”")
}

// The verdict is of the probability that the result says, either way round, and open in between; there is none where
// draws are not to be relied on.
func TestVerdict(t *testing.T) {
	r := fixedReport(t).Result
	r.Diagnostics, r.Sampler = &result.Diagnostics{Converged: true}, nil
	r.Estimates = []result.Estimate{{Quantity: catalogue.RhoDifference, Studies: []string{"experts", "a", "b"},
		Scale: result.ScaleLabel}}
	q, ok := catalogue.Find(catalogue.RhoDifference)
	require.True(t, ok)
	for p, want := range map[float64]string{
		0.9999: "a is closer to experts than b (P > 0.999).",
		0.96:   "a is closer to experts than b (P = 0.960).",
		0.02:   "b is closer to experts than a (P = 0.980).",
		0.6:    "Whether a or b is closer to experts is open (P = 0.600 that a is).",
	} {
		r.Probabilities = []result.Probability{{Event: q.Event.Name, Studies: []string{"experts", "a", "b"},
			Scale: result.ScaleLabel, Probability: result.Number(p)}}
		assert.Equal(t, []string{want}, verdict(r))
	}
	r.Diagnostics.Converged = false
	assert.Empty(t, verdict(r))
}

// A long table is folded, whole, under its caption; a short one stands open.
func TestLongTablesAreFolded(t *testing.T) {
	of := func(rows int) string {
		tab := &table{Caption: "Names", Head: []string{"Name"}}
		for i := range rows {
			tab.Rows = append(tab.Rows, cells(fmt.Sprint("name ", i)))
		}
		var b strings.Builder
		require.NoError(t, write(&b, page{Sections: []section{{ID: "a", Title: "A", Parts: []part{{Table: tab}}}}}))
		return b.String()
	}
	assert.NotContains(t, of(longTable), "<details>")
	long := of(longTable + 1)
	assert.Equal(t, 1, strings.Count(long, "<details><summary>Names: 31 rows</summary>"))
	assert.Equal(t, 1, strings.Count(long, "</details>"))
	assert.Contains(t, long, "name 30")
}
