package export_test

import (
	"fmt"
	"os"

	"concord/internal/result/export"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// Draws that were kept, or made by another program, become the variables that are exported.
func ExampleSummary() {
	draws := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_residual"}, 1, 4)
	copy(draws.Chain(0, 0), []float64{4, 5, 6, 5})
	copy(draws.Chain(1, 0), []float64{3, 3, 3, 3})
	copy(draws.Chain(2, 0), []float64{4, 4, 4, 4})
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers}
	fit, err := model.FromDraws(sp, []string{"=ads"}, draws)
	if err != nil {
		fmt.Println(err)
		return
	}
	variables := export.Variables(fit, fit.StudyAt(0), false)
	names := map[string][]string{"study": fit.Studies()}
	if err := export.Summary(os.Stdout, variables, names, posterior.Interval{Level: 0.5}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// variable,of,mean,sd,median,lower,upper,rhat,ess_bulk,ess_tail,mcse_mean,mcse_sd
	// mu[1],'=ads,5,0.816496580927726,5,4.75,5.25,1.224744871391589,,,,
	// sd_item[1],'=ads,3,0,3,3,3,,,,,
	// sd_residual,,4,0,4,4,4,,,,,
	// icc[1],'=ads,0.36,0,0.36,0.36,0.36,,,,,
	// sem[1],'=ads,4,0,4,4,4,,,,,
	// mdc[1],'=ads,11.08723059479742,0,11.08723059479742,11.08723059479742,11.08723059479742,,,,,
}
