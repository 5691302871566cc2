package xcc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"

	"concord/model/family"
)

// Oracle: the mean over the factor of Student's t of tables given it.
func TestTablesOfStudentItemsAreMeansOverTheFactor(t *testing.T) {
	ordered, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	assert.NoError(t, err)
	a := items{family.SlopedPoint{Point: family.Point{Mean: 0.4, SD: 1.3, Rest: 0.5}}, []float64{1, 0.7}}
	b := items{family.SlopedPoint{Point: family.Point{Mean: -1, SD: 0.8, Rest: 0.2}}, []float64{0.4, 1.5}}
	for _, df := range []float64{4, 30} {
		var factors family.Mixture
		factors.SetStudent(df)
		for _, c := range []struct {
			a, b items
			rho  float64
		}{{a, a, 1}, {a, b, 0.7}, {b, a, -0.4}, {a, b, 1}} {
			want, got := newTables(ordered), newTables(ordered)
			want.average(c.a, c.b, c.rho, &factors)
			got.student(c.a, c.b, c.rho, df)
			assert.InDeltaSlice(t, want.shareA, got.shareA, 1e-9)
			assert.InDeltaSlice(t, want.shareB, got.shareB, 1e-9)
			assert.InDeltaSlice(t, want.covariance, got.covariance, 1e-9, "%v %v", df, c)
		}
	}
}

// average works the tables out for items whose effects are normal given a factor, which both studies share. The shares
// are means over the factor. The covariances are the means of the covariances given the factor, plus the covariances of
// the shares.
func (t *tables) average(a, b items, rho float64, factors *family.Mixture) {
	c := t.categories
	sum := make([]float64, 4*c+c*c)
	shareA, shareB, firstA, firstB, covariance := sum[:c], sum[c:2*c], sum[2*c:3*c], sum[3*c:4*c], sum[4*c:]
	sdA, sdB := a.SD, b.SD
	for i, w := range factors.Weight {
		a.SD, b.SD = factors.Factor[i]*sdA, factors.Factor[i]*sdB
		t.set(a, b, rho)
		if i == 0 { // lest nearly equal shares cancel
			copy(firstA, t.shareA)
			copy(firstB, t.shareB)
		}
		floats.Sub(t.shareA, firstA)
		floats.Sub(t.shareB, firstB)
		floats.AddScaled(shareA, w, t.shareA)
		floats.AddScaled(shareB, w, t.shareB)
		for y, p := range t.shareA {
			for z, q := range t.shareB {
				covariance[y*c+z] += w * (t.covariance[y*c+z] + p*q)
			}
		}
	}
	floats.AddTo(t.shareA, firstA, shareA)
	floats.AddTo(t.shareB, firstB, shareB)
	for y, p := range shareA {
		for z, q := range shareB {
			t.covariance[y*c+z] = covariance[y*c+z] - p*q
		}
	}
}
