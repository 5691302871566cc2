package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/study"
)

// Check says what is in a file, who labelled what, and which model would be fitted, or the problem why there is none.
func Check(c *result.Check, problem string) *answer.Answer {
	a := answer.New("check", c.Data, result.Intervals{Kind: "none"})
	fitted := a.Words("model", answer.Key{}, "")
	if c.Model == nil {
		fitted.Why = problem
	} else {
		fitted.Said = view.ModelWords(c.Model)
		a.Runs = append(a.Runs, answer.Run{Model: c.Model})
	}
	var design []study.StudyDesign
	for _, t := range c.Groupings {
		design = append(design, study.Describe(t).Studies...)
	}
	for i, s := range c.Data.Studies {
		at := answer.Key{Task: s.Grouping, Group: s.Name}
		a.Add("labels", at, float64(s.Labels)).Reason = s.Caution()
		a.Add("items", at, float64(s.Items))
		if i >= len(design) {
			design = append(design, study.StudyDesign{})
		}
		of := design[i]
		spread := func(name string, s study.Spread) {
			a.Add(name, at, s.Median).Within(float64(s.Min), float64(s.Max))
		}
		spread("labels_of_item", of.PerItem)
		if c.Data.Labelers > 0 {
			a.Add("labelers", at, float64(s.Labelers))
			spread("labels_of_labeler", of.PerLabeler)
			a.Add("parts", at, float64(of.Components))
			if a.Words("one_label_only", at, of.OneClass...) == nil {
				a.Add("one_label_only", at, math.NaN()).N = 0
			}
		}
		if s.Mean.Defined() {
			name := "observed_mean"
			if c.Data.Kind == "binary" {
				name = "observed_rate"
			}
			a.Add(name, at, float64(s.Mean))
		}
	}
	source := c.Groupings[0].Source()
	columns(a, source.Looks, func(name string) string {
		if slices.Contains(c.Data.By, name) {
			return "task"
		}
		return usedAs(source, name)
	})
	a.Verdict = say.CheckVerdict(a)
	return a
}

// OpenColumns describes columns of a file whose use is open, with the parts that each could have.
func OpenColumns(file string, looks []study.ColumnLook, as map[string]string) *answer.Answer {
	a := answer.New("check", result.Data{File: file}, result.Intervals{Kind: "none"})
	columns(a, looks, func(name string) string { return as[name] })
	return a
}

// columns adds what each column is used as, and what it looks like by its first rows.
func columns(a *answer.Answer, looks []study.ColumnLook, as func(name string) string) {
	for i, c := range looks {
		at := answer.Key{Of: c.Name, K: i + 1}
		a.Words("used_as", at, as(c.Name))
		look := a.Words("looks_like", at, looksLike(c))
		look.N = c.Rows
		if c.First {
			look.Method = "first rows"
		}
		a.Add("different_values", at, float64(c.Distinct))
		a.Add("empty_cells", at, float64(c.Missing))
	}
}

// usedAs returns the use of a column; "" if it has none.
func usedAs(s study.Source, name string) string {
	for _, of := range []struct{ column, use string }{{s.Columns.Item.Name, study.ItemFactor},
		{s.Columns.Labeler.Name, study.LabelerFactor}, {s.Columns.Study.Name, "study"}, {s.Columns.Label.Name,
			"label"}} {
		if name == of.column {
			return of.use
		}
	}
	switch {
	case slices.ContainsFunc(s.Columns.Factors, func(f study.Column) bool { return f.Name == name }):
		return "facet"
	case slices.Contains(s.Wide, name):
		return "a labeler's labels"
	case !slices.Contains(s.Ignored, name):
		return "used" // by the layout
	}
	return ""
}

// looksLike describes the values of a column in a few words.
func looksLike(c study.ColumnLook) string {
	like := cmp.Or(map[study.Likeness]string{study.LikeTexts: "long texts", study.LikeWhole: "whole numbers",
		study.LikeNumber: "numbers", study.LikeTimes: "times"}[c.Like], "words")
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = document.Clip(visible.Text(v))
	}
	many := document.Integer(c.Distinct)
	text := fmt.Sprintf("%s, %s: %s different", like, strings.Join(values, " to "), many)
	switch {
	case c.Distinct == 0:
		return "empty"
	case c.Distinct == 1:
		text = "always " + values[0]
	case c.Distinct == c.Rows-c.Missing:
		text = like + ", another in each row"
	case len(values) == c.Distinct:
		text = strings.Join(values, ", ")
	case like == "words":
		text = fmt.Sprintf("%s words: %s …", many, strings.Join(values[:min(3, len(values))], ", "))
	case like == "long texts":
		text = many + " " + like
	}
	if c.Missing > 0 {
		text += fmt.Sprintf("; %s empty", document.Integer(c.Missing))
	}
	return text
}
