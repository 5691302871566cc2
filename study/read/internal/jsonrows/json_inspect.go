package jsonrows

import "concord/study/read/faults"

// inspectShape is the shape of a log of Inspect AI as JSON: a description of the evaluation, and the samples with their
// scores.
func inspectShape(d *Document) (shape, bool) {
	of := d.get(0, "eval")
	if of == 0 || d.get(of, "task") == 0 || d.get(of, "model") == 0 {
		return shape{}, false
	}
	return shape{Export: "Inspect AI", Evidence: "eval with task and model in its objects", spread: spreadLog,
		Usual: usual("id", "model")}, true
}

// spreadLog makes a row of each sample of a log: id, epoch and target, the task and the model, and the metadata of the
// sample. Each scorer has a column of its name with the value, or several columns if its score has several values, and
// a column with the answer that it read from the model's output. A sample without scores has no label.
func spreadLog(d *Document, s *Sheet) error {
	of, samples := d.get(0, "eval"), d.get(0, "samples")
	if samples == 0 || len(d.list(samples)) == 0 {
		return faults.NoRows.Faultf("the log holds only a summary and no samples").
			Advising("write it with its samples: inspect log dump FILE")
	}
	all, err := d.objectsOf(samples, s)
	if err != nil {
		return err
	}
	for _, sample := range all {
		s.begin()
		err := s.cellsOf(d, []int32{of, sample}, "id, epoch, target, task = ^task, model = ^model")
		if i := d.get(sample, "metadata"); i != 0 && err == nil {
			err = s.within([]byte("metadata"), func() error { return s.flatten(d, i, nil) })
		}
		if err != nil {
			return err
		}
		for _, score := range d.list(d.get(sample, "scores")) {
			if err := spreadScore(d, s, score); err != nil {
				return err
			}
		}
	}
	return nil
}

// spreadScore sets the cells of one score.
func spreadScore(d *Document, s *Sheet, score int32) error {
	name := string(d.Nodes[score].Key)
	value := d.get(score, "value")
	if value == 0 {
		return nil
	}
	if d.Nodes[value].Kind == ObjectNode {
		for _, i := range d.list(value) {
			if text, ok := d.cell(i); ok {
				if err := s.question([]byte(name+"."+string(d.Nodes[i].Key)), text); err != nil {
					return err
				}
			}
		}
	} else if text, ok := d.cell(value); ok {
		if err := s.question([]byte(name), text); err != nil {
			return err
		}
	}
	if answer := d.get(score, "answer"); answer != 0 {
		text, _ := d.cell(answer)
		return s.set([]byte(name+".answer"), text)
	}
	return nil
}
