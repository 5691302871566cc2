package read

import (
	"strings"

	"concord/internal/machines"
	"concord/study"
	"concord/study/read/internal/kinds"
)

// leastAgreement is how far labels must agree with a column beyond chance, as kappa has it, to be answers to the same
// question.
const leastAgreement = 0.2

// answersFound returns the unused columns with one value for each item that labels agree with beyond chance, almost all
// of them values of labels: perhaps the right answers, or a judge's, who sometimes gives none.
func (in *intake) answersFound() []string {
	ws := in.watcher
	if len(in.labels) != 1 || len(ws.cells) != len(ws.item) || len(in.groupings) > 0 {
		return nil
	}
	labels := watchedTexts(in.labels[0], ws.cells)
	var found []string
	for _, c := range ws.whole() {
		if n := len(c.names.List); n > 1 && n <= study.MostOrdered && in.oneOfEachItem(c) && agrees(c, labels) {
			found = append(found, c.name)
		}
	}
	return found
}

// watchedTexts are the labels of the watched rows, without regard to case; "" for a missing one.
func watchedTexts(labels *kinds.LabelColumn, cells []kinds.Cell) []string {
	texts := make([]string, len(cells))
	for n, c := range cells {
		if c.IsNumber() {
			continue
		}
		if s := &labels.Spellings[c.Code()]; s.Class != kinds.MissingLabel {
			texts[n] = strings.ToLower(s.Text)
		}
	}
	return texts
}

// oneOfEachItem reports whether a column has one value in all rows of an item. Some items must have several rows.
func (in *intake) oneOfEachItem(c *watch) bool {
	ws, again := in.watcher, false
	of := make(map[[2]int32]int32)
	for row, item := range ws.item {
		key := [2]int32{item, 0}
		if in.factors > 0 { // which may be columns of the item
			key[1] = ws.study[row]
		}
		value, known := of[key]
		if known && value != c.codes[row] {
			return false
		}
		of[key], again = c.codes[row], again || known
	}
	return again
}

// agrees reports whether the values of a column are labels, in 9 of 10 rows if they are a judge's, and whether labels
// equal them more often than by chance.
func agrees(c *watch, labels []string) bool {
	ofLabel, ofColumn := make(map[string]float64), make(map[string]float64)
	rows, same := 0.0, 0.0
	for row, label := range labels {
		value := strings.ToLower(c.value(row))
		if label == "" || value == "" {
			continue
		}
		rows++
		ofLabel[label]++
		ofColumn[value]++
		if label == value {
			same++
		}
	}
	chance, other := 0.0, 0.0
	for value, n := range ofColumn {
		if ofLabel[value] == 0 {
			other += n
		}
		chance += n * ofLabel[value] / (rows * rows)
	}
	if other > 0 && (!machines.IsJudge(c.name) || 10*other > rows) {
		return false
	}
	return rows > 0 && same/rows-chance > leastAgreement*(1-chance)
}

// fractionsFound returns the unused columns that have a number from 0 to 1 for each item, some strictly between, if
// labels have two categories: perhaps the probabilities of a judge.
func (in *intake) fractionsFound() []string {
	ws := in.watcher
	if len(in.labels) != 1 || len(ws.cells) != len(ws.item) || len(in.groupings) > 0 {
		return nil
	}
	labels := map[string]bool{}
	for _, text := range watchedTexts(in.labels[0], ws.cells) {
		labels[text] = true
	}
	delete(labels, "")
	if len(labels) > 2 {
		return nil
	}
	var found []string
	for _, c := range ws.whole() {
		if fractions(c.names.List) && in.oneOfEachItem(c) {
			found = append(found, c.name)
		}
	}
	return found
}

// fractions reports whether texts are several numbers from 0 to 1, most of them between.
func fractions(texts []string) bool {
	if len(texts) < 3 { // which a setting has too, such as a threshold
		return false
	}
	between := 0
	for _, text := range texts {
		class, x := kinds.Classify([]byte(text), nil)
		switch {
		case class == kinds.MissingLabel:
		case class != kinds.NumberLabel || x < 0 || x > 1:
			return false
		case x > 0 && x < 1:
			between++
		}
	}
	return 2*between > len(texts)
}
