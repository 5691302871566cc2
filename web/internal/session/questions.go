package session

import (
	"fmt"
	"slices"

	"concord/internal/answers"
	"concord/internal/visible"
	"concord/judge"
	"concord/model/spec"
	"concord/study"
)

// Tasks are the questions, as [Request.Task] names them.
const (
	reliability = "reliability"
	judges      = "judges"
	agreement   = "agreement"
	measuring   = "measurement"
	labelers    = "labelers"
	byCriteria  = "criteria"
	comparing   = "pairs"
	properties  = "property"
	planning    = "plan"
)

// Question is a question in plain words, and why a file cannot answer it.
type Question struct {
	Task, Text, Hint string
	Why              string // "": the file can answer it, as far as is known
}

// questions are all questions, the most common ones first.
func questions() []Question {
	return []Question{
		{Task: reliability, Text: "How reliable are these labels?",
			Hint: "Reliability (ICC) and agreement of groups, by a model."},
		{Task: agreement, Text: "How far do labelers agree, and do groups differ?",
			Hint: "Krippendorff's α, kappas and their differences, without a model. Fast."},
		{Task: measuring, Text: "How large is the measurement error?",
			Hint: "ICC, standard error, least real change, limits of agreement. Fast."},
		{Task: labelers, Text: "Which labelers need attention?",
			Hint: "How each one leans, and how well the labels follow the items."},
		{Task: byCriteria, Text: "Do criteria go together?",
			Hint: "Several criteria of the same items: reliability, correlations, halo."},
		{Task: comparing, Text: "Which of these is better?",
			Hint: "From comparisons of two at a time: ranks and win rates."},
		{Task: properties, Text: "Does a property matter?",
			Hint: "How labels depend on a column, such as a length or a country."},
		{Task: planning, Text: "How many labels do I need?",
			Hint: "Labels per item for a reliability, or more items at the same cost."},
		{Task: judges, Text: "How good are judges compared with people?",
			Hint: "Judges, such as language models: validity, and worth in human labels."},
	}
}

// known reports whether there is a question of the name.
func known(task string) bool {
	return slices.ContainsFunc(questions(), func(q Question) bool { return q.Task == task })
}

// fits reports whether a question needs a model.
func fits(task string) bool { return task != agreement && task != measuring }

// coefficientsFirst reports whether coefficients are shown until the model is fitted.
func coefficientsFirst(task string) bool {
	return slices.Contains([]string{reliability, judges, properties}, task)
}

// answerable are all questions, with the reasons why this file cannot answer some.
func (s *Session) answerable(columns, criteria []string) []Question {
	all := questions()
	for i := range all {
		all[i].Why = s.why(all[i].Task, columns, criteria)
	}
	return all
}

// why says why a file cannot answer a question; "" if it can. Columns could be properties, and criteria hold
// labels on one criterion each.
func (s *Session) why(task string, columns, criteria []string) string {
	if column := s.pooled; column != "" && task != byCriteria {
		return fmt.Sprintf("Labels are about several criteria (column %s). Save one criterion as a file.",
			visible.Name(column))
	}
	t := s.file
	comparisons := answers.AreComparisons(t)
	if comparisons && task != comparing && task != reliability && task != agreement {
		return "Rows compare two candidates."
	}
	words := t.Kind() == study.Nominal
	switch task {
	case reliability:
		if words {
			return "The labels are categories without order. If they have one: “Labels: ordered categories”; as yes " +
				"and no: “Labels: two categories”."
		}
	case measuring:
		if !answers.Measurable(t) {
			return "A measurement is a number, or has an order. These labels are categories."
		}
	case labelers:
		switch {
		case !t.HasLabelers():
			return "The labels name no labeler."
		case words:
			return "The labels are categories without order."
		}
	case byCriteria:
		if len(criteria) == 0 && len(s.request.Criteria) == 0 {
			return "No second column looks like labels, and no column tells labels of one item by one labeler apart."
		}
	case comparing:
		if !comparisons {
			return "No two columns name two candidates with a label that says which one is better."
		}
	case properties:
		switch {
		case words:
			return "The labels are categories without order."
		case len(columns) == 0:
			return "There is no further column whose values come again."
		}
	case planning:
		if words {
			return "The labels are categories without order."
		}
	case judges:
		if len(t.Studies()) == 1 && !t.HasLabelers() {
			return "There are no groups, and the labels name no labeler."
		}
	}
	return ""
}

// likelyTask is the question of a file that was read without one.
func likelyTask(t *study.Table) string {
	if t.Kind() == study.Nominal {
		return agreement
	}
	return reliability
}

// propertyColumns are the columns that labels may depend on, as the first rows look: they play no part, no value is
// missing, and values come again. The chosen one is one of them.
func propertyColumns(from study.Source, chosen string) []string {
	var all []string
	for _, c := range from.Looks {
		whole := c.Missing == 0 && c.Distinct > 1 && c.Distinct < c.Rows
		words := c.Like == study.LikeWords && c.Distinct > spec.MostCategories
		free := slices.Contains(from.Ignored, c.Name) && whole && !words && c.Like != study.LikeTexts
		if free || c.Name == chosen {
			all = append(all, c.Name)
		}
	}
	return all
}

// criteriaColumns are the column of the labels and others that look like it: numbers of as many values or fewer.
func criteriaColumns(from study.Source) []string {
	at := slices.IndexFunc(from.Looks, func(c study.ColumnLook) bool { return c.Name == from.Columns.Label.Name })
	if at < 0 {
		return nil
	}
	label := from.Looks[at]
	var all []string
	for _, c := range from.Looks {
		same := c.Like == label.Like && c.Distinct > 1 && c.Distinct <= label.Distinct+1
		if c.Name == label.Name || same && slices.Contains(from.Ignored, c.Name) && c.Like == study.LikeWhole {
			all = append(all, c.Name)
		}
	}
	if len(all) < 2 || len(all) > study.MostCriteria {
		return nil
	}
	return all
}

// likelyJudges are people and judges as a table suggests them.
func likelyJudges(t *study.Table) *Likely {
	if people, judges, ok := judge.Likely(t); ok {
		return &Likely{people, judges}
	}
	return nil
}
