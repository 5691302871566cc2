package view

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// check is the layout of fit check.
func check() View {
	return View{
		Title: "Check", Foot: func(s say.Scope) string {
			if len(s.Data.Warnings) == 0 && s.Get("model", answer.Key{}).Defined() {
				return "Nothing to warn of."
			}
			return ""
		},
		First: []Block{
			Func(func(s Scope) []document.Part {
				_, more, _ := strings.Cut(s.Get("model", answer.Key{}).Why, "\n")
				return withCommands(more)
			}),
			Table{Name: "studies", Caption: "Group", Lines: groups, Cols: []Col{{Q: "labels"}, {Q: "items"},
				{Q: "labels_of_item", Priority: document.Useful}, {Q: "labelers"},
				{Q: "labels_of_labeler", Priority: document.Spare}, {Q: "parts", Made: connected,
					Priority: document.Spare}, {Q: "observed_mean|observed_rate"}}},
			Func(fileColumns), Func(checkNotes),
		},
		More: []Section{
			{ID: "columns", Title: "Columns", Blocks: []Block{Func(fileColumns)}},
			{ID: "design", Title: "Design", Blocks: []Block{Table{Name: "design", Caption: "Design", Lines: groups,
				Cols: []Col{{Q: "labels_of_item", Head: "labels/item"}, middle("labels_of_item"),
					{Q: "labels_of_labeler", Head: "labels/labeler"},
					middle("labels_of_labeler"), {Q: "parts", Made: connected},
					{Q: "one_label_only", As: answer.Things}}}}},
			{ID: "model", Title: "Model", Blocks: []Block{Func(func(s Scope) (parts []document.Part) {
				for _, r := range s.Runs {
					parts = append(ModelSection(r.Model).Parts, document.Part{Heading: "The same posterior in R by " +
						"brms",
						Code: &document.Code{Language: "r", Text: r.Model.BRMSCode}})
				}
				return parts
			})}},
		},
	}
}

// groups has a line for each group, under its grouping.
func groups(s Scope, _ []Col) []Line {
	var all []Line
	for _, r := range s.Of("labels") {
		name := marked(r, s.NameOf(answer.Key{Group: r.Group}))
		all = append(all, Line{Title: r.Task, Name: document.Clip(name), Key: r.Key})
	}
	return all
}

// connected says whether items and labelers of a group are connected.
func connected(s say.Scope) document.Cell {
	if n := s.Row("parts").Value; n > 1 {
		return document.Text(fmt.Sprintf("%v parts", n))
	}
	return document.Text("yes")
}

// middle is a column of the middle of numbers of labels.
func middle(of string) Col {
	return Col{Q: of, Head: "median", Made: func(s say.Scope) document.Cell { return document.Exact(s.Row(of).Value) }}
}

// fileColumns has a line for each column of the file: what it is used as, and how it looks. Of many, those that are
// used come first on a first screen.
func fileColumns(s Scope) []document.Part {
	head, looks := "looks like", s.Of("looks_like")
	if !s.First && len(looks) <= mostLines {
		return nil
	}
	var used, rest []Line
	for _, r := range looks {
		if r.Method != "" {
			head = fmt.Sprintf("looks like, by the first %s rows", document.Integer(r.N))
		}
		l := Line{Name: document.Clip(r.Of), Key: r.Key}
		if s.First && len(looks) > mostLines && !s.Get("used_as", r.Key).Defined() {
			rest = append(rest, l)
		} else {
			used = append(used, l)
		}
	}
	return Table{Name: "columns", Caption: "Column", Top: true, Rest: more,
		Lines: func(Scope, []Col) []Line { return slices.Concat(used, rest) },
		Cols: []Col{{Q: "used_as", Made: func(s say.Scope) document.Cell {
			if r := s.Row("used_as"); r.Said != "" {
				return document.Text(r.Said)
			}
			return document.Text("–")
		}}, {Q: "looks_like", Head: head, Made: func(s say.Scope) document.Cell {
			return document.Text(s.Row("looks_like").Said)
		}}}}.lay(s)
}

// OpenColumns lays out the columns of a file if it is unclear how they are used.
func OpenColumns(a *answer.Answer) *document.Document {
	return &document.Document{Title: "Check: " + a.Data.File, Sections: []document.Section{{ID: "answer",
		Title: "In short", Parts: fileColumns(Scope{Scope: say.Whole(a), First: true})}}}
}

// checkNotes say on what scale labels are, which model would be fitted, and what may mislead.
func checkNotes(s Scope) []document.Part {
	parts := scale(s)
	if m := s.Get("model", answer.Key{}); m.Defined() {
		parts = append(parts, document.Part{List: []document.Entry{{Term: "Model", Text: m.Said}}})
	}
	for _, text := range s.Data.Warnings {
		parts = append(parts, withCommands("Warning: "+text)...)
	}
	return parts
}

// withCommands lays out lines of text. Commands to paste stand alone.
func withCommands(text string) []document.Part {
	var all []document.Part
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		n := len(all)
		switch {
		case strings.HasPrefix(line, "fit "):
			all = append(all, document.Part{Code: &document.Code{Language: "sh", Text: line}})
		case n > 0 && all[n-1].Text != nil:
			all[n-1].Text = append(all[n-1].Text, line)
		default:
			all = append(all, document.Part{Text: []string{line}})
		}
	}
	return all
}
