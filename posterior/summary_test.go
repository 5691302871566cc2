package posterior

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// autoregression returns chains x_t = φ x_{t−1} + ε_t started from stationarity, with variance 1/(1−φ²).
func autoregression(phi float64, chains, n int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([][]float64, chains)
	for c := range out {
		x := rng.NormFloat64() / math.Sqrt(1-phi*phi)
		for range n {
			out[c] = append(out[c], x)
			x = phi*x + rng.NormFloat64()
		}
	}
	return out
}

// Closed form: an AR(1) chain of S draws has S(1−φ)/(1+φ) effective draws for its mean.
func TestESSOfAnAutoregression(t *testing.T) {
	for _, phi := range []float64{-0.5, 0, 0.5, 0.9} {
		const chains, n = 4, 20000
		want := chains * n * (1 - phi) / (1 + phi)
		x := autoregression(phi, chains, n, 7)
		require.InEpsilon(t, want, ESSMean(x), 0.1, "φ = %v", phi)
		require.InEpsilon(t, want, ESSBulk(x), 0.1, "φ = %v", phi)
		// Its square is an AR(1) with φ², and Var(x²) = 2 Var(x)².
		ess2 := chains * n * (1 - phi*phi) / (1 + phi*phi)
		require.InEpsilon(t, math.Sqrt(0.5/ess2/(1-phi*phi)), MCSESD(x), 0.1, "φ = %v", phi)
	}
}

// The MCSE of the mean is the spread of means over repetitions.
func TestMCSEIsTheSpreadOfEstimates(t *testing.T) {
	const reps = 400
	var means, medians []float64
	mcseMean, mcseMedian := 0.0, 0.0
	for r := range uint64(reps) {
		x := autoregression(0.5, 2, 300, r+1)
		q := Quantity{Chains: x}
		means, medians = append(means, q.Mean()), append(medians, q.Quantile(0.5))
		mcseMean += MCSEMean(x) / reps
		mcseMedian += MCSEQuantile(x, 0.5) / reps
	}
	// The standard error of an SD of 400 repetitions is 1/√800 = 3.5 % of it.
	require.InEpsilon(t, math.Sqrt(varianceOf(means, meanOf(means))), mcseMean, 4*0.0354)
	require.InEpsilon(t, math.Sqrt(varianceOf(medians, meanOf(medians))), mcseMedian, 4*0.0354)
}

func TestSummaryOfNothing(t *testing.T) {
	for name, chains := range map[string][][]float64{
		"no chain": nil, "no draw": {{}, {}}, "one draw": {{1}}, "NaN": {{1, 2, math.NaN(), 4, 5, 6, 7, 8}},
	} {
		s := Quantity{Name: name, Chains: chains}.Summary(0.95)
		for what, v := range map[string]float64{
			"SD": s.SD, "R̂": s.RHat, "bulk": s.ESSBulk, "tail": s.ESSTail, "MCSE": s.MCSEMean, "MCSE SD": s.MCSESD,
		} {
			require.True(t, math.IsNaN(v), "%s: %s is %v", name, what, v)
		}
		require.Equal(t, name == "one draw", !math.IsNaN(s.Median))
	}
	require.Panics(t, func() { RHat([][]float64{{1, 2}, {1}}) })
	require.Panics(t, func() { ESSMean([][]float64{{1, 2}, {1}}) })
}

func TestConstantDrawsHaveASummary(t *testing.T) {
	s := Quantity{Chains: [][]float64{{2, 2, 2, 2, 2, 2, 2, 2}}}.Summarize(Interval{0.5, HighestDensity})
	require.Equal(t, [5]float64{2, 0, 2, 2, 2}, [5]float64{s.Mean, s.SD, s.Median, s.Lower, s.Upper})
	require.True(t, math.IsNaN(s.RHat) && math.IsNaN(s.MCSEMean))
}

func TestSummarizeIsTheSameOnAnyNumberOfCores(t *testing.T) {
	var many []Quantity
	for i := range 7 {
		many = append(many, Quantity{Name: fmt.Sprint(i), Chains: autoregression(0.3, 4, 101, uint64(i))})
	}
	want := make([]Summary, len(many))
	for i, q := range many {
		want[i] = q.Summary(0.8)
	}
	for _, cores := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(cores)
		got := Summarize(many, Interval{Level: 0.8})
		runtime.GOMAXPROCS(before)
		require.Equal(t, want, got)
	}
	require.Empty(t, Summarize(nil, Interval{Level: 0.8}))
}

func BenchmarkSummary(b *testing.B) {
	for _, phi := range []float64{0.1, 0.9} {
		q := Quantity{Chains: autoregression(phi, 4, 1000, 1)}
		b.Run(fmt.Sprintf("AR %v, 4×1000", phi), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Summary(0.95)
			}
		})
	}
}

// Draws of a small unit vary as those of any other do: effective sizes and R̂ are the same to the bit where the unit
// is a power of two. Draws that differ by rounding alone are constant whatever their size.
func TestUnitsOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	of := func(unit float64) [][]float64 {
		rng = rand.New(rand.NewPCG(1, 1))
		chains := make([][]float64, 2)
		for c := range chains {
			for range 100 {
				chains[c] = append(chains[c], rng.NormFloat64()*unit)
			}
		}
		return chains
	}
	for _, unit := range []float64{0x1p-1000, 0x1p-60, 0x1p60, 0x1p900} {
		require.Equal(t, ESSTail(of(1)), ESSTail(of(unit)))
		require.Equal(t, ESSBulk(of(1)), ESSBulk(of(unit)))
		require.Equal(t, RHat(of(1)), RHat(of(unit)))
		nearly := [][]float64{{unit, unit, math.Nextafter(unit, 0), unit, unit, unit, unit, unit}}
		require.True(t, math.IsNaN(ESSTail(nearly)))
	}
	require.True(t, math.IsNaN(ESSTail([][]float64{{0, 0, 0, 0, 0, 0, 0, 0}})))
}
