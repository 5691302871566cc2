package read

import (
	"math"
	"slices"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// latestPart is the part of the column that shows the latest of labels given again.
const latestPart = "latest"

// takeLatest takes up the column of times, which may play another part too.
func (in *intake) takeLatest() error {
	if in.options.Latest == "" {
		return nil
	}
	h := newHeader(in.file, in.header.names)
	i, err := h.named(latestPart, in.options.Latest)
	if err != nil {
		return err
	}
	in.source.Latest = h.names[i]
	in.index = append(in.index, indexColumn{column: column{study.Column{Name: h.names[i], Named: true}, i},
		role: latestPart, names: newNames(), optional: true})
	return nil
}

// times are when the labels of all rows were given, NaN if that is not known; nil if no column has the times.
func (in *intake) times() ([]float64, error) {
	at := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.role == latestPart })
	if at < 0 {
		return nil, nil
	}
	c := &in.index[at]
	texts := c.names.list
	odd := when.Odd(texts)
	known := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(odd, text) })
	times, ok := when.Parse(known)
	if !ok {
		const most = 3
		e := study.Faultf(NoTimes, "column %q does not say when labels were given: %v", c.Name, texts[:min(most,
			len(texts))]).InColumn(c.Name).FixedBy(lastOrAll()...)
		if len(odd) == len(texts) && len(texts) > 0 {
			e.Found = visible.Sprintf("the dates in column %q do not say which number is the day: %v", c.Name,
				texts[:min(most, len(texts))])
		}
		return nil, e
	}
	ofName := make(map[string]float64)
	for k, text := range known {
		ofName[text] = times.At[k]
	}
	all := make([]float64, len(c.codes))
	for row, code := range c.codes {
		all[row] = math.NaN()
		if code >= 0 {
			if t, ok := ofName[texts[code]]; ok {
				all[row] = t
			}
		}
	}
	return all, nil
}

// timeText is the text that says when the label of a row was given.
func (in *intake) timeText(row int) string {
	at := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.role == latestPart })
	if at < 0 || in.index[at].codes[row] < 0 {
		return ""
	}
	return in.index[at].names.list[in.index[at].codes[row]]
}

// notLatest is the error about labels given again if it is not known which is the latest; nil for other errors.
func (in *intake) notLatest(d *study.Duplicate) *study.Error {
	column, other := in.options.Latest, in.lineOf(d.First)
	var e *study.Error
	switch text := in.timeText(d.Row); {
	case d.Tied:
		e = study.Faultf(NoLatest, "labeler %q gave item %q two labels at once, %q in column %q, and they differ (the "+
			"other is in line %s)", d.Labeler, d.Item, text, column, other)
	case d.Untimed && text == "":
		e = study.Faultf(NoLatest, "column %q is empty, though labeler %q gave item %q another label (line %s)", column,
			d.Labeler, d.Item, other)
	case d.Untimed:
		e = study.Faultf(NoLatest, "%q in column %q is no time as others are, though labeler %q gave item %q another "+
			"label (line %s)", text, column, d.Labeler, d.Item, other)
	default:
		return nil
	}
	return e.AtLine(in.lines.of(d.Row)).InColumn(column).Wrapping(d).FixedBy(lastOrAll()...)
}

// isTime reports whether a column in no use says when labels were given, to the day at least.
func (ws *watcher) isTime(column string) bool {
	at := slices.IndexFunc(ws.columns, func(c *watch) bool { return c.name == column })
	if at < 0 || ws.columns[at].tooFar {
		return false
	}
	times, ok := when.Parse(ws.columns[at].names.list)
	return ok && (times.Unit == when.Second || times.Unit == when.Day)
}

// checkLatest refuses a rule without its column, and a column without its rule.
func (o Options) checkLatest() error {
	if (o.Duplicates == study.DuplicatesLatest) != (o.Latest != "") {
		return study.Faultf(study.BadOption,
			"the latest of labels given again needs a column of times, and such a column that rule")
	}
	return nil
}
