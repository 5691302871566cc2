package read

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
)

// TestExports reads files written after the public descriptions of the programs' exports.
func TestExports(t *testing.T) {
	positive := func(words ...string) Options { return Options{Positive: words} }
	for _, c := range []struct {
		file, export, columns, want string
		options                     Options
	}{
		{file: "label-studio.json", export: "Label Studio",
			columns: "item = id, labeler = completed_by, study = (none), label = sentiment",
			options: positive("Positive"), want: "101 10 all 1\n101 11 all 0\n102 ann@example.org all 0\n"},
		{file: "label-studio.json", export: "Label Studio",
			columns: "item = data.text, labeler = completed_by, study = data.arm, label = sentiment",
			options: Options{Positive: []string{"Positive"}, Item: "data.text",
				Study: "data.arm"}, want: "first 10 s 1\nfirst 11 s 0\nsecond ann@example.org s 0\n"},
		{file: "label-studio.csv", export: "Label Studio",
			columns: "item = id, labeler = annotator, study = (none), label = rating",
			want:    "101 10 all 3\n101 11 all 4\n102 10 all 1\n"},
		{file: "prodigy.jsonl", export: "Prodigy", columns: "item = _task_hash, labeler = _annotator_id, study = " +
			"(none), label = answer",
			want: "21 spam-ann all 1\n21 spam-bob all 0\n22 spam-ann all 0\n"},
		{file: "prodigy-choice.jsonl", export: "Prodigy",
			columns: "item = _task_hash, labeler = _session_id, study = (none), label = accept",
			options: positive("POS"), want: "21 c-ann all 1\n21 c-bob all 0\n"},
		{file: "argilla-flat.jsonl", export: "Argilla",
			columns: "item = id, labeler = user_id, study = (none), label = label",
			want:    "82be 59f7 all 1\n82be 60a1 all 0\n82bf 60a1 all 0\n"},
		{file: "argilla.json", export: "Argilla", columns: "item = id, labeler = user_id, study = metadata.arm, " +
			"label = fluency",
			options: Options{Label: "fluency", Study: "metadata.arm"}, want: "82be 59f7 s 5\n82be 60a1 s 4\n82bf " +
				"59f7 t 2\n"},
		{file: "argilla-1.json", export: "Argilla", columns: "item = external_id, labeler = user_id, study = " +
			"(none), label = quality",
			options: Options{Kind: study.Numeric}, want: "r1 59f7 all 3\nr2 60a1 all 2\n"},
		{file: "mturk.csv", export: "MTurk", columns: "item = HITId, labeler = WorkerId, study = (none), label = " +
			"Answer.category",
			want: "3AAA AW1 all 1\n3AAA AW2 all 0\n3BBB AW1 all 1\n"},
		{file: "mturk.csv", export: "MTurk", columns: "item = Input.image_url, labeler = WorkerId, study = " +
			"(none), label = Answer.category",
			options: Options{Item: "Input.image_url"}, want: "http://example.org/1.jpg AW1 all " +
				"1\nhttp://example.org/1.jpg AW2 all 0\nhttp://example.org/2.jpg AW1 all 1\n"},
		{file: "toloka.tsv", export: "Toloka", columns: "item = \"INPUT:image\", labeler = " +
			"\"ASSIGNMENT:worker_id\", study = (none), label = \"OUTPUT:result\"",
			options: positive("OK"), want: "1.jpg w1 all 1\n1.jpg w2 all 0\n2.jpg w1 all 1\n"},
		{file: "crowd-kit.tsv", export: "crowd-kit", columns: "item = task, labeler = performer, study = (none), " +
			"label = label",
			want: "t1 p1 all 1\nt1 p2 all 0\nt2 p1 all 1\n"},
		{file: "inspect.json", export: "Inspect AI",
			columns: "item = id, labeler = model, study = (none), label = choice",
			options: Options{Label: "choice", Positive: []string{"C"}, Duplicates: study.DuplicatesKeep},
			want:    "q1 lab/m all 1\nq1 lab/m all 0\n2 lab/m all 1\n"},
		{file: "inspect.json", export: "Inspect AI",
			columns: "item = id, labeler = model, study = metadata.arm, label = rubric.clear",
			options: Options{Label: "rubric.clear", Study: "metadata.arm", Duplicates: study.DuplicatesKeep,
				Kind: study.Numeric},
			want: "q1 lab/m s 4\nq1 lab/m s 3\n2 lab/m t 5\n"},
		{file: "promptfoo.json", export: "promptfoo",
			columns: "item = output, labeler = scorer, study = (none), label = pass",
			want: "0 · 0 · lab:m llm-rubric all 1\n0 · 0 · lab:m llm-rubric 2 all 0\n0 · 0 · lab:m human all 1\n" +
				"1 · 0 · lab:m llm-rubric all 0\n1 · 0 · lab:m llm-rubric 2 all 0\n1 · 0 · lab:m human all 1\n"},
		{file: "deepeval.json", export: "DeepEval",
			columns: "item = case, labeler = model, study = (none), label = score",
			options: Options{Factors: []string{"metric"}},
			want: "c0 j1 all Relevancy 0.9\nc0 j2 all Relevancy 0.7\nc0 j1 all Faithfulness 1\n" +
				"c1 j1 all Relevancy 0.1\nc1 j2 all Relevancy 0.3\nc1 j1 all Faithfulness 0.5\n"},
		{file: "deepeval-results.json", export: "DeepEval",
			columns: "item = case, labeler = model, study = (none), label = score",
			options: Options{Kind: study.Numeric}, want: "c0 j1 all 0.8\nc0 without a model all 0.6\n"},
		{file: "openai-evals.jsonl", export: "OpenAI evals",
			columns: "item = sample_id, labeler = run_id, study = (none), label = result",
			want:    "arith.dev.0 r1 all 1\narith.dev.1 r1 all 0\n"},
		{file: "langsmith.json", export: "LangSmith",
			columns: "item = run_id, labeler = rater, study = source, label = score",
			want:    "r1 u1 app 1\nr1 u2 app 0\nr2 u1 app 0\nr1 model model 1\nr2 model model 0\n"},
		{file: "langfuse.json", export: "Langfuse",
			columns: "item = traceId, labeler = rater, study = (none), label = value",
			options: positive("polite"), want: "t1 a1 all 1\nt1 EVAL all 0\nt2 a1 all 0\nt2 EVAL all 0\n"},
		{file: "labelbox.ndjson", export: "Labelbox",
			columns: "item = data_row.id, labeler = created_by, study = (none), label = sure",
			options: Options{Label: "sure"},
			want:    "d1 ann@example.com all 1\nd1 bob@example.com all 0\nd2 ann@example.com all 0\n"},
		{file: "labelbox.ndjson", export: "Labelbox",
			columns: "item = data_row.external_id, labeler = created_by, study = project, label = seen",
			options: Options{Label: "seen", Item: "data_row.external_id", Study: "project", Kind: study.Nominal,
				AsIs: true},
			want: "a.jpg ann@example.com Pets [\"cat\",\"dog\"]\na.jpg bob@example.com Pets cat\n"},
		{file: "ground-truth.json", export: "SageMaker Ground Truth",
			columns: "item = datasetObjectId, labeler = workerId, study = (none), label = content",
			want:    "0 private.a all 1\n0 private.b all 0\n1 private.a all 0\n"},
		{file: "ground-truth-custom.jsonl", export: "SageMaker Ground Truth",
			columns: "item = source-ref, labeler = workerId, study = (none), label = content",
			want:    "s3://x/0 a all 1\ns3://x/0 b all 0\ns3://x/1 b all 0\n"},
	} {
		t.Run(c.file, func(t *testing.T) {
			table, err := Read(context.Background(), nil, filepath.Join("testdata", "exports", c.file), c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
			s := table.Source()
			assert.Equal(t, c.export, s.Export)
			assert.Equal(t, c.options.Item != "", s.Columns.Item.Named)
			assert.Equal(t, c.options.Label != "", s.Columns.Label.Named)
			assert.Contains(t, s.String(), "\nread as an export of "+c.export+", because of ")
			assert.Contains(t, s.String(), "\ncolumns: "+c.columns)
		})
	}
}

func TestExportErrors(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two answers", "HITId,AssignmentId,WorkerId,Answer.a,Answer.b\nh,a,w,1,0\n",
			"x: 2 columns could be the label: Answer.a, Answer.b. Label = Answer.a; label = Answer.b; each column " +
				"of labels alone"},
		{"two inputs", "INPUT:a\tINPUT:b\tOUTPUT:c\tASSIGNMENT:worker_id\n1\t2\t0\tw\n",
			`x: 2 columns could be the item: "INPUT:a", "INPUT:b". Item = "INPUT:a"; item = "INPUT:b"`},
		{"two questions",
			`{"id":1,"fields":{},"responses":{"a":[{"value":1,"user_id":"u"}],"b":[{"value":1,"user_id":"u"}]}}`,
			"x: 2 columns could be the label: a, b. Label = a; label = b; each column of labels alone"},
		{"two results of one control",
			`{"id":1,"data":{},"annotations":[{"completed_by":1,"result":[` +
				`{"from_name":"q","type":"choices","value":{"choices":["a"]}},` +
				`{"from_name":"q","type":"choices","value":{"choices":["b"]}}]}]}`,
			`x:1: one row has "q" twice`},
		{"answers without users", `{"id":1,"a.responses":[1],"a.responses.users":["u"]}{"id":2,"a.responses":[1]}`,
			"x:1: \"a.responses\" is \"[1]\", and should be a list with a value for each user\n  " +
				"write as many values as users"},
		{"more answers than users", `{"id":1,"a.responses":[1,2],"a.responses.users":["u"]}`,
			"x:1: \"a.responses\" is \"[1,2]\", and should be a list with a value for each user\n  " +
				"write as many values as users"},
		{"a task without annotations among others",
			`{"id":1,"data":{},"annotations":[]}{"id":2,"data":{"completed_by":7}}`, "x: there is no column: the " +
				"objects are empty, or none holds a label"},
		{"nobody annotated", `{"id":1,"data":{"t":"x"},"annotations":[]}`,
			"x: there is no column: the objects are empty, or none holds a label"},
		{"no column of labels", "annotation_id,annotator,id,lead_time,choice\n1,2,3,4,yes\n",
			"x: no column could be the label: annotation_id, annotator, id, lead_time, choice. Choose one; " +
				"perhaps; found: item = id, labeler = annotator; may be named: study for the group or condition; " +
				"other columns are not used"},
		{"ignored",
			`{"_input_hash":1,"_task_hash":2,"answer":"accept","_session_id":"a"}` +
				`{"_input_hash":1,"_task_hash":2,"answer":"ignore","_session_id":"b"}`,
			"x:1: answer \"ignore\" is neither positive nor negative (1 row)\n  leave them out; count them as " +
				"positive; categories without order, each against the rest"},
		{"two scorers of Inspect", `{"eval":{"task":"t","model":"m"},"samples":[{"id":1,"epoch":1,"scores":` +
			`{"a":{"value":1},"b":{"value":0}}}]}`, "x: 2 columns could be the label: a, b. Label = a; label = b; " +
			"each column of labels alone"},
		{"Inspect's header alone", `{"eval":{"task":"t","model":"m"},"status":"started"}`,
			"x:1: the log holds only a summary and no samples\n  write it with its samples: " +
				"inspect log dump FILE"},
		{"some of an export's columns are none", "HITId,WorkerId,label\nh,w,1\n",
			"x: no column could be the item: HITId, WorkerId, label. Choose one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(c.in), "x", Options{})
			require.EqualError(t, err, c.want)
		})
	}
	// A question that nobody answers in the first stretch is a candidate that was overlooked.
	record := `{"id":"%","fields":{},"responses":{"a":[{"value":1,"user_id":"u"}]}}` + "\n"
	in := strings.Repeat(record, 5000) + strings.Replace(record, `"a":`, `"b":`, 1)
	_, err := Read(context.Background(), strings.NewReader(in), "x", Options{Duplicates: study.DuplicatesFirst})
	require.EqualError(t, err, "x:5001: \"b\" appears here first, long after the columns were chosen\n  give the "+
		"first row every field, if only as null")
	_, err = Read(context.Background(), strings.NewReader(in), "x",
		Options{Duplicates: study.DuplicatesFirst, Label: "a"})
	require.NoError(t, err)
}
