package view

import (
	"strconv"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/visible"
)

// probabilities are the tables of a first screen about judges that give probabilities.
func probabilities() []Block {
	return []Block{
		Table{Name: "probabilities", Lines: Each(""), Cols: []Col{{Q: "auc"},
			{Q: "attained", As: answer.Alone, Priority: document.Useful}, {Q: "validity"},
			{Q: "worth", Priority: document.Useful}, better,
			{Q: "validity", As: answer.Chance, Head: "probability", Priority: document.Spare}}},
		Table{Name: "calibration", If: likely, Lines: Each("", "agreement"), Cols: []Col{{Q: "best_threshold"},
			{Q: "same_unseen|agreement", As: answer.Alone}, {Q: "judge_bias", As: answer.Signed},
			{Q: "expected_error"}, {Q: "expected_error_by_chance", Priority: document.Useful},
			{Q: "brier", As: answer.Alone, Priority: document.Spare}}},
	}
}

// likely says that judges give probabilities.
func likely(s Scope) bool { return len(s.Of("auc")) > 0 }

// ofProbabilities has every number about probabilities.
func ofProbabilities() []Section {
	return []Section{
		{ID: "order", Title: "Order", Lead: "One person says yes to one item, and one says no to another. AUC is " +
			"the chance that the judge gives the first item the higher probability. The majority of few labels " +
			"is another question: the more labels an item has, the higher is the AUC against their majority.",
			Blocks: []Block{
				Table{Name: "auc", Caption: "AUC", Lines: Each(""), Cols: []Col{{Q: "auc", Head: "a person's " +
					"label"},
					{Q: "auc", As: answer.Things, Head: "items"}, {Q: "auc_majority"},
					{Q: "auc_majority", As: answer.Things, Head: "items"}}},
				Table{Name: "auc-differences", Caption: "Differences of AUC", Lines: Each(" − "),
					Cols: []Col{{Q: "auc_difference"}, {Q: "auc_difference_p"},
						{Q: "auc_difference", As: answer.Things, Head: "items"}}}}},
		{ID: "calibration", Title: "Calibration", Lead: "Do probabilities mean what they say? 70% of people " +
			"should say yes to items with 0.7. The expected error is never 0, because shares vary by chance. " +
			"Compare it with the error by chance, which perfectly calibrated probabilities would have.",
			Blocks: []Block{
				Table{Name: "brier", Caption: "Brier score", Lines: Each(""), Notes: brierNotes,
					Cols: []Col{{Q: "brier", Head: "score"}, {Q: "reliability"}, {Q: "resolution"},
						{Q: "uncertainty"}, {Q: "within_bins"}, {Q: "judge_bias", As: answer.Signed}}},
				Func(reliability)}},
		{ID: "thresholds", Title: "Thresholds", Lead: "At the best threshold, the judge's yes and no have the " +
			"largest correlation with a random person's label. It was chosen on the same items, so it does worse " +
			"on others: the optimism says by how much.",
			Blocks: []Block{Table{Name: "thresholds", Caption: "Best thresholds", Lines: Each(""),
				Cols: []Col{{Q: "best_threshold", Head: "threshold"}, {Q: "correlation_there"},
					{Q: "correlation_optimism"}, {Q: "same_there"}, {Q: "same_optimism"}, {Q: "sensitivity"},
					{Q: "specificity"}}}}},
	}
}

func brierNotes(s Scope) []string {
	all := []string{"Chance adds to miscalibration and resolution. Its mean is subtracted, so miscalibration may be " +
		"a little below 0."}
	if d := s.Row("disagreement"); d != nil {
		all = append(all, "No probability has a score below "+document.Fixed(d.Value, 3)+", because people disagree.")
	}
	return all
}

// reliability is the reliability curve of each judge.
func reliability(s Scope) []document.Part {
	var all []document.Part
	for i, of := range s.Of("best_threshold") {
		caption := "Reliability curve of " + visible.Text(of.Key.Of)
		curve := document.Line{Name: of.Key.Of}
		t := Table{Name: "curve", Caption: caption, Cols: []Col{{Q: "bin_mean"}, {Q: "bin_yes"},
			{Q: "bin_yes", As: answer.Things, Head: "items"}}}
		var lines []Line
		for _, r := range s.Of("bin_yes") {
			if r.Key.Of != of.Key.Of {
				continue
			}
			from, to := s.Value("bin_from", r.Key), s.Value("bin_to", r.Key)
			name := document.Fixed(from, 2)
			if to != from {
				name += "–" + document.Fixed(to, 2)
			}
			lines = append(lines, Line{Name: name, Key: r.Key})
			curve.X, curve.Y = append(curve.X, s.Value("bin_mean", r.Key)), append(curve.Y, r.Value)
			curve.Lower, curve.Upper = append(curve.Lower, r.Lower), append(curve.Upper, r.Upper)
		}
		p := t.part(s, lines, len(lines))
		p.Chart = document.Lines{About: document.About{ID: "reliability-" + strconv.Itoa(i), Caption: caption,
			Small: true}, X: "mean probability", Y: "share of yes", High: 1, Points: p.Table,
			Lines: []document.Line{curve, {Name: "calibrated", Series: -1, Style: 1, X: []float64{0, 1},
				Y: []float64{0, 1}}}}
		all = append(all, p)
	}
	return all
}
