package vpc_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
	"concord/vpc"
)

// The oracle is testdata/probability_scale.json; its origin is told there.
func TestProbabilityScaleAgreesWithAdaptiveQuadrature(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "probability_scale.json"))
	require.NoError(t, err)
	var file struct {
		Cases []struct {
			Mu            float64
			VarItem       float64 `json:"var_item"`
			VarLabeler    float64 `json:"var_labeler"`
			Mean          float64 `json:"exact_mean"`
			Item          float64 `json:"exact_icc_item"`
			Labeler       float64 `json:"exact_icc_labeler"`
			Both          float64 `json:"exact_icc_item_plus_labeler"`
			LatentItem    float64 `json:"latent_icc"`
			LatentLabeler float64 `json:"latent_icc_labeler"`
		}
	}
	require.NoError(t, json.Unmarshal(b, &file))
	require.Len(t, file.Cases, 9)
	for _, c := range file.Cases {
		d := draw{mu: c.Mu, item: math.Sqrt(c.VarItem), labeler: math.Sqrt(c.VarLabeler)}
		fit := fitOf(t, bernoulli, []draw{d, d})

		p := onScale(t, fit, vpc.Label)
		require.InDelta(t, c.Mean, p.Mean().Chains[1][0], 1e-8)
		require.InDelta(t, c.Item, p.ICC().Chains[1][0], 1e-8)
		labeler, ok := p.LabelerICC()
		require.True(t, ok)
		require.InDelta(t, c.Labeler, labeler.Chains[1][0], 1e-8)
		mean, both, _ := family.Moments(family.Bernoulli{}.Response(),
			family.Point{Mean: c.Mu, SD: math.Hypot(d.item, d.labeler)}, nil)
		require.InDelta(t, c.Both, both/(mean*(1-mean)), 1e-8)

		require.InDelta(t, c.LatentItem, onParameters(fit).ICC().Chains[0][0], 1e-12)
		labeler, ok = onParameters(fit).LabelerICC()
		require.True(t, ok)
		require.InDelta(t, c.LatentLabeler, labeler.Chains[0][0], 1e-12)
	}
}

func TestPartitionIsItsFormula(t *testing.T) {
	draws := randomDraws(40, 1)
	for name, sp := range map[string]spec.Spec{"gaussian": gaussian, "bernoulli": bernoulli} {
		t.Run(name, func(t *testing.T) {
			fit := fitOf(t, sp, draws)
			p := onParameters(fit)
			variance := func(d draw) float64 {
				if sp.Family == (family.Bernoulli{}) {
					return d.item*d.item + d.labeler*d.labeler + logisticVariance
				}
				return d.item*d.item + d.labeler*d.labeler + d.residual*d.residual
			}
			each(draws, p.TotalVariance(), func(d draw, v float64) { require.InEpsilon(t, variance(d), v, 1e-14) })
			each(draws, p.ItemVariance(), func(d draw, v float64) { require.InEpsilon(t, d.item*d.item, v, 1e-14) })
			each(draws, p.Mean(), func(d draw, v float64) { require.Equal(t, d.mu, v) })
			each(draws, p.ICC(), func(d draw, v float64) {
				require.InEpsilon(t, d.item*d.item/variance(d), v, 1e-14)
			})
			labeler, ok := p.LabelerVariance()
			require.True(t, ok)
			each(draws, labeler, func(d draw, v float64) { require.InEpsilon(t, d.labeler*d.labeler, v, 1e-14) })
		})
	}
}

// Simulation: labels of one item by two labelers, and of two items by one labeler, have the
// partition's correlations.
func TestProbabilityScaleIsTheCorrelationOfLabels(t *testing.T) {
	const n = 400000
	d := draw{mu: -0.7, item: 1.8, labeler: 0.9}
	rng := rand.New(rand.NewPCG(5, 6))
	label := func(item, labeler float64) float64 {
		if rng.Float64() < 1/(1+math.Exp(-(d.mu+d.item*item+d.labeler*labeler))) {
			return 1
		}
		return 0
	}
	var sum, sumItem, sumLabeler float64
	for range n {
		u, a := rng.NormFloat64(), rng.NormFloat64()
		y := label(u, a)
		sum += y
		sumItem += y * label(u, rng.NormFloat64())
		sumLabeler += y * label(rng.NormFloat64(), a)
	}
	mean := sum / n
	fit := fitOf(t, bernoulli, []draw{d, d})
	p := onScale(t, fit, vpc.Label)
	require.InDelta(t, p.Mean().Chains[0][0], mean, 4*math.Sqrt(mean*(1-mean)/n))
	// A product of two labels is 0 or 1, and so has the standard error √(m(1−m)/n); that
	// of the mean adds 2p times its own.
	m := sumItem / n
	require.InDelta(t, p.ItemVariance().Chains[0][0], m-mean*mean,
		4*(math.Sqrt(m*(1-m)/n)+2*mean*math.Sqrt(mean*(1-mean)/n)))
	labeler, _ := p.LabelerVariance()
	m = sumLabeler / n
	require.InDelta(t, labeler.Chains[0][0], m-mean*mean,
		4*(math.Sqrt(m*(1-m)/n)+2*mean*math.Sqrt(mean*(1-mean)/n)))
}

func TestPartitionLimits(t *testing.T) {
	fit := fitOf(t, bernoulli, []draw{
		{mu: 1},                            // nothing varies
		{mu: 1, item: 1},                   // no labeler differs
		{mu: -10, item: 30},                // the item decides
		{mu: 0, item: 1e-4, labeler: 1e-4}, // linear: variance p(1−p) σ²
		{mu: 2, item: 0.3, labeler: 3},     // labelers above items
		{mu: -2, item: 0.3, labeler: 3},    // the mirror image
	})
	p := onScale(t, fit, vpc.Label)
	at := func(chains [][]float64, i int) float64 { return chains[i%2][i/2] }
	icc := p.ICC().Chains
	l, _ := p.LabelerICC()
	labeler := l.Chains
	require.Zero(t, at(icc, 0))
	require.Zero(t, at(labeler, 0))
	require.Zero(t, at(labeler, 1))
	require.Positive(t, at(icc, 1))
	require.InDelta(t, 1, at(icc, 2), 0.06)
	require.InEpsilon(t, 0.25*1e-8, at(icc, 3), 1e-6)
	require.InEpsilon(t, 0.25*1e-8, at(labeler, 3), 1e-6)
	require.Greater(t, at(labeler, 4), at(icc, 4))
	require.InEpsilon(t, at(icc, 4), at(icc, 5), 1e-9)
	require.InEpsilon(t, at(labeler, 4), at(labeler, 5), 1e-9)
}

func TestWithoutLabelers(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		fit := fitOf(t, spec.Spec{Family: distribution, Labelers: spec.NoLabelers}, randomDraws(10, 2))
		for _, scale := range vpc.Scales(distribution) {
			p := onScale(t, fit, scale)
			require.Equal(t, scale, p.Scale())
			_, ok := p.LabelerICC()
			require.False(t, ok)
			_, ok = p.LabelerVariance()
			require.False(t, ok)
			_, ok = p.LabelerExceedsICC()
			require.False(t, ok)
			each(randomDraws(10, 2), p.ICC(), func(d draw, v float64) {
				if scale == vpc.ParameterScale(distribution) && scale == vpc.Label {
					require.InEpsilon(t, d.item*d.item/(d.item*d.item+d.residual*d.residual), v, 1e-14)
				}
				require.True(t, v > 0 && v < 1)
			})
		}
		_, ok := onParameters(fit).LabelerICC()
		require.False(t, ok)
	}
}

func TestScales(t *testing.T) {
	require.Equal(t, "label", vpc.Label.String())
	require.Equal(t, "latent", vpc.Latent.String())
	_, err := vpc.NewPartition(fitOf(t, gaussian, randomDraws(4, 1)).StudyAt(0), vpc.Latent)
	require.EqualError(t, err, "labels of the gaussian family have no latent scale")
	for _, sp := range []spec.Spec{gaussian, bernoulli} {
		fit := fitOf(t, sp, randomDraws(4, 1))
		require.Equal(t, onScale(t, fit, vpc.Label), vpc.LabelPartition(fit.StudyAt(0)))
		require.Equal(t, onScale(t, fit, vpc.ParameterScale(sp.Family)), onParameters(fit))
	}
}

func TestPartitionIsTheSameOnAnyNumberOfCores(t *testing.T) {
	fit := fitOf(t, bernoulli, randomDraws(100, 3))
	want := onScale(t, fit, vpc.Label)
	before := runtime.GOMAXPROCS(1)
	got := onScale(t, fit, vpc.Label)
	runtime.GOMAXPROCS(before)
	require.Equal(t, want, got)
}

func BenchmarkProbabilityScale(b *testing.B) {
	fit := fitOf(b, bernoulli, randomDraws(4000, 4))
	for b.Loop() {
		onScale(b, fit, vpc.Label)
	}
}
