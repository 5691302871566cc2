package read

import (
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
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

// readLists makes records of rows with lists of labels in a cell. Places in the list are labelers if the first
// lists are of one length. Each of several columns is an item of the row.
func readLists(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if err := o.conflicting("Lists", labelPart); err != nil {
		return laidOut{}, err
	}
	h := layoutHeader(r.Header(), file, o)
	lr := &listReader{named: -1, item: -1}
	var err error
	if lr.columns, err = h.like(listPart, o.Lists); err != nil {
		return laidOut{}, err
	}
	needed := slices.Clone(lr.columns)
	for _, i := range lr.columns {
		lr.forms = append(lr.forms, first.listFormOf(i))
	}
	which := together(h.at(lr.columns))
	own := []string{"elements of " + which}
	o.Label = own[0]
	switch {
	case o.Labeler != "" && o.Labeler != study.NoColumn:
		if lr.named, err = h.named(study.LabelerFactor, o.Labeler); err != nil {
			return laidOut{}, err
		}
		needed = append(needed, lr.named)
		lr.form = first.listFormOf(lr.named)
	case o.Labeler == "":
		lr.places = first.listPlaces(lr)
	}
	if lr.named >= 0 || lr.places != nil {
		o.Labeler = "places of " + which
		if lr.named >= 0 {
			o.Labeler = "elements of " + h.names[lr.named]
		}
		own = append(own, o.Labeler)
	} else {
		o.Labeler = study.NoColumn
	}
	lr.join = len(lr.columns) > 1
	o, number := first.itemOr(h, o, needed)
	if lr.join && number == "" {
		found := h.candidates(itemRole())
		if i := h.takenBy(study.ItemFactor); i >= 0 {
			found = []int{i}
		}
		if o.Item != "" {
			found = h.find(o.Item)
		}
		if len(found) != 1 {
			return laidOut{}, itemLeftOpen(h, found)
		}
		lr.item = found[0]
	}
	var stay []int
	if lr.join || number != "" {
		name := rowNumbers
		if lr.item >= 0 {
			name = h.names[lr.item]
			needed, stay = append(needed, lr.item), []int{lr.item}
		}
		if lr.join {
			name += " · " + which
		}
		o.Item = unusedName(h.names, name)
		own = append(own, o.Item)
	}
	if lr.join {
		own = append(own, unusedName(h.names, questionColumn))
	}
	made := melt(r, plan{needed: needed, stay: stay, own: own}, lr.spread)
	return laidOut{records: made, options: o}, nil
}

// itemLeftOpen is the error about several columns that could be the item of lists.
func itemLeftOpen(h *header, found []int) error {
	return study.Faultf(AmbiguousPart, "%d columns could be the item: %v", len(found), h.at(found)).
		FixedBy(oneOf(study.ItemFactor, h.at(found))...)
}

// listPlaces names the places of lists, if the first ones are all of one length.
func (first *firstRows) listPlaces(lr *listReader) [][]byte {
	length := 0
	for _, row := range first.cells {
		for k, i := range lr.columns {
			n := len(lr.forms[k].elements([]byte(row[i]), lr.list))
			if n == 0 || len(row[i]) >= longestCell {
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
func (lr *listReader) spread(m *melted) error {
	ofNobody := study.To("labels of lists as those of nobody in particular", study.LabelerFactor, study.NoColumn)
	if lr.named >= 0 {
		lr.people = lr.form.elements(m.fields[lr.named], lr.people)
	}
	for k, i := range lr.columns {
		lr.list = lr.forms[k].elements(m.fields[i], lr.list)
		if len(lr.list) == 0 {
			continue
		}
		if lr.places != nil && len(lr.list) != lr.length {
			return m.fault(RaggedList, i, visible.Sprintf("the list %q has %s, and those before it have %d",
				m.fields[i], visible.Count(len(lr.list), "label"), lr.length), ofNobody)
		}
		if lr.named >= 0 && len(lr.people) != len(lr.list) {
			return m.fault(RaggedList, i, visible.Sprintf("the list %q has %s, and that of its labelers %d",
				m.fields[i], visible.Count(len(lr.list), "label"), len(lr.people)), ofNobody)
		}
		item := strconv.AppendInt(nil, int64(m.row), 10)
		if lr.item >= 0 {
			item = m.fields[lr.item]
		}
		if lr.join && len(item) > 0 {
			item = slices.Concat(item, []byte(" · "), []byte(m.records.Header()[i]))
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
				own = append(own, item, []byte(m.records.Header()[i]))
			} else if len(own) < len(m.own) {
				own = append(own, item)
			}
			m.add(own...)
		}
	}
	return nil
}
