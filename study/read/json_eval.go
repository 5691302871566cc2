package read

import "strconv"

// evalShape is the shape of the logs of programs that evaluate the output of language models.
func evalShape(d *document) (shape, bool) {
	has := func(of int32, name string, kind nodeKind) int32 {
		if i := d.get(of, name); i != 0 && d.nodes[i].kind == kind {
			return i
		}
		return 0
	}
	if results := has(0, "results", objectNode); results != 0 {
		list := has(results, "results", arrayNode)
		if list != 0 && d.nodes[list].first != 0 && d.get(d.nodes[list].first, "gradingResult") != 0 {
			return shape{export: "promptfoo", evidence: "results.results with gradingResult",
				spread: spreadPromptfoo,
				usual:  usual{item: []string{"output"}, labeler: []string{"scorer"}, label: []string{"pass"}}}, true
		}
	}
	if cases, metrics := deepEvalCases(d); cases != 0 {
		return shape{export: "DeepEval", evidence: "test cases with " + metrics,
			spread: spreadDeepEval,
			usual:  usual{item: []string{"case"}, labeler: []string{"model"}, label: []string{"score"}}}, true
	}
	if spec := has(0, "spec", objectNode); spec != 0 && d.get(spec, "eval_name") != 0 && d.get(spec, "run_id") != 0 {
		return shape{export: "OpenAI evals", evidence: "spec with eval_name and run_id", spread: spreadEvent, log: true,
			usual: usual{item: []string{"sample_id"}, labeler: []string{"run_id"}, label: []string{"result"}}}, true
	}
	if d.get(0, "run_id") != 0 && d.get(0, "key") != 0 && has(0, "feedback_source", objectNode) != 0 {
		return shape{export: "LangSmith", evidence: "run_id, key and feedback_source in its objects",
			spread: spreadFeedback,
			usual:  usual{item: []string{"run_id"}, labeler: []string{"rater"}, label: []string{"score"}}}, true
	}
	if _, ok := langfuseScores(d); ok {
		return shape{export: "Langfuse", evidence: "traceId, name, source and dataType in its objects",
			spread: spreadScores,
			usual:  usual{item: []string{"traceId"}, labeler: []string{"rater"}, label: []string{"value"}}}, true
	}
	return shape{}, false
}

// cellAt sets a cell of a row to a member of an object, under a name, unless there is none.
func cellAt(d *document, s *sheet, object int32, member, name string) error {
	i := d.get(object, member)
	if i == 0 {
		return nil
	}
	text, ok := d.cell(i)
	if !ok {
		return nil
	}
	return s.set([]byte(name), text)
}

// textAt is a member of an object as text; "" for none.
func textAt(d *document, object int32, members ...string) string {
	for _, member := range members {
		if object == 0 {
			return ""
		}
		if i := d.get(object, member); i != 0 && d.nodes[i].kind < arrayNode && len(d.nodes[i].text) > 0 {
			return string(d.nodes[i].text)
		}
	}
	return ""
}

// spreadPromptfoo takes each assertion of each output as a row. An output is a test with a prompt and a provider. A
// scorer is the metric that an assertion names, or its type, with a number if an output has several of one type.
func spreadPromptfoo(d *document, s *sheet) error {
	results, err := d.objectsOf(d.get(d.get(0, "results"), "results"), s)
	if err != nil {
		return err
	}
	for _, result := range results {
		grading := d.get(result, "gradingResult")
		if grading == 0 || d.nodes[grading].kind != objectNode {
			continue // an output that was an error
		}
		test, prompt := textAt(d, result, "testIdx"), textAt(d, result, "promptIdx")
		provider := textAt(d, d.get(result, "provider"), "label", "id")
		components, err := d.objectsOf(d.get(grading, "componentResults"), s)
		if err != nil {
			return err
		}
		if len(components) == 0 {
			components = []int32{grading}
		}
		seen := map[string]int{}
		for _, c := range components {
			scorer := textAt(d, d.get(c, "assertion"), "metric", "type")
			if scorer == "" {
				scorer = "all assertions"
			}
			if seen[scorer]++; seen[scorer] > 1 {
				scorer += " " + strconv.Itoa(seen[scorer])
			}
			s.begin()
			for _, cell := range [][2]string{{"output", test + " · " + prompt + " · " + provider}, {"test", test},
				{"prompt", prompt}, {"provider", provider}, {"scorer", scorer}} {
				if err := s.set([]byte(cell[0]), []byte(cell[1])); err != nil {
					return err
				}
			}
			for _, member := range []string{"pass", "score"} {
				if err := cellAt(d, s, c, member, member); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// deepEvalCases returns the list of test cases of a run of DeepEval, and the name of the list of metrics; 0 if there is
// none. DeepEval keeps a file of the latest run, and can write a result out.
func deepEvalCases(d *document) (cases int32, metrics string) {
	for _, at := range []struct {
		of            int32
		list, metrics string
	}{{0, "testCases", "metricsData"}, {d.get(0, "testRunData"), "testCases", "metricsData"},
		{0, "test_results", "metrics_data"}, {0, "testResults", "metricsData"}} {
		if d.nodes[at.of].kind != objectNode {
			continue
		}
		list := d.get(at.of, at.list)
		if list == 0 || d.nodes[list].kind != arrayNode || d.nodes[list].first == 0 {
			continue
		}
		if first := d.nodes[list].first; d.nodes[first].kind == objectNode && d.get(first, at.metrics) != 0 {
			return list, at.metrics
		}
	}
	return 0, ""
}

// spreadDeepEval takes each metric of each test case as a row.
func spreadDeepEval(d *document, s *sheet) error {
	list, metrics := deepEvalCases(d)
	cases, err := d.objectsOf(list, s)
	if err != nil {
		return err
	}
	for _, c := range cases {
		measured, err := d.objectsOf(d.get(c, metrics), s)
		if err != nil {
			return err
		}
		for _, m := range measured {
			model := textAt(d, m, "evaluationModel", "evaluation_model")
			if model == "" {
				model = "without a model"
			}
			s.begin()
			for _, cell := range [][2]string{{"case", textAt(d, c, "name", "input")}, {"metric", textAt(d, m, "name")},
				{"model", model}} {
				if err := s.set([]byte(cell[0]), []byte(cell[1])); err != nil {
					return err
				}
			}
			for _, member := range []string{"score", "success", "threshold"} {
				if err := cellAt(d, s, m, member, member); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// spreadEvent takes an event with a result as a row: whether an answer is correct, or the choice of a model that
// grades.
func spreadEvent(d *document, s *sheet) error {
	data := d.get(0, "data")
	if d.get(0, "sample_id") == 0 || data == 0 || d.nodes[data].kind != objectNode {
		return nil // the description of the run, its report, or what was asked
	}
	for _, member := range []string{"correct", "choice", "score"} {
		i := d.get(data, member)
		if i == 0 {
			continue
		}
		s.begin()
		for _, name := range []string{"sample_id", "run_id", "type", "created_by"} {
			if err := cellAt(d, s, 0, name, name); err != nil {
				return err
			}
		}
		return cellAt(d, s, data, member, "result")
	}
	return nil
}

// spreadFeedback takes a record of feedback as a row. Its rater is a user or, if there is none, the source of the
// feedback.
func spreadFeedback(d *document, s *sheet) error {
	s.begin()
	for _, name := range []string{"run_id", "key", "score", "value"} {
		if err := cellAt(d, s, 0, name, name); err != nil {
			return err
		}
	}
	source := d.get(0, "feedback_source")
	if err := cellAt(d, s, source, "type", "source"); err != nil {
		return err
	}
	return s.set([]byte("rater"), []byte(textAt(d, source, "user_id", "user_name", "type")))
}

// langfuseScores returns the scores of an object: itself, or the members of its list.
func langfuseScores(d *document) (scores []int32, ok bool) {
	if i := d.get(0, "data"); i != 0 && d.nodes[i].kind == arrayNode {
		scores = d.list(i)
	} else {
		scores = []int32{0}
	}
	if len(scores) == 0 || d.nodes[scores[0]].kind != objectNode {
		return nil, false
	}
	for _, member := range []string{"traceId", "name", "source", "dataType"} {
		if d.get(scores[0], member) == 0 {
			return nil, false
		}
	}
	return scores, true
}

// spreadScores takes each score as a row. The rater is the person who annotated or, if there is none, the source. A
// category is the value of a score without a number.
func spreadScores(d *document, s *sheet) error {
	scores, _ := langfuseScores(d)
	if i := d.get(0, "data"); i != 0 && d.nodes[i].kind == arrayNode {
		var err error
		if scores, err = d.objectsOf(i, s); err != nil {
			return err
		}
	}
	for _, score := range scores {
		s.begin()
		for _, name := range []string{"traceId", "observationId", "name", "source", "dataType"} {
			if err := cellAt(d, s, score, name, name); err != nil {
				return err
			}
		}
		value := "value"
		if textAt(d, score, "dataType") == "CATEGORICAL" {
			value = "stringValue"
		}
		if err := cellAt(d, s, score, value, "value"); err != nil {
			return err
		}
		if err := s.set([]byte("rater"), []byte(textAt(d, score, "authorUserId", "source"))); err != nil {
			return err
		}
	}
	return nil
}
