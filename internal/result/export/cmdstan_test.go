package export

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
	"concord/sampler"
)

func withoutTimes(csv string) string {
	return regexp.MustCompile(`[0-9.]+ seconds`).ReplaceAllString(csv, "T seconds")
}

// made is a run of two draws, written by hand.
func made(algorithm sampler.Algorithm) *sampler.Run {
	stat := sampler.Stat{LogDensity: -12.5, AcceptStat: 0.9, StepSize: 0.25, Energy: 14, TreeDepth: 3, Leapfrogs: 7}
	divergent := sampler.Stat{LogDensity: math.Inf(-1), AcceptStat: 1e-9, StepSize: 0.25, Energy: 1.0 / 3, TreeDepth: 2,
		Leapfrogs: 3, Divergent: true}
	return &sampler.Run{
		Algorithm: algorithm,
		Draws:     posterior.NewDraws(nil, 1, 2),
		Stats:     [][]sampler.Stat{{stat, divergent}},
		Chains: []sampler.ChainInfo{{
			Chain: 2, StepSize: 0.25, Warmup: 150, WarmupTime: 1500 * time.Millisecond, SamplingTime: time.Second / 4,
			Metric: &sampler.Metric{Center: []float64{0, 0}, Scale: []float64{2, 1}, Vectors: [][]float64{{0.6, 0.8}},
				Values: []float64{3}},
		}},
	}
}

func madeVariables() []Variable {
	of := func(a, b float64) posterior.Quantity { return posterior.Quantity{Chains: [][]float64{{a, b}}} }
	return []Variable{
		vector("mu", dimStudy, 2, func(i int) posterior.Quantity { return of(float64(i)+0.5, 1e-7) }),
		scalar("sd_residual", of(math.NaN(), 1e21)),
		matrix("cor_item", [2]string{dimStudy, dimOther}, 2, 2, func(i, j int) posterior.Quantity {
			return of(float64(10*i+j), 0)
		}),
	}
}

func golden(t *testing.T, name, got string) {
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestCmdStanText(t *testing.T) {
	for _, c := range []struct {
		golden    string
		algorithm sampler.Algorithm
		settings  Settings
	}{
		{"nuts.csv.golden", sampler.NUTS, Settings{Algorithm: "nuts", Chains: 1, Draws: 2, Thin: 1, Seed: 9,
			TargetAccept: 0.8, MaxDepth: 10}},
		{"hmc.csv.golden", sampler.HMC, Settings{Algorithm: "hmc", Chains: 1, Draws: 2, Thin: 3, Seed: 9,
			TargetAccept: 0.95, MaxDepth: 10}},
	} {
		var out strings.Builder
		require.NoError(t, CmdStan(&out, made(c.algorithm), 0, c.settings, madeVariables()))
		golden(t, c.golden, out.String())
	}
}

// Oracle: the metric's own map, applied to unit vectors.
func TestInverseMassIsTheDiagonalOfTheMetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	d := 5
	m := &sampler.Metric{Center: make([]float64, d), Scale: make([]float64, d), Values: []float64{0.3, 2.5}}
	for i := range d {
		m.Scale[i] = 0.5 + rng.Float64()
	}
	a, b := 0.6, 0.8
	m.Vectors = [][]float64{{a, 0, b, 0, 0}, {0, b, 0, 0, -a}}
	want := make([]float64, d)
	for j := range d {
		unit := make([]float64, d)
		unit[j] = 1
		m.Apply(unit, unit) // column j of W
		for i, w := range unit {
			want[i] += w * w
		}
	}
	fields := strings.Split(string(inverseMass(nil, m)), ", ")
	require.Len(t, fields, d)
	for i, f := range fields {
		got, err := strconv.ParseFloat(f, 64)
		require.NoError(t, err)
		assert.InEpsilon(t, want[i], got, 1e-5)
	}
}

func TestDrawsText(t *testing.T) {
	var out strings.Builder
	require.NoError(t, Draws(&out, madeVariables(), made(sampler.NUTS)))
	golden(t, "draws.json.golden", out.String())
}
