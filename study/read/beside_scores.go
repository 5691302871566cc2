package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// scores refuses columns of answers that are probabilities beside labels of two categories: the first rows tell.
func (b *withAnswers) scores(first *firstRows) error {
	label := slices.Index(first.header, b.header[b.label])
	if label < 0 || len(first.look(label).values) != 2 {
		return nil
	}
	for _, a := range b.answers {
		name := b.records.Header()[a.column]
		at := slices.Index(first.header, name)
		if at < 0 {
			continue
		}
		if row, is := first.probabilities(at); is {
			return &study.Error{Code: Scores, File: b.file, Line: first.lines[row], Column: name,
				Candidates: []string{b.header[b.label]},
				Found: fmt.Sprintf("column %s has probabilities such as %s, and the labels in %s are two categories",
					visible.Name(name), visible.Quote(strings.TrimSpace(first.cells[row][at])),
					visible.Name(b.header[b.label])),
				Remedy: "probabilities are not compared with labels yet: write a column of 0 and 1"}
		}
	}
	return nil
}

// probabilities reports whether a column has numbers from 0 to 1 alone, of which some are between, and a row of those.
func (first *firstRows) probabilities(column int) (row int, is bool) {
	row = -1
	for k, cells := range first.cells {
		class, x := classify([]byte(strings.TrimSpace(cells[column])), nil)
		switch {
		case class == missingLabel:
		case class != numberLabel || x < 0 || x > 1:
			return 0, false
		case x > 0 && x < 1 && row < 0:
			row = k
		}
	}
	return row, row >= 0
}
