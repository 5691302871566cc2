//go:build long

package nonparam

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// crossedDesigns are those of docs/lab/agreement.md.
func crossedDesigns() []crossedDesign {
	var all []crossedDesign
	for _, kind := range []struct {
		name  string
		model crossedModel
	}{{"numbers", numbersModel()}, {"0/1", binaryModel(0)}} {
		for _, raters := range []int{5, 10, 30, 100} {
			all = append(all,
				crossedDesign{kind.name + ", 100 items, each by all raters", kind.model, 100, raters, 0, false})
		}
		for _, raters := range []int{5, 10, 30, 100} {
			all = append(all, crossedDesign{kind.name + ", 200 items, each by 3", kind.model, 200, raters, 3, false})
		}
		all = append(all,
			crossedDesign{kind.name + ", 100 items, each by 2", kind.model, 100, 30, 2, false},
			crossedDesign{kind.name + ", 200 items, each by 3, skewed crowd", kind.model, 200, 30, 3, true},
			crossedDesign{kind.name + ", 30 items, each by all raters", kind.model, 30, 5, 0, false},
			crossedDesign{kind.name + ", 400 items, each by all raters", kind.model, 400, 5, 0, false})
	}
	return append(all, crossedDesign{"0/1, 16 % positive, 200 items, each by 3", binaryModel(-2), 200, 30, 3, false})
}

// TestCrossedCoverageTable prints the table of docs/lab/agreement.md.
func TestCrossedCoverageTable(t *testing.T) {
	fmt.Println("| design | labelers | α, items alone | α | κ_x | normalized κ_x | Δ κ_x | Δ normalized κ_x |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for k, d := range crossedDesigns() {
		studies := 500
		if d.perItem == 0 && d.raters == 100 {
			studies = 100 // with 30,000 labels each
		}
		all := d.coverage(t, studies, uint64(900+k))
		fmt.Printf("| %s | %d | %.1f %%", d.name, d.raters, 100*float64(all["alpha"].items)/float64(studies))
		for _, name := range []string{"alpha", "kappa_x", "normalized", "difference", "normalized difference"} {
			h := all[name]
			fmt.Printf(" | %.1f %% (%.2f)", 100*h.share(), h.ratio())
			assert.Greater(t, h.share(), 0.88, "%s of %s", name, d.name)
		}
		fmt.Println(" |")
	}
}
