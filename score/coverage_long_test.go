//go:build long

package score

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCoverageTable makes the table of docs/lab/validation.md: shares of 1,000 simulated studies with the truth in the
// interval of 95 %. Their Monte Carlo error is 0.7 %. Each of two systems has 1,000 items.
//
//	go test -tags long -timeout 60m -v -run TestCoverageTable ./score
func TestCoverageTable(t *testing.T) {
	const studies = 1000
	var cells []simulated
	for _, family := range families {
		for _, judge := range judges {
			for _, stratified := range []bool{false, true} {
				for _, pool := range []int{1, 2, 5} {
					for _, n := range []int{20, 50, 200} {
						cells = append(cells, simulated{family, judge, stratified, pool, n, 1000, 0.2})
					}
				}
			}
		}
	}
	results := make([]covered, len(cells))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(cells); i += workers {
				results[i] = cells[i].coverage(studies, uint64(i), Options{})
			}
		})
	}
	group.Wait()
	error := math.Sqrt(0.95 * 0.05 / studies)
	for i, c := range cells {
		r := results[i]
		t.Logf("%-8s %-8s %s %d n=%3d: mean %.3f, alone %.3f, difference %.3f, width %.2f, equals %3.0f",
			c.family, c.judge, draws[c.stratified], c.pool, c.labelled, r.mean, r.alone, r.difference, r.width, r.few)
		for what, share := range map[string]float64{"mean": r.mean, "difference": r.difference} {
			low, high := 0.93, 0.97
			if c.labelled < 50 {
				low, high = 0.92, 0.98
			}
			assert.InDelta(t, (low+high)/2, share, (high-low)/2+2*error, fmt.Sprint(what, " ", c))
		}
	}
}
