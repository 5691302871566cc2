package jsonrows

import (
	"bytes"

	"concord/internal/visible"
	"concord/study/read/faults"
)

// shape is how the objects of a file become rows.
type shape struct {
	Export, Evidence string // "" for objects that are no export
	Rows             bool   // the objects are rows as they are
	log              bool   // other objects, which have no labels, are among those with labels
	Usual            Usual
	spread           func(d *Document, s *Sheet) error
	Recognised       string              // what records were recognised as, in words
	Key              string              // column of their keys
	Sure             bool                // also if names do not tell the parts
	orders           map[string][]string // ordered categories of columns, where the file says so
}

// shapeOf recognises an export by the members of an object.
func shapeOf(d *Document) (shape, bool) {
	has := func(name string, kind nodeKind) bool {
		i := d.get(0, name)
		return i != 0 && d.Nodes[i].Kind == kind
	}
	switch {
	case has("annotations", ArrayNode) && has("data", ObjectNode) && d.get(0, "id") != 0:
		return shape{Export: "Label Studio", Evidence: "id, data and annotations in its objects", spread: spreadTask,
			Usual: usual("id", "completed_by")}, true
	case has("responses", ObjectNode) && has("fields", ObjectNode):
		return shape{Export: "Argilla", Evidence: "fields and responses in its objects",
			spread: argilla(nestedAnswers, "responses"),
			Usual:  usual("id", "user_id")}, true
	case d.get(0, "_task_hash") != 0 && d.get(0, "_input_hash") != 0 && has("answer", TextNode):
		return shape{Export: "Prodigy", Evidence: "_input_hash, _task_hash and answer in its objects",
			spread: spreadProdigy,
			Usual:  prodigyColumns(d)}, true
	}
	for _, c := range d.children(0) {
		if q, ok := bytes.CutSuffix(c.Key, []byte(".responses")); ok && d.get(0, string(q)+".responses.users") != 0 {
			return shape{Export: "Argilla", Evidence: visible.Sprintf("%q and its users in its objects", c.Key),
				spread: argilla(flatAnswers, ""),
				Usual:  usual("id", "user_id")}, true
		}
		answers := c.Kind == ArrayNode && c.first != 0 && d.get(c.first, "user_id") != 0 && d.get(c.first, "value") != 0
		if answers && d.get(0, "external_id") != 0 {
			return shape{Export: "Argilla",
				Evidence: visible.Sprintf("external_id, and user_id and value in %q", c.Key),
				spread:   argilla(listedAnswers, ""),
				Usual:    usual("external_id", "user_id")}, true
		}
	}
	for _, found := range []func(*Document) (shape, bool){labellingShape, inspectShape, evalShape, tableShape} {
		if s, ok := found(d); ok {
			return s, true
		}
	}
	return shape{spread: spreadRow}, false
}

// spreadRow takes an object as a row.
func spreadRow(d *Document, s *Sheet) error {
	if !s.grow {
		if err := s.listed(d); err != nil {
			return err
		}
	}
	s.begin()
	return s.flatten(d, 0, nil)
}

// prodigyColumns are the columns of Prodigy. The item is the hash of a question, because an input may have several
// questions. The labeler is the annotator or, in older files, the session. The label is the chosen options or, without
// options, whether the question was accepted.
func prodigyColumns(d *Document) Usual {
	u := usual("_task_hash", "_annotator_id", "answer")
	if d.get(0, "_annotator_id") == 0 {
		u.labeler = []string{"_session_id"}
	}
	if i := d.get(0, "accept"); i != 0 && d.Nodes[i].Kind == ArrayNode {
		u.label = []string{"accept"}
	}
	return u
}

// spreadProdigy takes an object as a row. Options that were chosen in an answer
// which was then rejected or ignored are no label.
func spreadProdigy(d *Document, s *Sheet) error {
	answer, chosen := d.get(0, "answer"), d.get(0, "accept")
	if chosen != 0 && answer != 0 && string(d.Nodes[answer].Text) != "accept" {
		d.Nodes[chosen].Kind, d.Nodes[chosen].Text = nullNode, nil
	}
	return spreadRow(d, s)
}

// spreadTask makes a row of each annotation of a Label Studio task: the members of the task and of its data, who
// completed the annotation, and the results by the name of their control. A skipped annotation has no label.
func spreadTask(d *Document, s *Sheet) error {
	annotations, err := d.objectsOf(d.get(0, "annotations"), s)
	if err != nil {
		return err
	}
	for _, a := range annotations {
		if d.get(a, "result") == 0 && d.get(a, "was_cancelled") == 0 {
			return s.odd(d, a)
		}
		s.begin()
		err := s.flatten(d, 0, func(key []byte) bool {
			return string(key) == "annotations" || string(key) == "predictions" || string(key) == "drafts"
		})
		if err != nil {
			return err
		}
		// the number of a user or, of a user written out, the e-mail address
		by, _ := d.firstOf([]int32{a}, "completed_by.email | completed_by.id | completed_by")
		if err := s.set([]byte("completed_by"), by); err != nil {
			return err
		}
		cancelled := d.get(a, "was_cancelled")
		result := d.get(a, "result")
		if result == 0 || cancelled != 0 && string(d.Nodes[cancelled].Text) == "true" {
			continue
		}
		results, err := d.objectsOf(result, s)
		if err != nil {
			return err
		}
		for _, r := range results {
			if text, ok := resultCell(d, r); ok {
				if err := s.question(d.Nodes[d.get(r, "from_name")].Text, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// resultCell returns the label in a result. Regions of an image or a text are none.
func resultCell(d *Document, result int32) ([]byte, bool) {
	kind, value := d.get(result, "type"), d.get(result, "value")
	if kind == 0 || value == 0 || d.get(result, "from_name") == 0 {
		return nil, false
	}
	var member string
	switch k := string(d.Nodes[kind].Text); k {
	case "choices", "rating", "number", "taxonomy":
		member = k
	case "textarea":
		member = "text"
	case "pairwise":
		member = "selected"
	default:
		return nil, false
	}
	i := d.get(value, member)
	if i == 0 {
		return nil, false
	}
	inner := d.Nodes[i].first
	if member == "taxonomy" && inner != 0 && d.Nodes[inner].next == 0 && d.Nodes[inner].Kind == ArrayNode {
		i = inner // a path, in a list of paths
	}
	if text, ok := d.cell(i); ok {
		return text, true
	}
	return d.text(i), true // more options than other lists have, or several paths
}

// listed is the error about a record whose list of objects has a member that plays a part, and that other records have
// themselves; nil if there is none.
func (page *Sheet) listed(d *Document) error {
	for _, a := range objectArrays(d, 0) {
		for _, name := range a.members {
			if column, known := page.Index[name]; known && page.plain[column] && d.get(0, name) == 0 &&
				page.Concerns(name, false) {
				page.at = d.Nodes[d.get(0, a.name)].line
				return faults.BadJSON.Faultf(
					"%q is in the objects of the list %q here, and a member of other objects", name, a.name).
					InColumn(name).Advising("write all labels in one way")
			}
		}
	}
	return nil
}
