//go:build long

package nonparam

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCoverageTable prints the table of docs/lab/agreement.md.
func TestCoverageTable(t *testing.T) {
	const studies, replicates = 1000, 499
	fmt.Println("| design | resampled | coefficient | percentile | BCa | length |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, c := range trials() {
		t.Run(c.name+"/"+c.resample.String(), func(t *testing.T) {
			percentile, length := c.coverage(t, studies, Bootstrap{Replicates: replicates})
			bca, _ := c.coverage(t, studies, Bootstrap{Replicates: replicates, Kind: BCa})
			fmt.Printf("| %s | %s | `%s` %s | %.1f %% | %.1f %% | %.3f |\n",
				c.name, c.resample, c.coefficient, c.distance, 100*percentile, 100*bca, length)
			for _, share := range []float64{percentile, bca} {
				assert.InDelta(t, 0.95, share, 0.03+4*math.Sqrt(0.95*0.05/studies))
			}
		})
	}
}
