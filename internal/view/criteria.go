package view

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/say"
)

// criteria is the layout of fit --criteria.
func criteria() View {
	pairs := []Col{{Q: "true_scores"}, {Q: "two_labelers"}, {Q: "one_labeler"}, {Q: "halo", Priority: document.Useful}}
	return View{
		Title: "Criteria", Foot: filled("Label scale. Medians and {level}% credible intervals."),
		Read: func(s say.Scope) string {
			_, read, _ := strings.Cut(ReadLine(s.Data), s.Data.File+"  ")
			return read + fmt.Sprintf(" · %d criteria", len(criteriaOf(s)))
		},
		First: []Block{
			Func(reliabilities), Func(halos),
			Table{If: one, Name: "pairs", Caption: "Two criteria", Lines: twoCriteria, Cols: medians(pairs)},
			Notes{}, Checks{undoubted("the labels fit the model")},
		},
		More: []Section{
			{ID: "group-{#}", Title: "Labels of {group}", Each: true, Blocks: []Block{
				Table{Name: "criteria-{#}", Caption: "Criterion", Lines: Each(""), Notes: func(s Scope) []string {
					return some(s.ofJudge("Agreement with {reference} on the same criterion. r: correlation of one " +
						"label with its true score."))
				}, Cols: []Col{{Q: "mean"}, {Q: "icc"}, {Q: "labeler_icc"}, {Q: "rho"}, {Q: "xcc"},
					{Q: "validity", Head: "r"}}},
				Func(func(s Scope) []document.Part {
					parts := Table{Name: "pairs-{#}", Caption: "Correlations over criteria", Lines: withMean,
						Cols: append(pairs, Col{Q: "one_labeler", As: answer.Things, Head: "items",
							Priority: document.Spare}),
						Notes: func(s Scope) []string {
							return some(s.Fill("[The halo is larger than the reference's by {halo_difference.all}, " +
								"with probability {halo_difference.p}.]"))
						}}.lay(s)
					if s.Row("true_scores").Defined() {
						parts[0].Chart = trueScores(s)
					}
					return parts
				})}},
			{ID: "check", Title: "Labels compared with replicated studies",
				Lead: "The model made studies of the same design, with new items and labelers. p of all is the " +
					"probability that a study from the model has any statistic as far out. An assumption is in " +
					"doubt if p of all is at most " + document.Fixed(predictive.Threshold, 3) + ".",
				Blocks: []Block{Func(contradicted),
					Table{Name: "check", Caption: "Statistics of the labels", Lines: checked,
						Cols: []Col{{Q: "observed"}, {Q: "replicated", As: answer.Range},
							{Q: "replicated", Head: "p", Made: func(s say.Scope) document.Cell {
								return document.PValue(s.Row("replicated").P)
							}}, {Q: "p_of_all"}}}}},
			{ID: "model", Title: "Model", Blocks: []Block{Text(criteriaModel)}},
		},
	}
}

// medians are columns without intervals.
func medians(of []Col) []Col {
	all := slices.Clone(of)
	for i := range all {
		all[i].As, all[i].Priority = answer.Alone, document.Essential
	}
	return all
}

// criteriaOf are the criteria, in their order.
func criteriaOf(s say.Scope) (names []string) {
	for _, r := range s.Of("mean") {
		if r.Group == s.Set["reference"] {
			names = append(names, r.Key.Of)
		}
	}
	return names
}

// ofJudge is a text about agreement with the reference; "" if the scope has none.
func (s Scope) ofJudge(text string) string {
	if s.At.Group == s.Set["reference"] {
		return ""
	}
	return s.Fill(text)
}

// reliabilities has a line for each criterion of the reference, with that whose true scores correlate most with its.
func reliabilities(s Scope) []document.Part {
	s.At = answer.Key{Group: s.Set["reference"]}
	most := func(s say.Scope) (most *answer.Row) {
		for _, r := range s.Of("true_scores") {
			if r.Part() == s.At.Part() && (r.Key.Of == s.At.Of || r.Against == s.At.Of) &&
				(most == nil || r.Value > most.Value) {
				most = r
			}
		}
		return most
	}
	t := Table{Name: "criteria", Caption: "Criterion", Lines: Each(""), Cols: []Col{
		{Q: "icc", Head: "reliability of\none label (ICC)"},
		{Q: "icc", Head: "true scores most\nlike those on", Made: func(s say.Scope) document.Cell {
			r := most(s)
			if r.Key.Of == s.At.Of {
				return document.Text(document.Clip(r.Against))
			}
			return document.Text(document.Clip(r.Key.Of))
		}},
		{Q: "icc", Head: "correlation", Priority: document.Useful, Made: func(s say.Scope) document.Cell {
			return most(s).Cell(answer.Whole)
		}}}}
	if s.Several() {
		t.Caption = document.Clip(s.At.Group)
	}
	return t.lay(s)
}

// halos has a line for each group: its halo, and how well it agrees with the reference on each criterion.
func halos(s Scope) []document.Part {
	if !s.Several() {
		return nil
	}
	var lines []Line
	judges, people := false, false
	for _, part := range s.Parts() {
		lines = append(lines, Line{Name: document.Clip(part.Group), Key: part})
		if part.Group != s.Set["reference"] {
			one := s.Get("rho", part) != nil // the row that says why there is none
			judges, people = judges || one, people || !one
		}
	}
	head, notes := "r", []string{}
	note := func(when bool, text string) {
		if when {
			notes = append(notes, s.Fill(text))
		}
	}
	note(true, "halo: how one labeler's errors on an item correlate between criteria, ignoring the labeler's level.")
	note(judges, "r: correlation of one label with the true score of {reference} on the criterion.")
	note(judges && people, "Groups with several labels of an item have ρ in its place, the correlation of their true "+
		"scores with those of {reference}.")
	if !judges {
		head = "ρ"
		note(people, "ρ: correlation of true scores with those of {reference} on the criterion.")
	}
	return Table{Name: "groups", Caption: "Group", Lines: func(Scope, []Col) []Line { return lines },
		Notes: func(Scope) []string { return notes },
		Cols: []Col{{Q: "halo"}, {Q: "halo_difference", As: answer.Chance, Head: "P(larger than\n{reference})"},
			{Q: "rho|validity", As: answer.Alone, Head: head + "\n{of}",
				Spread: func(at answer.Key) answer.Key { return answer.Key{Of: at.Of} }}}}.lay(s)
}

// twoCriteria has a line for each two criteria of the part of the scope.
func twoCriteria(s Scope, cols []Col) []Line {
	return slices.DeleteFunc(Each(" × ", "one_labeler", "halo")(s, cols), func(l Line) bool { return l.Against == "" })
}

// withMean is [twoCriteria] with a line for the mean.
func withMean(s Scope, cols []Col) []Line {
	return append(twoCriteria(s, cols), Line{Name: "mean", Key: s.At})
}

// trueScores draws the correlations of true scores over criteria.
func trueScores(s Scope) document.Matrix {
	m := s.matrix(s.fill("true-scores-{#}"), "Correlations of true scores over criteria", -1, "true_scores",
		criteriaOf(s.Scope), func(x float64) float64 { return x })
	for i := range m.Values {
		m.Values[i][i] = 1
	}
	return m
}

// contradicted are the assumptions that labels contradict.
func contradicted(s Scope) (parts []document.Part) {
	for _, d := range say.CriteriaDoubts(s.Answer) {
		parts = append(parts, document.Part{Text: []string{d.Group + ": " + d.Assumption + ".", d.Evidence + ".",
			"If not: " + d.Consequence + ".", "Look at: " + d.Look + "."}})
	}
	return parts
}

// checked has a line for each statistic of the predictive check.
func checked(s Scope, _ []Col) (all []Line) {
	for _, r := range s.Of("observed") {
		name := say.Scope{Answer: s.Answer, At: r.Key}.Statistic()
		all = append(all, Line{Title: document.Clip(r.Group), Name: name, Key: r.Key})
	}
	return all
}

// criteriaModel describes the model and its priors.
func criteriaModel(s Scope) []string {
	m := s.Runs[0].Model
	var priors []string
	for _, name := range []string{"mean", "sd", "labeler_sd", "correlation"} {
		if prior := m.Priors[name]; prior != "" {
			priors = append(priors, strings.ReplaceAll(name, "_", " ")+" "+prior)
		}
	}
	return []string{fmt.Sprintf("θ = μ + item + labeler + halo, with %s labels. Effects of an item are correlated "+
		"over groups and criteria, effects of a labeler over criteria. The halo is an effect of item and labeler on "+
		"all criteria. Labeler effects: %s.", m.Family, m.Labelers), "Priors: " + strings.Join(priors, ", ") + "."}
}
