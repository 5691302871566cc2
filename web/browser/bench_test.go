package browser

import (
	"testing"
	"time"
)

// BenchmarkPolicy is a file chosen in the page: seconds until its coefficients are there, and until the whole report
// is.
func BenchmarkPolicy(b *testing.B) {
	// The page unpacks its program while a person looks for a file.
	const unpacking = 4 * time.Second
	var first, all float64
	for b.Loop() {
		tb := open(b, file(b), 1280, 900)
		time.Sleep(unpacking)
		began := time.Now()
		tb.choose(data("policy.csv"))
		tb.until(hasCoefficients)
		first += time.Since(began).Seconds()
		tb.until(isDone + "||" + hasFault)
		all += time.Since(began).Seconds()
		tb.clean()
	}
	b.ReportMetric(first/float64(b.N), "coefficients-s")
	b.ReportMetric(all/float64(b.N), "report-s")
	b.ReportMetric(0, "ns/op")
}
