package planning_test

import (
	"fmt"

	"concord/planning"
)

// For 1,000 labels: many items with few labels each, or few items with many?
func ExampleComponents() {
	c := planning.Components{Item: 4, Labeler: 1, Residual: 5}
	fmt.Printf("ICC %.2f\n", c.ICC())
	for _, k := range []int{2, 3, 5, 10} {
		d := planning.Design{Items: 1000 / k, LabelsPerItem: k, Labelers: 50}
		fmt.Printf("%3d items × %2d labels: SE of the mean %.3f, of the ICC %.3f\n", d.Items, k, c.MeanSE(d),
			c.ICCSE(d))
	}
	// Output:
	// ICC 0.40
	// 500 items ×  2 labels: SE of the mean 0.182, of the ICC 0.036
	// 333 items ×  3 labels: SE of the mean 0.192, of the ICC 0.033
	// 200 items ×  5 labels: SE of the mean 0.212, of the ICC 0.034
	// 100 items × 10 labels: SE of the mean 0.255, of the ICC 0.041
}
