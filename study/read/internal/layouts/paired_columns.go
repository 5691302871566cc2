package layouts

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// pairs makes records of rows that have columns of labelers, each with a column of labels.
func (l *laying) pairs() (func(*stream.Melted) error, error) {
	var labelers, labels []int
	for _, p := range l.Options.Pairs {
		both, err := each(l.Header, naming.LabelPart, []string{p.Labeler, p.Label})
		if err != nil {
			return nil, err
		}
		labelers, labels = append(labelers, both[0]), append(labels, both[1])
	}
	l.rowsAreItems(slices.Concat(labelers, labels))
	l.Options.Labeler, l.Options.Label = "columns "+stream.Together(l.At(labelers)),
		"columns "+stream.Together(l.At(labels))
	l.plan.Own = []string{l.Options.Labeler, l.Options.Label}
	return func(m *stream.Melted) error {
		for k, i := range labelers {
			m.Add(m.Fields[i], m.Fields[labels[k]])
		}
		return nil
	}, nil
}

// findPairs recognises columns of labelers, each with a column of labels, by their names.
func findPairs(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	if o.Pairs = pairedColumns(first, nil); o.Pairs == nil {
		return o, "", nil
	}
	return o, fmt.Sprintf("each column of labelers goes with a column of labels: %s", pairsText(o.Pairs)), nil
}

func pairsText(pairs []naming.ColumnPair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, visible.Sprintf("%v with %v", p.Labeler, p.Label))
	}
	return strings.Join(all, ", ")
}

// pairedColumns finds columns of labelers, each with one of labels: rater1, score1, rater2, score2.
func pairedColumns(first *stream.FirstRows, wide []int) []naming.ColumnPair {
	raters, scores := make(map[string]int), make(map[string]int)
	for i, name := range first.Header {
		stem, number := sideOf(name)
		switch {
		case number == "":
		case namesLabels(stem):
			scores[number] = i
		case namesLabeler(stem):
			raters[number] = i
		}
	}
	if len(scores) == 0 && len(raters) > 1 {
		scores = besideLabelers(first, raters)
	}
	var pairs []naming.ColumnPair
	several, used := false, wide == nil
	for i := range first.Header {
		_, number := sideOf(first.Header[i])
		if r, ok := raters[number]; !ok || r != i {
			continue
		}
		if s, ok := scores[number]; ok {
			pairs = append(pairs, naming.ColumnPair{Labeler: first.Header[i], Label: first.Header[s]})
			values, _ := first.Distinct(i)
			several = several || values > 1
			used = used || slices.Contains(wide, s)
		}
	}
	if len(pairs) < 2 || !several || !used {
		return nil
	}
	return pairs
}

// pairsRefused is the error about columns of labelers, each with one of labels.
func pairsRefused(pairs []naming.ColumnPair) *study.Error {
	var names, both []string
	for _, p := range pairs {
		names, both = append(names, p.Labeler, p.Label), append(both, p.Labeler+":"+p.Label)
	}
	return faults.PairedColumns.Faultf(
		"the file has columns of labelers and columns of labels: %v; a column of labels has several labelers",
		names).FixedBy(study.To("each label with its labeler", "pairs", both...).Without("wide"), naming.Wrong())
}

// sideOf cuts the number of a name, or a word for it: first rater, score two.
func sideOf(name string) (stem, number string) {
	words := strings.FieldsFunc(strings.ToLower(name), naming.Separates)
	for i, w := range words {
		at := slices.Index(strings.Fields("first second third one two three ii iii"), w)
		if at >= 0 && len(words) > 1 {
			return strings.Join(slices.Delete(words, i, i+1), " "), w
		}
	}
	return numberedName(name)
}

// besideLabelers returns the columns of the only stem with the same numbers as the columns of labelers, whatever its
// name, if values recur in them.
func besideLabelers(first *stream.FirstRows, raters map[string]int) map[string]int {
	of := make(map[string]map[string]int)
	for i, name := range first.Header {
		stem, number := sideOf(name)
		r, ok := raters[number]
		values, rows := first.Distinct(i)
		if !ok || r == i || 2*values > rows {
			continue
		}
		if of[stem] == nil {
			of[stem] = make(map[string]int)
		}
		of[stem][number] = i
	}
	var found map[string]int
	for _, columns := range of {
		if len(columns) == len(raters) {
			if found != nil {
				return nil
			}
			found = columns
		}
	}
	return found
}

// moreLabelers are words for people who label, besides those that make a column the labeler by itself.
const moreLabelers = " reader reviewer grader expert evaluator assessor marker examiner scorer observer referee " +
	"operator agent nurse doctor clinician radiologist pathologist physician juror critic moderator "

func namesLabeler(stem string) bool {
	labeler := naming.LabelerRole()
	if labeler.Match(stem) != 0 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(stem), naming.Separates)
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && !naming.Among(" id name code ", words[1]) {
		return false
	}
	return naming.Among(moreLabelers, words[0]) || labeler.Match(words[0]) == naming.ByAlias
}

// namesLabels reports whether a name stands for labels, alone or with a word for the labeler: score, rater score.
func namesLabels(stem string) bool {
	label := naming.LabelRole()
	if label.Match(stem) != 0 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(stem), naming.Separates)
	var rest []string
	for _, w := range words {
		if !namesLabeler(w) && !naming.Among(" by of from ", w) {
			rest = append(rest, w)
		}
	}
	return len(rest) < len(words) && len(rest) > 0 && label.Match(strings.Join(rest, " ")) != 0
}
