package tasks

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// twoStudies are labels of two studies in weeks, of which the third has one item and so no fit.
func twoStudies(t *testing.T) *study.Table {
	t.Helper()
	c := study.Indexed{Studies: []string{"a", "=b"}, Labelers: []string{"u", "v", "w", "x"}, Kind: study.Binary,
		Factors: []study.Factor{{Name: "quantity", Levels: []string{"1", "2", "3"}}}}
	for i := range 31 {
		c.Items = append(c.Items, strconv.Itoa(i))
		for l := range int32(4) {
			week := int32(i % 2)
			if i == 30 {
				week = 2
			}
			c.Item, c.Study, c.Labeler = append(c.Item, int32(i)), append(c.Study, l/2), append(c.Labeler, l)
			c.Factors[0].Index = append(c.Factors[0].Index, week)
			c.Value = append(c.Value, float64((i/4+i*int(l)/9)%2))
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// fitted is a folder with three tasks fitted, of one that cannot be.
func fitted(t *testing.T, cores int, order ...int) (string, []batch.Task, map[string]fits.Task) {
	t.Helper()
	all, err := batch.Cuts{By: []string{"quantity"}}.Tasks(spec.Spec{}, twoStudies(t))
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "run")
	f, err := Open(dir, manifest())
	require.NoError(t, err)
	how := Fitting{File: "x.csv", Reference: "a", By: []string{"quantity"}, NoCheck: true,
		Settings: sampler.Settings{Draws: 60, Warmup: 50, Chains: 2}, Interval: posterior.Interval{Level: 0.9},
		Coefficients: nonparam.Options{Intervals: nonparam.Jackknife{}, Level: 0.9}}
	known := map[string]fits.Task{}
	for _, i := range order {
		job := batch.Job{Task: all[i], Labels: all[i].Table(), Seed: all[i].Seed(3), Cores: cores}
		task, err := how.Fit(t.Context(), job)
		task = Outcome(all[i], job.Seed, task, err)
		known[task.Key[0]] = task
		require.NoError(t, f.Put(all[i].Key, task, 0))
	}
	_, err = f.Tables([]string{"quantity"}, all, nil)
	require.NoError(t, err)
	return dir, all, known
}

// The tables hold the same cells as text, JSON and Parquet, those of the results, and reading back loses nothing. A
// task has the same ones on any number of cores and in any order.
func TestTables(t *testing.T) {
	dir, all, known := fitted(t, 1, 0, 1, 2)
	require.True(t, known["1"].Fitted())
	require.False(t, known["3"].Fitted())
	require.NotEmpty(t, known["3"].Undefined)
	read := func(dir, name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return b
	}
	columns := columnsOf([]string{"quantity"}, answer.Column{Name: "status"}, answer.Column{Name: "seed", Whole: true})
	assert.Equal(t, "task_quantity", columns[0].Name)
	var want [][]any
	for _, task := range all {
		of := known[task.Key[0].Value]
		for _, row := range ask.TaskRows(ask.Task(of)) {
			want = append(want, append(append([]any{of.Key[0]}, row.Cells()...), string(of.Status()), int64(of.Seed)))
		}
	}
	rows, err := csv.NewReader(strings.NewReader(string(read(dir, csvFile)))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(want)+1)
	file, err := parquet.OpenFile(strings.NewReader(string(read(dir, parquetFile))), int64(len(read(dir, parquetFile))))
	require.NoError(t, err)
	assert.EqualValues(t, len(want), file.NumRows())
	reader := parquet.NewGenericReader[any](file)
	lines := bufio.NewScanner(strings.NewReader(string(read(dir, linesFile))))
	for n, cells := range want {
		require.True(t, lines.Scan())
		var object map[string]any
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.UseNumber()
		require.NoError(t, d.Decode(&object))
		packed := make([]parquet.Row, 1)
		_, _ = reader.ReadRows(packed) // the last row comes with io.EOF
		require.Len(t, packed[0], len(cells))
		for i, c := range columns {
			require.Equal(t, c.Name, file.Schema().Fields()[i].Name())
			text, value := rows[n+1][i], packed[0][i]
			switch v := cells[i].(type) {
			case nil:
				require.True(t, text == "" && value.IsNull() && object[c.Name] == nil, "%s of row %d", c.Name, n)
			case string:
				require.Equal(t, v, object[c.Name])
				require.Equal(t, v, value.String())
				require.Equal(t, document.Guarded(v), text)
			case float64:
				number, err := strconv.ParseFloat(text, 64)
				require.NoError(t, err)
				require.Equal(t, []float64{v, v}, []float64{number, value.Double()})
				require.NotNil(t, object[c.Name])
			case int64:
				require.Equal(t, []string{strconv.FormatInt(v, 10), strconv.FormatInt(value.Int64(), 10)},
					[]string{text, object[c.Name].(json.Number).String()})
			}
		}
	}
	other, _, _ := fitted(t, 3, 2, 1, 0)
	for _, name := range []string{csvFile, linesFile, parquetFile} {
		assert.Equal(t, read(dir, name), read(other, name), name)
	}
	part, _, _ := fitted(t, 1, 1)
	assert.Contains(t, string(read(dir, csvFile)), strings.SplitN(string(read(part, csvFile)), "\n", 2)[1],
		"the rows of a task are the same without the others")
}

// A file that the tables are of is itself a table that the reader reads.
func TestTablesAreReadByTheReader(t *testing.T) {
	dir, _, _ := fitted(t, 1, 0)
	for _, name := range []string{csvFile, linesFile, parquetFile} {
		head, err := read.Peek(t.Context(), nil, filepath.Join(dir, name), read.Options{}, 10)
		require.NoError(t, err)
		assert.Subset(t, head.Columns, []string{"task_quantity", "value", "status"}, name)
	}
}
