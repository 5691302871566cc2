package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// findProbabilities finds out which judges' columns are probabilities: all, if the options say so; otherwise those whose
// first rows are numbers that are not labels, beside labels of two categories. Numbers beyond 1 are refused.
func (b *withAnswers) findProbabilities(o Options, first *firstRows, label string) error {
	at := slices.Index(first.header, label)
	for k := range b.answers {
		a := &b.answers[k]
		if o.GoldColumn != "" && k == 0 {
			continue
		}
		if a.most = o.MostProbable; a.most > 0 {
			continue
		}
		name := b.records.Header()[a.column]
		column := slices.Index(first.header, name)
		if at < 0 || column < 0 {
			continue
		}
		labels := first.look(at).values
		row, least, most, is := first.fractions(column)
		if !is || len(labels) != 2 || !answersYes(labels) {
			continue
		}
		if least >= 0 && most <= 1 {
			a.most = 1
			continue
		}
		code, remedy := Scores, "write probabilities from 0 to 1, or a column of the labels"
		if least >= 0 && most <= percent {
			code, remedy = Percentages, "say that probabilities are in per cent"
		}
		return &study.Error{Code: code, File: b.file, Line: first.lines[row], Column: name, Candidates: []string{label},
			Found: fmt.Sprintf("column %s has numbers such as %s, and the labels in %s are two categories",
				visible.Name(name), visible.Quote(strings.TrimSpace(first.cells[row][column])), visible.Name(label)),
			Remedy: remedy}
	}
	return nil
}

const percent = 100

// answersYes reports whether labels are words, or 0 and 1: other numbers are on a scale of their own.
func answersYes(labels []string) bool {
	return !slices.ContainsFunc(labels, func(text string) bool {
		class, x := classify([]byte(strings.TrimSpace(text)), nil)
		return class == numberLabel && x != 0 && x != 1
	})
}

// fractions reports whether a column has numbers alone, of which some are neither 0 nor 1, with the row of the first
// such number and the range of all.
func (first *firstRows) fractions(column int) (row int, least, most float64, is bool) {
	row = -1
	for k, cells := range first.cells {
		class, x := classify([]byte(strings.TrimSpace(cells[column])), nil)
		switch {
		case class == missingLabel:
			continue
		case class != numberLabel:
			return 0, 0, 0, false
		case x != 0 && x != 1 && row < 0:
			row = k
		}
		least, most = min(least, x), max(most, x)
	}
	return row, least, most, row >= 0
}

// probable refuses an answer that is no probability.
func (b *withAnswers) probable(a *answers) error {
	text := strings.TrimSpace(string(b.fields[a.column]))
	class, x := classify([]byte(text), b.missing)
	if class == numberLabel && x >= 0 && x <= a.most {
		return nil
	}
	name, ends := b.records.Header()[a.column], "0 to 1"
	if a.most == percent {
		ends = "0 to 100"
	}
	return &study.Error{Code: BadProbability, File: b.file, Line: b.line, Column: name, Values: []string{text},
		Found: fmt.Sprintf("column %s has %s, but its probabilities are from %s", visible.Name(name),
			visible.Quote(text), ends),
		Remedy: "mend the cell, or say that it is missing"}
}

// withoutProbability gives rows whose items have no probability the level that says so.
func (b *withAnswers) withoutProbability() {
	for _, a := range b.answers {
		if a.most == 0 {
			continue
		}
		at := slices.Index(b.others, a.column)
		if c, _ := classify(bytes.TrimSpace(b.row[at]), b.missing); c == missingLabel {
			b.row[at] = []byte(NoProbability)
		}
	}
}

// probabilities are the columns of probabilities.
func (b *withAnswers) probabilities() []string {
	var names []string
	for _, a := range b.answers {
		if a.most > 0 {
			names = append(names, b.records.Header()[a.column])
		}
	}
	return names
}
