package simulate

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// everyone is a plan in which all labelers of a study label all items.
func everyone(items, labelers int, effects spec.LabelerEffects, studies ...string) Plan {
	p := Plan{Items: items, Labelers: effects}
	for _, name := range studies {
		p.Studies = append(p.Studies, StudyPlan{Name: name, Labelers: labelers, LabelsPerItem: labelers})
	}
	return p
}

func simulated(t *testing.T, truth Truth, plan Plan, seed uint64) *study.Table {
	t.Helper()
	design, err := plan.Generate(seed)
	require.NoError(t, err)
	table, err := Simulate(truth, design, seed)
	require.NoError(t, err)
	return table
}

// requireMean averages f over independent simulated studies and requires the mean to be within 4 standard errors of the
// closed form. Package model has the same for its tests: a package for both would import this one.
func requireMean(t *testing.T, want float64, replicates int, f func(seed uint64) float64) {
	t.Helper()
	sum, sumsq := 0.0, 0.0
	for seed := range replicates {
		x := f(uint64(seed))
		sum += x
		sumsq += x * x
	}
	n := float64(replicates)
	mean := sum / n
	se := math.Sqrt((sumsq/n - mean*mean) / (n - 1))
	require.Greater(t, se, 0.0)
	require.InDelta(t, want, mean, 4*se, "mean %v with standard error %v", mean, se)
}

// Products of two labels, centred by the true means, have closed-form expectations: σ_i² for an item and two
// labelers, σ_l² for a labeler and two items, ρσ_aσ_b for an item in two studies.
func TestSimulateHasTheMomentsOfTheTruth(t *testing.T) {
	const items, labelers, replicates = 12, 6, 400
	truth := Truth{
		Family: family.Gaussian{}, Labelers: spec.Shared,
		Studies: []StudyTruth{{Mean: 1, ItemSD: 2, LabelerSD: 0.5, ResidualSD: 1.5},
			{Mean: -3, ItemSD: 1, LabelerSD: 0.8, ResidualSD: 0.5}},
		ItemCorrelation:    CommonCorrelation(2, 0.6),
		LabelerCorrelation: CommonCorrelation(2, -0.7),
	}
	tables := make([]*study.Table, replicates)
	for seed := range tables {
		tables[seed] = simulated(t, truth, everyone(items, labelers, spec.Shared, "a", "b"), uint64(seed))
	}
	// grid returns the labels of study s less its true mean, item × labeler.
	grid := func(seed uint64, s int) (y [items][labelers]float64) {
		v := tables[seed].StudyAt(s)
		for n, x := range v.Value() {
			y[v.Item()[n]][v.Labeler()[n]] = x - truth.Studies[s].Mean
		}
		return y
	}
	at := func(s int, f func(y [items][labelers]float64) float64) func(uint64) float64 {
		return func(seed uint64) float64 { return f(grid(seed, s)) }
	}
	for s, p := range truth.Studies {
		requireMean(t, 0, replicates, at(s, func(y [items][labelers]float64) float64 { return y[0][0] }))
		requireMean(t, p.ItemSD*p.ItemSD, replicates, at(s, func(y [items][labelers]float64) float64 {
			sum := 0.0
			for i := range items {
				sum += y[i][0] * y[i][1]
			}
			return sum / items
		}))
		requireMean(t, p.LabelerSD*p.LabelerSD, replicates, at(s, func(y [items][labelers]float64) float64 {
			sum := 0.0
			for l := range labelers {
				sum += y[0][l] * y[1][l]
			}
			return sum / labelers
		}))
		total := p.ItemSD*p.ItemSD + p.LabelerSD*p.LabelerSD + p.ResidualSD*p.ResidualSD
		requireMean(t, total, replicates, at(s, func(y [items][labelers]float64) float64 {
			sum := 0.0
			for i := range items {
				sum += y[i][i%labelers] * y[i][i%labelers]
			}
			return sum / items
		}))
	}
	requireMean(t, 0.6*2*1, replicates, func(seed uint64) float64 {
		a, b := grid(seed, 0), grid(seed, 1)
		sum := 0.0
		for i := range items {
			sum += a[i][0] * b[i][1]
		}
		return sum / items
	})
	requireMean(t, -0.7*0.5*0.8, replicates, func(seed uint64) float64 {
		a, b := grid(seed, 0), grid(seed, 1)
		sum := 0.0
		for l := range labelers {
			sum += a[0][l] * b[1][l]
		}
		return sum / labelers
	})
}

// With σ_i = σ_l = 0 labels are independent with probability logit⁻¹ μ; with σ_i → ∞ an item's labels are all alike.
func TestSimulateBernoulli(t *testing.T) {
	plan := everyone(40, 5, spec.Nested, "a")
	requireMean(t, 1/(1+math.Exp(0.7)), 200, func(seed uint64) float64 {
		v := simulated(t, Truth{Family: family.Bernoulli{}, Studies: []StudyTruth{{Mean: -0.7}}}, plan, seed).StudyAt(0)
		sum := 0.0
		for _, y := range v.Value() {
			sum += y
		}
		return sum / float64(v.Len())
	})
	v := simulated(t, Truth{Family: family.Bernoulli{}, Studies: []StudyTruth{{ItemSD: 1e6}}}, plan, 1).StudyAt(0)
	first := map[int32]float64{}
	for n, y := range v.Value() {
		if _, ok := first[v.Item()[n]]; !ok {
			first[v.Item()[n]] = y
		}
		assert.Equal(t, first[v.Item()[n]], y)
	}
}

func TestSimulateRepeatsItself(t *testing.T) {
	truth := Truth{Family: family.Gaussian{}, Studies: []StudyTruth{{Mean: 50, ItemSD: 10, LabelerSD: 5,
		ResidualSD: 8}}, Step: 0.1}
	plan := Plan{Items: 30, Studies: []StudyPlan{{Name: "a", Labelers: 7, LabelsPerItem: 3, Missing: 0.1}}}
	a, b, c := simulated(t, truth, plan, 3), simulated(t, truth, plan, 3), simulated(t, truth, plan, 4)
	assert.Equal(t, a.StudyAt(0).Value(), b.StudyAt(0).Value())
	assert.Equal(t, a.StudyAt(0).Labeler(), b.StudyAt(0).Labeler())
	assert.NotEqual(t, a.StudyAt(0).Value(), c.StudyAt(0).Value())
	for _, y := range a.StudyAt(0).Value() {
		assert.Equal(t, math.Round(y*10)/10, y, "labels lie on the marks of the scale")
	}
	// The design of a table gives that table's labels again.
	again, err := Simulate(truth, DesignOf(a), 3)
	require.NoError(t, err)
	assert.Equal(t, a.StudyAt(0).Item(), again.StudyAt(0).Item())
}

// A perfect correlation is a truth too: with ρ = 1 and no noise both studies see the same.
func TestSimulatePerfectCorrelation(t *testing.T) {
	truth := Truth{
		Family: family.Gaussian{}, ItemCorrelation: CommonCorrelation(3, 1),
		Studies: []StudyTruth{{ItemSD: 1, ResidualSD: 1e-12}, {Mean: 5, ItemSD: 2, ResidualSD: 1e-12},
			{Mean: -1, ItemSD: 1, ResidualSD: 1e-12}},
	}
	table := simulated(t, truth, everyone(10, 1, spec.Nested, "a", "b", "c"), 1)
	a, b, c := table.StudyAt(0).Value(), table.StudyAt(1).Value(), table.StudyAt(2).Value()
	for i := range a {
		assert.InDelta(t, 5+2*a[i], b[i], 1e-9)
		assert.InDelta(t, a[i]-1, c[i], 1e-9)
	}
}

func TestCorrelationRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Any unit vectors have a correlation matrix, singular where k exceeds their dimension.
		k, dim := rapid.IntRange(1, 5).Draw(t, "k"), rapid.IntRange(1, 5).Draw(t, "dim")
		u := make([][]float64, k)
		for i := range u {
			norm := 0.0
			for range dim {
				x := rapid.Float64Range(0.1, 1).Draw(t, "x") * float64(1-2*rapid.IntRange(0, 1).Draw(t, "sign"))
				u[i] = append(u[i], x)
				norm += x * x
			}
			for d := range u[i] {
				u[i][d] /= math.Sqrt(norm)
			}
		}
		r := CommonCorrelation(k, 0)
		for i := range k {
			for j := range i {
				for d := range dim {
					r[i][j] += u[i][d] * u[j][d]
				}
				r[i][j] = max(-1, min(1, r[i][j]))
				r[j][i] = r[i][j]
			}
		}
		c, err := correlationRoot("items", r, k)
		require.NoError(t, err)
		for i := range k {
			for j := range k {
				sum := 0.0
				for m := range k {
					sum += c[i][m] * c[j][m]
				}
				assert.InDelta(t, r[i][j], sum, 2e-4,
					"CCᵀ is the matrix; a zero pivot leaves at most the root of its tolerance")
			}
		}
	})
}

func TestSimulateRefuses(t *testing.T) {
	good := Truth{Family: family.Gaussian{}, Studies: []StudyTruth{{ItemSD: 1, LabelerSD: 1, ResidualSD: 1},
		{ItemSD: 1, LabelerSD: 1, ResidualSD: 1}, {ItemSD: 1, LabelerSD: 1, ResidualSD: 1}}}
	design, err := everyone(3, 2, spec.Nested, "a", "b", "c").Generate(1)
	require.NoError(t, err)
	for want, change := range map[string]func(*Truth, *Design){
		"needs a family":           func(t *Truth, _ *Design) { t.Family = nil },
		"2 groups have parameters": func(t *Truth, _ *Design) { t.Studies = t.Studies[:2] },
		"standard deviation": func(t *Truth, _ *Design) {
			t.Studies = []StudyTruth{{ItemSD: -1, LabelerSD: 1, ResidualSD: 1}, {}, {}}
		},
		"the mean is NaN": func(t *Truth, _ *Design) {
			t.Studies = []StudyTruth{{Mean: math.NaN(), ItemSD: 1, LabelerSD: 1, ResidualSD: 1}, {}, {}}
		},
		"must be positive": func(t *Truth, _ *Design) {
			t.Studies = []StudyTruth{{ItemSD: 1, LabelerSD: 1}, {}, {}}
		},
		"no residual":               func(t *Truth, _ *Design) { t.Family = family.Bernoulli{} },
		"the step of the scale":     func(t *Truth, _ *Design) { t.Step = -1 },
		"no correlation":            func(t *Truth, _ *Design) { t.LabelerCorrelation = CommonCorrelation(3, 0.5) },
		"not positive semidefinite": func(t *Truth, _ *Design) { t.ItemCorrelation = CommonCorrelation(3, -0.9) },
		"it must be symmetric":      func(t *Truth, _ *Design) { t.ItemCorrelation = CommonCorrelation(3, 1.5) },
		"for 3 groups":              func(t *Truth, _ *Design) { t.ItemCorrelation = CommonCorrelation(2, 0.5) },
		"but there are no labeler":  func(t *Truth, _ *Design) { t.Labelers = spec.NoLabelers },
		"is of item 9, there are 3": func(_ *Truth, d *Design) { d.Item = append([]int32{9}, d.Item[1:]...) },
		"names the item of":         func(_ *Truth, d *Design) { d.Item = d.Item[1:] },
		"but the design names none": func(_ *Truth, d *Design) { d.Labelers, d.Labeler = nil, nil },
		"labels that name one":      func(_ *Truth, d *Design) { d.Labelers = nil },
	} {
		truth, broken := good, design
		change(&truth, &broken)
		_, err := Simulate(truth, broken, 1)
		assert.ErrorContains(t, err, want)
	}
}
