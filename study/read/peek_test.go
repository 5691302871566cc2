package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

func TestPeek(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o644))
		return path
	}
	csv := []byte("item,who,arm,x\na,p,s,red\nb,q,t,1\nc,q,,\nd,q,s,2\n")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(csv)
	require.NoError(t, z.Close())
	type row struct {
		Item string `parquet:"item"`
		Who  string `parquet:"who"`
		Arm  string `parquet:"arm"`
		X    string `parquet:"x"`
	}
	for name, data := range map[string][]byte{
		"a.csv": csv, "b.csv.gz": packed.Bytes(),
		"ragged.csv": append(bytes.Clone(csv), "e\n"...),
		"d.jsonl": []byte(`{"item":"a","who":"p","arm":"s","x":1}` + "\n" +
			`{"item":"a","who":"p","arm":"t","x":1}` + "\n"),
		"e.parquet": parquetOf(t, []row{{"a", "p", "s", "1"}, {"b", "q", "t", "2"}}, 1),
	} {
		head, err := Peek(context.Background(), nil, write(name, data), Options{}, 100)
		require.NoError(t, err, name)
		assert.Equal(t, Head{Columns: []string{"item", "who", "arm", "x"}, Studies: []string{"s", "t"}}, head, name)
	}
	path := filepath.Join(dir, "a.csv")
	for _, c := range []struct {
		options Options
		rows    int
		studies []string
	}{
		{Options{}, 1, []string{"s"}}, {Options{}, 0, nil}, {Options{Study: "who"}, 9, []string{"p", "q"}},
		{Options{Study: study.NoColumn}, 9, nil}, {Options{Study: "none such"}, 9, nil},
	} {
		head, err := Peek(context.Background(), nil, path, c.options, c.rows)
		require.NoError(t, err)
		assert.Equal(t, c.studies, head.Studies)
	}
	labels := write("labels.csv", []byte("item,arm,rating,other\na,s,poor,1\nb,,good,2\nc,t,NA,3\nd,t,poor,4\n"))
	for _, c := range []struct {
		options Options
		labels  []string
	}{
		{Options{}, []string{"poor", "good"}}, {Options{Label: "Other"}, []string{"1", "2", "3", "4"}},
		{Options{Study: study.NoColumn}, []string{"poor", "good"}}, {Options{Study: "rating"}, nil},
		{Options{Label: "none such"}, nil},
	} {
		head, err := Peek(context.Background(), nil, labels, c.options, 9)
		require.NoError(t, err)
		assert.Equal(t, c.labels, head.Labels)
	}
	many := labelsFile(numbersTo(study.MostOrdered))
	head, err := Peek(context.Background(), nil, write("many.csv", []byte(many)), Options{}, 99)
	require.NoError(t, err)
	assert.Equal(t, numbersTo(study.MostOrdered), head.Labels)
	head, err = Peek(context.Background(), nil, write("more.csv", []byte(many+"z,0\n")), Options{}, 99)
	require.NoError(t, err)
	assert.Nil(t, head.Labels)
	for _, none := range []string{dir, filepath.Join(dir, "absent"), write("empty", nil)} {
		_, err := Peek(context.Background(), nil, none, Options{}, 9)
		var typed *study.Error
		assert.ErrorAs(t, err, &typed)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	_, err = Peek(ended, nil, path, Options{}, 9)
	assert.ErrorIs(t, err, context.Canceled)
}

// Looking at the head of a file takes as long for one that goes on: it is read no further than a buffer beyond.
func TestPeekReadsNoFurther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.csv")
	f, err := os.Create(path)
	require.NoError(t, err)
	_, err = fmt.Fprint(f, "item,study,label\n")
	require.NoError(t, err)
	for i := range 60_000 {
		_, err = fmt.Fprintf(f, "i%d,s%d,1\n", i, i/1000)
		require.NoError(t, err)
	}
	require.NoError(t, f.Truncate(1<<36)) // 64 GiB of nothing, which would be an error and take minutes
	require.NoError(t, f.Close())
	head, err := Peek(context.Background(), nil, path, Options{}, 1500)
	require.NoError(t, err)
	assert.Equal(t, []string{"s0", "s1"}, head.Studies)
}
