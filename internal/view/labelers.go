package view

import (
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// LabelerWords say how labelers are judged.
const LabelerWords = "Leaning is how much higher the labeler's labels are, on the scale of the labels. " +
	"Discrimination is how closely the labeler follows the items: 1 for the average labeler, 0 for random labels, " +
	"below 0 if the scale is reversed. The labeler's own labels have no part in the comparison with the others. A " +
	"labeler barely follows the items if a label tells less than a quarter as much about its item as an " +
	"ordinary label does. A labeler leans too far if fewer than 1 in 100 would lean as far, and the leaning " +
	"adds a quarter to the squared error of a label. The verdict is retrain if one of these has a probability " +
	"above 95%, and read if it is above 50%. A labeler is fine if the labels are 19 times as probable from " +
	"somebody who follows the items as from somebody who answers at random."

// labelers is the layout of fit labelers.
func labelers() View {
	return View{
		Title: "Labelers", Foot: labelersFoot,
		First: []Block{
			Table{Name: "need", Caption: "By urgency", Lines: Each(""), Cols: labelerCols(), Top: true,
				Rest: otherLabelers},
			Func(func(s Scope) (parts []document.Part) {
				for _, c := range s.Of("matters") {
					parts = append(parts, changing(s, c.Of)...)
				}
				return parts
			}),
			Table{Name: "dropped", Caption: "Without {left_out_labelers:labeler}", Lines: withAll, Notes: conclusions,
				Cols: []Col{{At: answer.Key{K: 1}, Head: "all"}, {At: answer.Key{K: 2}, Head: "without"}}},
			Notes{}, Checks{},
		},
		More: []Section{
			{ID: "labelers", Title: "Every labeler", Blocks: []Block{
				Table{Name: "every-labeler", Caption: "Labeler", Lines: Each(""), Cols: labelerCols()},
				Text(func(Scope) []string { return []string{LabelerWords} })}},
			{ID: "covariates", Title: "Covariates", Blocks: []Block{Func(covariates)}},
		},
	}
}

// labelerCols are the columns of a table of labelers.
func labelerCols() []Col {
	return []Col{{Q: "verdict", As: answer.Group, Head: "group"}, {Q: "verdict", As: answer.Things, Head: "labels"},
		{Q: "leaning", Priority: document.Useful}, {Q: "discrimination", Priority: document.Useful},
		{Q: "noise", Priority: document.Useful},
		{Q: "agrees|off", Priority: document.Spare},
		{Q: "verdict", Made: func(s say.Scope) document.Cell {
			return document.Text(s.Fill("{verdict}[ ({verdict.p})]"))
		}},
		{Q: "fault",
			Made: func(s say.Scope) document.Cell { return document.Text(s.Row("fault").Said) }}}
}

// LabelersOf lists the labelers of a group by need, at most some.
func LabelersOf(a *answer.Answer, group string, most int) *document.Table {
	s := Scope{Scope: say.Scope{Answer: a, At: answer.Key{Group: group}}}
	t := Table{Name: "all-labelers", Cols: labelerCols()[1:], Top: true}
	return t.part(s, Each("")(s, t.Cols), most).Table
}

// otherLabelers counts, by verdict, the labelers that a table leaves out.
func otherLabelers(s Scope, left []Line) string {
	counts := map[string]int{}
	for _, l := range left {
		counts[s.Get("verdict", l.Key).Said]++
	}
	var words []string
	for _, of := range [][2]string{{"retrain", "to retrain"}, {"read", "to read"},
		{"too few labels", "with too few labels"}, {"fine", "fine"}} {
		if n := counts[of[0]]; n > 0 {
			words = append(words, document.Integer(n)+" "+of[1])
		}
	}
	return "… " + strings.Join(words, ", ")
}

// changing lists labelers by how surely their change with a covariate differs from a random labeler's. A first screen
// with what becomes of the answer without some of them can do without the list.
func changing(s Scope, covariate string) []document.Part {
	s.At = answer.Key{Against: covariate}
	return Table{Name: "slopes", Caption: "Change of each labeler with {against}", Top: true,
		Spare: len(s.Of("conclusion")) > 0,
		Lines: func(s Scope, cols []Col) []Line {
			return slices.DeleteFunc(Named("{of}[, {part}]")(s, cols),
				func(l Line) bool { return l.Against != covariate })
		},
		Cols: []Col{{Q: "change|rate_change", Head: "{against}", Priority: document.Useful,
			Made: func(s say.Scope) document.Cell {
				return document.Text(document.Clip(s.Row("change|rate_change").Method))
			}},
			{Q: "change|rate_change"}, {Q: "change|rate_change", As: answer.Chance}, {Q: "beyond|rate_beyond"},
			{Q: "beyond|rate_beyond", As: answer.Chance}}}.lay(s)
}

// covariates says whether covariates matter, and by how much the labels of each labeler change with them.
func covariates(s Scope) (parts []document.Part) {
	sloped := false
	for _, c := range s.Of("matters") {
		table := changing(s, c.Of)
		sloped = sloped || table != nil
		parts = append(append(parts, document.Part{Text: []string{c.Why + "."}}), table...)
	}
	if sloped {
		parts = append(parts, document.Part{Text: []string{"A labeler changes too far with a covariate if the " +
			"difference from a random labeler's change adds a quarter to the squared error of a label. The verdict " +
			"is retrain if the probability is above 95%, and read if it is above 50%."}})
	}
	return parts
}

// withAll has a line for each number of the fit with all labelers, if there is one without some.
func withAll(s Scope, _ []Col) (all []Line) {
	for _, name := range []string{"icc", "rho", "xcc"} {
		for _, r := range s.Of(name) {
			if r.K == 1 {
				who := say.Scope{Answer: s.Answer, At: r.Key}.Fill("{group}[{of} × {against}]")
				all = append(all, Line{Name: r.Q.Head + ", " + who, Key: r.Key, Q: name})
			}
		}
	}
	return all
}

// conclusions are the first sentences of the verdicts with and without labelers; one number says as much.
func conclusions(s Scope) (all []string) {
	names := []string{"All: ", "Without: "}
	for _, r := range s.Of("conclusion") {
		if len(withAll(s, nil)) > 1 {
			first, _, _ := strings.Cut(r.Said, " | ")
			all = append(all, names[r.K-1]+first)
		}
	}
	return all
}

// labelersFoot explains the columns.
func labelersFoot(s say.Scope) string {
	text := "Discrimination: 1 average, 0 random, below 0 reversed. "
	if len(s.Of("noise")) > 0 {
		text += "Noise: standard deviation. "
	}
	return text + s.Fill("{level}% intervals.")
}
