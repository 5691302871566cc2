package model_test

import (
	"context"
	"errors"
	"fmt"

	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// ratings are 60 jokes rated by eight of twenty people each, from a known truth.
func ratings() (*study.Table, error) {
	design, err := simulate.Plan{
		Items: 60, Studies: []simulate.StudyPlan{{Name: "crowd", Labelers: 20, LabelsPerItem: 8}},
	}.Generate(1)
	if err != nil {
		return nil, err
	}
	return simulate.Simulate(simulate.Truth{
		Family:  family.Gaussian{},
		Studies: []simulate.StudyTruth{{Mean: 50, ItemSD: 20, LabelerSD: 5, ResidualSD: 10}},
	}, design, 1)
}

func ExampleFit() {
	table, err := ratings()
	if err != nil {
		fmt.Println(err)
		return
	}
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	crowd, err := fit.Study("crowd")
	if err != nil {
		fmt.Println(err)
		return
	}
	sd := crowd.ItemSD().Summary(0.95)
	fmt.Println(fit.Spec().Family, "labels,", table.Len(), "of them")
	fmt.Println("the truth, 20, is in the interval:", sd.Lower < 20 && 20 < sd.Upper)
	fmt.Println("the chains agree:", sd.RHat < 1.01 && sd.ESSBulk > 400)
	// Output:
	// gaussian labels, 480 of them
	// the truth, 20, is in the interval: true
	// the chains agree: true
}

// A design that does not determine the model is an error that says why, with a code for programs.
func Example_refusal() {
	var b study.Builder
	for i, item := range []string{"a", "b", "c"} {
		b.Add(item, "ann", "crowd", float64(3+i*i))
	}
	table, err := b.Table()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{})
	var data *refusal.Error
	if errors.As(err, &data) {
		fmt.Println(data)
		fmt.Println(data.Code)
	}
	// Output:
	// group "crowd" has one label for each of its 3 items, so the model cannot separate items from noise
	// items_not_repeated
}
