package read

import (
	"fmt"
	"slices"

	"concord/internal/visible"
)

// reshaped takes members of objects as the rows, where objects taken as rows do not have the columns that they need:
// an object of records by their keys, or records that have an array of objects.
func (from *input) reshaped(r *jsonRecords) {
	if r.shape.export != "" || from.options.AsIs || from.serves(r.sheet.header) {
		return
	}
	before, header := r.shape, r.sheet
	s := r.sample()
	if _, err := s.next(); err != nil {
		return
	}
	for _, find := range []func(d *document) (shape, bool){keyedShape, nestedShape} {
		shape, ok := find(&s.doc)
		for n := 0; !ok && n < mostLooked; n++ { // the first records may have none of what others have
			if _, err := s.next(); err != nil {
				break
			}
			shape, ok = find(&s.doc)
		}
		if !ok {
			s = r.sample()
			if _, err := s.next(); err != nil {
				return
			}
			continue
		}
		r.shape = shape
		r.sheet = sheet{index: make(map[string]int), concerns: header.concerns, late: make(map[string]bool)}
		if objects, _ := r.columns(); objects > 0 && len(r.sheet.header) > 0 {
			return
		}
		r.shape, r.sheet = before, header
		return
	}
}

// mostLooked is how many objects are looked at for an array of objects.
const mostLooked = 100

// serves reports whether a header has the columns that options name, and all parts by names unless a layout is asked
// for.
func (from *input) serves(names []string) bool {
	o := from.options
	h := &header{file: from.file, names: names, taken: make(map[int]string)}
	wanted := slices.Concat([]string{o.Item, o.Labeler, o.Label, o.Weight}, o.Factors, from.labels.names)
	for _, p := range o.Pairs {
		wanted = append(wanted, p.Labeler, p.Label)
	}
	for _, c := range o.Where {
		wanted = append(wanted, c.Column)
	}
	for _, name := range wanted {
		if name != "" && name != NoColumn && len(h.find(name)) == 0 {
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

// keyColumn is the column of the keys of records.
const keyColumn = "key"

// keyedShape is that of an object of which each member is a record: an object, with members that others have too.
func keyedShape(d *document) (shape, bool) {
	first := d.nodes[0].first
	if first == 0 || d.nodes[first].next == 0 {
		return shape{}, false
	}
	of, records := make(map[string]int), 0
	for i := first; i != 0; i = d.nodes[i].next {
		if d.nodes[i].kind != objectNode || d.nodes[i].first == 0 {
			return shape{}, false
		}
		records++
		for member := range d.children(i) {
			of[string(member.key)]++
		}
	}
	common := 0
	for _, n := range of {
		if n == records {
			common++
		}
	}
	if common == 0 || 2*common < len(of) && common < 2 {
		return shape{}, false
	}
	name := keyColumn
	for of[name] > 0 {
		name += "'"
	}
	return shape{recognised: fmt.Sprintf("each member of an object is a record, and its name is in column %s",
		visible.Quote(name)), key: name, spread: func(d *document, s *sheet) error {
		for i := d.nodes[0].first; i != 0; i = d.nodes[i].next {
			s.at = d.nodes[i].line
			if d.nodes[i].kind != objectNode {
				continue
			}
			s.begin()
			if err := s.set([]byte(name), d.nodes[i].key); err != nil {
				return err
			}
			if err := s.flatten(d, i, nil); err != nil {
				return err
			}
		}
		return nil
	}}, true
}

// nestedShape is that of records with one member that is an array of objects, each of which is a row.
func nestedShape(d *document) (shape, bool) {
	var name string
	found := 0
	for i := d.nodes[0].first; i != 0; i = d.nodes[i].next {
		n := &d.nodes[i]
		if n.kind == arrayNode && n.first != 0 && d.nodes[n.first].kind == objectNode {
			name = string(n.key)
			found++
		}
	}
	if found != 1 {
		return shape{}, false
	}
	rows := &nestedRows{array: name, rename: make(map[string][]byte)}
	return shape{recognised: "each object of the lists " + visible.Quote(name) + " is a row", spread: rows.spread}, true
}

// nestedRows takes the objects of an array of a record as rows.
type nestedRows struct {
	array  string
	rename map[string][]byte // members of the objects that the record has too
}

func (nr *nestedRows) spread(d *document, s *sheet) error {
	list := d.get(0, nr.array)
	if list == 0 || d.nodes[list].kind != arrayNode {
		return nil
	}
	inner := func(key []byte) bool { return string(key) == nr.array }
	for i := d.nodes[list].first; i != 0; i = d.nodes[i].next {
		if d.nodes[i].kind != objectNode {
			continue
		}
		s.at = d.nodes[i].line
		s.begin()
		if err := s.flatten(d, 0, inner); err != nil {
			return err
		}
		for k := d.nodes[i].first; k != 0; k = d.nodes[k].next {
			n := &d.nodes[k]
			name := n.key
			if d.get(0, string(name)) != 0 {
				full := nr.rename[string(name)]
				if full == nil {
					full = []byte(nr.array + "." + string(name))
					nr.rename[string(name)] = full
				}
				name = full
			}
			if n.kind == objectNode {
				s.path = append(s.path[:0], name...)
				err := s.flatten(d, k, nil)
				s.path = s.path[:0]
				if err != nil {
					return err
				}
			} else if text, ok := d.cell(k); ok {
				if err := s.set(name, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
