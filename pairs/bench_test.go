package pairs

import "testing"

// A gradient of comparisons with ties, whose answers are shared and whose labelers have tastes.
func BenchmarkGradient(b *testing.B) {
	d := specs()["labelers with tastes"]
	t := newDensity(d, newRows(d))
	grad, x := make([]float64, t.Dim()), make([]float64, t.Dim())
	for b.Loop() {
		t.LogProbGrad(grad, x)
	}
	b.ReportMetric(float64(len(t.rows.all)), "rows")
}
