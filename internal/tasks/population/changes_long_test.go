//go:build long

package population

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLongChanges prints how often a change is found, and where: the table of docs/lab/validation.md.
func TestLongChanges(t *testing.T) {
	fmt.Println("φ | weeks before and after | shift | found | wanders | exact | ±1 | range holds it | its weeks")
	for _, phi := range []float64{0, 0.5, 0.8} {
		for _, side := range []int{6, 13, 26} {
			for _, shift := range []float64{0, 1, 2, 3} {
				runs := 200
				if side == 26 {
					runs = 50
				}
				if phi == 0.8 && shift > 0 {
					continue
				}
				r := rate(rand.New(rand.NewPCG(7, uint64(side))), runs, side, side, phi, shift)
				fmt.Printf("%.1f | %d | %.0f | %s\n", phi, side, shift, r)
				if shift == 0 && phi == 0 {
					assert.LessOrEqual(t, r.found+r.wander, 5.0)
				}
			}
		}
	}
	for _, before := range []int{5, 10, 20} { // of 26 weeks
		r := rate(rand.New(rand.NewPCG(7, 3)), 200, before, 26-before, 0, 2)
		fmt.Printf("0 | %d and %d | 2 | %s\n", before, 26-before, r)
	}
}
