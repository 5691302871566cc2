package xcc

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
)

func ordered(t require.TestingT) family.Ordinal {
	f, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	require.NoError(t, err)
	return f
}

func itemsOf(mean, sd, rest float64, own ...float64) model.Draw {
	return model.Draw{Mean: mean, TrueScoreSD: sd, WithinItemSD: rest, Own: own}
}

// bruteTables sums over both effects on a lattice: normal ones z and ρz + √(1 − ρ²)w, or those times √((ν − 2)/χ²).
func bruteTables(f family.Categorical, a, b model.Draw, rho float64) (shareA, shareB, covariance []float64) {
	n := f.Categories()
	shareA, shareB, covariance = make([]float64, n), make([]float64, n), make([]float64, n*n)
	p, q := make([]float64, n), make([]float64, n)
	factors, weights := []float64{1}, []float64{1}
	if df := a.ItemDF; df > 0 { // the trapezoidal rule in x = log(χ²/ν)
		factors, weights = nil, nil
		total := 0.0
		for x := -12.0; x < 4; x += 0.1 {
			w := math.Exp(0.5 * df * (x - math.Expm1(x)))
			factors, weights, total = append(factors, math.Sqrt((df-2)/df*math.Exp(-x))), append(weights, w), total+w
		}
		for i := range weights {
			weights[i] /= total
		}
	}
	const step = 0.25
	for i, factor := range factors {
		if weights[i] < 1e-14 {
			continue
		}
		for z := -7.5; z <= 7.5; z += step {
			for w := -7.5; w <= 7.5; w += step {
				weight := weights[i] * step * step * math.Exp(-0.5*(z*z+w*w)) / (2 * math.Pi)
				u, v := factor*a.TrueScoreSD*z, factor*b.TrueScoreSD*(rho*z+math.Sqrt((1-rho)*(1+rho))*w)
				f.Chances(p, a.Mean+u, math.Hypot(a.WithinItemSD, a.DiscriminationSD*u), a.Own)
				f.Chances(q, b.Mean+v, math.Hypot(b.WithinItemSD, b.DiscriminationSD*v), b.Own)
				for y := range p {
					shareA[y], shareB[y] = shareA[y]+weight*p[y], shareB[y]+weight*q[y]
					for k := range q {
						covariance[y*n+k] += weight * p[y] * q[k]
					}
				}
			}
		}
	}
	for y := range shareA {
		for k := range shareB {
			covariance[y*n+k] -= shareA[y] * shareB[k]
		}
	}
	return shareA, shareB, covariance
}

// Oracle: brute force, also with a category that next to nobody uses, and items that hardly differ.
func TestTablesByBruteForce(t *testing.T) {
	student := func(d model.Draw, df float64) model.Draw { d.ItemDF = df; return d }
	sloped := func(d model.Draw, omega float64) model.Draw { d.DiscriminationSD = omega; return d }
	for _, c := range []struct {
		f    family.Categorical
		a, b model.Draw
	}{
		{ordered(t), itemsOf(0.5, 1.5, 0.5, 1, 1), itemsOf(-0.3, 1.2, 0.7, 2, 0.4)},
		{ordered(t), itemsOf(1, 0.01, 0.3, 1, 2), itemsOf(0, 0.02, 0.1, 1, 2)},
		{ordered(t), itemsOf(-4, 2.5, 0.2, 0.1, 3), itemsOf(2, 0.8, 2, 1e-6, 0.5)},
		{ordered(t), sloped(itemsOf(0.5, 1.5, 0.5, 1, 1), 0.4), sloped(itemsOf(-0.3, 1.2, 0.7, 2, 0.4), 0.3)},
		{family.Bernoulli{}, student(itemsOf(0.5, 1.1, 0.5), 5), student(itemsOf(-0.3, 0.8, 0.7), 5)},
		{family.Bernoulli{}, sloped(itemsOf(0, 1, 0), 0.5), sloped(itemsOf(-1, 2, 0.3), 0.2)},
	} {
		for _, rho := range []float64{-0.9, 0, 0.5, 1} {
			got := newTables(c.f)
			got.set(&c.a, &c.b, rho)
			shareA, shareB, covariance := bruteTables(c.f, c.a, c.b, rho)
			what := fmt.Sprint(c.a, c.b, rho)
			require.InDeltaSlice(t, shareA, got.shareA, 1e-8, what)
			require.InDeltaSlice(t, shareB, got.shareB, 1e-8, what)
			require.InDeltaSlice(t, covariance, got.covariance, 1e-8, what)
			for _, p := range append(got.shareA, got.shareB...) {
				require.GreaterOrEqual(t, p, 0.0)
			}
		}
	}
}

func TestTablesOfNoCorrelation(t *testing.T) {
	a, b, got := itemsOf(0, 12, 0, 1, 1), itemsOf(0, 12, 0, 1, 1), newTables(ordered(t))
	got.set(&a, &b, 1.5)
	require.True(t, math.IsNaN(got.kappa([][]float64{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}})))
}

func BenchmarkTables(b *testing.B) {
	t := newTables(ordered(b))
	x, y := itemsOf(0.5, 1.5, 0.5, 1, 1), itemsOf(-0.3, 1.2, 0.7, 2, 0.4)
	for b.Loop() {
		t.set(&x, &y, 0.8)
	}
}
