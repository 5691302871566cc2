package vpc_test

import (
	"concord/study"
	"concord/vpc"
)

// publishedStudies are a study of Shavelson and Webb (1991), and the synthetic data sets of Brennan (2001),
// Generalizability Theory, Springer, with one facet (number 1, p × i, of 0 and 1 as in Huynh 1977), two crossed ones
// (number 3, p × i × o, tables 3.1 and 3.3) and a nested one (number 4, p × (r:t), tables 3.2 and 3.4), and the
// components and coefficients that the book prints. Labels are as R's packages gtheory 0.1.2 and Gboot and the tests
// of GeneralizIT (Smith, Kline and Kline 2025) have them, printed figures as the latter; of numbers 3 and 4 REML of
// lme4 1.1.31 has the same components.
func publishedStudies() []published {
	item, labeler := study.ItemFactor, study.LabelerFactor
	levels := func(pairs ...vpc.Levels) vpc.Design { return vpc.Design{Levels: pairs} }
	questions := func(n int) vpc.Design { return levels(vpc.Levels{Factor: labeler, N: n}) }

	one := published{name: "number 1, p × i", factors: []string{item, labeler},
		effects: []effect{
			{[]string{item}, 9, []float64{12, 0, 1}},
			{[]string{labeler}, 11, []float64{0, 10, 1}},
			{[]string{item, labeler}, 99, []float64{0, 0, 1}},
		},
		terms: []term{{item, 0.0574, 10}, {labeler, 0.0754, 12}, {"residual", 0.1269, 120}},
		designs: []decision{{questions(12), 0.844, 0.773, 3}, {questions(5), 0.693, 0.586, 3},
			{questions(10), 0.819, 0.740, 3}, {questions(15), 0.871, 0.810, 3}, {questions(20), 0.901, 0.850, 3}},
	}.filled([]string{
		"101000000000", "111001000000", "111110000000", "110110010000", "111110100000",
		"111011100000", "111111100000", "111101111100", "111111111110", "111111111111",
	}, func(column int) []int { return []int{column} })

	// A row is a person, a column one of four questions on the first occasion, then on the second.
	three := published{name: "number 3, p × i × o", factors: []string{item, labeler, "o"},
		effects: []effect{
			{[]string{item}, 9, []float64{8, 0, 0, 2, 4, 0, 1}},
			{[]string{labeler}, 3, []float64{0, 20, 0, 2, 0, 10, 1}},
			{[]string{"o"}, 1, []float64{0, 0, 40, 0, 4, 10, 1}},
			{[]string{item, labeler}, 27, []float64{0, 0, 0, 2, 0, 0, 1}},
			{[]string{item, "o"}, 9, []float64{0, 0, 0, 0, 4, 0, 1}},
			{[]string{labeler, "o"}, 3, []float64{0, 0, 0, 0, 0, 10, 1}},
			{[]string{item, labeler, "o"}, 27, []float64{0, 0, 0, 0, 0, 0, 1}},
		},
		terms: []term{{item, 0.5528, 10}, {labeler, 0.4417, 4}, {"o", 0.0074, 2}, {"item:labeler", 0.5750, 40},
			{"item:o", 0.1009, 20}, {"labeler:o", 0.1565, 8}, {"residual", 0.9352, 80}},
		designs: []decision{{levels(vpc.Levels{Factor: labeler, N: 4}, vpc.Levels{Factor: "o", N: 2}), 0.64, 0.55, 2}},
	}.filled([]string{
		"26752555", "45676757", "55465455", "59865776", "43564564",
		"44476478", "26652775", "34456664", "05455553", "68766886",
	}, func(column int) []int { return []int{column % 4, column / 4} })

	// A row is a person, a column one of four raters of the first task, then of the second, then of the third.
	nested := levels(vpc.Levels{Factor: labeler, N: 4}, vpc.Levels{Factor: "t", N: 3})
	nested.Within = map[string][]string{labeler: {"t"}}
	four := published{name: "number 4, p × (r:t)", factors: []string{item, labeler, "t"},
		effects: []effect{
			{[]string{item}, 9, []float64{12, 0, 0, 4, 1}},
			{[]string{"t"}, 2, []float64{0, 10, 40, 4, 1}},
			{[]string{labeler, "t"}, 9, []float64{0, 10, 0, 0, 1}},
			{[]string{item, "t"}, 18, []float64{0, 0, 0, 4, 1}},
			{[]string{item, labeler, "t"}, 81, []float64{0, 0, 0, 0, 1}},
		},
		terms: []term{{item, 0.4731, 10}, {labeler, 0.6475, 12}, {"t", 0.3252, 3}, {"item:t", 0.5596, 30},
			{"residual", 2.3802, 120}},
		designs: []decision{{nested, 0.55, 0.46, 2}},
	}.filled([]string{
		"565553456733", "937775557752", "343353356516", "755331435335", "929777372753",
		"343533634512", "737775575554", "585775543211", "998866655811", "444335655711",
	}, func(column int) []int { return []int{column, column / 4} })

	// Eight items of a test in science (CTBS) by twenty persons: Shavelson and Webb (1991), Generalizability Theory: A
	// Primer, table 1.1, as R's package hemp has it. Estimates are not the book's, which could not be had, but those
	// of R 4.2.2, anova(lm(score ~ person + item)) and the formulas of a one-facet design.
	primer := published{name: "Shavelson and Webb, p × i", factors: []string{item, labeler},
		effects: []effect{
			{[]string{item}, 19, []float64{8, 0, 1}},
			{[]string{labeler}, 7, []float64{0, 20, 1}},
			{[]string{item, labeler}, 133, []float64{0, 0, 1}},
		},
		terms:   []term{{item, 0.0305, 20}, {labeler, 0.0093, 8}, {"residual", 0.2103, 160}},
		designs: []decision{{questions(8), 0.5366, 0.5259, 4}},
	}.filled([]string{
		"01000101", "10100001", "11100000", "11001001", "11110001", "11111111", "10100110",
		"10100011", "10000111", "01001100", "00011100", "00100000", "11111111", "00000111",
		"00100001", "11100100", "01000000", "10000111", "00000110", "01000000",
	}, func(column int) []int { return []int{column} })
	return []published{one, three, four, primer}
}

// filled is p with labels of one digit: a row for each person, and for each column the levels of the other factors.
func (p published) filled(rows []string, others func(column int) []int) published {
	p.levels = make([][]int, len(p.factors))
	for person, row := range rows {
		for column, digit := range row {
			p.value = append(p.value, float64(digit-'0'))
			for f, level := range append([]int{person}, others(column)...) {
				p.levels[f] = append(p.levels[f], level)
			}
		}
	}
	return p
}
