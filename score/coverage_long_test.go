//go:build long

package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// draws are names of how people's items are drawn: within strata or not.
var draws = map[bool]string{false: "random", true: "strata"}

// TestCoverageTable makes the table of docs/lab/validation.md: shares of 200 simulated studies with the truth in the
// interval of 95 %. Their Monte Carlo error is 1.5 %. Each of two systems has 500 items.
//
//	go test -tags long -timeout 60m -v -run TestCoverageTable ./score
func TestCoverageTable(t *testing.T) {
	const studies = 200
	error := math.Sqrt(0.95 * 0.05 / studies)
	var cells, outside int
	for _, family := range families {
		o := Options{}
		switch family {
		case "binary":
			o.Bounds = &[2]float64{0, 1}
		case "five":
			o.Bounds = &[2]float64{1, 5}
		}
		for _, judge := range judges {
			for _, stratified := range []bool{false, true} {
				for _, pool := range []int{1, 2, 5} {
					for _, n := range []int{20, 50, 200} {
						c := simulated{family, judge, stratified, pool, n, 500, 0.2}
						r := c.coverage(studies, uint64(cells), o)
						t.Logf("%s %s %s %d n=%d: mean %.3f alone %.3f difference %.3f width %.2f",
							c.family, c.judge, draws[c.stratified], c.pool, c.labelled,
							r.mean, r.alone, r.difference, r.width)
						for _, share := range []float64{r.mean, r.difference} {
							cells++
							if held := math.Round(share * studies); held < 0.93*studies || held > 0.97*studies {
								outside++
							}
							assert.Greater(t, share, 0.95-4*error, "%+v", c)
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d shares are outside 93 to 97 %%", outside, cells)
}
