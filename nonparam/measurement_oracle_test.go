package nonparam

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cac are cac.raw4raters of the R package irrCAC: 12 items, four raters.
func cac(t *testing.T) *Ratings {
	na := math.NaN()
	r, err := FromMatrix([][]float64{
		{1, 1, na, 1}, {2, 2, 3, 2}, {3, 3, 3, 3}, {3, 3, 3, 3}, {2, 2, 2, 2}, {1, 2, 3, 4}, {4, 4, 4, 4}, {1, 1, 2, 1},
		{2, 2, 2, 2}, {na, 5, 5, 5}, {na, na, 1, 1}, {na, na, 3, na},
	})
	require.NoError(t, err)
	return r
}

// anxiety are the ratings of 20 people by three raters in the R package irr.
func anxiety(t *testing.T, raters ...int) *Ratings {
	columns := []string{"33345523522615221243", "36462424332333221334", "21443216111233113322"}
	rows := make([][]float64, 20)
	for i := range rows {
		for _, k := range raters {
			rows[i] = append(rows[i], float64(columns[k][i]-'0'))
		}
	}
	r, err := FromMatrix(rows)
	require.NoError(t, err)
	return r
}

// ofTable returns ratings of 1 and 0 by two raters: both 1, only the first, only the second, neither.
func ofTable(t *testing.T, a, b, c, d int) *Ratings {
	var rows [][]float64
	for k, n := range []int{a, b, c, d} {
		for range n {
			rows = append(rows, []float64{float64(1 - k/2), float64(1 - k%2)})
		}
	}
	r, err := FromMatrix(rows)
	require.NoError(t, err)
	return r
}

// TestWeightsOfIrrCAC compares with pa.coeff.raw, gwet.ac1.raw, krippen.alpha.raw, fleiss.kappa.raw, conger.kappa.raw
// and bp.coeff.raw of irrCAC 1.0, such as gwet.ac1.raw(cac.raw4raters, weights = "radical")$est$coeff.val, which all
// but the first round to five digits.
func TestWeightsOfIrrCAC(t *testing.T) {
	names := []Coefficient{PercentAgreementName, GwetACName, AlphaName, FleissKappaName, CongerKappaName,
		BrennanPredigerName}
	custom := [][]float64{{1, .7, .2, .2, .2}, {.7, 1, .2, .35, .2}, {.2, .2, 1, .2, .2}, {.2, .35, .2, 1, .55},
		{.2, .2, .2, .55, 1}}
	own, err := Weights([]string{"1", "2", "3", "4", "5"}, custom)
	require.NoError(t, err)
	for _, c := range []struct {
		d    Distance
		want []float64
	}{
		{Radical, []float64{0.897269106573, 0.81981, 0.77198, 0.78992, 0.78834, 0.81263}},
		{Circular, []float64{0.902459180284, 0.8302, 0.78998, 0.8072, 0.80535, 0.82355}},
		{Bipolar, []float64{0.968362193362, 0.90037, 0.83499, 0.85307, 0.84487, 0.88815}},
		{Linear, []float64{0.939393939394, 0.85874, 0.80038, 0.81794, 0.81378, 0.84848}},
		{Ratio, []float64{0.954114873222, 0.85737, 0.7974, 0.82134, 0.81197, 0.84024}},
		{own, []float64{0.887121212121, 0.80581, 0.76544, 0.78572, 0.78469, 0.79843}}, // weights = the matrix
	} {
		for k, name := range names {
			e, err := Of(name, c.d, cac(t))
			require.NoError(t, err, c.d)
			assert.InDelta(t, c.want[k], e.Value, 5.1e-6, "%v %v", name, c.d)
		}
	}
	// kappa2.table(table of the first two columns, weights = radical.weights(1:5)) and so on, over complete rows.
	for d, want := range map[Standard]float64{
		Radical: 0.868999226839, Circular: 0.903842812746, Bipolar: 0.891544486845,
	} {
		r, err := FromMatrix([][]float64{{1, 1}, {2, 2}, {3, 3}, {3, 3}, {2, 2}, {1, 2}, {4, 4}, {1, 1}, {2, 2}})
		require.NoError(t, err)
		r, err = r.WithCategories([]float64{1, 2, 3, 4, 5})
		require.NoError(t, err)
		e, err := Of(CohenKappaName, d, r)
		require.NoError(t, err)
		assert.InDelta(t, want, e.Value, 1e-11, "%v", d)
	}
	// circular.weights(1:7), bipolar.weights(1:5), radical.weights(c(1, 2, 5)).
	weight := func(d Distance, values []float64, a, b int) float64 {
		k, why := d.kernel(values, nil)
		require.Empty(t, why)
		return 1 - k.(*table).at(int32(a), int32(b))/k.largest(len(values))
	}
	week := []float64{1, 2, 3, 4, 5, 6, 7}
	assert.InDelta(t, 0.801937735805, weight(Circular, week, 0, 6), 1e-11)
	assert.InDelta(t, 0.356895867892, weight(Circular, week, 0, 5), 1e-11)
	assert.InDelta(t, 0.857142857143, weight(Bipolar, week[:5], 0, 1), 1e-11)
	assert.InDelta(t, 0.933333333333, weight(Bipolar, week[:5], 1, 2), 1e-11)
	assert.InDelta(t, 0.133974596216, weight(Radical, []float64{1, 2, 5}, 1, 2), 1e-11)
}

// TestConcordanceOracles compares with irr 0.84.1 and with published examples.
func TestConcordanceOracles(t *testing.T) {
	all := anxiety(t, 0, 1, 2)
	value := func(c Coefficient, r *Ratings) Estimate {
		e, err := Of(c, nil, r)
		require.NoError(t, err)
		return e
	}
	w := value(KendallWName, all) // kendall(anxiety, correct = TRUE)
	assert.InDelta(t, 0.539656875954, w.Value, 1e-11)
	assert.InDelta(t, 30.7604419294, w.Friedman.ChiSquared, 1e-9)
	assert.Equal(t, 19, w.Friedman.DF)
	assert.InDelta(t, 0.0428834731269, w.Friedman.P, 1e-10)
	// meancor(anxiety, fisher = FALSE), meanrho(anxiety, fisher = FALSE), cor(anxiety[1:2]).
	assert.InDelta(t, 0.221505809014, value(PearsonName, all).Value, 1e-11)
	assert.InDelta(t, 0.310000011643, value(SpearmanName, all).Value, 1e-11)
	assert.InDelta(t, 0.299744638092, value(PearsonName, anxiety(t, 0, 1)).Value, 1e-11)
	assert.InDelta(t, 0.422193822656, value(SpearmanName, anxiety(t, 0, 1)).Value, 1e-11)
	// Siegel (1956, pages 229 to 238): applicants ranked by executives, W = 0.16, and people ranked with ties, W =
	// 0.828; further digits by kendall of irr.
	ranks, err := FromMatrix([][]float64{{1, 1, 6}, {6, 5, 3}, {3, 6, 2}, {2, 4, 5}, {5, 2, 4}, {4, 3, 1}})
	require.NoError(t, err)
	w = value(KendallWName, ranks)
	assert.InDelta(t, 0.161904761905, w.Value, 1e-11)
	assert.InDelta(t, 2.42857142857, w.Friedman.ChiSquared, 1e-10)
	assert.InDelta(t, 0.787211813884, w.Friedman.P, 1e-10)
	tied, err := FromMatrix([][]float64{{1, 2.5, 2}, {4.5, 1, 1}, {2, 2.5, 4.5}, {4.5, 4.5, 4.5}, {3, 4.5, 4.5},
		{7.5, 8, 4.5}, {6, 9, 8}, {9, 6.5, 8}, {7.5, 10, 8}, {10, 6.5, 10}})
	require.NoError(t, err)
	w = value(KendallWName, tied)
	assert.InDelta(t, 0.827731092437, w.Value, 1e-11)
	assert.InDelta(t, 22.3487394958, w.Friedman.ChiSquared, 1e-10)
	assert.InDelta(t, 0.00783704363455, w.Friedman.P, 1e-11)
}

// TestLinOracles compares with CCC of DescTools 0.99.59, whose asymptotic limits have the standard error, and epi.ccc
// of epiR 2.0.57, which agree.
func TestLinOracles(t *testing.T) {
	for _, c := range []struct {
		a, b      int
		value, se float64
	}{
		{0, 1, 0.29676511955, 0.212600009514}, {0, 2, 0.0695067264574, 0.196025371275},
		{1, 2, 0.229797979798, 0.183670849449},
	} {
		e, err := Of(LinCCCName, nil, anxiety(t, c.a, c.b))
		require.NoError(t, err)
		assert.InDelta(t, c.value, e.Value, 1e-11)
		assert.InDelta(t, c.se, *e.SE, 1e-10)
	}
	pairs, err := FromMatrix([][]float64{{2, 1.5}, {5, 5.5}, {5, 4}, {7, 8}, {8.5, 8}, {9, 10.5}, {11, 10}, {12.25, 13},
		{14, 16}})
	require.NoError(t, err)
	e, err := Of(LinCCCName, nil, pairs)
	require.NoError(t, err)
	assert.InDelta(t, 0.962452788269, e.Value, 1e-11)
	assert.InDelta(t, 0.0230059331128, *e.SE, 1e-11)
	// Of three raters: the mean of DescTools' CCC of the pairs, weighted by s_x² + s_y² + (x̄ − ȳ)² with the divisor n.
	// epi.occc of epiR, with n − 1, has 0.191132301359.
	e, err = Of(LinCCCName, nil, anxiety(t, 0, 1, 2))
	require.NoError(t, err)
	assert.InDelta(t, 0.189979123173, e.Value, 1e-11)
	assert.Nil(t, e.SE)
}

// TestTwoRaterOracles compares with epi.kappa of epiR 2.0.57, and with published tables.
func TestTwoRaterOracles(t *testing.T) {
	type values map[Coefficient]float64
	for _, c := range []struct {
		r    *Ratings
		want values
	}{
		// Sim and Wright (2005, Table 1): epi.kappa(matrix(c(22, 4, 2, 11), 2)). The maximum is (37/39 − p_e)/(1 −
		// p_e).
		{ofTable(t, 22, 2, 4, 11), values{PrevalenceIndexName: 0.282051282051, BiasIndexName: -0.0512820512821,
			PABAKName: 0.692307692308, KappaMaxName: 8. / 9, KappaOverMaxName: 0.75}},
		// epi.kappa(matrix(c(80, 5, 10, 5), 2)).
		{ofTable(t, 80, 10, 5, 5), values{PrevalenceIndexName: 0.75, BiasIndexName: 0.05, PABAKName: 0.7}},
	} {
		for name, want := range c.want {
			e, err := Of(name, Nominal, c.r)
			require.NoError(t, err)
			assert.InDelta(t, want, e.Value, 1e-11, "%v", name)
		}
	}
	// Cohen (1960, Table 2): κ = .492, κ_M = .831.
	var rows [][]float64
	for at, n := range []int{88, 14, 18, 10, 40, 10, 2, 6, 12} {
		for range n {
			rows = append(rows, []float64{float64(at / 3), float64(at % 3)})
		}
	}
	r, err := FromMatrix(rows)
	require.NoError(t, err)
	most, err := Of(KappaMaxName, nil, r)
	require.NoError(t, err)
	assert.InDelta(t, 0.831, most.Value, 0.0005)
	part, err := Of(KappaOverMaxName, nil, r)
	require.NoError(t, err)
	assert.InDelta(t, 0.492/0.831, part.Value, 0.001)
}

// TestSpecificAgreement compares with the formulas of Cicchetti and Feinstein (1990), 2a/(2a+b+c) and 2d/(2d+b+c), and
// of several raters with counts by hand.
func TestSpecificAgreement(t *testing.T) {
	of := func(r *Ratings) []float64 {
		all, err := AgreementOf(t.Context(), []*Ratings{r}, Options{Coefficients: []Coefficient{SpecificAgreementName}})
		require.NoError(t, err)
		var values []float64
		for k, e := range all {
			values = append(values, e.Value)
			assert.Equal(t, strconv.FormatFloat(r.Values()[k], 'g', -1, 64), e.Category)
		}
		return values
	}
	assert.InDeltaSlice(t, []float64{22. / 28, 44. / 50}, of(ofTable(t, 22, 2, 4, 11)), 1e-12)
	assert.InDeltaSlice(t, []float64{10. / 25, 160. / 175}, of(ofTable(t, 80, 10, 5, 5)), 1e-12)
	// Three items with three, four and two ratings: of 1 the pairs are 2·1 + 1·0 of 2·2 + 1·3, and so on.
	na := math.NaN()
	r, err := FromMatrix([][]float64{{1, 1, 2, na}, {1, 2, 2, 2}, {3, 3, na, na}, {3, na, na, na}})
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{2. / 7, 6. / 11, 1}, of(r), 1e-12)
}
