package kinds

import (
	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
)

// knownOrder codes words that have an order by themselves, because they carry numbers or are of a scale that is known.
// It is of no kind if there is no such order, or the caller names the kind of labels. Words that nearly have one are an
// error, as are those that the caller takes for other labels than categories.
func (j *judge) knownOrder() error {
	said := j.AsIs || j.Unordered || j.lists()
	if said || j.Kind == study.Nominal || j.words == 0 || j.overflows() {
		return nil
	}
	labels := j.texts()
	if len(labels) > study.MostOrdered {
		return nil
	}
	order, by, code := layout.Order{}, study.WordsWithNumbers, faults.NumberedWords
	is := "words that carry numbers"
	found := false
	if order, found = layout.Numbered(labels); !found {
		by, code, is = study.KnownScale, faults.OrderedWords, "words of a scale, which has an order"
		order, found = layout.Ordered(labels)
	}
	switch {
	case found && j.Kind != 0 && j.Kind != study.Ordinal:
		return j.orderKnown(code, order.Ascending, nil, is)
	case found:
		j.placed(labels, order)
		j.k.ByDefault = by
		return nil
	}
	if order, rest, ok := layout.Nearly(labels); ok {
		return j.orderKnown(faults.OrderedWords, order.Ascending, rest, "words of a scale")
	}
	return nil
}

// placed codes labels by their places in an order.
func (j *judge) placed(labels []layout.Label, order layout.Order) {
	place := make(map[string]float64, len(labels))
	for i, l := range labels {
		place[l.Text] = float64(order.Place[i] + 1)
	}
	k := j.coded(study.Ordinal, func(s *Spelling) float64 { return place[s.Text] })
	k.Categories, k.OrderFound = order.Ascending, true
}

// orderKnown is the error about words that have an order, except for some, and are to be something else.
func (j *judge) orderKnown(code study.Code, ascending, rest []string, is string) error {
	s := j.first(func(*Spelling) bool { return true })
	e := code.Faultf("labels of column %q are %s: %v", j.Name, is, ascending).AtLine(s.Line).InColumn(j.Name)
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
