package view

import (
	"fmt"
	"math"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
	"concord/internal/visible"
)

// score is the layout of fit score.
func score() View {
	return View{
		Title: "Scores", Read: scoreRead, Foot: scoreFoot,
		First: []Block{
			Func(scoreTable), Text(func(s Scope) []string { return say.ScoreBought(s.Answer) }),
			Notes{}, Func(scale), Checks{undoubted("people's items look like a random sample"),
				undoubted("the model agrees with PPI++")},
		},
		More: []Section{{ID: "measure-{#}", Title: "The {group}", Each: true,
			Lead: "Score is the mean over the items of the label that unlimited people would give. Without a " +
				"model: PPI++.",
			Blocks: []Block{
				Table{Name: "systems", Caption: "{group}", Lines: Each(""), Cols: []Col{{Q: "people_score"},
					{Q: "plain_score"}, {Q: "lambda"}, {Q: "half_width"}, {Q: "people_half_width"}, {Q: "equal_items"},
					{Q: "labels", Head: "people's\nlabels"}, {Q: "judge_labels"}}},
				Table{Name: "judges", Caption: "Labels of judges", Lines: Named("{against} of {of}"),
					Cols: []Col{{Q: "judge_mean", Head: "mean"}}},
				Table{Name: "differences", Caption: "Difference of {group}", Lines: Named("{of} − {against}"),
					Cols: []Col{{Q: "score_difference"}, {Q: "score_difference", As: answer.Chance},
						{Q: "plain_difference"}}},
			}}},
	}
}

// scoreTable has a line for each system or, of one system, for each measure.
func scoreTable(s Scope) []document.Part {
	t := Table{Name: "scores", Caption: "score", Lines: Named("{group}"), Cols: []Col{
		{Q: "people_score|score_difference"}, {Q: "plain_score|plain_difference", Priority: document.Useful}}}
	if len(s.Of("people_score")) > len(s.Parts()) {
		s.At = s.Parts()[0]
		t.Caption, t.Lines, t.Cols = "{group}", systems, append(t.Cols,
			Col{Q: "people_score", Across: true, Others: true},
			Col{Q: "people_score", Head: "mean of\n{judge}", Made: judgeMean, Priority: document.Spare},
			Col{Q: "items", Priority: document.Spare}, Col{Q: "labelled_items", Priority: document.Spare},
			Col{Q: "equal_items", Priority: document.Spare}, Col{Q: "people_score", As: answer.Chance, Head: "P(best)"})
	}
	parts := t.lay(s)
	parts[0].Chart = scoreStrips(s)
	return parts
}

// systems has a line for each system, and one for the difference of the first two.
func systems(s Scope, cols []Col) []Line {
	all := Each("")(s, []Col{{Q: "people_score"}})
	at := all[0].Key
	at.Against = all[1].Of
	return append(all, Line{Name: document.Shortened(at.Of, 14) + " − " + document.Shortened(at.Against, 14),
		Key: at, Fixed: true})
}

// judgeMean is the mean label of the first judge.
func judgeMean(s say.Scope) document.Cell {
	s.At.Against = s.Set["judge"]
	return s.Row("judge_mean").Cell(answer.Alone)
}

// undoubted is a check that is passed if there are no doubts.
func undoubted(text string) func(say.Scope) (string, bool) {
	return func(s say.Scope) (string, bool) {
		if len(s.Doubts) > 0 {
			return "", false
		}
		return text, true
	}
}

// scoreRead counts items, systems, and the labels of judges and people.
func scoreRead(s say.Scope) string {
	s.At = s.Parts()[0]
	sum, systems := map[string]int{}, 0
	for _, r := range s.Of("people_score") {
		if r.Part() == s.At {
			systems++
			for _, name := range []string{"items", "labelled_items", "labels", "judge_labels"} {
				sum[name] += int(s.Value(name, r.Key))
			}
		}
	}
	text := document.Plural(sum["items"], "item")
	if systems > 1 {
		text += " of " + document.Plural(systems, "system")
	}
	judge := document.Clip(s.Set["judge"])
	if n := len(say.Judges(s.Answer)); n > 1 {
		judge = document.Plural(n, "judge")
	}
	return text + fmt.Sprintf(" · %s: %s · people: %s of %s", judge, document.Plural(sum["judge_labels"], "label"),
		document.Plural(sum["labels"], "label"), document.Plural(sum["labelled_items"], "item")) + positive(s)
}

// positive names the positive labels.
func positive(s say.Scope) string {
	if s.Data.Positive == "" {
		return ""
	}
	return " · positive = " + s.Data.Positive
}

// scoreFoot names the scored quantity, and the people.
func scoreFoot(s say.Scope) string {
	s.At = s.Parts()[0]
	what, who := "mean label", "unlimited people like these"
	if s.Data.Kind == "binary" || s.Data.Kind == "nominal" {
		what = "share of labels"
		if s.Data.Positive != "" {
			what = "share of “" + visible.Text(s.Data.Positive) + "” labels"
		}
	}
	switch n := s.Row("labelers"); {
	case n == nil:
	case n.Value == 1:
		who = "this person"
	default:
		who += s.Fill(" {labelers}")
	}
	return "Score: the " + what + " that " + who + s.Fill(" would give to these items; medians and {level}% credible "+
		"intervals. Without a model: PPI++.")
}

// scoreStrips draws the scores of the systems by the first measure.
func scoreStrips(s Scope) document.Chart {
	s.At = s.Parts()[0]
	panel := document.Panel{Title: s.Fill("{group}"), High: 1, Beat: math.NaN(), Decimals: 2}
	var strips []document.Strip
	for i, r := range s.Of("people_score") {
		if e, ok := r.Cell(answer.Whole).(document.Estimate); ok && r.Part() == s.At {
			if i == 0 && s.Data.Kind != "binary" && s.Data.Kind != "nominal" {
				panel.Low, panel.High = e.Lower, e.Upper
			}
			panel.Low, panel.High = min(panel.Low, e.Lower), max(panel.High, e.Upper)
			strips = append(strips, document.Strip{Name: document.Clip(r.Of), Series: 1,
				Values: []document.Estimate{e}})
		}
	}
	return document.Strips{About: document.About{ID: "scores-chart", Caption: "Score by people"},
		Panels: []document.Panel{panel}, Groups: []document.StripGroup{{Rows: strips}}}
}

// drift is the layout of fit score --anchor.
func drift() View {
	return View{
		Title: "Drift", Read: driftRead,
		Foot: filled("The judge's part is by how much {later}'s labels of the same items are higher than " +
			"{earlier}'s. {level}% intervals, of these items."),
		First: []Block{
			Table{Name: "parts", Caption: "{group}", Lines: Named("[{of}, ]by {against}"), Cols: []Col{
				{Q: "score_change|rate_score_change"}, {Q: "judge_part|rate_judge_part"},
				{Q: "outputs_part|rate_outputs_part"},
				{Q: "judge_part|rate_judge_part", As: answer.Things, Head: "items\nof both",
					Priority: document.Useful}}},
			Table{Name: "means", Caption: "Mean label", Lines: Named("[{of}, ]{against}"), Spare: true, Cols: []Col{
				{Q: "period_mean", Head: "judge", Made: func(s say.Scope) document.Cell {
					return document.Text(document.Clip(s.Row("period_mean").Method))
				}}, {Q: "period_mean"}, {Q: "items"}, {Q: "anchors"}}},
			Notes{}, Checks{undoubted("anchors look drawn at random")},
		},
	}
}

// driftRead counts the items of the periods, and anchors.
func driftRead(s say.Scope) string {
	var items [4]int
	anchors := 0
	for _, r := range s.Of("items") {
		items[r.K] += int(r.Value)
	}
	for _, r := range s.Of("anchors") {
		anchors += int(r.Value)
	}
	return s.Fill("{earlier}: ") + document.Plural(items[1], "earlier item") + s.Fill(" · {later}: ") +
		document.Plural(items[2], "later item") + " · " + document.Plural(anchors, "anchor") + positive(s)
}
