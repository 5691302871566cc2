package predictive

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// misfits make the studies testdata/misfit_*.csv, one for each way of not fitting. They are
// simulated from the model and then changed, or with parameters that the default model does not have.
var misfits = map[string]func(t *testing.T) *study.Table{
	// 6 of 30 labelers toss a coin.
	"random": func(t *testing.T) *study.Table {
		d := designOf(t, 11, 120, 30, 8, "pool")
		truth := simulate.Truth{Family: family.Bernoulli{},
			Studies: []simulate.StudyTruth{{Mean: -0.5, ItemSD: 3, LabelerSD: 0.4}}}
		return changed(t, truth, d, 11, func(rng *rand.Rand, _, labeler int32, y float64) float64 {
			if labeler%5 == 2 {
				return float64(rng.IntN(2))
			}
			return y
		})
	},
	// Half of the items divide people into halves; the others are clear.
	"opinions": func(t *testing.T) *study.Table {
		d := designOf(t, 12, 160, 40, 10, "pool")
		truth := simulate.Truth{Family: family.Bernoulli{}, Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.2}}}
		return changed(t, truth, d, 12, func(rng *rand.Rand, item, _ int32, _ float64) float64 {
			p := []float64{0.02, 0.5, 0.98, 0.5}[item%4]
			if rng.Float64() < p {
				return 1
			}
			return 0
		})
	},
	// The second tool is more than twice as noisy as the first; the default model has one residual.
	"noise": func(t *testing.T) *study.Table {
		d := designOf(t, 13, 60, 20, 5, "old", "new")
		truth := simulate.Truth{Family: family.Gaussian{}, ItemCorrelation: simulate.CommonCorrelation(2, 0.8), Step: 1,
			Studies: []simulate.StudyTruth{
				{Mean: 50, ItemSD: 12, LabelerSD: 4, ResidualSD: 7},
				{Mean: 50, ItemSD: 12, LabelerSD: 4, ResidualSD: 16},
			}}
		return changed(t, truth, d, 13, nil)
	},
	// The second group gives higher marks to everything. The model has that: only κx suffers.
	"shift": func(t *testing.T) *study.Table {
		d := designOf(t, 14, 60, 20, 5, "expert", "crowd")
		truth := simulate.Truth{Family: family.Gaussian{}, ItemCorrelation: simulate.CommonCorrelation(2, 0.85),
			Step: 1,
			Studies: []simulate.StudyTruth{
				{Mean: 40, ItemSD: 12, LabelerSD: 3, ResidualSD: 8},
				{Mean: 58, ItemSD: 12, LabelerSD: 3, ResidualSD: 8},
			}}
		return changed(t, truth, d, 14, nil)
	},
}

// designOf generates a design of equally large studies.
func designOf(t *testing.T, seed uint64, items, labelers, perItem int, studies ...string) simulate.Design {
	p := simulate.Plan{Items: items}
	for _, s := range studies {
		p.Studies = append(p.Studies, simulate.StudyPlan{Name: s, Labelers: labelers, LabelsPerItem: perItem})
	}
	d, err := p.Generate(seed)
	require.NoError(t, err)
	return d
}

// changed simulates a study and changes each label by change, if there is one.
func changed(
	t *testing.T, truth simulate.Truth, d simulate.Design, seed uint64,
	change func(rng *rand.Rand, item, labeler int32, y float64) float64,
) *study.Table {
	table, err := simulate.Simulate(truth, d, seed)
	require.NoError(t, err)
	if change == nil {
		return table
	}
	rng := rand.New(rand.NewPCG(seed, 99))
	part := study.Indexed{Items: table.Items(), Labelers: table.Labelers(), Studies: table.Studies(),
		Kind: table.Kind()}
	for s := range table.Studies() {
		v := table.StudyAt(s)
		for n, y := range v.Value() {
			part.Study = append(part.Study, int32(s))
			part.Item = append(part.Item, v.Item()[n])
			part.Labeler = append(part.Labeler, v.Labeler()[n])
			part.Value = append(part.Value, change(rng, v.Item()[n], v.Labeler()[n], y))
		}
	}
	out, err := study.NewTable(part)
	require.NoError(t, err)
	return out
}

func testdata(name string) string { return filepath.Join("..", "..", "..", "testdata", name) }

// UPDATE_GOLDEN=1 go test ./predictive writes the files anew.
func TestMisfitStudiesAreReproducible(t *testing.T) {
	for name, simulate := range misfits {
		var b bytes.Buffer
		require.NoError(t, study.Write(&b, simulate(t)))
		path := testdata("misfit_" + name + ".csv")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./predictive makes it")
		assert.True(t, bytes.Equal(want, b.Bytes()), "%s differs", path)
	}
}
