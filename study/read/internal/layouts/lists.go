package layouts

import (
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// listPart is the part of columns of lists.
const listPart = "list"

// listReader makes labels of the lists of a row.
type listReader struct {
	columns []int
	forms   []listForm
	places  [][]byte // names of labelers; nil: labels have no labelers
	named   int      // column of lists of labelers; −1 for none
	form    listForm // of it
	length  int      // of all lists, where places are labelers; 0 until there is one
	item    int      // column of the item; −1 for the number of the row
	join    bool     // the item is the row's and the column's together

	list, people [][]byte
}

// lists makes records of rows with lists of labels in a cell. Places in the list are labelers if the first
// lists are of one length. Each of several columns is an item of the row.
func (l *laying) lists() (func(*stream.Melted) error, error) {
	h, o, first, p := l.Header, &l.Options, l.first, &l.plan
	lr := &listReader{named: -1, item: -1}
	var err error
	if lr.columns, err = like(h, listPart, o.Lists); err != nil {
		return nil, err
	}
	needed := slices.Clone(lr.columns)
	for _, i := range lr.columns {
		lr.forms = append(lr.forms, listFormOf(first, i))
	}
	which := stream.Together(h.At(lr.columns))
	own := []string{"elements of " + which}
	o.Label = own[0]
	switch {
	case o.Labeler != "" && o.Labeler != study.NoColumn:
		if lr.named, err = h.Named(study.LabelerFactor, o.Labeler); err != nil {
			return nil, err
		}
		needed = append(needed, lr.named)
		lr.form = listFormOf(first, lr.named)
	case o.Labeler == "":
		lr.places = listPlaces(first, lr)
	}
	if lr.named >= 0 || lr.places != nil {
		o.Labeler = "places of " + which
		if lr.named >= 0 {
			o.Labeler = "elements of " + h.Names[lr.named]
		}
		own = append(own, o.Labeler)
	} else {
		o.Labeler = study.NoColumn
	}
	lr.join = len(lr.columns) > 1
	l.rowsAreItems(needed)
	numbered := p.Number != "" // which are part of an own name
	p.Number = ""
	if lr.join && !numbered {
		found := h.Candidates(naming.ItemRole())
		if i := takenBy(h, study.ItemFactor); i >= 0 {
			found = []int{i}
		}
		if o.Item != "" {
			found = h.Find(o.Item)
		}
		if len(found) != 1 {
			return nil, itemLeftOpen(h, found)
		}
		lr.item = found[0]
	}
	if lr.join || numbered {
		name := rowNumbers
		if lr.item >= 0 {
			name = h.Names[lr.item]
			p.Needed, p.Stay = append(needed, lr.item), []int{lr.item}
		}
		if lr.join {
			name += " · " + which
		}
		o.Item = stream.UnusedName(h.Names, name)
		own = append(own, o.Item)
	}
	if lr.join {
		own = append(own, stream.UnusedName(h.Names, questionColumn))
	}
	p.Own = own
	return lr.spread, nil
}

// itemLeftOpen is the error about several columns that could be the item of lists.
func itemLeftOpen(h *naming.Header, found []int) error {
	return faults.AmbiguousPart.Faultf("%d columns could be the item: %v", len(found), h.At(found)).
		FixedBy(naming.OneOf(study.ItemFactor, h.At(found))...)
}

// listPlaces names the places of lists, if the first ones are all of one length.
func listPlaces(first *stream.FirstRows, lr *listReader) [][]byte {
	length := 0
	for _, row := range first.Cells {
		for k, i := range lr.columns {
			n := len(lr.forms[k].elements([]byte(row[i]), lr.list))
			if n == 0 || len(row[i]) >= stream.LongestCell {
				continue
			}
			if length != 0 && n != length {
				return nil
			}
			length = n
		}
	}
	if length < 2 {
		return nil
	}
	lr.length = length
	var names [][]byte
	for p := range length {
		names = append(names, []byte("place "+strconv.Itoa(p+1)))
	}
	return names
}

// spread adds the labels of a row.
func (lr *listReader) spread(m *stream.Melted) error {
	ofNobody := study.To("labels of lists as those of nobody in particular", study.LabelerFactor, study.NoColumn)
	if lr.named >= 0 {
		lr.people = lr.form.elements(m.Fields[lr.named], lr.people)
	}
	for k, i := range lr.columns {
		lr.list = lr.forms[k].elements(m.Fields[i], lr.list)
		if len(lr.list) == 0 {
			continue
		}
		if lr.places != nil && len(lr.list) != lr.length {
			return m.Fault(faults.RaggedList, i, visible.Sprintf("the list %q has %s, and those before it have %d",
				m.Fields[i], visible.Count(len(lr.list), "label"), lr.length), ofNobody)
		}
		if lr.named >= 0 && len(lr.people) != len(lr.list) {
			return m.Fault(faults.RaggedList, i, visible.Sprintf("the list %q has %s, and that of its labelers %d",
				m.Fields[i], visible.Count(len(lr.list), "label"), len(lr.people)), ofNobody)
		}
		item := strconv.AppendInt(nil, int64(m.Row), 10)
		if lr.item >= 0 {
			item = m.Fields[lr.item]
		}
		if lr.join && len(item) > 0 {
			item = slices.Concat(item, []byte(" · "), []byte(m.Records.Header()[i]))
		}
		for p, label := range lr.list {
			own := append(make([][]byte, 0, 4), label)
			switch {
			case lr.named >= 0:
				own = append(own, lr.people[p])
			case lr.places != nil:
				own = append(own, lr.places[p])
			}
			if lr.join {
				own = append(own, item, []byte(m.Records.Header()[i]))
			} else if len(own) < len(m.Own) {
				own = append(own, item)
			}
			m.Add(own...)
		}
	}
	return nil
}
