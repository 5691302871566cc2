package read

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/study"
)

// manyLabels generates n labels as CSV on the fly: of n/10 items in two studies, by
// labelers who give about 200 labels each. No labeler meets an item twice.
type manyLabels struct {
	n, row int
	buf    []byte
}

func (m *manyLabels) Read(p []byte) (int, error) {
	for len(m.buf) < len(p) && m.row <= m.n {
		if m.row == 0 {
			m.buf = append(m.buf, "item,labeler,study,label\n"...)
			m.row++
			continue
		}
		r := m.row - 1
		// Each sweep over the items (r/(n/10)) has labelers of its own.
		m.buf = append(m.buf, "item"...)
		m.buf = strconv.AppendInt(m.buf, int64(r*7919%(m.n/10)), 10)
		m.buf = append(m.buf, ",worker"...)
		m.buf = strconv.AppendInt(m.buf, int64(r/200), 10)
		m.buf = append(m.buf, [2]string{",expert,", ",crowd,"}[r%2]...)
		m.buf = append(m.buf, [2]string{"0\n", "1\n"}[r/3%2]...)
		m.row++
	}
	if len(m.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(p, m.buf)
	m.buf = m.buf[:copy(m.buf, m.buf[n:])]
	return n, nil
}

func BenchmarkRead(b *testing.B) {
	for _, n := range []int{1e4, 1e6, 4e6} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var csv bytes.Buffer
			_, err := csv.ReadFrom(&manyLabels{n: n})
			require.NoError(b, err)
			b.SetBytes(int64(csv.Len()))
			b.ReportAllocs()
			for b.Loop() {
				t, err := Read(context.Background(), bytes.NewReader(csv.Bytes()), "many", Options{})
				require.NoError(b, err)
				require.Equal(b, n, t.Len())
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "labels/s")
		})
	}
}

func BenchmarkDescribe(b *testing.B) {
	t, err := Read(context.Background(), &manyLabels{n: 1e6}, "many", Options{})
	require.NoError(b, err)
	for b.Loop() {
		study.Describe(t)
	}
}

// TestPeakMemory reads 400,000 labels and watches the heap meanwhile.
func TestPeakMemory(t *testing.T) {
	const labels, perLabel = 400_000, 120 // bytes of heap per label, garbage included
	peak := peakHeap(func() {
		table, err := Read(context.Background(), &manyLabels{n: labels}, "many", Options{})
		require.NoError(t, err)
		require.Equal(t, labels, table.Len())
	})
	t.Logf("peak %d bytes per label", peak/labels)
	require.Less(t, peak, uint64(labels*perLabel))
}
