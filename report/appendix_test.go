package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// partsOf returns the parts of the sections of the page that the source has something for.
func partsOf(s Source) []document.Part {
	var all []document.Part
	before, after := ofPage(s)
	for _, section := range append(before, after...) {
		all = append(all, section.Parts...)
	}
	return all
}

// printed is everything that tables print, a line for each row.
func printed(parts []document.Part) string {
	var text strings.Builder
	for _, p := range parts {
		t := p.Numbers()
		if t.Empty() {
			continue
		}
		fmt.Fprintln(&text, t.Caption)
		of := t.Print()
		for _, g := range of.Groups {
			fmt.Fprintln(&text, g.Title)
			for _, row := range g.Rows {
				fmt.Fprintln(&text, strings.Join(row, " "))
			}
		}
		fmt.Fprintln(&text, strings.Join(of.Notes, "\n"))
	}
	return text.String()
}

// The sections of the page are those that the source has something for.
func TestSectionsOfThePage(t *testing.T) {
	ids := func(s Source) []string {
		var all []string
		before, after := ofPage(s)
		for _, section := range append(before, after...) {
			assert.Equal(t, document.Appendix, section.Level)
			assert.NotEmpty(t, section.Parts, section.ID)
			all = append(all, section.ID)
		}
		return all
	}
	whole := sourceOf(t, hostileTable(t), spec.Spec{Effects: true})
	all := []string{"labels", "disputed", "items", "labelers", "checks", "methods", "reproduction"}
	assert.Equal(t, all, ids(whole))
	bare := fixedSource(t)
	bare.Posterior, bare.Check, bare.Command, bare.Version = nil, nil, "", ""
	assert.Equal(t, []string{"methods", "reproduction"}, ids(bare))
	text := printed(partsOf(whole))
	assert.NotContains(t, text, "NaN")
	assert.NotContains(t, text, "Inf")
	for _, name := range hostile[:6] {
		assert.Contains(t, text, name, "items and labelers are named")
	}
}

// Without effects of labelers the page says why it has none of them.
func TestLabelersWithoutEffects(t *testing.T) {
	s, ok := labelersSection(sourceOf(t, hostileTable(t), spec.Spec{}))
	require.True(t, ok)
	assert.Contains(t, strings.Join(s.Lead, " "), "did not keep the effects of single labelers")
}

// Texts of items stand next to their names.
func TestItemsHaveTheirText(t *testing.T) {
	s := sourceOf(t, hostileTable(t), spec.Spec{Effects: true})
	s.Texts = map[string]string{}
	for _, name := range s.Posterior.Table().Items() {
		s.Texts[name] = "text of " + name
	}
	for _, make := range []func(Source) (document.Section, bool){disputedSection, itemsSection} {
		section, ok := make(s)
		require.True(t, ok)
		for _, p := range section.Parts {
			require.Equal(t, "text", p.Table.Columns[1].Head)
			row := p.Table.Groups[0].Rows[0]
			assert.Equal(t, document.Text("text of "+row.Name), row.Cells[0])
		}
	}
}

// The items on which groups differ most are those whose true scores are furthest apart, largest difference first.
func TestItemsApart(t *testing.T) {
	s := sourceOf(t, hostileTable(t), spec.Spec{Effects: true})
	table := apartTable(s)
	require.Len(t, table.Groups[0].Rows, mostDisputedItems)
	last := math.Inf(1)
	for _, row := range table.Groups[0].Rows {
		a, b := row.Cells[1].(document.Estimate), row.Cells[2].(document.Estimate)
		d := float64(row.Cells[0].(document.MeanLabel))
		assert.InDelta(t, math.Abs(a.Value-b.Value), d, 1e-12)
		assert.LessOrEqual(t, d, last)
		last = d
	}
}

// Counted labels are tallied by name, measured ones are listed.
func TestLabelsCell(t *testing.T) {
	names := map[float64]string{0: "no", 1: "yes"}
	assert.Equal(t, document.Tally{Names: []string{"no", "yes"}, Counts: []int{1, 2}},
		labelsCell([]float64{1, 0, 1}, names))
	assert.Equal(t, document.Text("2.00, 3.50"), labelsCell([]float64{3.5, 2}, nil))
	assert.Equal(t, document.Text("1.00, 2.00, 3.00, 4.00, …, 6.00, 7.00, 8.00, 9.00"),
		labelsCell([]float64{9, 8, 7, 6, 5, 4, 3, 2, 1}, nil))
}

// drawnFrom makes four chains, in each of which a normal draw goes on from the one before by the correlation r, and
// turns them into draws of another distribution.
func drawnFrom(rng *rand.Rand, n int, r float64, of func(z float64) float64) posterior.Quantity {
	q := posterior.Quantity{Chains: make([][]float64, 4)}
	for c := range q.Chains {
		z := rng.NormFloat64()
		for range n / 4 {
			z = r*z + math.Sqrt(1-r*r)*rng.NormFloat64()
			q.Chains[c] = append(q.Chains[c], of(z))
		}
	}
	return q
}

// peaks counts those of a curve that stand out by more than a hundredth of its height, which is a pixel as it is drawn.
func peaks(heights []float64) int {
	top := slices.Max(heights)
	n, rising := 0, true
	turn := 0.0 // the last height from which the curve turned
	for _, y := range heights {
		switch {
		case rising && y > turn, !rising && y < turn:
			turn = y
		case rising && y < turn-top/100:
			n, rising, turn = n+1, false, y
		case !rising && y > turn+top/100:
			rising, turn = true, y
		}
	}
	if rising && turn > 0 {
		n++ // it ends at its height, as a density at a boundary does
	}
	return n
}

func heights(c curve) []float64 {
	_, y := density(c)
	return y
}

// Draws of a density that has one peak are drawn with one, whatever its form, few draws or many, and also if each draw
// depends on the draw before. Two peaks are drawn as two.
func TestDensitiesHaveNoFalsePeaks(t *testing.T) {
	logistic := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	for seed, form := range []struct {
		name string
		of   func(z float64) float64
	}{
		{"normal", func(z float64) float64 { return 0.5 + 0.02*z }},
		{"skewed", func(z float64) float64 { return logistic(-3 + 0.5*z) }},
		{"at a boundary", func(z float64) float64 { return math.Abs(z) / 50 }},
		{"at the upper end", func(z float64) float64 { return 1 - math.Abs(z)/20 }},
	} {
		rng, one, most := rand.New(rand.NewPCG(17, uint64(seed))), 0, 0
		// Draws with effective sizes of 330 and more: the page warns of fewer than 400.
		for _, draws := range []struct {
			n int
			r float64
		}{{400, 0}, {1000, 0}, {1000, 0.5}, {4000, 0}, {4000, 0.5}, {4000, 0.8}} {
			for range 40 {
				got := peaks(heights(curve{of: drawnFrom(rng, draws.n, draws.r, form.of), high: 1}))
				one += min(1, got-1)
				most++
			}
		}
		// With so few draws one picture in a hundred may clearly have a peak that the density has not.
		assert.LessOrEqual(t, one, most/100, "%s: second peaks in %d pictures", form.name, most)
	}
	rng := rand.New(rand.NewPCG(3, 17))
	two := drawnFrom(rng, 4000, 0, func(z float64) float64 { return 0.5 + 0.02*z + 0.06*float64(rng.IntN(2)) })
	assert.Equal(t, 2, peaks(heights(curve{of: two, high: 1})))
}

// The curve is a density: with the reflection at the ends of the range nothing of it is lost.
func TestDensitiesIntegrateToOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 18))
	for _, at := range []float64{0.5, 0.01, 0.99} {
		x, y := density(curve{of: drawnFrom(rng, 4000, 0, func(z float64) float64 {
			return math.Max(0, math.Min(1, at+0.02*z))
		}), high: 1})
		area := 0.0
		for i := 1; i < len(x); i++ {
			area += (x[i] - x[i-1]) * (y[i] + y[i-1]) / 2
		}
		assert.InDelta(t, 1, area, 0.01, "at %v", at)
	}
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

// The density of normal draws is near the normal density. What does not vary has none.
func TestDensity(t *testing.T) {
	x, y := density(curve{of: normalDraws(5000, 0.2, 0.1), low: -1, high: 1})
	for i := range x {
		z := (x[i] - 0.2) / 0.1
		assert.InDelta(t, math.Exp(-z*z/2)/(0.1*math.Sqrt(2*math.Pi)), y[i], 0.2, "at %v", x[i])
	}
	assert.Nil(t, heights(curve{of: posterior.Quantity{Chains: [][]float64{{1, 1, 1}}}, high: 1}))
	assert.Nil(t, heights(curve{of: posterior.Quantity{Chains: [][]float64{{1, math.NaN()}}}, high: 1}))
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

func TestHistogramIsADensity(t *testing.T) {
	area := 0.0
	x, y := histogram(normalDraws(1000, 0, 1).Chains[0], 4, 40)
	for i := 0; i < len(x); i += 2 {
		area += (x[i+1] - x[i]) * y[i]
	}
	assert.InDelta(t, 1, area, 1e-9)
}

func TestParameterNames(t *testing.T) {
	studies := []string{"a[1]", "b"}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Facets: []spec.Facet{
		{By: []string{"item", "day"}}, {By: []string{"day"}, Covariance: spec.Correlated},
	}}
	assert.Equal(t, "SD of items, b", parameterName(sp, "sd_item[2]", studies))
	assert.Equal(t, "ρ, a[1] × b", parameterName(sp, "cor_item[1,2]", studies))
	assert.Equal(t, "SD of the residual", parameterName(sp, "sd_residual", studies))
	assert.Equal(t, "SD of item:day, a[1]", parameterName(sp, "sd_item:day[1]", studies))
	assert.Equal(t, "correlation of day, a[1] × b", parameterName(sp, "cor_day[1,2]", studies))
	assert.Equal(t, "x[1]", parameterName(sp, "x[1]", studies))
	assert.Equal(t, "mu[3]", parameterName(sp, "mu[3]", studies))
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
	assert.Len(t, mostDisputed(table, 1), 1)
}

// Items in dispute are of all studies, and not the first of those that are alike.
func TestMostDisputedAreSpread(t *testing.T) {
	part := study.Indexed{Studies: []string{"s", "t", "u"}, Kind: study.Binary}
	for j := range 24 {
		part.Items = append(part.Items, fmt.Sprint(j))
		for s := range 2 { // and no item of u is in dispute
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

// Items in dispute are ranked by the scores of categories, which need not be their places.
func TestDisputedItemsHaveScores(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Studies: []string{"s"}, Items: []string{"i"},
		Labelers: []string{"l", "m", "n"},
		Study:    make([]int32, 3), Item: make([]int32, 3), Labeler: []int32{0, 1, 2},
		Value: []float64{1, 3, 3}, Kind: study.Ordinal, Categories: []string{"0", "10", "60"}})
	require.NoError(t, err)
	all := mostDisputed(table, 5)
	require.Len(t, all, 1)
	assert.Equal(t, []float64{0, 60, 60}, all[0].labels)
}

func TestEvenlyKeepsTheEnds(t *testing.T) {
	all := make([]level, 1000)
	for i := range all {
		all[i].Mean = float64(i)
	}
	some := evenly(all, 300)
	require.Len(t, some, 300)
	assert.Equal(t, 0.0, some[0].Mean)
	assert.Equal(t, 999.0, some[299].Mean)
	for i := 1; i < len(some); i++ {
		assert.Greater(t, some[i].Mean, some[i-1].Mean)
	}
	assert.Len(t, evenly(all[:7], 300), 7)
}

// The labelers of all studies are drawn on one axis, in which all intervals fit, the lowest first.
func TestLabelersShareTheirAxis(t *testing.T) {
	charts := caterpillars(sourceOf(t, hostileTable(t), spec.Spec{Effects: true}))
	require.Len(t, charts, 2)
	assert.Equal(t, charts[0].Panels[0], charts[1].Panels[0])
	for _, c := range charts {
		last := math.Inf(-1)
		for _, row := range c.Groups[0].Rows {
			v := row.Values[0]
			assert.True(t, v.Lower >= c.Panels[0].Low && v.Upper <= c.Panels[0].High && v.Value >= last)
			last = v.Value
		}
	}
}

// The page and fit plan count the same labels: numbers that occur in the draws, and not numbers between two of them.
func TestPageAndPlanCountTheSameLabels(t *testing.T) {
	// Two of four draws need 2 labels for a reliability of 0.7, and the others 12.
	draws := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_residual"}, 2, 2)
	for c, residual := range []float64{0.9, 2.2} {
		for i := range 2 {
			draws.Chain(0, c)[i], draws.Chain(1, c)[i], draws.Chain(2, c)[i] = 0, 1, residual
		}
	}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers}
	fit, err := model.FromDraws(sp, []string{"all"}, draws)
	require.NoError(t, err)
	data := result.Data{Labels: 200, Items: 100, Studies: []result.Study{{Name: "all", Labels: 200, Items: 100}}}
	plan, err := ask.Plan(fit, &answer.Answer{Data: data}, ask.PlanOptions{Targets: []float64{0.7, 0.8, 0.9},
		MostLabels: 1, Assurance: 0.9, Interval: posterior.Interval{Level: 0.95}})
	require.NoError(t, err)
	s, ok := labelsSection(Source{Result: &answer.Answer{Interval: result.Intervals{Level: 0.95}}, Posterior: fit})
	require.True(t, ok)
	row := s.Parts[0].Table.Print().Groups[0].Rows[0]
	for i, l := range plan.Of("labels_needed") {
		assert.Equal(t, fmt.Sprintf("%v [%v, %v]", l.Value, l.Lower, l.Upper), row[i+1])
	}
	assert.Equal(t, "2 [2, 12]", row[1])
	chart := s.Parts[0].Chart.(document.Lines)
	assert.True(t, slices.IsSorted(chart.Lines[0].Y), "more labels are more reliable")
	assert.Equal(t, result.TargetReliability, chart.Beat)
}

// numbersAfter returns the numbers that follow "symbol = " in a text.
func numbersAfter(t *testing.T, text, symbol string) []float64 {
	t.Helper()
	var all []float64
	for _, m := range regexp.MustCompile(regexp.QuoteMeta(symbol)+` = (−?\.\d+)`).FindAllStringSubmatch(text, -1) {
		x, err := strconv.ParseFloat(strings.Replace(m[1], "−", "-", 1), 64)
		require.NoError(t, err)
		all = append(all, x)
	}
	return all
}

// What a sentence calls a product is the product of the numbers that the paragraph gives, all on the label scale.
func TestMethodsMultiply(t *testing.T) {
	text, ok := Methods(fixedSource(t))
	require.True(t, ok)
	icc, rho, xcc := numbersAfter(t, text, "ICC(A,1)"), numbersAfter(t, text, "ρ"), numbersAfter(t, text, "xCC")
	require.Len(t, icc, 2)
	require.Len(t, rho, 1)
	require.Len(t, xcc, 1)
	assert.InDelta(t, xcc[0], rho[0]*math.Sqrt(icc[0]*icc[1]), 0.02) // two decimals
	assert.NotContains(t, text, "latent")
	assert.Contains(t, text, "on the label scale, of labels as 0 and 1")
	// APA style, 7th edition, section 6.36: no zero before the point of what cannot exceed 1.
	assert.Equal(t, ".71", document.APA(0.708))
	assert.Equal(t, "−.05", document.APA(-0.049))
	assert.Equal(t, "1.00", document.APA(0.999))
	assert.Equal(t, ".00", document.APA(-0.0001))
}

// Further effects are named in the paragraph, whatever their names.
func TestMethodsHaveFacets(t *testing.T) {
	table := hostileTable(t)
	design := simulate.DesignOf(table)
	factor := study.Factor{Name: hostile[0], Levels: []string{"t", "u", "v"}}
	for n := range design.Study {
		factor.Index = append(factor.Index, int32((n/2+n/7)%3))
	}
	values := []float64{}
	for s := range table.Studies() {
		values = append(values, table.StudyAt(s).Value()...)
	}
	table, err := study.NewTable(study.Indexed{
		Studies: design.Studies, Items: design.Items, Labelers: design.Labelers, Study: design.Study, Item: design.Item,
		Labeler: design.Labeler, Value: values, Kind: study.Numeric, Factors: []study.Factor{factor},
	})
	require.NoError(t, err)
	sp := spec.Spec{Facets: []spec.Facet{{By: []string{hostile[0]}, Covariance: spec.Correlated}}}
	text, ok := Methods(sourceOf(t, table, sp))
	require.True(t, ok)
	assert.Contains(t, text, "random effects of items, labelers and "+hostile[0])
	assert.Contains(t, text, "standard deviations of further effects")
}

// gradesTable is a small study of ordered categories with hostile names, which two groups use differently.
func gradesTable(t *testing.T) *study.Table {
	rng := rand.New(rand.NewPCG(3, 4))
	part := simulate.DesignOf(hostileTable(t))
	grades := study.Indexed{Studies: part.Studies, Items: part.Items, Labelers: part.Labelers, Study: part.Study,
		Item: part.Item, Labeler: part.Labeler, Kind: study.Ordinal,
		Categories: []string{"poor", hostile[1], "good", "great"}}
	for n := range part.Study {
		y := 1 + float64((int(part.Item[n])+rng.IntN(2))%3)
		if part.Study[n] == 1 && y > 1 {
			y++
		}
		grades.Value = append(grades.Value, y)
	}
	table, err := study.NewTable(grades)
	require.NoError(t, err)
	return table
}

// The page of a fit of ordered categories draws the share of each category as observed and as implied, and all
// thresholds on one axis.
func TestPageShowsHowTheScaleIsUsed(t *testing.T) {
	s := sourceOf(t, gradesTable(t), spec.Spec{Family: family.Ordinal{}, Effects: true})
	section, ok := scaleSection(s)
	require.True(t, ok)
	require.Len(t, section.Parts, 3)
	one := section.Parts[1].Chart.(document.Bars)
	observed := one.Series[0].Heights
	assert.Zero(t, observed[1], "a category that nobody used keeps its place")
	assert.InDelta(t, 1, observed[0]+observed[2]+observed[3], 1e-12)
	for k, implied := range one.Series[1].Heights {
		assert.InDelta(t, observed[k], implied, 0.1)
	}
	assert.Equal(t, one.High, section.Parts[0].Chart.(document.Bars).High)
	thresholds := section.Parts[2].Chart.(document.Strips)
	require.Len(t, thresholds.Groups, 2)
	assert.Equal(t, []string{"poor|" + hostile[1], hostile[1] + "|good", "good|great"}, []string{
		thresholds.Groups[0].Rows[0].Name, thresholds.Groups[0].Rows[1].Name, thresholds.Groups[0].Rows[2].Name})
	text, ok := Methods(s)
	require.True(t, ok)
	assert.Contains(t, text, "a Bayesian multilevel cumulative logit model of ordered categories (Agresti, 2010; "+
		"thresholds for each group) with random effects of items and labelers")
	// Without the draws the page has the thresholds still.
	s.Posterior = nil
	section, ok = scaleSection(s)
	require.True(t, ok)
	assert.Len(t, section.Parts, 1)
	_, ok = scaleSection(sourceOf(t, hostileTable(t), spec.Spec{}))
	assert.False(t, ok, "numbers have no categories")
}

// A check is drawn in standard deviations of the replicated studies, and a statistic that is undefined stands in the
// table alone.
func TestChecksAreDrawnOnOneAxis(t *testing.T) {
	source := fixedSource(t)
	s, ok := predictiveSection(source)
	require.True(t, ok)
	chart := s.Parts[0].Chart.(document.Strips)
	require.Len(t, chart.Groups, 3)
	values := source.Check.Coefficients[0].Values
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / float64(len(values)-1)
	}
	row := chart.Groups[0].Rows[0]
	assert.InDelta(t, (0.3512-mean)/math.Sqrt(square), row.Values[0].Value, 1e-9)
	assert.InDelta(t, (0.39555-mean)/math.Sqrt(square), row.Bands[0].Upper, 1e-9)
	assert.Len(t, s.Parts[0].Table.Groups, 4)
	assert.Contains(t, printed(s.Parts), "crowd – undefined: the labels do not determine it.")
}

// Pictures join the sections that have their numbers.
func TestIllustrated(t *testing.T) {
	s := sourceOf(t, hostileTable(t), spec.Spec{Effects: true})
	table := func() []document.Part { return []document.Part{{Table: &document.Table{}}} }
	sections := illustrated(s, []document.Section{{ID: "reliability", Parts: table()}, {ID: "validity", Parts: table()},
		{ID: "implied", Parts: table()}, {ID: "diagnostics", Parts: table()}, {ID: "other", Parts: table()}})
	var names []string
	for _, section := range sections {
		for _, p := range section.Parts {
			if p.Chart != nil {
				names = append(names, p.Chart.Name())
				assert.NotEmpty(t, p.Chart.Title())
			}
		}
	}
	assert.Equal(t, []string{"density-icc", "density-rho", "implied", "ranks-1", "ranks-2", "ranks-3", "ranks-4",
		"energy"}, names)
	implied := sections[2].Parts[0].Chart.(document.Strips)
	for _, g := range implied.Groups {
		for _, row := range g.Rows {
			assert.False(t, math.IsNaN(row.Bands[0].Lower), "replicated studies of %s", g.Title)
		}
	}
	// Differences against the reference have a chart in the part of their table.
	fixed := fixedSource(t)
	estimated(fixed.Result, catalogue.RhoDifference, 0.1, "experts", "a", "b")
	sections = Fit(fixed, document.Detail).Sections
	i := slices.IndexFunc(sections, func(s document.Section) bool { return s.ID == "closeness" })
	closer := sections[i].Parts[0].Chart.(document.Strips)
	assert.True(t, closer.Panels[0].Zero)
	assert.Equal(t, "a − b", closer.Groups[0].Rows[0].Name)
}
