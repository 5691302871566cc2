package read

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// Words with which nobody labels: a column of them was taken for the label by mistake, or a program has changed it.

// noLabels is the error about labels that are days or moments. It is nil for other labels, and if the caller says how
// to read them.
func (j *judge) noLabels(o Options) error {
	if o.AsIs || o.Kind != 0 || o.Split != "" || len(o.Positive)+len(o.Negative) > 0 || j.words == 0 ||
		j.numbers > 0 || j.overflows() {
		return nil
	}
	var texts []string
	for _, l := range j.texts() {
		texts = append(texts, l.Text)
	}
	first := j.first(func(*spelling) bool { return true })
	if all(texts, dayOfMonth.MatchString) {
		return j.fault(DateLabel, first, "is a day of a month: spreadsheets turn labels such as 3-4 and 3/5 into days",
			asText()...)
	}
	times, ok := when.Parse(texts)
	if !ok || times.Unit == when.Number || all(texts, isCode) || all(texts, numberedPeriod.MatchString) {
		return nil
	}
	e := j.fault(TimeLabels, first, "is a date or a time, and no label", anotherLabel())
	if others := j.words - first.rows; others > 0 {
		e.Found = visible.Sprintf("%v %q is a date or a time (%s, and %d more with dates or times), and no label",
			j.name, first.text, visible.Count(first.rows, "row"), others)
	}
	return e
}

var (
	dayOfMonth = regexp.MustCompile(`(?i)^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|` +
		`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-. ]\d{1,2})$`)
	numberedPeriod = regexp.MustCompile(`^\pL+[ \-_.#:]*\d{1,3}$`)
)

func all(texts []string, is func(string) bool) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !is(text) })
}

// fewWords may each be the label of one row.
const fewWords = 20

// oneEach is the error about words that differ from row to row, as ids and comments do. It is nil if there are few, or
// if most come again.
func (j *judge) oneEach(o Options) error {
	if o.AsIs || o.Kind != 0 || j.overflows() {
		return nil
	}
	different, words := 0, 0
	for _, s := range j.labels() {
		different++
		words += len(strings.Fields(s.text))
	}
	if different <= fewWords || 2*different <= j.words {
		return nil
	}
	first := j.first(func(*spelling) bool { return true })
	what := "ids or names"
	if words > proseWords*different {
		what = "free text"
	}
	e := j.fault(IDLabels, first, "is no label", anotherLabel())
	e.Found = visible.Sprintf("column %q has %d different values in %s, such as %q: this is %s, and no label",
		j.name, different, visible.Count(j.words, "row"), first.text, what)
	return e
}

func anotherLabel() study.Fix { return study.Choose("choose the column of the labels", "label") }

// elsewhere mends an error about a column without labels by the columns that could have them.
func (in *intake) elsewhere(err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || fault.Code != TimeLabels && fault.Code != IDLabels || in.first == nil {
		return err
	}
	const most = 3
	fault.Fixes = nil
	for i, name := range in.first.header {
		if len(fault.Fixes) < most && name != fault.Column &&
			slices.Contains(in.source.Ignored, name) && in.first.look(i).canBeLabel() && !isBesideLabels(name) {
			fault.Fixes = append(fault.Fixes, study.To(visible.Sprintf("if %v holds the labels", name), "label", name))
		}
	}
	if fault.Fixes == nil {
		fault.Fixes = []study.Fix{study.Choose("choose the column of the labels; no other column seems to have labels",
			"label")}
	}
	last := study.AsIs("if each text is a category, coefficients alone").With("agreement")
	if fault.Code == TimeLabels {
		last = study.Fix{Does: "to compare dates, write them as numbers, such as days"}
	}
	fault.Fixes = append(fault.Fixes, last)
	return fault
}

// unlabelled says of an error about an open label which free columns have dates, times or texts, and so no labels.
func (first *firstRows) unlabelled(parts *Incomplete) string {
	isLabel := func(p OpenPart) bool { return p.Part == labelPart && len(p.Candidates) == 0 }
	if !slices.ContainsFunc(parts.Open, isLabel) || len(first.lines) == 0 {
		return ""
	}
	text := ""
	for i, name := range first.header {
		what := ""
		switch l := first.look(i); {
		case l.times:
			what = "dates or times"
		case l.prose:
			what = "free text"
		}
		if what != "" {
			text += visible.Sprintf("; column %q has %s, and no labels (line %d: %q)", name, what, first.lines[0],
				first.cells[0][i])
		}
	}
	return text
}
