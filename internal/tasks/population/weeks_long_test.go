//go:build long

package population

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// TestLongWeeks prints how often changes of means and of reliability are found in twelve weeks: the table of
// docs/lab/validation.md. SERIES says how many instead of 300.
func TestLongWeeks(t *testing.T) {
	runs := 300
	if n, err := strconv.Atoi(os.Getenv("SERIES")); err == nil {
		runs = n
	}
	line := func(week int) float64 { return 0.7 * float64(week) / (weeks - 1) }
	for _, c := range []struct {
		name string
		of   weekly
	}{
		{"nothing", weekly{}},
		{"labelers rotate", weekly{rotate: true}},
		{"weeks differ by .2", weekly{tau: 0.2}},
		{"neighbours .5, .2", weekly{tau: 0.2, phi: 0.5}},
		{"mean ½ step", weekly{mean: after6(0, 0.5)}},
		{"mean 1 step", weekly{mean: after6(0, 1)}},
		{"mean line .7", weekly{mean: line}},
		{"ICC .44 to .11", weekly{icc: after6(0.44, 0.11)}},
		{"yes 50 %", weekly{positive: 0.5}},
		{"yes 10 %", weekly{positive: 0.1}},
		{"yes 50 %, ½ step", weekly{positive: 0.5, mean: after6(0, 0.5)}},
		{"yes 10 %, ½ step", weekly{positive: 0.1, mean: after6(0, 0.5)}},
	} {
		for _, items := range []int{10, 20, 40} {
			w := c.of
			w.items = items
			if w.mean == nil {
				w.mean = always(0)
			}
			if w.icc == nil {
				w.icc = always(0.44)
			}
			mean, reliability := w.findings(rand.New(rand.NewPCG(12, uint64(items))), runs)
			fmt.Printf("| %s | %d | %v | %v |\n", c.name, items, mean, reliability)
		}
	}
}
