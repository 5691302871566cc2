package read

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
)

const small = "item,labeler,study,label\na,w1,s,0\nb,w1,s,1\na,w2,t,1\n"
const smallDump = "a w1 s 0\nb w1 s 1\na w2 t 1\n"

func TestReadContent(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "plain", in: small, want: smallDump},
		{name: "no last line end", in: strings.TrimSuffix(small, "\n"), want: smallDump},
		{name: "CRLF", in: strings.ReplaceAll(small, "\n", "\r\n"), want: smallDump},
		{name: "byte-order mark", in: "\ufeff" + small, want: smallDump},
		{name: "semicolons", in: strings.ReplaceAll(small, ",", ";"), want: smallDump},
		{name: "tabs", in: strings.ReplaceAll(small, ",", "\t"), want: smallDump},
		{name: "bars", in: strings.ReplaceAll(small, ",", "|"), want: smallDump},
		{name: "Excel's first line", in: "sep=;\r\n" + strings.ReplaceAll(small, ",", ";"), want: smallDump},
		{name: "delimiter set", in: "item;x,label\na;1,0\nb;2,1\n", options: Options{Delimiter: ',', Item: "item;x"},
			want: "a;1 - all 0\nb;2 - all 1\n"},
		{name: "decimal commas do not make commas the delimiter", in: "item;labeler;label\na;w;0\nb;w;1\n",
			want: "a w all 0\nb w all 1\n"},
		{name: "blanks around fields", in: "item , labeler,study, label\n a,w1 ,s,0 \n\tb,w1,s,1\na,w2,t,1\n",
			want: smallDump},
		{name: "empty lines", in: "\n\nitem,labeler,study,label\n\na,w1,s,0\r\n\r\nb,w1,s,1\na,w2,t,1\n\n",
			want: smallDump},
		{name: "quotes", in: "\"item\",labeler,label\n\"a, \"\"b\"\"\nc\",\"w\",0\n d 5\" , \"w\" ,1\n",
			want: "a, \"b\"\nc w all 0\nd 5\" w all 1\n"},
		{name: "grouped by study, otherwise in order", in: "item,study,label\na,s,1\nb,t,2\nc,s,3\nd,t,4\n",
			want: "a - s 1\nc - s 3\nb - t 2\nd - t 4\n"},
		{name: "names in any case, with separators and _id",
			in: "Task ID,WORKER_ID,Arm,Rating\na,w1,s,0\nb,w1,s,1\na,w2,t,1\n", want: smallDump},
		{name: "a bare id is nothing", in: "id,item,label\n7,a,0\n8,b,1\n", want: "a - all 0\nb - all 1\n"},
		{name: "columns by option", in: "x,y,z,v\na,w1,s,0\nb,w1,s,1\na,w2,t,1\n", want: smallDump,
			options: Options{Item: "x", Labeler: "Y", Study: "z", Label: "v"}},
		{name: "a named column plays no other part", in: "task,rater,label,score\na,w,0,5\nb,w,1,4\n",
			want:    "a w all 1\nb w all 0\n",
			options: Options{Label: "score"}},
		{name: "an option settles two candidates", in: "task,rater,judge,label\na,w,x,0\nb,w,y,1\n",
			want:    "a x all 0\nb y all 1\n",
			options: Options{Labeler: "judge"}},
		{name: "no labeler, no study by option", in: small, want: "a - all 0\nb - all 1\na - all 1\n",
			options: Options{Labeler: study.NoColumn, Study: study.NoColumn}},
		{name: "missing labels", in: "item,label\na,0\nb,\nc,NA\nd,null\ne,NaN\nf,.\ng,1\nh,nan\ni,None\nj,N/A\n",
			want: "a - all 0\ng - all 1\n"},
		{name: "missing by option", in: "item,label\na,0\nb,unsure\nc,-99\nd,1\ne,-99.0\n",
			want:    "a - all 0\nd - all 1\n",
			options: Options{Missing: []string{"Unsure", "-99"}}},
		{name: "a missing id where the label is missing too", in: "item,labeler,label\na,w,0\n,w,\nc,,NA\nd,w,1\n",
			want: "a w all 0\nd w all 1\n"},
		{name: "negative zero", in: "item,label\na,-0\nb,-0.0\nc,2\n", want: "a - all 0\nb - all 0\nc - all 1\n"},
		{name: "ids that differ in case", in: "item,label\na,0\nA,1\n", want: "a - all 0\nA - all 1\n"},
		{name: "first of duplicates", in: "item,labeler,label\na,w,1\nb,w,2\na,w,4\na,w,7\n",
			want: "a w all 1\nb w all 2\n", options: Options{Duplicates: study.DuplicatesFirst}},
		{name: "last of duplicates", in: "item,labeler,label\na,w,1\nb,w,2\na,w,4\na,w,7\n",
			want: "a w all 7\nb w all 2\n", options: Options{Duplicates: study.DuplicatesLast}},
		{name: "mean of duplicates", in: "item,labeler,label\na,w,1\nb,w,2\na,w,4\na,w,7\n",
			want: "a w all 4\nb w all 2\n", options: Options{Duplicates: study.DuplicatesMean}},
		{name: "mean of equal duplicates", in: "item,labeler,label\na,w,1\nb,w,0\na,w,1\n",
			want: "a w all 1\nb w all 0\n", options: Options{Duplicates: study.DuplicatesMean}},
		{name: "without labeler nothing is a duplicate", in: "item,label\na,0\na,1\n", want: "a - all 0\na - all 1\n"},
		{name: "the same pair in two groups is no duplicate",
			in: "item,labeler,study,label\na,w,s,0\na,w,t,1\na,x,s,1\n", want: "a w s 0\na x s 1\na w t 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x.csv", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
			again, err := Read(context.Background(), iotest.OneByteReader(strings.NewReader(c.in)), "x.csv", c.options)
			require.NoError(t, err)
			assert.Equal(t, table, again, "a slow reader gives the same table")
			assert.False(t, math.Signbit(table.StudyAt(0).Value()[0]))
		})
	}
}

func TestReadNames(t *testing.T) {
	table, err := Read(context.Background(),
		strings.NewReader("item,labeler,study,rating\nb,w2,t,3\na,w1,s,\nb,w1,s,1\nc,w2,t,2\n"), "x.csv", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"b", "c"}, table.Items(), "without the item that has no label")
	assert.Equal(t, []string{"w2", "w1"}, table.Labelers())
	assert.Equal(t, []string{"t", "s"}, table.Studies())
	assert.Equal(t, "rating", table.LabelColumn())
	assert.Equal(t, study.Ordinal, table.Kind())
	assert.Equal(t, []string{"1", "2", "3"}, table.Categories())
	assert.Equal(t, study.WholeNumbers, table.Source().DefaultKind)
	s, err := table.Study("s")
	require.NoError(t, err)
	assert.Equal(t, 1, s.Len())
	_, err = table.Study("S ")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	assert.EqualError(t, err, `there is no group "S "; did you mean "s"?`)
}

func TestReadCompressed(t *testing.T) {
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	_, err := io.Copy(g, &manyLabels{n: 20_000})
	require.NoError(t, err)
	require.NoError(t, g.Close())
	z, err := zstd.NewWriter(&zst)
	require.NoError(t, err)
	_, err = io.Copy(z, &manyLabels{n: 20_000})
	require.NoError(t, err)
	require.NoError(t, z.Close())
	want, err := Read(context.Background(), &manyLabels{n: 20_000}, "plain", Options{})
	require.NoError(t, err)

	for name, data := range map[string][]byte{"gzip": gz.Bytes(), "zstd": zst.Bytes()} {
		table, err := Read(context.Background(), bytes.NewReader(data), name, Options{})
		require.NoError(t, err)
		assert.Equal(t, name, table.Source().Compression)
		assert.Equal(t, tabletest.Dump(want), tabletest.Dump(table))
		_, err = Read(context.Background(), bytes.NewReader(data[:len(data)/2]), "x", Options{})
		require.ErrorContains(t, err, "x: the "+name+" data are damaged or cut off (")
		_, err = Read(context.Background(), bytes.NewReader(data[:6]), "x", Options{})
		require.ErrorContains(t, err, "x: the "+name+" data are damaged or cut off (")
	}
	// Members one after the other are one file, as gzip has it.
	var two bytes.Buffer
	for _, part := range []string{"item,label\na,0\n", "b,1\n"} {
		g := gzip.NewWriter(&two)
		_, err := io.WriteString(g, part)
		require.NoError(t, err)
		require.NoError(t, g.Close())
	}
	table, err := Read(context.Background(), &two, "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, "a - all 0\nb - all 1\n", tabletest.Dump(table))
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ratings.csv")
	require.NoError(t, os.WriteFile(path, []byte(small), 0o600))
	table, err := Read(context.Background(), nil, path, Options{})
	require.NoError(t, err)
	assert.Equal(t, smallDump, tabletest.Dump(table))
	assert.Equal(t, path, table.Source().File)

	tables, err := Tables(context.Background(), nil, path, []string{AllColumns}, Options{})
	require.NoError(t, err)
	require.Len(t, tables, 1)
	assert.Equal(t, smallDump, tabletest.Dump(tables[0]))
	assert.Same(t, tables[0], tables[0].StudyAt(0).Table())

	_, err = Read(context.Background(), nil, dir, Options{})
	require.EqualError(t, err, dir+": this is a directory, not a file")
	_, err = Read(context.Background(), nil, filepath.Join(dir, "none.csv"), Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.EqualError(t, err, filepath.Join(dir, "none.csv")+": no such file or directory")

	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	stdin := os.Stdin
	os.Stdin = f
	defer func() { os.Stdin = stdin }()
	table, err = Read(context.Background(), nil, StandardInput, Options{})
	require.NoError(t, err)
	assert.Equal(t, "standard input", table.Source().File)
	assert.Equal(t, smallDump, tabletest.Dump(table))
}

func TestReadFailing(t *testing.T) {
	broken := iotest.ErrReader(io.ErrClosedPipe)
	_, err := Read(context.Background(), broken, "pipe", Options{})
	require.ErrorIs(t, err, io.ErrClosedPipe)
	_, err = Read(context.Background(), io.MultiReader(&manyLabels{n: 10_000}, broken), "pipe", Options{})
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.EqualError(t, err, "pipe: reading failed: io: read/write on closed pipe")
}

func TestSource(t *testing.T) {
	in := "task;rater;note;vote\na;w;x;Yes\nb;w;y;no\nc;w;z;\na;w;x;Yes\n"
	table, err := Read(context.Background(), strings.NewReader(in), "x.csv",
		Options{Duplicates: study.DuplicatesLast, Label: "Vote"})
	require.NoError(t, err)
	s := table.Source()
	assert.Equal(t, study.Column{Name: "vote", Named: true}, s.Columns.Label)
	assert.False(t, s.Columns.Item.Named)
	assert.Equal(t, `x.csv: 4 rows, delimiter semicolon
columns: item = task, labeler = rater, study = (none), label = vote; not used: note
positive: Yes; negative: no
left out: 1 row without label
left out: 1 row as duplicates`, s.String())
}
