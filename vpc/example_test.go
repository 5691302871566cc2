package vpc_test

import (
	"fmt"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// draws are four of a study of numbers, as another program may have left them.
func draws() (*model.Posterior, error) {
	d := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_residual"}, 1, 4)
	for i, x := range [][]float64{{50, 20, 5, 10}, {51, 19, 6, 10}, {49, 21, 4, 10}, {50, 20, 5, 10}} {
		for v, value := range x {
			d.Quantity(v).Chains[0][i] = value
		}
	}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Residual: spec.CommonResidual}
	return model.FromDraws(sp, []string{"crowd"}, d)
}

func ExamplePartition() {
	fit, err := draws()
	if err != nil {
		fmt.Println(err)
		return
	}
	crowd, err := fit.Study("crowd")
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := vpc.NewPartition(crowd, vpc.Label)
	if err != nil {
		fmt.Println(err)
		return
	}
	icc := part.ICC()
	labelers, _ := part.LabelerICC()
	fmt.Printf("of the first draw 20² / (20² + 5² + 10²) = %.3f\n", icc.Chains[0][0])
	fmt.Printf("ICC %.2f, labeler ICC %.2f\n", icc.Mean(), labelers.Mean())
	fmt.Printf("ICC of the mean of 4 labels %.2f\n", part.ICCk(4).Mean())
	fmt.Printf("labels an item for a reliability of 0.95: %.0f\n", part.LabelsFor(0.95).Quantile(0.5))
	// Output:
	// of the first draw 20² / (20² + 5² + 10²) = 0.762
	// ICC 0.76, labeler ICC 0.05
	// ICC of the mean of 4 labels 0.93
	// labels an item for a reliability of 0.95: 6
}
