package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// ColumnPair is a column of labelers, and the column of the labels that they gave.
type ColumnPair struct{ Labeler, Label string }

// readPairs makes records of rows that have columns of labelers, each with a column of labels.
func readPairs(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if err := o.conflicting("Pairs", study.LabelerFactor, labelPart); err != nil {
		return laidOut{}, err
	}
	h := layoutHeader(r.Header(), file, o)
	var labelers, labels, needed []int
	var ofLabelers, ofLabels []string
	for _, p := range o.Pairs {
		both, err := h.each(labelPart, []string{p.Labeler, p.Label})
		if err != nil {
			return laidOut{}, err
		}
		labelers, labels, needed = append(labelers, both[0]), append(labels, both[1]), append(needed, both...)
		ofLabelers, ofLabels = append(ofLabelers, h.names[both[0]]), append(ofLabels, h.names[both[1]])
	}
	o, number := first.itemOr(h, o, needed)
	own := []string{"columns " + together(ofLabelers), "columns " + together(ofLabels)}
	o.Labeler, o.Label = own[0], own[1]
	made := melt(r, plan{needed: needed, own: own, number: number}, func(m *melted) error {
		for k, i := range labelers {
			m.add(m.fields[i], m.fields[labels[k]])
		}
		return nil
	})
	return laidOut{records: made, options: o}, nil
}

// findPairs recognises columns of labelers, each with a column of labels, by their names.
func findPairs(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	if o.Pairs = first.pairedColumns(nil); o.Pairs == nil {
		return o, "", nil
	}
	return o, fmt.Sprintf("each column of labelers goes with a column of labels: %s", pairsText(o.Pairs)), nil
}

func pairsText(pairs []ColumnPair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, visible.Sprintf("%v with %v", p.Labeler, p.Label))
	}
	return strings.Join(all, ", ")
}

// pairedColumns finds columns of labelers, each with one of labels: rater1, score1, rater2, score2.
func (first *firstRows) pairedColumns(wide []int) []ColumnPair {
	raters, scores := make(map[string]int), make(map[string]int)
	for i, name := range first.header {
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
		scores = first.besideLabelers(raters)
	}
	var pairs []ColumnPair
	several, used := false, wide == nil
	for i := range first.header {
		_, number := sideOf(first.header[i])
		if r, ok := raters[number]; !ok || r != i {
			continue
		}
		if s, ok := scores[number]; ok {
			pairs = append(pairs, ColumnPair{first.header[i], first.header[s]})
			values, _ := first.distinct(i)
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
func pairsRefused(pairs []ColumnPair) *study.Error {
	var names, both []string
	for _, p := range pairs {
		names, both = append(names, p.Labeler, p.Label), append(both, p.Labeler+":"+p.Label)
	}
	return study.Faultf(PairedColumns,
		"the file has columns of labelers and columns of labels: %v; a column of labels has several labelers",
		names).FixedBy(study.To("each label with its labeler", "pairs", both...).Without("wide"), wrong())
}

// sideOf cuts the number of a name, or a word for it: first rater, score two.
func sideOf(name string) (stem, number string) {
	words := strings.FieldsFunc(strings.ToLower(name), separates)
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
func (first *firstRows) besideLabelers(raters map[string]int) map[string]int {
	of := make(map[string]map[string]int)
	for i, name := range first.header {
		stem, number := sideOf(name)
		r, ok := raters[number]
		values, rows := first.distinct(i)
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
	labeler := labelerRole()
	if labeler.match(stem) != 0 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(stem), separates)
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && !among(" id name code ", words[1]) {
		return false
	}
	return among(moreLabelers, words[0]) || labeler.match(words[0]) == byAlias
}

// namesLabels reports whether a name stands for labels, alone or with a word for the labeler: score, rater score.
func namesLabels(stem string) bool {
	label := labelRole()
	if label.match(stem) != 0 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(stem), separates)
	var rest []string
	for _, w := range words {
		if !namesLabeler(w) && !among(" by of from ", w) {
			rest = append(rest, w)
		}
	}
	return len(rest) < len(words) && len(rest) > 0 && label.match(strings.Join(rest, " ")) != 0
}
