package kinds

import (
	"regexp"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/stream"
)

// Words with which nobody labels: a column of them was taken for the label by mistake, or a program has changed it.

// noLabels is the error about labels that are days or moments. It is nil for other labels, and if the caller says how
// to read them.
func (j *judge) noLabels() error {
	if j.AsIs || j.Kind != 0 || j.Split != "" || j.lists() || j.words == 0 ||
		j.numbers > 0 || j.overflows() {
		return nil
	}
	var texts []string
	for _, l := range j.texts() {
		texts = append(texts, l.Text)
	}
	first := j.first(func(*Spelling) bool { return true })
	if All(texts, dayOfMonth.MatchString) {
		return j.fault(faults.DateLabel, first, "is a day of a month: spreadsheets turn labels such as 3-4 and 3/5 "+
			"into days",
			AsText()...)
	}
	times, ok := when.Parse(texts)
	if !ok || times.Unit == when.Number || All(texts, stream.IsCode) || All(texts, numberedPeriod.MatchString) {
		return nil
	}
	e := j.fault(faults.TimeLabels, first, "is a date or a time, and no label", anotherLabel())
	if others := j.words - first.Rows; others > 0 {
		e.Found = visible.Sprintf("%v %q is a date or a time (%s, and %d more with dates or times), and no label",
			j.Name, first.Text, visible.Count(first.Rows, "row"), others)
	}
	return e
}

var (
	dayOfMonth = regexp.MustCompile(`(?i)^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|` +
		`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-. ]\d{1,2})$`)
	numberedPeriod = regexp.MustCompile(`^\pL+[ \-_.#:]*\d{1,3}$`)
)

func All(texts []string, is func(string) bool) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !is(text) })
}

// fewWords may each be the label of one row.
const fewWords = 20

// oneEach is the error about words that differ from row to row, as ids and comments do. It is nil if there are few, or
// if most come again.
func (j *judge) oneEach() error {
	if j.AsIs || j.Kind != 0 || j.overflows() {
		return nil
	}
	different, words := 0, 0
	for _, s := range j.labels() {
		different++
		words += len(strings.Fields(s.Text))
	}
	if different <= fewWords || 2*different <= j.words {
		return nil
	}
	first := j.first(func(*Spelling) bool { return true })
	what := "ids or names"
	if words > stream.ProseWords*different {
		what = "free text"
	}
	e := j.fault(faults.IDLabels, first, "is no label", anotherLabel())
	e.Found = visible.Sprintf("column %q has %d different values in %s, such as %q: this is %s, and no label",
		j.Name, different, visible.Count(j.words, "row"), first.Text, what)
	return e
}

func anotherLabel() study.Fix { return study.Choose("choose the column of the labels", "label") }
