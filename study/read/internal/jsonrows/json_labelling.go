package jsonrows

import (
	"strconv"

	"concord/internal/visible"
	"concord/study/read/internal/stream"
)

// labellingShape is the shape of exports of services for labelling, with a list of labels or answers in each object.
func labellingShape(d *Document) (shape, bool) {
	if len(labelboxProjects(d)) > 0 && d.get(0, "data_row") != 0 {
		return shape{Export: "Labelbox", Evidence: "data_row, and projects with labels, in its objects",
			spread: spreadLabelbox, Usual: usual("data_row.id", "created_by")}, true
	}
	if answers, name := workersAnswers(d); answers != 0 {
		u := Usual{labeler: []string{"workerId"}, label: []string{"content"}}
		for _, item := range []string{"datasetObjectId", "source-ref", "source"} {
			if d.get(0, item) != 0 {
				u.Item = append(u.Item, item)
				break
			}
		}
		return shape{Export: "SageMaker Ground Truth",
			Evidence: "workerId and annotationData in " + visible.Quote(name), spread: spreadWorkers, Usual: u}, true
	}
	return shape{}, false
}

// labelboxProjects returns the projects of an object that have labels.
func labelboxProjects(d *Document) []int32 {
	projects := d.get(0, "projects")
	if projects == 0 || d.Nodes[projects].Kind != ObjectNode {
		return nil
	}
	var all []int32
	for _, p := range d.Below(projects) {
		if labels := d.get(p, "labels"); labels != 0 && d.Nodes[labels].Kind >= ArrayNode {
			all = append(all, p)
		}
	}
	return all
}

// spreadLabelbox takes each label of each project as a row: the data row, the project, who made the label, and the
// answer to each question about the whole. Objects within an image or a text are no labels.
func spreadLabelbox(d *Document, s *Sheet) error {
	projects, err := d.objectsOf(d.get(0, "projects"), s)
	if err != nil || len(projects) == 0 {
		return err
	}
	for _, project := range d.Below(projects[0]) {
		if d.get(project, "labels") == 0 {
			return s.odd(d, project)
		}
		labels, err := d.objectsOf(d.get(project, "labels"), s)
		if err != nil {
			return err
		}
		for _, label := range labels {
			if d.get(label, "label_details") == 0 && d.get(label, "annotations") == 0 {
				return s.odd(d, label)
			}
			s.begin()
			err := s.within([]byte("data_row"), func() error { return s.flatten(d, d.get(0, "data_row"), nil) })
			if err == nil {
				err = s.cellsOf(d, []int32{project, label},
					"project = ^name, label_kind, created_by = label_details.created_by")
			}
			if err != nil {
				return err
			}
			annotations := d.get(label, "annotations")
			if annotations == 0 {
				continue // skipped
			}
			if err := labelboxAnswers(d, s, d.get(annotations, "classifications")); err != nil {
				return err
			}
		}
	}
	return nil
}

// labelboxAnswers sets the answers of a list of questions, and of the questions below each answer.
func labelboxAnswers(d *Document, s *Sheet, questions int32) error {
	all, err := d.objectsOf(questions, s)
	if err != nil {
		return err
	}
	for _, q := range all {
		name := textAt(d, q, "name")
		text, below, err := labelboxAnswer(d, s, q)
		if err != nil {
			return err
		}
		if name == "" || text == nil {
			continue
		}
		if err := s.question([]byte(name), text); err != nil {
			return err
		}
		for _, answer := range below {
			if err := labelboxAnswers(d, s, d.get(answer, "classifications")); err != nil {
				return err
			}
		}
	}
	return nil
}

// labelboxAnswer returns the answer to a question as text, nil if there is none, and the options that were chosen.
// Several options are a list.
func labelboxAnswer(d *Document, s *Sheet, question int32) (text []byte, chosen []int32, err error) {
	if radio := d.get(question, "radio_answer"); radio != 0 {
		return []byte(textAt(d, radio, "name")), []int32{radio}, nil
	}
	if written := d.get(question, "text_answer"); written != 0 {
		return []byte(textAt(d, written, "content")), nil, nil
	}
	list := d.get(question, "checklist_answers")
	if list == 0 {
		return nil, nil, nil
	}
	chosen, err = d.objectsOf(list, s)
	switch len(chosen) {
	case 0:
		return []byte(stream.EmptyList), nil, err
	case 1:
		return []byte(textAt(d, chosen[0], "name")), chosen, err
	}
	separator := byte('[')
	for _, c := range chosen {
		text = strconv.AppendQuote(append(text, separator), textAt(d, c, "name"))
		separator = ','
	}
	return append(text, ']'), chosen, err
}

// workersAnswers returns the list of workers' answers of SageMaker Ground Truth, and its name; 0 if there is none. The
// list is passed to the consolidation of labels, or written by a custom one.
func workersAnswers(d *Document) (answers int32, name string) {
	is := func(list int32) bool {
		first := list
		if d.Nodes[list].Kind == ArrayNode {
			first = d.Nodes[list].first
		}
		return d.get(first, "workerId") != 0 && d.get(first, "annotationData") != 0
	}
	if list := d.get(0, "annotations"); is(list) {
		return list, "annotations"
	}
	for _, i := range d.top() {
		if list := d.get(i, "annotationsFromAllWorkers"); is(list) {
			return list, string(d.Nodes[i].Key) + ".annotationsFromAllWorkers"
		}
	}
	return 0, ""
}

// spreadWorkers takes each worker's answer as a row: which object it is about, who answered, and the content, in which
// the label is.
func spreadWorkers(d *Document, s *Sheet) error {
	list, _ := workersAnswers(d)
	if list == 0 { // none, or another form of it
		list = d.get(0, "annotations")
	}
	answers, err := d.objectsOf(list, s)
	if err != nil {
		return err
	}
	for _, a := range answers {
		if d.get(a, "workerId") == 0 {
			return s.odd(d, a)
		}
		s.begin()
		err := s.cellsOf(d, []int32{0, a}, "datasetObjectId = ^datasetObjectId, source-ref = ^source-ref, "+
			"source = ^source, workerId, content = annotationData.content")
		if err != nil {
			return err
		}
	}
	return nil
}
