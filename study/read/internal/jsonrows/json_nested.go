package jsonrows

import (
	"bytes"
	"slices"

	"concord/internal/visible"
	"concord/study/read/faults"
)

// Mixed reports whether one of the first objects has labels in a list, and others have theirs as members.
func (r *JsonRecords) Mixed() bool {
	for s := r.sample(); ; {
		if _, err := s.next(); err != nil {
			return false
		}
		if r.Sheet.listed(&s.doc) != nil {
			return true
		}
	}
}

// ShapesWithin are the shapes of members of the first objects that may be rows.
func (r *JsonRecords) ShapesWithin() []shape {
	s := r.sample()
	var arrays []objectArray
	taken := make(map[string]bool) // names of members of records and of objects in arrays
	outer := make(map[string]bool) // names of members of records with arrays
	inner := make(map[string]bool) // names of members of objects in arrays
	for n := range mostLooked {    // the first records may have none of what others have
		if _, err := s.next(); err != nil {
			break
		}
		if n == 0 {
			if keyed, ok := keyedShape(&s.doc); ok {
				return append(append(columnShapes(&s.doc), keyed), keyedArrays(&s.doc)...)
			}
			if columns := columnShapes(&s.doc); columns != nil {
				return columns
			}
		}
		within := objectArrays(&s.doc, 0)
		for _, member := range s.doc.children(0) {
			taken[string(member.Key)] = true
			if within != nil {
				outer[string(member.Key)] = true
			}
		}
		for _, found := range within {
			for _, member := range found.members {
				taken[member], inner[member] = true, true
			}
			same := func(a objectArray) bool { return a.name == found.name }
			if !slices.ContainsFunc(arrays, same) {
				arrays = append(arrays, found)
			}
		}
	}
	rows := nestedRows{outer: outer, inner: inner}
	return rows.shapes(arrays, taken)
}

// shapes are those of records whose objects in arrays are rows.
func (nr nestedRows) shapes(arrays []objectArray, taken map[string]bool) []shape {
	var all []shape
	for _, names := range alikeArrays(arrays) {
		rows := nr
		rows.arrays, rows.rename = names, make(map[string][]byte)
		said := visible.Sprintf("each object of the lists %v is a row", names)
		if len(names) > 1 && !taken[groupColumn] {
			rows.group, said = true, said+", and the name of its list is in column "+groupColumn
		}
		of := shape{Recognised: said, spread: rows.spread,
			Sure: len(arrays) == 1 || len(names) == len(arrays) && arrays[0].numbers}
		if nr.keyed {
			of.spread = rows.spreadKeyed
		}
		all = append(all, of)
	}
	return all
}

// keyedArrays are the shapes of an object whose members are records with arrays of objects.
func keyedArrays(d *Document) []shape {
	taken := make(map[string]bool)
	rows := nestedRows{outer: make(map[string]bool), inner: make(map[string]bool), keyed: true}
	var arrays []objectArray
	looked := 0
	for i := d.Nodes[0].first; i != 0 && looked < mostLooked; i = d.Nodes[i].next {
		looked++
		for _, member := range d.children(i) {
			taken[string(member.Key)], rows.outer[string(member.Key)] = true, true
		}
		for _, found := range objectArrays(d, i) {
			for _, member := range found.members {
				taken[member], rows.inner[member] = true, true
			}
			if !slices.ContainsFunc(arrays, func(a objectArray) bool { return a.name == found.name }) {
				arrays = append(arrays, found)
			}
		}
	}
	return rows.shapes(arrays, taken)
}

// spreadKeyed takes each member of an object as a record.
func (nr *nestedRows) spreadKeyed(d *Document, s *Sheet) error {
	for nr.at = d.Nodes[0].first; nr.at != 0; nr.at = d.Nodes[nr.at].next {
		if err := nr.spread(d, s); err != nil {
			return err
		}
	}
	return nil
}

// groupColumn is the column of the names of lists whose objects are rows.
const groupColumn = "group"

// objectArray is a member of a record that is an array of objects, with the names of the members of the first one.
type objectArray struct {
	name    string
	members []string
	numbers bool // all of them are numbers, true or false
}

// alikeArrays are the names of the arrays whose objects have the same members, if there are several, and of each array
// alone.
func alikeArrays(arrays []objectArray) [][]string {
	var together, alone [][]string
	for i, a := range arrays {
		alone = append(alone, []string{a.name})
		alike := func(b objectArray) bool { return slices.Equal(a.members, b.members) }
		if slices.ContainsFunc(arrays[:i], alike) {
			continue
		}
		var names []string
		for _, b := range arrays[i:] {
			if alike(b) {
				names = append(names, b.name)
			}
		}
		if len(names) > 1 {
			together = append(together, names)
		}
	}
	return append(together, alone...)
}

// mostLooked is how many objects are looked at for an array of objects.
const mostLooked = 100

// listColumn is the column of records that are lists.
const listColumn = "labels"

// keyColumn is the column of the keys of records.
const keyColumn = "key"

// keyedShape is the shape of an object whose members are records: objects with members in common.
func keyedShape(d *Document) (shape, bool) {
	first := d.Nodes[0].first
	if first == 0 || d.Nodes[first].next == 0 {
		return shape{}, false
	}
	of, members, records, lists := make(map[string]int), 0, 0, 0
	for i := first; i != 0; i = d.Nodes[i].next {
		members, records = members+1, records+1
		if n := d.Nodes[i]; n.Kind == ArrayNode && n.first != 0 && !d.nested(i) {
			lists++
			continue
		}
		objects, _ := d.objectsOf(i, &Sheet{})
		records += len(objects) - 1
		for _, object := range objects {
			for _, member := range d.children(object) {
				of[string(member.Key)]++
			}
		}
	}
	common, whole := make(map[string]bool), true // members of most records, and whether all have them
	for name, n := range of {
		if 2*n > records {
			common[name] = true
			whole = whole && n == records
		}
	}
	has := func(i int32) bool { return common[string(d.Nodes[i].Key)] }
	alone, odd := 0, 0 // members that are records, and that are neither records nor lists of some
	for i := first; i != 0; i = d.Nodes[i].next {
		switch objects, err := d.objectsOf(i, &Sheet{}); {
		case err != nil || d.Nodes[i].Kind == ObjectNode && !slices.ContainsFunc(d.Below(i), has):
			odd++
		case len(objects) > 0 && objects[0] == i:
			alone++
		}
	}
	const fewest = 3 // lists, which may be columns
	switch {
	case lists > 0 && (lists < records || lists < fewest):
		return shape{}, false
	case lists == 0 && (alone == 0 || 2*odd >= members || len(common) == 0 ||
		2*len(common) < len(of) && len(common) < 2):
		return shape{}, false
	}
	name := keyColumn
	for of[name] > 0 {
		name += "'"
	}
	return shape{Recognised: visible.Sprintf("each member of an object is a record, and its name is in column %q",
		name), Key: name, Sure: whole && (odd == 0 || lists > 0), spread: func(d *Document,
		s *Sheet) error {
		for i := range d.children(0) {
			objects := []int32{i}
			if lists == 0 {
				var err error
				if objects, err = d.objectsOf(i, s); err != nil {
					return err
				}
			}
			for _, object := range objects {
				s.at = d.Nodes[object].line
				s.begin()
				if err := s.set([]byte(name), d.Nodes[i].Key); err != nil {
					return err
				}
				err := error(nil)
				if lists > 0 {
					err = s.within([]byte(listColumn), func() error { return s.member(d, object) })
				} else if !slices.ContainsFunc(d.Below(object), has) {
					err = s.odd(d, object)
				} else {
					err = s.flatten(d, object, nil)
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	}}, true
}

// columnShapes is the shape of an object of columns, as pandas writes tables: a column is a list of cells, or an object
// of cells by the number of the row. Names must show the parts.
func columnShapes(d *Document) []shape {
	rows := -1
	for i := range d.children(0) {
		if d.Nodes[i].Kind < ArrayNode {
			return nil
		}
		n := len(d.Below(i))
		if rows >= 0 && n != rows {
			return nil
		}
		rows = n
	}
	if rows < 1 {
		return nil
	}
	return []shape{{Recognised: "each member of an object is a column", spread: spreadColumns}}
}

// spreadColumns takes the cells of all columns at one place as a row.
func spreadColumns(d *Document, s *Sheet) error {
	columns := d.top()
	cells := make([]int32, len(columns))
	for k, i := range columns {
		cells[k] = d.Nodes[i].first
	}
	for len(cells) > 0 && cells[0] != 0 {
		s.at = d.Nodes[cells[0]].line
		s.begin()
		for k, i := range cells {
			if i == 0 || !bytes.Equal(d.Nodes[i].Key, d.Nodes[cells[0]].Key) {
				return faults.BadJSON.Faultf("columns %q and %q have different rows", d.Nodes[columns[0]].Key,
					d.Nodes[columns[k]].Key)
			}
			if err := s.within(d.Nodes[columns[k]].Key, func() error { return s.member(d, i) }); err != nil {
				return err
			}
		}
		for k := range cells {
			cells[k] = d.Nodes[cells[k]].next
		}
	}
	return nil
}

// objectArrays are the members of a record that are arrays of objects.
func objectArrays(d *Document, record int32) []objectArray {
	var all []objectArray
	for _, n := range d.children(record) {
		if n.Kind != ArrayNode || n.first == 0 || d.Nodes[n.first].Kind != ObjectNode {
			continue
		}
		a := objectArray{name: string(n.Key), numbers: true}
		for _, member := range d.children(n.first) {
			a.members = append(a.members, string(member.Key))
			a.numbers = a.numbers && member.Kind == LiteralNode
		}
		slices.Sort(a.members)
		all = append(all, a)
	}
	return all
}

// nestedRows takes the objects of arrays of a record as rows.
type nestedRows struct {
	arrays []string
	group  bool              // the name of an object's array is in a column
	outer  map[string]bool   // names of members that records with arrays have themselves
	inner  map[string]bool   // names of members that objects of arrays have
	rename map[string][]byte // members of the objects that such records have too
	keyed  bool              // records are the members of an object
	at     int32             // the record
}

func (nr *nestedRows) spread(d *Document, s *Sheet) error {
	lists := 0
	for _, name := range nr.arrays {
		objects, err := d.objectsOf(d.get(nr.at, name), s)
		if err != nil {
			return err
		}
		lists += len(objects)
		for _, i := range objects {
			if err := nr.row(d, s, i, []byte(name)); err != nil {
				return err
			}
		}
	}
	if lists > 0 || nr.group && !s.grow {
		return nil
	}
	// A record without a list is a row if it has what records with lists do not have: perhaps a label.
	more, known := false, false
	for _, n := range d.children(nr.at) {
		own := nr.outer[string(n.Key)] || nr.isArray(n.Key)
		more, known = more || !own, known || own || nr.inner[string(n.Key)]
	}
	switch {
	case !more:
		return nil
	case !known:
		return s.odd(d, nr.at)
	}
	s.begin()
	return s.flatten(d, nr.at, nr.isArray)
}

func (nr *nestedRows) isArray(key []byte) bool { return slices.Contains(nr.arrays, string(key)) }

// row takes an object of an array as a row.
func (nr *nestedRows) row(d *Document, s *Sheet, object int32, array []byte) error {
	if !slices.ContainsFunc(d.Below(object), func(i int32) bool { return nr.inner[string(d.Nodes[i].Key)] }) {
		return s.odd(d, object)
	}
	s.at = d.Nodes[object].line
	s.begin()
	if err := s.flatten(d, nr.at, nr.isArray); err != nil {
		return err
	}
	if nr.group {
		if err := s.set([]byte(groupColumn), array); err != nil {
			return err
		}
	}
	for k := range d.children(object) {
		name := d.Nodes[k].Key
		if nr.outer[string(name)] {
			full := nr.rename[string(name)]
			if full == nil {
				full = []byte(nr.arrays[0] + "." + string(name))
				nr.rename[string(name)] = full
			}
			name = full
		}
		if err := s.within(name, func() error { return s.member(d, k) }); err != nil {
			return err
		}
	}
	return nil
}
