package read

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkReadFormats reads the same million labels as delimited text, JSON lines and Parquet.
func BenchmarkReadFormats(b *testing.B) {
	const n = 1_000_000
	table, err := Read(context.Background(), &manyLabels{n: n}, "many", Options{})
	require.NoError(b, err)
	type row struct {
		Item    string `parquet:"item,dict"`
		Labeler string `parquet:"labeler,dict"`
		Study   string `parquet:"study,dict"`
		Label   int32  `parquet:"label"`
	}
	var csv, lines bytes.Buffer
	_, err = csv.ReadFrom(&manyLabels{n: n})
	require.NoError(b, err)
	rows := make([]row, 0, n)
	for s, study := range table.Studies() {
		v := table.StudyAt(s)
		for k := range v.Len() {
			r := row{table.Items()[v.Item()[k]], table.Labelers()[v.Labeler()[k]], study, int32(v.Value()[k])}
			rows = append(rows, r)
			fmt.Fprintf(&lines, `{"item":%q,"labeler":%q,"study":%q,"label":%d}`+"\n", r.Item, r.Labeler, r.Study,
				r.Label)
		}
	}
	for _, c := range []struct {
		name string
		data []byte
	}{{"csv", csv.Bytes()}, {"json", lines.Bytes()}, {"parquet", parquetOf(b, rows, 100_000)}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var r io.Reader = bytes.NewReader(c.data)
				t, err := Read(context.Background(), r, "many", Options{})
				require.NoError(b, err)
				require.Equal(b, n, t.Len())
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "labels/s")
		})
	}
}
