package jsonrows

// tableShape is that of an object that holds a table: its rows as data, and what their members are as the fields of a
// schema, in the form of Frictionless Data's Table Schema, as pandas writes it (to_json with orient="table").
func tableShape(d *Document) (shape, bool) {
	schema, data := d.get(0, "schema"), d.get(0, "data")
	if schema == 0 || data == 0 || d.Nodes[data].Kind != ArrayNode {
		return shape{}, false
	}
	fields := d.get(schema, "fields")
	if fields == 0 || d.Nodes[fields].Kind != ArrayNode {
		return shape{}, false
	}
	s := shape{spread: spreadTable, orders: make(map[string][]string)}
	for _, f := range d.list(fields) {
		name, ordered, constraints := d.get(f, "name"), d.get(f, "ordered"), d.get(f, "constraints")
		if name == 0 || ordered == 0 || constraints == 0 || string(d.Nodes[ordered].Text) != "true" {
			continue
		}
		var order []string
		for _, category := range d.list(d.get(constraints, "enum")) {
			order = append(order, string(d.Nodes[category].Text))
		}
		s.orders[string(d.Nodes[name].Text)] = order
	}
	return s, true
}

// spreadTable takes each object of the data as a row.
func spreadTable(d *Document, s *Sheet) error {
	rows, err := d.objectsOf(d.get(0, "data"), s)
	if err != nil {
		return err
	}
	for _, row := range rows {
		s.begin()
		if err := s.flatten(d, row, nil); err != nil {
			return err
		}
	}
	return nil
}
