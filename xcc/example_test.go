package xcc_test

import (
	"fmt"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// draws are three of three studies of numbers, as another program may have left them.
func draws() (*model.Posterior, error) {
	names := []string{
		"mu[1]", "mu[2]", "mu[3]", "sd_item[1]", "sd_item[2]", "sd_item[3]",
		"cor_item[1,2]", "cor_item[1,3]", "cor_item[2,3]", "sd_residual",
	}
	d := posterior.NewDraws(names, 1, 3)
	for i, x := range [][]float64{
		{0, 0, 0, 1, 1, 1, 0.6, 0.9, 0.6, 1},
		{0, 0, 0, 1, 1, 1, 0.7, 0.9, 0.6, 1},
		{0, 0, 0, 1, 1, 1, 0.8, 0.8, 0.6, 1},
	} {
		for v, value := range x {
			d.Quantity(v).Chains[0][i] = value
		}
	}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers, Residual: spec.CommonResidual}
	return model.FromDraws(sp, []string{"experts", "old", "new"}, d)
}

func ExampleJoint() {
	fit, err := draws()
	if err != nil {
		fmt.Println(err)
		return
	}
	joint, err := xcc.NewJoint(vpc.Label, fit.EachStudy()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range xcc.Pairs(fit) {
		rho, x := joint.Rho(p.A, p.B).Mean(), joint.XCC(p.A, p.B).Mean()
		fmt.Printf("%s × %s: ρ %.2f, xCC %.2f\n", p.A.Name(), p.B.Name(), rho, x)
	}
	// Output:
	// experts × old: ρ 0.70, xCC 0.35
	// experts × new: ρ 0.87, xCC 0.43
	// old × new: ρ 0.60, xCC 0.30
}

func ExampleJoint_RhoDifference() {
	fit, err := draws()
	if err != nil {
		fmt.Println(err)
		return
	}
	joint, err := xcc.NewJoint(vpc.Label, fit.EachStudy()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	experts, old, tool := fit.StudyAt(0), fit.StudyAt(1), fit.StudyAt(2)
	closer := joint.RhoDifference(experts, tool, old)
	fmt.Printf("the new tool is closer by %.2f, P(> 0) = %.2f\n", closer.Mean(), closer.Positive().Value)
	// Output:
	// the new tool is closer by 0.17, P(> 0) = 0.67
}
