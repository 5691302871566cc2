package read

import (
	"bytes"

	"concord/internal/visible"
)

// shape is how the objects of a file become rows.
type shape struct {
	export, evidence string // "" for objects that are no export
	rows             bool   // the objects are rows as they are
	log              bool   // other objects, which have no labels, are among those with labels
	usual            usual
	spread           func(d *document, s *sheet) error
	recognised       string              // what records were recognised as, in words
	key              string              // column of their keys
	sure             bool                // also if names do not tell the parts
	orders           map[string][]string // ordered categories of columns, where the file says so
}

// shapeOf recognises an export by the members of an object.
func shapeOf(d *document) (shape, bool) {
	has := func(name string, kind nodeKind) bool {
		i := d.get(0, name)
		return i != 0 && d.nodes[i].kind == kind
	}
	switch {
	case has("annotations", arrayNode) && has("data", objectNode) && d.get(0, "id") != 0:
		return shape{export: "Label Studio", evidence: "id, data and annotations in its objects", spread: spreadTask,
			usual: usual{item: []string{"id"}, labeler: []string{"completed_by"}}}, true
	case has("responses", objectNode) && has("fields", objectNode):
		return shape{export: "Argilla", evidence: "fields and responses in its objects",
			spread: argilla(nestedAnswers, "responses"),
			usual:  usual{item: []string{"id"}, labeler: []string{"user_id"}}}, true
	case d.get(0, "_task_hash") != 0 && d.get(0, "_input_hash") != 0 && has("answer", textNode):
		return shape{export: "Prodigy", evidence: "_input_hash, _task_hash and answer in its objects",
			spread: spreadProdigy,
			usual:  prodigyColumns(d)}, true
	}
	for c := range d.children(0) {
		if q, ok := bytes.CutSuffix(c.key, []byte(".responses")); ok && d.get(0, string(q)+".responses.users") != 0 {
			return shape{export: "Argilla", evidence: visible.Sprintf("%q and its users in its objects", c.key),
				spread: argilla(flatAnswers, ""),
				usual:  usual{item: []string{"id"}, labeler: []string{"user_id"}}}, true
		}
		answers := c.kind == arrayNode && c.first != 0 && d.get(c.first, "user_id") != 0 && d.get(c.first, "value") != 0
		if answers && d.get(0, "external_id") != 0 {
			return shape{export: "Argilla",
				evidence: visible.Sprintf("external_id, and user_id and value in %q", c.key),
				spread:   argilla(listedAnswers, ""),
				usual:    usual{item: []string{"external_id"}, labeler: []string{"user_id"}}}, true
		}
	}
	for _, found := range []func(*document) (shape, bool){labellingShape, inspectShape, evalShape, tableShape} {
		if s, ok := found(d); ok {
			return s, true
		}
	}
	return shape{spread: spreadRow}, false
}

// spreadRow takes an object as a row.
func spreadRow(d *document, s *sheet) error {
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
func prodigyColumns(d *document) usual {
	u := usual{item: []string{"_task_hash"}, labeler: []string{"_annotator_id"}, label: []string{"answer"}}
	if d.get(0, "_annotator_id") == 0 {
		u.labeler = []string{"_session_id"}
	}
	if i := d.get(0, "accept"); i != 0 && d.nodes[i].kind == arrayNode {
		u.label = []string{"accept"}
	}
	return u
}

// spreadProdigy takes an object as a row. Options that were chosen in an answer
// which was then rejected or ignored are no label.
func spreadProdigy(d *document, s *sheet) error {
	answer, chosen := d.get(0, "answer"), d.get(0, "accept")
	if chosen != 0 && answer != 0 && string(d.nodes[answer].text) != "accept" {
		d.nodes[chosen].kind, d.nodes[chosen].text = nullNode, nil
	}
	return spreadRow(d, s)
}

// spreadTask makes a row of each annotation of a Label Studio task: the members of the task and of its data, who
// completed the annotation, and the results by the name of their control. A skipped annotation has no label.
func spreadTask(d *document, s *sheet) error {
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
		if err := s.set([]byte("completed_by"), completedBy(d, a)); err != nil {
			return err
		}
		cancelled := d.get(a, "was_cancelled")
		result := d.get(a, "result")
		if result == 0 || cancelled != 0 && string(d.nodes[cancelled].text) == "true" {
			continue
		}
		results, err := d.objectsOf(result, s)
		if err != nil {
			return err
		}
		for _, r := range results {
			if text, ok := resultCell(d, r); ok {
				if err := s.question(d.nodes[d.get(r, "from_name")].text, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// completedBy is the number of a user, or of a user written out, the e-mail address.
func completedBy(d *document, annotation int32) []byte {
	by := d.get(annotation, "completed_by")
	if by == 0 {
		return nil
	}
	if d.nodes[by].kind != objectNode {
		return d.nodes[by].text
	}
	for _, name := range []string{"email", "id"} {
		if i := d.get(by, name); i != 0 && len(d.nodes[i].text) > 0 {
			return d.nodes[i].text
		}
	}
	return nil
}

// resultCell returns the label in a result. Regions of an image or a text are none.
func resultCell(d *document, result int32) ([]byte, bool) {
	kind, value := d.get(result, "type"), d.get(result, "value")
	if kind == 0 || value == 0 || d.get(result, "from_name") == 0 {
		return nil, false
	}
	var member string
	switch k := string(d.nodes[kind].text); k {
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
	inner := d.nodes[i].first
	if member == "taxonomy" && inner != 0 && d.nodes[inner].next == 0 && d.nodes[inner].kind == arrayNode {
		i = inner // a path, in a list of paths
	}
	if text, ok := d.cell(i); ok {
		return text, true
	}
	return d.text(i), true // more options than other lists have, or several paths
}
