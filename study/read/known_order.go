package read

import (
	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// knownOrder codes words that have an order by themselves, because they carry numbers or are of a scale that is known.
// It is of no kind if there is no such order, or the caller names the kind of labels. Words that nearly have one are an
// error, as are those that the caller takes for other labels than categories.
func (j *judge) knownOrder(o Options) (coding, error) {
	said := o.AsIs || o.Unordered || len(o.Positive)+len(o.Negative) > 0
	if said || o.Kind == study.Nominal || j.words == 0 || j.overflows() {
		return coding{}, nil
	}
	labels := j.texts()
	if len(labels) > study.MostOrdered {
		return coding{}, nil
	}
	order, by, code := layout.Order{}, study.WordsWithNumbers, NumberedWords
	is := "words that carry numbers"
	found := false
	if order, found = layout.Numbered(labels); !found {
		by, code, is = study.KnownScale, OrderedWords, "words of a scale, which has an order"
		order, found = layout.Ordered(labels)
	}
	switch {
	case found && o.Kind != 0 && o.Kind != study.Ordinal:
		return coding{}, j.orderKnown(code, order.Ascending, nil, is)
	case found:
		k := j.placed(labels, order)
		k.byDefault = by
		return k, nil
	}
	if order, rest, ok := layout.Nearly(labels); ok {
		return coding{}, j.orderKnown(OrderedWords, order.Ascending, rest, "words of a scale")
	}
	return coding{}, nil
}

// placed codes labels by their places in an order.
func (j *judge) placed(labels []layout.Label, order layout.Order) coding {
	place := make(map[string]float64, len(labels))
	for i, l := range labels {
		place[l.Text] = float64(order.Place[i] + 1)
	}
	k := j.coded(study.Ordinal, func(s *spelling) float64 { return place[s.text] })
	k.categories, k.orderFound = order.Ascending, true
	return k
}

// orderKnown is the error about words that have an order, except for some, and are to be something else.
func (j *judge) orderKnown(code study.Code, ascending, rest []string, is string) error {
	s := j.first(func(*spelling) bool { return true })
	e := study.Faultf(code, "labels of column %q are %s: %v", j.name, is, ascending).AtLine(s.line).InColumn(j.name)
	ordered := inOrder(ascending).Without("positive", "negative", "family")
	if len(rest) > 0 {
		e.Found += visible.Sprintf("; but not %v", rest)
		ordered.Does += ", without the others"
		ordered = ordered.Adding("missing", rest...)
	}
	e.Fixes = []study.Fix{ordered,
		study.To("as categories without order", "order", "none").Without("family")}
	return e
}
