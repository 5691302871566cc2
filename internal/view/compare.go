package view

import (
	"math"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// compare is the layout of fit compare.
func compare() View {
	changes := func(name, caption, scale string) Table {
		return Table{Name: name, Caption: caption, Cols: []Col{{At: answer.Key{K: 1}, Head: "{earlier}",
			Priority: document.Useful},
			{At: answer.Key{K: 2}, Head: "{later}", Priority: document.Useful}, {Suffix: "_change", Head: "difference"},
			{Suffix: "_change", As: answer.Chance}},
			Lines: func(s Scope, _ []Col) []Line {
				var all []Line
				for _, r := range say.Changes(s.Answer, scale) {
					all = append(all, changeLine(s, r))
				}
				return all
			}}
	}
	return View{
		Title: "Changes", Read: compareRead, Foot: compareFoot,
		First: []Block{
			changes("changes", "Change", ""),
			Table{Name: "labelled", Caption: "Labelled", Spare: true, Cols: []Col{{Q: "labels"}, {Q: "items"},
				{Q: "labelers", Head: "people"}, {Q: "observed_mean|observed_rate"}},
				Lines: func(s Scope, _ []Col) (all []Line) {
					for _, r := range s.Of("labels") {
						all = append(all, Line{Name: document.Clip(r.Of), Key: r.Key})
					}
					return all
				}},
			Notes{}, Checks{},
		},
		More: []Section{
			{ID: "differences", Title: "Differences", Blocks: []Block{changes("differences", "Difference", "")}},
			{ID: "pictures", Title: "Pictures of differences", Page: true, Blocks: []Block{Func(changeStrips)}},
			{ID: "latent", Title: "Latent scale",
				Blocks: []Block{changes("latent", "Change, latent scale", "latent")}},
		},
	}
}

// changeLine is the line of a change.
func changeLine(s Scope, r *answer.Row) Line {
	name := say.Measure(r)
	return Line{Name: say.Changed(say.Scope{Answer: s.Answer, At: r.Key}, name), Key: r.Key, Q: name}
}

// compareRead says how much was labelled.
func compareRead(s say.Scope) string {
	text := ""
	for _, r := range s.Of("labels") {
		text += say.Scope{Answer: s.Answer, At: r.Key}.Fill("{of}: {labels:label} · ")
	}
	s.At = answer.Key{}
	if s.Row("shared_items") == nil {
		return text[:len(text)-len(" · ")]
	}
	return text + s.Fill("in both: ") + document.Plural(int(s.Row("shared_items").Value), "item") + ", " +
		document.Plural(int(s.Row("shared_labelers").Value), "rater")
}

// compareFoot says how the runs were compared.
func compareFoot(s say.Scope) string {
	how := map[string]string{"together": "One model was fitted to the labels of both.",
		"groups": "One model was fitted to both runs of each group that has people in both.",
		"draws":  "Only the draws of the runs were compared, as if they shared no items.",
		"apart":  "The two posteriors were compared as if they shared no items.",
		"":       "The runs share no items, so that their posteriors are independent."}[s.Set["fitted"]]
	return s.Fill("Medians and {level}% credible intervals, {later} minus {earlier}. ") + how
}

// changeStrips draws differences that have no unit.
func changeStrips(s Scope) []document.Part {
	chart := document.Strips{About: document.About{ID: "changes-chart",
		Caption: s.Fill("Differences: {later} minus {earlier}")},
		Panels: []document.Panel{{Title: "difference", Zero: true, Decimals: 2, Beat: math.NaN()}}}
	var rows []document.Strip
	for _, r := range say.Changes(s.Answer, "") {
		e, ok := r.Cell(answer.Whole).(document.Estimate)
		if ok && (say.Measure(r) != "mean" || s.Data.Kind == "binary") {
			rows = append(rows, document.Strip{Name: changeLine(s, r).Name, Values: []document.Estimate{e}})
		}
	}
	if rows == nil {
		return nil
	}
	chart.Groups = []document.StripGroup{{Rows: rows}}
	return []document.Part{{Chart: chart}}
}
