package xcc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
)

func ordered(t require.TestingT) family.Ordinal {
	f, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	require.NoError(t, err)
	return f
}

func itemsOf(mean, sd, rest float64, own ...float64) items {
	return items{family.SlopedPoint{Point: family.Point{Mean: mean, SD: sd, Rest: rest}}, own}
}

// The oracle of tables by expansions is the trapezoidal rule, also with a category that next to nobody uses, and items
// that hardly differ.
func TestTablesByExpansionsAreThoseByIntegration(t *testing.T) {
	f := ordered(t)
	for _, c := range []struct{ a, b items }{
		{itemsOf(0.5, 1.5, 0.5, 1, 1), itemsOf(-0.3, 1.2, 0.7, 2, 0.4)},
		{itemsOf(-4, 2.5, 0.2, 0.1, 3), itemsOf(2, 0.8, 2, 1e-6, 0.5)},
		{itemsOf(1, 0.01, 0.3, 1, 2), itemsOf(0, 0.02, 0.1, 1, 2)},
		{itemsOf(1, 0, 0.3, 1, 2), itemsOf(0, 1, 0, 1, 2)},
		{itemsOf(0, 1, 0.5, 1, 30), itemsOf(0, 1, 0.5, 14, 30)},
	} {
		for _, rho := range []float64{-0.9, 0, 0.5, 0.97, 1} {
			for _, pair := range [][2]items{{c.a, c.b}, {c.b, c.a}, {c.a, c.a}} {
				a, b := pair[0], pair[1]
				want, got := newTables(f), newTables(f)
				want.integrate(a, b, b.argument().Given(rho))
				require.True(t, got.sum(a, b, rho), "%v %v %v", a, b, rho)
				what := fmt.Sprint(a, b, rho)
				require.InDeltaSlice(t, want.shareA, got.shareA, 1e-10, what)
				require.InDeltaSlice(t, want.shareB, got.shareB, 1e-10, what)
				require.InDeltaSlice(t, want.covariance, got.covariance, 1e-10, what)
				for _, p := range append(got.shareA, got.shareB...) {
					require.GreaterOrEqual(t, p, 0.0)
				}
			}
		}
	}
}

// Where few terms are not enough the tables are integrated, and where no number is right they say so.
func TestTablesThatHaveNoFewTerms(t *testing.T) {
	f := ordered(t)
	wide := itemsOf(0, 12, 0, 1, 1)
	want, got := newTables(f), newTables(f)
	require.False(t, got.sum(wide, wide, 1))
	got.set(wide, wide, 1)
	want.integrate(wide, wide, wide.argument())
	require.Equal(t, want.covariance, got.covariance)
	require.False(t, got.sum(wide, wide, 1.5))
}

func BenchmarkTables(b *testing.B) {
	t := newTables(ordered(b))
	x, y := itemsOf(0.5, 1.5, 0.5, 1, 1), itemsOf(-0.3, 1.2, 0.7, 2, 0.4)
	for b.Loop() {
		t.set(x, y, 0.8)
	}
}
