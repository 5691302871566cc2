package read

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/container"
	"concord/study/read/internal/naming"
)

// repeated gives a header, and then rows made from their number, without end if n is negative.
type repeated struct {
	header string
	row    func(b []byte, i int) []byte
	n, i   int
	buf    []byte
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.i == 0 && r.buf == nil {
		r.buf = []byte(r.header)
	}
	for len(r.buf) < len(p) && (r.n < 0 || r.i < r.n) {
		r.buf = r.row(r.buf, r.i)
		r.i++
	}
	if len(r.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.buf)
	r.buf = r.buf[:copy(r.buf, r.buf[n:])]
	return n, nil
}

// strangers are labelers who give one label each.
func strangers(n int) *repeated {
	return &repeated{header: "item,labeler,label\n", n: n, row: func(b []byte, i int) []byte {
		b = append(strconv.AppendInt(append(b, 'i'), int64(i/10), 10), ',', 'w')
		return append(strconv.AppendInt(b, int64(i), 10), ',', '0'+byte(i/3%2), '\n')
	}}
}

// peakHeap returns how far the heap grows while f runs, garbage included.
func peakHeap(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := before.HeapAlloc
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return peak - before.HeapAlloc
}

// TestManyLabelers reads a million labelers with one label each in bounded memory.
func TestManyLabelers(t *testing.T) {
	const labels, perLabel = 1_000_000, 500 // bytes
	var d *study.Design
	peak := peakHeap(func() {
		table, err := Read(context.Background(), strangers(labels), "x", Options{})
		require.NoError(t, err)
		d = study.Describe(table)
	})
	assert.Equal(t, labels, d.Labelers)
	assert.Equal(t, labels/10, d.Studies[0].Components)
	assert.Empty(t, d.Studies[0].OneClass, "one label is no pattern")
	t.Logf("peak %d bytes a label", peak/labels)
	assert.Less(t, peak, uint64(labels*perLabel))
}

func TestManyColumns(t *testing.T) {
	slowtest.Only(t)
	const n = 200_000
	in := "item,label" + strings.Repeat(",x", n) + "\na,0" + strings.Repeat(",", n) + "\nb,1" + strings.Repeat(",",
		n) + "\n"
	table, err := Read(context.Background(), strings.NewReader(in), "x.csv", Options{})
	require.NoError(t, err)
	assert.Equal(t, "a - all 0\nb - all 1\n", tabletest.Dump(table))
	_, err = Read(context.Background(), strings.NewReader(strings.Replace(in, "item", "x", 1)), "x.csv", Options{})
	require.ErrorContains(t, err, "… (200002 in all). Choose one")
	_, err = Read(context.Background(), strings.NewReader(in), "x.csv", Options{Wide: []string{"x*"}})
	require.EqualError(t, err, "x.csv: two columns of labelers are named \"x\". Give each column a different name")
}

// TestHugeField reads fields without end, in each format that is text.
func TestHugeField(t *testing.T) {
	x := func(b []byte, _ int) []byte { return append(b, "xxxxxxxxxxxxxxxx"...) }
	for _, header := range []string{"item,label\na,", "item,label\n\"a,", "x", `{"item":"`, `[{"item":`} {
		_, err := Read(context.Background(), &repeated{header: header, row: x, n: -1}, "x", Options{})
		require.ErrorContains(t, err, ": a record is longer than 16 MiB\n  look for a quote that is not closed", header)
	}
}

// TestBomb unpacks a little packed data that are very much text.
func TestBomb(t *testing.T) {
	for name, packer := range map[string]func(io.Writer) io.WriteCloser{
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser {
			z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
			require.NoError(t, err)
			return z
		},
	} {
		packed := func(text string) []byte {
			var b bytes.Buffer
			z := packer(&b)
			_, err := io.WriteString(z, text)
			require.NoError(t, err)
			require.NoError(t, z.Close())
			return b.Bytes()
		}
		bomb := bytes.NewBuffer(packed("item,label,note\n"))
		member := packed(strings.Repeat("a,0,"+strings.Repeat("x", 1<<20)+"\n", 16))
		for range 20 {
			bomb.Write(member)
		}
		_, err := Read(context.Background(), bomb, "x", Options{})
		require.EqualError(t, err, "x: the "+name+" data are refused: they unpack to more than 500 times their "+
			"size, which no table of labels does")
		require.ErrorIs(t, err, container.ErrBomb)
	}
}

func TestMemoryLimit(t *testing.T) {
	r := strangers(1_000_000)
	_, err := Read(context.Background(), r, "x", Options{MaxMemory: 8 << 20})
	require.ErrorContains(t, err, ": the labels need more memory than there is: more than 0.00781 GiB after ")
	require.ErrorContains(t, err, "leave out rows or groups, or allow more memory")
	assert.Less(t, r.i, 200_000, "reading stops there")
	// Long words that differ are labels that need memory, too.
	long := &repeated{header: "item,label\n", n: -1, row: func(b []byte, i int) []byte {
		return append(fmt.Appendf(b, "a,%d", i), strings.Repeat("x", 1<<16)+"\n"...)
	}}
	_, err = Read(context.Background(), long, "x", Options{MaxMemory: 64 << 20})
	require.ErrorContains(t, err, ": the labels need more memory than there is: more than 0.0625 GiB after ")
	_, err = Read(context.Background(), strangers(10), "x", Options{MaxMemory: -1})
	require.EqualError(t, err, "x: -1 bytes of memory are allowed: a limit cannot be negative")
}

// TestBudgetCovers checks that the estimate of memory is not below what reading takes.
func TestBudgetCovers(t *testing.T) {
	for name, in := range map[string]func() io.Reader{
		"strangers": func() io.Reader { return strangers(300_000) },
		"studies":   func() io.Reader { return &manyLabels{n: 300_000} },
	} {
		peak := peakHeap(func() {
			_, err := Read(context.Background(), in(), "x", Options{})
			require.NoError(t, err)
		})
		_, err := Read(context.Background(), in(), "x", Options{MaxMemory: int64(peak) * 6 / 10})
		require.ErrorContains(t, err, "more memory than there is", name)
	}
}

func TestFreeMemory(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	info := "MemTotal:       16000000 kB\nMemFree:  1 kB\nMemAvailable:    4000000 kB\n"
	for _, c := range []struct {
		system fstest.MapFS
		want   int64
	}{
		{fstest.MapFS{}, math.MaxInt64},
		{fstest.MapFS{"proc/meminfo": file("nonsense\nMemAvailable: x kB\n")}, math.MaxInt64},
		{fstest.MapFS{"proc/meminfo": file(info)}, 4_096_000_000},
		{fstest.MapFS{"proc/meminfo": file(info), "sys/fs/cgroup/memory.max": file("max\n"),
			"sys/fs/cgroup/memory.current": file("5\n")}, 4_096_000_000},
		{fstest.MapFS{"proc/meminfo": file(info), "sys/fs/cgroup/memory.max": file("1000\n"),
			"sys/fs/cgroup/memory.current": file("400\n")}, 600},
		{fstest.MapFS{"sys/fs/cgroup/memory.max": file("1000\n"), "sys/fs/cgroup/memory.current": file("1400\n")}, 0},
	} {
		assert.Equal(t, c.want, container.FreeMemory(c.system))
	}
	limit := func(allowed int64, system fstest.MapFS, soft int64) int64 {
		return container.NewBudget(allowed, system, soft).Limit
	}
	const none = math.MaxInt64
	assert.Equal(t, int64(450), limit(0, fstest.MapFS{"sys/fs/cgroup/memory.max": file("1000"),
		"sys/fs/cgroup/memory.current": file("400")}, none))
	assert.Equal(t, int64(8<<30), limit(0, fstest.MapFS{}, none))
	assert.Equal(t, int64(7), limit(7, fstest.MapFS{}, none))
	assert.Equal(t, int64(300), limit(0, fstest.MapFS{}, 400))
	// As Linux writes them: limits in bytes, what is used in kB.
	const header = "Limit                     Soft Limit           Hard Limit           Units     \n"
	const unlimited = "unlimited            unlimited            bytes     \n"
	status := file("Name:\tfit\nVmPeak:\t  1236000 kB\nVmSize:\t       2 kB\nVmData:\t       1 kB\n")
	for text, want := range map[string]int64{
		"Max data size             " + unlimited + "Max address space         " + unlimited: none,
		"Max address space         10240                10240                bytes     \n":  10240 - 2048,
		"Max data size             2048                 unlimited            bytes     \n":  1024,
		"Max address space         1024                 1024                 bytes     \n":  0,
		"Max address space": none,
	} {
		system := fstest.MapFS{"proc/self/limits": file(header + text), "proc/self/status": status}
		assert.Equal(t, want, container.ProcessMemory(system), text)
		if want < none {
			assert.Equal(t, want/2, limit(0, system, none))
		}
	}
}

// blocked is a reader whose reads do not return until it is let go.
type blocked struct{ begun, let chan struct{} }

func (b blocked) Read([]byte) (int, error) {
	close(b.begun)
	<-b.let
	return 0, io.EOF
}

// TestInterrupted ends reads that would not end by themselves.
func TestInterrupted(t *testing.T) {
	const want = "x: reading was interrupted"
	ctx, cancel := context.WithCancel(t.Context())
	b := blocked{make(chan struct{}), make(chan struct{})}
	defer close(b.let)
	go func() {
		<-b.begun
		cancel()
	}()
	_, err := Read(ctx, b, "x", Options{})
	require.EqualError(t, err, want)
	require.ErrorIs(t, err, context.Canceled)

	row := func(b []byte, i int) []byte { return append(b, "a,1\n"...) }
	for _, header := range []string{"item,label\n", "item,label\n\n"} {
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		start := time.Now()
		_, err = Read(ctx, &repeated{header: header, row: row, n: -1}, "x", Options{})
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, context.Canceled)
		t.Logf("returned after %v", time.Since(start))
	}
	// What was abandoned ends by itself, as reading without the goroutine does.
	_, err = openFile(ctx, strings.NewReader(small), "x", Options{}, naming.LabelChoice{})
	require.EqualError(t, study.InFile("x", err), want)
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	_, err = io.WriteString(z, small)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	_, err = openFile(ctx, &gz, "x", Options{}, naming.LabelChoice{})
	require.EqualError(t, study.InFile("x", err), want)
	y := 1.0
	data := parquetOf(t, []parquetRow{{Item: "a", Label: &y}}, 1)
	_, err = (&input{ctx: ctx, file: "x", whole: bytes.NewReader(data), size: int64(len(data))}).parquet()
	require.EqualError(t, study.InFile("x", err), want)

	_, err = Read(ctx, nil, "testdata/exports/mturk.csv", Options{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = Tables(ctx, nil, "testdata/exports/mturk.csv", []string{AllColumns}, Options{})
	require.ErrorIs(t, err, context.Canceled)
	table, err := Read(t.Context(), nil, "testdata/exports/mturk.csv", Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, table.Len())
}
