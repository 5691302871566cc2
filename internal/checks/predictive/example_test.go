package predictive_test

import (
	"context"
	"fmt"
	"path/filepath"

	"concord/internal/checks/predictive"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study/read"
)

// In this study 6 of 30 people toss a coin. The coefficient alone does not say so: the model's value for it agrees.
func ExampleRun() {
	ctx := context.Background()
	file := filepath.Join("..", "..", "..", "testdata", "misfit_random.csv")
	table, err := read.Read(context.Background(), nil, file, read.Options{})
	if err != nil {
		panic(err)
	}
	fit, err := model.Fit(ctx, table, spec.Spec{}, sampler.Settings{Seed: 1})
	if err != nil {
		panic(err)
	}
	check, err := predictive.Run(ctx, fit, predictive.Options{Seed: 1})
	if err != nil {
		panic(err)
	}
	alpha := check.Coefficients[0]
	fmt.Printf("%s fits: %v\n", alpha.Statistic, alpha.Tail > 0.5)
	for _, d := range check.Doubts {
		fmt.Println("in doubt:", d.Assumption)
	}
	for _, l := range check.Outliers[:3] {
		fmt.Printf("%s: slope %.2f, in [%.1f, %.1f]\n", l.Name, l.Slope, l.Lower, l.Upper)
	}
	// Output:
	// kripp_alpha fits: true
	// in doubt: all labelers follow the items alike
	// labeler_03: slope -0.27, in [-0.9, 0.3]
	// labeler_23: slope -0.17, in [-0.8, 0.4]
	// labeler_13: slope -0.07, in [-0.9, 0.7]
}
