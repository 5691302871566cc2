package nonparam_test

import (
	"context"
	"fmt"

	"concord/nonparam"
	"concord/study"
)

func ExampleOf() {
	var b study.Builder
	for _, l := range []struct {
		item, labeler, study string
		label                float64
	}{
		{"1", "ann", "experts", 1}, {"1", "bob", "experts", 1}, {"1", "w1", "crowd", 1}, {"1", "w2", "crowd", 1},
		{"2", "ann", "experts", 0}, {"2", "bob", "experts", 0}, {"2", "w1", "crowd", 0}, {"2", "w2", "crowd", 1},
		{"3", "ann", "experts", 1}, {"3", "bob", "experts", 0}, {"3", "w1", "crowd", 1}, {"3", "w2", "crowd", 0},
		{"4", "ann", "experts", 0}, {"4", "bob", "experts", 0}, {"4", "w1", "crowd", 0}, {"4", "w2", "crowd", 0},
	} {
		b.Add(l.item, l.labeler, l.study, l.label)
	}
	table, err := b.Table()
	if err != nil {
		panic(err)
	}
	experts, crowd := nonparam.FromStudy(table.StudyAt(0)), nonparam.FromStudy(table.StudyAt(1))
	k, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, experts, crowd)
	if err != nil {
		panic(err)
	}
	fmt.Printf("κ_x = %.3f on %d items and %d ratings\n", k.Value, k.Items, k.Ratings)
	// Output: κ_x = 0.500 on 4 items and 16 ratings
}

func ExampleAgreementOf() {
	// Shrout and Fleiss (1979), Table 2: six targets, four judges.
	r, err := nonparam.FromMatrix([][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9},
		{6, 2, 4, 7}})
	if err != nil {
		panic(err)
	}
	results, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{r}, nonparam.Options{
		Coefficients: []nonparam.Coefficient{nonparam.ICC1Name, nonparam.ICCA1Name, nonparam.ICCC1Name,
			nonparam.CohenKappaName}})
	if err != nil {
		panic(err)
	}
	for _, e := range results {
		if e.Undefined != "" {
			fmt.Println(e.Coefficient, "is undefined:", e.Undefined)
			continue
		}
		fmt.Printf("%s %.2f [%.2f, %.2f]\n", e.Coefficient, e.Value, e.Interval.Lower, e.Interval.Upper)
	}
	// Output:
	// icc_1 0.17 [-0.13, 0.72]
	// icc_A1 0.29 [0.02, 0.76]
	// icc_C1 0.71 [0.34, 0.95]
	// cohen_kappa is undefined: there are not exactly two raters
}
