package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

// folderOf writes files, in an order that is none of their names.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

// readFiles reads files of a folder as one, with its path left out of errors.
func readFiles(t *testing.T, dir string, o Options, names ...string) (*study.Table, error) {
	t.Helper()
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, name))
	}
	o.Beside = paths[1:]
	return Read(context.Background(), nil, paths[0], o)
}

func TestReadFiles(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"ann.csv":         "item,label\na,1\nb,2\n",
		"bob.csv":         "label;item;note\n3;a;x\n2;b;y\n",
		"ann.jsonl":       `{"item":"a","label":1}` + "\n" + `{"item":"b","label":2,"note":"x"}` + "\n",
		"bob.jsonl":       `[{"item":"a","label":3},{"label":2,"item":"b"}]`,
		"one/x.csv":       "item,label\na,1\n",
		"two/x.csv":       "item,label\na,2\n",
		"named.csv":       "item,rater,label\na,u,1\na,v,2\n",
		"named_too.csv":   "item,rater,label\nb,u,2\nb,v,2\n",
		"wide.csv":        "item,A,B\na,1,2\n",
		"wide_too.csv":    "item,B,A\nb,3,2\n",
		"empty_table.csv": "item,label\n",
	})
	const both = "a ann all 1\na bob all 3\nb ann all 2\nb bob all 2\n"
	for _, c := range []struct {
		name, want string
		files      []string
		options    Options
	}{
		{"the name is the labeler", both, []string{"ann.csv", "bob.csv"}, Options{}},
		{"JSON", both, []string{"ann.jsonl", "bob.jsonl"}, Options{}},
		{"the name is the study", "a - ann 1\na - bob 3\nb - ann 2\nb - bob 2\n", []string{"ann.csv", "bob.csv"},
			Options{FileAs: "study"}},
		{"folders tell names apart", "a one/x all 0\na two/x all 1\n", []string{"one/x.csv", "two/x.csv"}, Options{}},
		{"labelers are named", "a u all 0\na v all 1\nb u all 1\nb v all 1\n", []string{"named.csv", "named_too.csv"},
			Options{}},
		{"labelers and studies", "a u named 0\na v named 1\nb u named_too 1\nb v named_too 1\n",
			[]string{"named.csv", "named_too.csv"}, Options{FileAs: "study"}},
		{"columns of labelers", "a A all 1\na B all 2\nb A all 2\nb B all 3\n", []string{"wide.csv", "wide_too.csv"},
			Options{Wide: []string{"A", "B"}}},
		{"one file", "a ann all 0\nb ann all 1\n", []string{"ann.csv"}, Options{FileAs: "labeler"}},
		{"no row in one", "a ann all 0\nb ann all 1\n", []string{"ann.csv", "empty_table.csv"}, Options{}},
		{"no labelers", "a - all 1\na - all 3\nb - all 2\nb - all 2\n", []string{"ann.csv", "bob.csv"},
			Options{Labeler: study.NoColumn}},
		{"rows of one", "a bob all 1\nb bob all 0\n", []string{"ann.csv", "bob.csv"},
			Options{Where: []Condition{{Column: FileColumn, Values: []string{"bob"}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := readFiles(t, dir, c.options, c.files...)
			require.NoError(t, err)
			rows := strings.SplitAfter(tabletest.Dump(table), "\n")
			slices.Sort(rows)
			assert.Equal(t, c.want, strings.Join(rows, ""))
			assert.Len(t, table.Source().Files, len(c.files))
		})
	}
	table, err := readFiles(t, dir, Options{}, "ann.csv", "bob.csv")
	require.NoError(t, err)
	assert.Equal(t, study.LabelerFactor, table.Source().FileAs)
	assert.Equal(t, []string{"note"}, table.Source().Ignored)
	assert.Contains(t, table.Source().String(), `ann.csv and 1 more file: 4 rows, delimiter comma
columns: item = item, labeler = "name of the file", study = (none), label = label (the name of each of 2 files is the `+
		`labeler); not used: note`)
}

// A fault is that of the file in which it is, and of a line there.
func TestReadFilesErrors(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"good.csv": "item,label\na,1\nb,2\n", "rated.csv": "item,rating\na,1\n", "short.csv": "item\na\n",
		"rows.csv": "item,label\na,1\nb\n", "quote.csv": "item,label\na,\"1\n", "no.csv": "",
		"again.csv": "item,label\na,1\na,2\n", "good.jsonl": `{"item":"a","label":1}`,
		"words.csv": "item,label\na,1\n\nb,oops\n", "binary.csv": "item,label\na,1\x00\n",
		"named.csv": "item,rater,label\na,u,1\n", "named_again.csv": "item,rater,label\nb,u,1\na,u,2\n",
		"x/good.csv": "item,label\na,1\n",
	})
	for _, c := range []struct {
		files string
		want  string
		code  study.Code
		line  int
		o     Options
	}{
		{"good.csv rated.csv", "rated.csv: there is no column \"label\", which DIR/good.csv has",
			faults.DifferentColumns, 0,
			Options{}},
		{"good.csv short.csv", "short.csv: there is no column \"label\"", faults.DifferentColumns, 0, Options{}},
		{"good.csv rows.csv", "rows.csv:3: ", faults.RaggedRow, 3, Options{}},
		{"good.csv quote.csv", "quote.csv:2: ", faults.BadQuotes, 2, Options{}},
		{"good.csv no.csv", "no.csv: the file is empty", faults.EmptyFile, 0, Options{}},
		{"good.csv good.csv", "good.csv: the file is named twice", faults.RepeatedFile, 0, Options{}},
		{"good.csv again.csv", "again.csv:3: labeler \"again\" gave item \"a\" a second label (the " +
			"first is in line 2 of DIR/again.csv; 1 row in all)", study.DuplicateLabel, 3, Options{}},
		{"named.csv named_again.csv", "named_again.csv:3: labeler \"u\" gave item \"a\" a second label (" +
			"the first is in line 2 of DIR/named.csv; 1 row in all)", study.DuplicateLabel, 3, Options{}},
		{"good.csv named.csv", "named.csv: column \"rater\" is not in DIR/good.csv", faults.DifferentColumns, 0,
			Options{}},
		{"good.csv good.jsonl", "good.jsonl: this is json, but DIR/good.csv is csv", faults.MixedFiles, 0, Options{}},
		{"good.csv words.csv", "words.csv:4: label \"oops\"", faults.MixedOrder, 4, Options{Kind: study.Ordinal}},
		{"good.csv binary.csv", "binary.csv:2: a NUL byte", faults.BadEncoding, 2, Options{}},
		{"good.csv there_is_none.csv", "there_is_none.csv: no such file", faults.NotReadable, 0, Options{}},
		{"good.csv x/good.csv", "good.csv and 1 more file: no column is named \"x\"", faults.MissingColumn, 0,
			Options{Item: "x"}},
		{"good.csv x/good.csv", "good.csv: both the name of the file and columns are to be the study",
			study.BadOption, 0, Options{Study: "item", FileAs: "study"}},
	} {
		t.Run(c.files, func(t *testing.T) {
			_, err := readFiles(t, dir, c.o, strings.Fields(c.files)...)
			var fault *study.Error
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.code, fault.Code)
			assert.Equal(t, c.line, fault.Line)
			text := strings.TrimPrefix(err.Error(), dir+"/")
			assert.True(t, strings.HasPrefix(strings.ReplaceAll(text, dir, "DIR"), c.want), text)
		})
	}
}

// Many files are open one at a time.
func TestReadManyFiles(t *testing.T) {
	files := make(map[string]string)
	for n := range 3000 {
		files[fmt.Sprintf("r%04d.csv", n)] = fmt.Sprintf("item,label\ni%d,1\ni%d,0\n", n%7, 7+n%5)
	}
	dir := folderOf(t, files)
	paths, err := Files(dir)
	require.NoError(t, err)
	require.Len(t, paths, 3000)
	table, err := Read(context.Background(), nil, paths[0], Options{Beside: paths[1:]})
	require.NoError(t, err)
	assert.Equal(t, 6000, table.Len())
	assert.Len(t, table.Labelers(), 3000)
}

func TestFiles(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"plain/b.csv": "", "plain/a.csv": "", "plain/.hidden": "", "mixed/a.csv": "", "mixed/b.csv": "",
		"mixed/README.md": "", "nested/a.csv": "", "nested/deep/a.csv": "", "bare/.hidden": "",
	})
	at := func(names ...string) []string {
		for i, name := range names {
			names[i] = filepath.Join(dir, name)
		}
		return names
	}
	for _, c := range []struct{ paths, want []string }{
		{at("plain"), at("plain/a.csv", "plain/b.csv")},
		{at("plain/*"), at("plain/a.csv", "plain/b.csv")},
		{at("*/a.csv"), at("mixed/a.csv", "nested/a.csv", "plain/a.csv")},
		{at("mixed/*.csv", "plain/b.csv"), at("mixed/a.csv", "mixed/b.csv", "plain/b.csv")},
		{at("nowhere.csv"), at("nowhere.csv")},
		{[]string{"-"}, []string{"-"}},
	} {
		got, err := Files(c.paths...)
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
	for _, c := range []struct {
		path string
		code study.Code
		want string
	}{
		{"mixed", faults.MixedFiles, "several kinds: *.csv (2), *.md (1)"},
		{"nested", faults.NestedFolder, `there is a folder in this folder, "deep"`},
		{"bare", faults.EmptyFolder, "there is no file in this folder"},
		{"*.tsv", faults.NotReadable, "there is no file like this"},
		{"[", faults.NotReadable, "this is no pattern of files"},
	} {
		_, err := Files(at(c.path)...)
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, c.code, fault.Code)
		assert.Contains(t, err.Error(), c.want)
	}
	_, err := Files(at("plain", "plain/a.csv")...)
	assert.ErrorContains(t, err, "the file is named twice")
	_, err = Files(at("plain/a.csv", "plain/c.csv")...)
	assert.ErrorContains(t, err, "c.csv: no such file")
	_, err = Files(append(at("plain/a.csv"), "-")...)
	assert.ErrorContains(t, err, "standard input cannot be read together with files")
}

// A file that is not there is advised to be one of the two whose names are nearest, or none.
func TestNearFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"policy.csv", "policies.csv", "funniness.csv", "police.csv"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "polcy"), 0o700))
	for name, want := range map[string][]string{"polcy.csv": {"policy.csv", "police.csv"}, "sales_2026.csv": nil} {
		_, err := Read(t.Context(), nil, filepath.Join(dir, name), Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		var near []string
		for _, f := range fault.Fixes {
			near = append(near, filepath.Base(f.Instead))
		}
		require.Equal(t, want, near, name)
	}
}
