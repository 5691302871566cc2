package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// By statsmodels 0.15.0, sm.OLS(Y, [1, F − mean of all judge's labels]).fit(cov_type="HC2"): intercept, slope and
// standard error. Degrees of freedom by numpy from the n×n matrix, tr(G)²/tr(G²) with G = diag(a)MM diag(a).
func TestMeanIsRegressionWithHC2(t *testing.T) {
	for _, want := range []struct {
		k                     int
		value, lambda, se, df float64
	}{
		{0, 0.472679738562091, 0.266666666666667, 0.141427905528286, 6.39451770780227},
		{1, 3.08988950466421, 0.684967815221507, 0.118756541343384, 47.6383302977083},
		{2, 5.41615458912035, 1.09783133669108, 0.069639155795149, 197.144777052722},
		{5, 6.01673804399362, 1.14111015489072, 0.802711375489591, 12.6439243535117},
		{8, 5.29360052275107, -1.0830213886161, 0.137217144372603, 57.7524513446767},
	} {
		y, f, rest, _ := dataSet(want.k)
		// Without the spread of labels nothing is corrected for these items.
		m, err := Mean(pooled(y, f, rest), Options{})
		require.NoError(t, err)
		assert.InDeltaSlice(t, []float64{want.value, want.lambda, want.se, want.df},
			[]float64{m.Value, m.Lambda, m.SE, m.DF}, 1e-9, want.k)
		h := distuv.StudentsT{Sigma: 1, Nu: m.DF}.Quantile(0.975) * m.SE
		assert.InDeltaSlice(t, []float64{m.Value - h, m.Value + h}, []float64{m.Lower, m.Upper}, 1e-12)
		// People alone: Student's mean.
		mean, sd := stat.MeanStdDev(y, nil)
		n := float64(len(y))
		assert.InDeltaSlice(t, []float64{mean, sd / math.Sqrt(n), n - 1},
			[]float64{m.Alone.Value, m.Alone.SE, m.Alone.DF}, 1e-9)
		// And with people's labels for the truth: the finite population correction (Cochran 1977, equation 2.20).
		m, _ = Mean(pooled(y, f, rest), Options{Exact: true})
		all := n + float64(len(rest))
		assert.InDelta(t, want.se*math.Sqrt(1-n/all), m.SE, 1e-9)
		assert.InDelta(t, sd*math.Sqrt((1-n/all)/n), m.Alone.SE, 1e-9)
	}
}

// random returns a system of n items, some labelled, with what the options of the test say.
func random(rng *rand.Rand, n int, strata, clusters int, weighted bool) *System {
	y := &System{Name: "a", Spread: make([]float64, n), Strata: make([]int, n)}
	for i := range n {
		truth := rng.NormFloat64()
		y.Judge = append(y.Judge, truth+rng.NormFloat64())
		y.People = append(y.People, 2*truth+rng.NormFloat64())
		y.Labels = append(y.Labels, rng.IntN(4))
		y.Spread[i] = rng.ExpFloat64()
		y.Strata[i] = 10 * (i % strata)
	}
	if clusters > 0 {
		for range n {
			y.Clusters = append(y.Clusters, rng.IntN(clusters))
		}
	}
	if weighted {
		for range n {
			y.Weights = append(y.Weights, 0.5+rng.Float64())
		}
	}
	return y
}

// The same numbers by matrices of n×n, as the comment of Mean has them.
func TestMeanIsItsFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 40 {
		strata, clusters := 1+trial%3, []int{0, 8}[trial/3%2]
		y := random(rng, 60, strata, clusters, trial%5 > 1)
		m, err := Mean(y, Options{})
		require.NoError(t, err)
		var rows []int
		for i, k := range y.Labels {
			if k > 0 {
				rows = append(rows, i)
			}
		}
		n, p := len(rows), strata+1
		x, w, target := mat.NewDense(n, p, nil), mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
		point := mat.NewVecDense(p, nil)
		for i := range y.Judge {
			point.SetVec(y.Strata[i]/10, point.AtVec(y.Strata[i]/10)+1./60)
			point.SetVec(p-1, point.AtVec(p-1)+y.Judge[i]/60)
		}
		for r, i := range rows {
			x.Set(r, y.Strata[i]/10, 1)
			x.Set(r, p-1, y.Judge[i])
			w.Set(r, r, y.weight(i))
			target.SetVec(r, y.People[i])
		}
		var wx, normal, inverse, b, h mat.Dense
		wx.Mul(w, x)
		normal.Mul(x.T(), &wx)
		require.NoError(t, inverse.Inverse(&normal))
		b.Mul(&inverse, wx.T())
		h.Mul(x, &b)
		var a, residuals, beta mat.VecDense
		a.MulVec(b.T(), point)
		assert.InDelta(t, mat.Dot(&a, target), m.Value, 1e-9)
		beta.MulVec(&b, target)
		assert.InDelta(t, beta.AtVec(p-1), m.Lambda, 1e-9)
		residuals.MulVec(&h, target)
		residuals.SubVec(target, &residuals)
		// M, MMᵀ, and for each cluster the row p of adjusted shares times M.
		residual := mat.NewDense(n, n, nil)
		for r := range n {
			residual.Set(r, r, 1)
		}
		residual.Sub(residual, &h)
		var cov mat.Dense
		cov.Mul(residual, residual.T())
		units := map[int]int{}
		for _, i := range rows {
			if _, ok := units[y.cluster(i)]; !ok {
				units[y.cluster(i)] = len(units)
			}
		}
		adjusted := mat.NewDense(len(units), n, nil)
		drawn, counts := make([]float64, len(units)), make([]float64, len(units))
		influences := make([]float64, len(units))
		var whole, noise, pooledSum, pooledDF float64
		sums, sizes := map[int]float64{}, map[int]float64{}
		for i := range y.Judge {
			sizes[y.Strata[i]]++
		}
		for _, i := range rows {
			sums[y.Strata[i]] += y.weight(i)
			if k := float64(y.Labels[i]); k > 1 {
				pooledSum += (k - 1) * y.Spread[i]
				pooledDF += k - 1
			}
		}
		for r, i := range rows {
			u, s := units[y.cluster(i)], a.AtVec(r)
			adjusted.Set(u, r, s/math.Sqrt(cov.At(r, r)))
			influences[u] += s / math.Sqrt(cov.At(r, r)) * residuals.AtVec(r)
			drawn[u] += min(1, sums[y.Strata[i]]/sizes[y.Strata[i]]/y.weight(i))
			counts[u]++
			whole += s * s
			v := y.Spread[i]
			if y.Labels[i] == 1 {
				v = pooledSum / pooledDF
			}
			noise += s * s * v / float64(y.Labels[i])
		}
		var products, rowsOfP, squared mat.Dense
		rowsOfP.Mul(adjusted, residual)
		products.Mul(&rowsOfP, rowsOfP.T())
		squared.Mul(&products, &products)
		factor := whole / mat.Trace(&products)
		var variance, corrected float64
		for _, v := range influences {
			variance += factor * v * v
		}
		signal := max(0, 1-noise/variance)
		for u, v := range influences {
			corrected += factor * v * v * (1 - signal*drawn[u]/counts[u])
		}
		assert.InEpsilon(t, math.Sqrt(corrected), m.SE, 1e-9, trial)
		assert.InEpsilon(t, mat.Trace(&products)*mat.Trace(&products)/mat.Trace(&squared), m.DF, 1e-9, trial)
	}
}

// Without a judge, a mean over strata has the error of textbooks: Σ (N_h/N)² (1 − n_h/N_h) s_h²/n_h (Cochran 1977,
// equation 5.13).
func TestStrataAreAsInTextbooks(t *testing.T) {
	y := random(rand.New(rand.NewPCG(3, 4)), 90, 3, 0, false)
	none := 0.0
	m, err := Mean(y, Options{Lambda: &none, Exact: true})
	require.NoError(t, err)
	var value, variance float64
	for h := range 3 {
		var labels []float64
		for i := h; i < 90; i += 3 {
			if y.Labels[i] > 0 {
				labels = append(labels, y.People[i])
			}
		}
		mean, v := stat.MeanVariance(labels, nil)
		value += mean / 3
		variance += v / float64(len(labels)) * (1 - float64(len(labels))/30) / 9
	}
	assert.InDelta(t, value, m.Value, 1e-12)
	assert.InDelta(t, math.Sqrt(variance), m.SE, 1e-12)
	assert.Equal(t, m.Estimate, m.Alone)
}

// A judge whose labels are all equal, or differ on no labelled item, buys nothing.
func TestConstantJudge(t *testing.T) {
	y, f, rest, _ := dataSet(1)
	for i := range f {
		f[i] = 3
	}
	m, err := Mean(pooled(y, f, rest), Options{})
	require.NoError(t, err)
	assert.Zero(t, m.Lambda)
	assert.Equal(t, m.Alone, m.Estimate)
	for i := range rest {
		rest[i] = 3
	}
	again, err := Mean(pooled(y, f, rest), Options{})
	require.NoError(t, err)
	assert.InDelta(t, m.Value, again.Value, 1e-12)
}

// Another scale of the judge changes nothing.
func TestScaleOfJudge(t *testing.T) {
	y := random(rand.New(rand.NewPCG(5, 6)), 80, 2, 12, true)
	want, err := Mean(y, Options{Target: Beyond})
	require.NoError(t, err)
	for i := range y.Judge {
		y.Judge[i] = 1e6 - 1e4*y.Judge[i]
	}
	got, err := Mean(y, Options{Target: Beyond})
	require.NoError(t, err)
	assert.InDelta(t, want.Value, got.Value, 1e-9)
	assert.InEpsilon(t, want.SE, got.SE, 1e-8)
	assert.InEpsilon(t, want.Lambda, -1e4*got.Lambda, 1e-8)
}
