package jsonrows

import (
	"slices"
	"strconv"
	"strings"
)

// evalExport describes by paths a log of a program that evaluates the output of language models. The path a.b is a
// member of a member, and a[] stands for each object of a list.
type evalExport struct {
	name, evidence string
	in, shows      string // members by which it is known, of the object at a path
	rows           string // the objects that are rows; "" for the record
	// The cells of a row: the column, and the first of some members that has a value. The member may be of the object
	// outside (^). It may count only if another member has a value, and a word in quotes stands for itself.
	cells  string
	needed string // members of which a row has one
	usual  Usual
	log    bool
	spread func(d *Document, s *Sheet) error // in place of rows and cells
}

// evalExports are all that are known.
func evalExports() []evalExport {
	all := []evalExport{{name: "promptfoo", evidence: "results.results with gradingResult",
		in: "results.results[]", shows: "gradingResult", spread: spreadPromptfoo,
		usual: usual("output", "scorer", "pass")}}
	// of the latest run, which DeepEval keeps, or of a result that was written out
	for _, at := range [][2]string{{"testCases[]", "metricsData"}, {"testRunData.testCases[]", "metricsData"},
		{"test_results[]", "metrics_data"}, {"testResults[]", "metricsData"}} {
		all = append(all, evalExport{name: "DeepEval", evidence: "test cases with " + at[1],
			in: at[0], shows: at[1], rows: at[0] + "." + at[1] + "[]",
			cells: "case = ^name | ^input, metric = name, model = evaluationModel | evaluation_model | " +
				"'without a model', score, success, threshold",
			usual: usual("case", "model", "score")})
	}
	all = append(all,
		evalExport{name: "OpenAI evals", evidence: "spec with eval_name and run_id", log: true,
			shows:  "spec.eval_name, spec.run_id", // other records describe the run, report it, or say what was asked
			cells:  "sample_id, run_id, type, created_by, result = data.correct | data.choice | data.score",
			needed: "data.correct | data.choice | data.score",
			usual:  usual("sample_id", "run_id", "result")},
		evalExport{name: "LangSmith", evidence: "run_id, key and feedback_source in its objects",
			shows: "run_id, key, feedback_source.type",
			cells: "run_id, key, score, value, source = feedback_source.type, rater = feedback_source.user_id | " +
				"feedback_source.user_name | feedback_source.type",
			usual: usual("run_id", "rater", "score")})
	for _, rows := range []string{"data[]", ""} {
		all = append(all, evalExport{name: "Langfuse", evidence: "traceId, name, source and dataType in its objects",
			in: rows, shows: "traceId, name, source, dataType", rows: rows,
			cells: "traceId, observationId, name, source, dataType, value = stringValue if dataType CATEGORICAL | " +
				"value, rater = authorUserId | source",
			usual: usual("traceId", "rater", "value")})
	}
	return all
}

// evalShape is the shape of the logs of programs that evaluate the output of language models.
func evalShape(d *Document) (shape, bool) {
	for _, e := range evalExports() {
		of := d.at(0, e.in)
		if e.in != "" && of == 0 || slices.ContainsFunc(strings.Split(e.shows, ", "),
			func(member string) bool { return d.at(of, member) == 0 }) {
			continue
		}
		if e.spread == nil {
			e.spread = func(d *Document, s *Sheet) error { return e.rowsAt(d, s, []int32{0}, e.rows) }
		}
		return shape{Export: e.name, Evidence: e.evidence, spread: e.spread, Usual: e.usual, log: e.log}, true
	}
	return shape{}, false
}

// at follows a path from an object, at lists to their first members; 0 if it ends.
func (d *Document) at(of int32, path string) int32 {
	for path != "" {
		var step string
		step, path, _ = strings.Cut(path, ".")
		name, list := strings.CutSuffix(step, "[]")
		of = d.get(of, name)
		if list && d.Nodes[of].Kind != ArrayNode {
			return 0
		}
		if list {
			of = d.Nodes[of].first
		}
		if of == 0 {
			return 0
		}
	}
	return of
}

// rowsAt takes the objects at a path as rows, within the last of some objects.
func (e evalExport) rowsAt(d *Document, s *Sheet, within []int32, path string) error {
	if path == "" {
		if _, is := d.firstOf(within, e.needed); !is && e.needed != "" {
			return nil
		}
		s.begin()
		return s.cellsOf(d, within, e.cells)
	}
	list, rest, _ := strings.Cut(path, "[]")
	objects, err := d.objectsOf(d.at(within[len(within)-1], strings.TrimPrefix(list, ".")), s)
	if err != nil {
		return err
	}
	for _, i := range objects {
		if err := e.rowsAt(d, s, append(within, i), rest); err != nil {
			return err
		}
	}
	return nil
}

// cellsOf sets the cells that [evalExport] describes.
func (page *Sheet) cellsOf(d *Document, within []int32, cells string) error {
	for cell := range strings.SplitSeq(cells, ", ") {
		name, members, ok := strings.Cut(cell, " = ")
		if !ok {
			members = name
		}
		if text, ok := d.firstOf(within, members); ok {
			if err := page.set([]byte(name), text); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstOf is the first of some members that has a value.
func (d *Document) firstOf(within []int32, members string) (text []byte, ok bool) {
	n := len(within) - 1
	for member := range strings.SplitSeq(members, " | ") {
		if word, quoted := strings.CutPrefix(member, "'"); quoted {
			return []byte(strings.TrimSuffix(word, "'")), true
		}
		member, only, _ := strings.Cut(member, " if ")
		if other, value, _ := strings.Cut(only, " "); only != "" && textAt(d, within[n], other) != value {
			continue
		}
		of := within[n]
		if outer, up := strings.CutPrefix(member, "^"); up {
			member, of = outer, within[n-1]
		}
		if i := d.at(of, member); i != 0 {
			if now, plain := d.cell(i); plain && (len(now) > 0 || !ok) {
				text, ok = now, true
			}
		}
		if len(text) > 0 {
			break
		}
	}
	return text, ok
}

// textAt is a member of an object as text; "" for none.
func textAt(d *Document, object int32, members ...string) string {
	for _, member := range members {
		if object == 0 {
			return ""
		}
		if i := d.get(object, member); i != 0 && d.Nodes[i].Kind < ArrayNode && len(d.Nodes[i].Text) > 0 {
			return string(d.Nodes[i].Text)
		}
	}
	return ""
}

// spreadPromptfoo takes each assertion of each output as a row. An output is a test with a prompt and a provider. A
// scorer is the metric that an assertion names, or its type, with a number if an output has several of one type.
func spreadPromptfoo(d *Document, s *Sheet) error {
	results, err := d.objectsOf(d.get(d.get(0, "results"), "results"), s)
	if err != nil {
		return err
	}
	for _, result := range results {
		grading := d.get(result, "gradingResult")
		if grading == 0 || d.Nodes[grading].Kind != ObjectNode {
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
			if err := s.cellsOf(d, []int32{c}, "pass, score"); err != nil {
				return err
			}
		}
	}
	return nil
}
