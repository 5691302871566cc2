package read

import (
	"bytes"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// reshaped takes members of objects as the rows if objects taken as rows lack columns that are needed. The members are
// records by their keys, or an array of objects in each record.
func (from *input) reshaped(r *jsonRecords) {
	if r.shape.export != "" || from.options.AsIs {
		return
	}
	serves := from.serves(r.sheet.header)
	if serves && !(r.shape.rows && r.mixed()) {
		return
	}
	before, header := r.shape, r.sheet
	shapes := r.shapesWithin()
	for _, must := range []bool{true, serves} { // serve
		for _, within := range shapes {
			r.shape = within
			r.sheet = sheet{index: make(map[string]int), concerns: header.concerns, late: make(map[string]bool)}
			objects, _ := r.columns()
			if objects > 0 && len(r.sheet.header) > 1 && (from.serves(r.sheet.header) || !must && within.sure) {
				return
			}
		}
	}
	r.shape, r.sheet = before, header
}

// mixed reports whether one of the first objects has labels in a list, and others have theirs as members.
func (r *jsonRecords) mixed() bool {
	for s := r.sample(); ; {
		if _, err := s.next(); err != nil {
			return false
		}
		if r.sheet.listed(&s.doc) != nil {
			return true
		}
	}
}

// listed is the error about a record whose list of objects has a member that plays a part, and that other records have
// themselves; nil if there is none.
func (page *sheet) listed(d *document) error {
	for _, a := range objectArrays(d, 0) {
		for _, name := range a.members {
			if column, known := page.index[name]; known && page.plain[column] && d.get(0, name) == 0 &&
				page.concerns(name, false) {
				page.at = d.nodes[d.get(0, a.name)].line
				return study.Faultf(BadJSON,
					"%q is in the objects of the list %q here, and a member of other objects", name, a.name).
					InColumn(name).Advising("write all labels in one way")
			}
		}
	}
	return nil
}

// shapesWithin are the shapes of members of the first objects that may be rows.
func (r *jsonRecords) shapesWithin() []shape {
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
		for member := range s.doc.children(0) {
			taken[string(member.key)] = true
			if within != nil {
				outer[string(member.key)] = true
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
		of := shape{recognised: said, spread: rows.spread,
			sure: len(arrays) == 1 || len(names) == len(arrays) && arrays[0].numbers}
		if nr.keyed {
			of.spread = rows.spreadKeyed
		}
		all = append(all, of)
	}
	return all
}

// keyedArrays are the shapes of an object whose members are records with arrays of objects.
func keyedArrays(d *document) []shape {
	taken := make(map[string]bool)
	rows := nestedRows{outer: make(map[string]bool), inner: make(map[string]bool), keyed: true}
	var arrays []objectArray
	looked := 0
	for i := d.nodes[0].first; i != 0 && looked < mostLooked; i = d.nodes[i].next {
		looked++
		for member := range d.children(i) {
			taken[string(member.key)], rows.outer[string(member.key)] = true, true
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
func (nr *nestedRows) spreadKeyed(d *document, s *sheet) error {
	for nr.at = d.nodes[0].first; nr.at != 0; nr.at = d.nodes[nr.at].next {
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

// serves reports whether a header has the columns that options name, and all parts by names unless a layout is asked
// for.
func (from *input) serves(names []string) bool {
	if len(names) < 2 {
		return false
	}
	o := from.options
	h := newHeader(from.file, names)
	wanted := slices.Concat([]string{o.Item, o.Labeler, o.Label, o.Weight}, o.Factors, from.labels.names)
	for _, p := range o.Pairs {
		wanted = append(wanted, p.Labeler, p.Label)
	}
	for _, c := range o.Where {
		wanted = append(wanted, c.Column)
	}
	for _, name := range wanted {
		if name != "" && name != study.NoColumn && len(h.find(name)) == 0 {
			return false
		}
	}
	for _, pattern := range slices.Concat(o.Wide, o.WideItems, o.Lists, o.Counts) {
		if hasParts([]string{pattern}) {
			if _, _, err := h.namedParts([]string{pattern}); err != nil {
				return false
			}
			continue
		}
		like := func(name string) bool { return matchesPattern(name, []string{pattern}) }
		if !slices.ContainsFunc(names, like) && len(h.find(pattern)) == 0 {
			return false
		}
	}
	return len(o.asked()) > 0 || from.labels.several || from.namesTell(names, o)
}

// listColumn is the column of records that are lists.
const listColumn = "labels"

// keyColumn is the column of the keys of records.
const keyColumn = "key"

// keyedShape is the shape of an object whose members are records: objects with members in common.
func keyedShape(d *document) (shape, bool) {
	first := d.nodes[0].first
	if first == 0 || d.nodes[first].next == 0 {
		return shape{}, false
	}
	of, members, records, lists := make(map[string]int), 0, 0, 0
	for i := first; i != 0; i = d.nodes[i].next {
		members, records = members+1, records+1
		if n := d.nodes[i]; n.kind == arrayNode && n.first != 0 && !d.nested(i) {
			lists++
			continue
		}
		objects, _ := d.objectsOf(i, &sheet{})
		records += len(objects) - 1
		for _, object := range objects {
			for member := range d.children(object) {
				of[string(member.key)]++
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
	has := func(i int32) bool { return common[string(d.nodes[i].key)] }
	alone, odd := 0, 0 // members that are records, and that are neither records nor lists of some
	for i := first; i != 0; i = d.nodes[i].next {
		switch objects, err := d.objectsOf(i, &sheet{}); {
		case err != nil || d.nodes[i].kind == objectNode && !slices.ContainsFunc(d.below(i), has):
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
	return shape{recognised: visible.Sprintf("each member of an object is a record, and its name is in column %q",
		name), key: name, sure: whole && (odd == 0 || lists > 0), spread: func(d *document,
		s *sheet) error {
		for i := d.nodes[0].first; i != 0; i = d.nodes[i].next {
			objects := []int32{i}
			if lists == 0 {
				var err error
				if objects, err = d.objectsOf(i, s); err != nil {
					return err
				}
			}
			for _, object := range objects {
				s.at = d.nodes[object].line
				s.begin()
				if err := s.set([]byte(name), d.nodes[i].key); err != nil {
					return err
				}
				err := error(nil)
				if lists > 0 {
					s.path = append(s.path[:0], listColumn...)
					err = s.member(d, object)
					s.path = s.path[:0]
				} else if !slices.ContainsFunc(d.below(object), has) {
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
func columnShapes(d *document) []shape {
	rows := -1
	for i := d.nodes[0].first; i != 0; i = d.nodes[i].next {
		if d.nodes[i].kind < arrayNode {
			return nil
		}
		n := 0
		for range d.children(i) {
			n++
		}
		if rows >= 0 && n != rows {
			return nil
		}
		rows = n
	}
	if rows < 1 {
		return nil
	}
	return []shape{{recognised: "each member of an object is a column", spread: spreadColumns}}
}

// spreadColumns takes the cells of all columns at one place as a row.
func spreadColumns(d *document, s *sheet) error {
	columns := d.top()
	cells := make([]int32, len(columns))
	for k, i := range columns {
		cells[k] = d.nodes[i].first
	}
	for len(cells) > 0 && cells[0] != 0 {
		s.at = d.nodes[cells[0]].line
		s.begin()
		for k, i := range cells {
			if i == 0 || !bytes.Equal(d.nodes[i].key, d.nodes[cells[0]].key) {
				return study.Faultf(BadJSON, "columns %q and %q have different rows", d.nodes[columns[0]].key,
					d.nodes[columns[k]].key)
			}
			s.path = append(s.path[:0], d.nodes[columns[k]].key...)
			err := s.member(d, i)
			s.path = s.path[:0]
			if err != nil {
				return err
			}
		}
		for k := range cells {
			cells[k] = d.nodes[cells[k]].next
		}
	}
	return nil
}

// objectArrays are the members of a record that are arrays of objects.
func objectArrays(d *document, record int32) []objectArray {
	var all []objectArray
	for n := range d.children(record) {
		if n.kind != arrayNode || n.first == 0 || d.nodes[n.first].kind != objectNode {
			continue
		}
		a := objectArray{name: string(n.key), numbers: true}
		for member := range d.children(n.first) {
			a.members = append(a.members, string(member.key))
			a.numbers = a.numbers && member.kind == literalNode
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

func (nr *nestedRows) spread(d *document, s *sheet) error {
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
	for n := range d.children(nr.at) {
		own := nr.outer[string(n.key)] || nr.isArray(n.key)
		more, known = more || !own, known || own || nr.inner[string(n.key)]
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
func (nr *nestedRows) row(d *document, s *sheet, object int32, array []byte) error {
	if !slices.ContainsFunc(d.below(object), func(i int32) bool { return nr.inner[string(d.nodes[i].key)] }) {
		return s.odd(d, object)
	}
	s.at = d.nodes[object].line
	s.begin()
	if err := s.flatten(d, nr.at, nr.isArray); err != nil {
		return err
	}
	if nr.group {
		if err := s.set([]byte(groupColumn), array); err != nil {
			return err
		}
	}
	for k := d.nodes[object].first; k != 0; k = d.nodes[k].next {
		name := d.nodes[k].key
		if nr.outer[string(name)] {
			full := nr.rename[string(name)]
			if full == nil {
				full = []byte(nr.arrays[0] + "." + string(name))
				nr.rename[string(name)] = full
			}
			name = full
		}
		s.path = append(s.path[:0], name...)
		err := s.member(d, k)
		s.path = s.path[:0]
		if err != nil {
			return err
		}
	}
	return nil
}
