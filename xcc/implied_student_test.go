package xcc

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
)

// Oracle: the mean over the factor of Student's t of tables given it.
func TestTablesOfStudentItemsAreMeansOverTheFactor(t *testing.T) {
	ordered, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	assert.NoError(t, err)
	a := items{family.SlopedPoint{Point: family.Point{Mean: 0.4, SD: 1.3, Rest: 0.5}}, []float64{1, 0.7}}
	b := items{family.SlopedPoint{Point: family.Point{Mean: -1, SD: 0.8, Rest: 0.2}}, []float64{0.4, 1.5}}
	for _, df := range []float64{4, 30} {
		var student family.Mixture
		student.SetStudent(df)
		factors := &family.Mixture{Factor: student.Factor, Weight: student.Weight}
		for _, c := range []struct {
			a, b items
			rho  float64
		}{{a, a, 1}, {a, b, 0.7}, {b, a, -0.4}, {a, b, 1}} {
			want, got := newTables(ordered), newTables(ordered)
			want.average(c.a, c.b, c.rho, factors)
			got.average(c.a, c.b, c.rho, &student)
			assert.InDeltaSlice(t, want.shareA, got.shareA, 1e-9)
			assert.InDeltaSlice(t, want.shareB, got.shareB, 1e-9)
			assert.InDeltaSlice(t, want.covariance, got.covariance, 1e-9, "%v %v", df, c)
		}
	}
}
