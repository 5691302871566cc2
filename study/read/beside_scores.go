package read

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/stream"
)

// findProbabilities finds the judges' columns that are probabilities: all, if the options say so; otherwise columns
// whose first rows are numbers that are not labels, if labels have two categories. Numbers beyond 1 are refused, unless
// any scale will do.
func (b *withAnswers) findProbabilities(o Options, first *stream.FirstRows, label string) error {
	at := slices.Index(first.Header, label)
	for k := range b.answers {
		a := &b.answers[k]
		if o.GoldColumn != "" && k == 0 {
			continue
		}
		if a.most = o.MostProbable; a.most > 0 || o.Judged.Scales {
			continue
		}
		name := b.Records.Header()[a.column]
		column := slices.Index(first.Header, name)
		if at < 0 || column < 0 {
			continue
		}
		labels := first.Look(at).Values
		row, ends, is := areFractions(first, column, b.missing)
		if !is || len(labels) != 2 || !answersYes(labels) {
			continue
		}
		if ends == 1 {
			a.most = 1
			continue
		}
		code, fix := faults.Scores, study.Fix{Does: "write probabilities from 0 to 1, or a column of the labels, " +
			"and name " +
			"that"}
		if ends == percent {
			code, fix = faults.Percentages, study.To("as probabilities in per cent", "percent")
		}
		return code.Faultf("column %v has numbers such as %q, and the labels in %v are two categories", name,
			strings.TrimSpace(first.Cells[row][column]), label).AtLine(first.Lines[row]).InColumn(name).FixedBy(fix)
	}
	return nil
}

const percent = 100

// answersYes reports whether labels are words, or 0 and 1: other numbers have another scale.
func answersYes(labels []string) bool {
	return !slices.ContainsFunc(labels, func(text string) bool {
		class, x := kinds.Classify([]byte(strings.TrimSpace(text)), nil)
		return class == kinds.NumberLabel && x != 0 && x != 1
	})
}

// areFractions reports whether a column has numbers alone, and some that are neither 0 nor 1, with the row of the first
// such number. ends says whether most of the numbers are from 0 to 1, or from 0 to 100; 0: neither.
func areFractions(first *stream.FirstRows, column int, missing []string) (row int, ends float64, is bool) {
	row = -1
	n, toOne, toHundred := 0, 0, 0
	for k, cells := range first.Cells {
		class, x := kinds.Classify([]byte(strings.TrimSpace(cells[column])), missing)
		switch {
		case class == kinds.MissingLabel:
			continue
		case class != kinds.NumberLabel:
			return 0, 0, false
		case x != 0 && x != 1 && row < 0:
			row = k
		}
		n++
		if x >= 0 && x <= 1 {
			toOne++
		}
		if x >= 0 && x <= percent {
			toHundred++
		}
	}
	switch {
	case 2*toOne > n:
		ends = 1
	case 2*toHundred > n:
		ends = percent
	}
	return row, ends, row >= 0
}

// probable refuses an answer that is no probability.
func (b *withAnswers) probable(a *answers) error {
	text := strings.TrimSpace(string(b.fields[a.column]))
	class, x := kinds.Classify([]byte(text), b.missing)
	if class == kinds.NumberLabel && x >= 0 && x <= a.most {
		return nil
	}
	name, ends := b.Records.Header()[a.column], "0 to 1"
	if a.most == percent {
		ends = "0 to 100"
	}
	return faults.BadProbability.Faultf("column %v has %q, but its probabilities are from %s", name, text, ends).
		AtLine(b.line).InColumn(name).FixedBy(study.To("if the item has no probability", "missing", text))
}

// asLevels writes probabilities of a row as levels of a factor: from 0 to 1 with a decimal point, or that there is
// none.
func (b *withAnswers) asLevels() {
	for _, a := range b.answers {
		if a.most == 0 {
			continue
		}
		at := slices.Index(b.others, a.column)
		switch class, x := kinds.Classify(bytes.TrimSpace(b.row[at]), b.missing); class {
		case kinds.MissingLabel:
			b.row[at] = []byte(NoProbability)
		case kinds.NumberLabel:
			b.row[at] = strconv.AppendFloat(nil, x/a.most, 'g', -1, 64)
		}
	}
}

// probabilities are the columns of probabilities.
func (b *withAnswers) probabilities() []string {
	var names []string
	for _, a := range b.answers {
		if a.most > 0 {
			names = append(names, b.Records.Header()[a.column])
		}
	}
	return names
}
