package read

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/container"
)

// TestScanner reads what the standard library's encoding/csv writes, in pieces of any size.
func TestScanner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.StringOfN(rapid.SampledFrom([]rune("ab\",;|\t\n é")), 0, 6, -1)
		width := rapid.IntRange(2, 5).Draw(t, "width")
		table := rapid.SliceOfN(rapid.SliceOfN(field, width, width), 1, 20).Draw(t, "table")
		table[0][0] = "header"
		delim := rapid.SampledFrom([]rune{',', ';', '\t', '|'}).Draw(t, "delimiter")
		crlf := rapid.Bool().Draw(t, "CRLF")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma, w.UseCRLF = delim, crlf
		require.NoError(t, w.WriteAll(table))

		src, err := container.OpenText(context.Background(), &pieces{b.Bytes(), rapid.IntRange(1, 50).Draw(t,
			"piece")}, "x")
		require.NoError(t, err)
		s, err := container.NewScanner(src, "x", byte(delim))
		require.NoError(t, err)
		for i, want := range table {
			var got []string
			if i == 0 {
				got = s.Header()
			} else {
				fields, _, err := s.Next()
				require.NoError(t, err)
				for _, f := range fields {
					got = append(got, string(f))
				}
			}
			for k := range want {
				text := want[k]
				if crlf {
					text = strings.ReplaceAll(text, "\n", "\r\n") // as the writer does
				}
				require.Equal(t, strings.Trim(text, " \t\r\n"), got[k])
			}
		}
		_, _, err = s.Next()
		require.Equal(t, io.EOF, err)
	})
}

// pieces is a reader that gives n bytes at a time.
type pieces struct {
	data []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.data[:min(p.n, len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

// TestScannerLines checks the line of each record across fields with line ends, and
// records that cross the ends of the buffer.
func TestScannerLines(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,label\n")
	line := 2
	var want []int
	for i := range 3000 {
		want = append(want, line)
		fmt.Fprintf(&b, "\"%d%s\",1%s", i, strings.Repeat("\nx", i%7), strings.Repeat("\n", 1+i%3))
		line += i%7 + 1 + i%3
		if i%500 == 0 {
			fmt.Fprintf(&b, "%s,1\n", strings.Repeat("long", container.ScanBuffer/3))
			want = append(want, line)
			line++
		}
	}
	src, err := container.OpenText(context.Background(), strings.NewReader(b.String()), "x")
	require.NoError(t, err)
	s, err := container.NewScanner(src, "x", 0)
	require.NoError(t, err)
	var l container.Lines
	for _, w := range want {
		_, line, err := s.Next()
		require.NoError(t, err)
		require.Equal(t, w, line)
		l.Add(line)
	}
	for row, w := range want {
		require.Equal(t, w, l.Of(row))
	}
}

// FuzzRead reads any bytes in several ways: an error in words or a valid table, which
// is written and read back the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		small, "item;label\na;1,5\nb;2\n", "task,rater,arm,vote\n\"a\"\"\n\",w,s,yes\nb,w,s,no\n", "item\tlabel\n\ta\n",
		"sep=;\nitem;label\na;0\n",
		"item,label\na,1e400\n", "item,label\na,NaN\nb,-0\n", "\xff\xfei\x00", "\x1f\x8b\x08", "(\xb5/\xfd",
		"item,labeler,label\na,w,1\na,w,0\n", "item,label\n\"a", "\r", "item,x,y\na,1,0\nb,,z\n",
		"item,label\na,3\nb,1.0\nc,9\n",
		"item,label\na,A\nb,None\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []Options{{}, {AllowNominal: true, Duplicates: study.DuplicatesFirst},
			{Kind: study.Nominal, Duplicates: study.DuplicatesLast}, {Duplicates: study.DuplicatesMean,
				Missing: []string{"x"}}, {Kind: study.Ordinal, Duplicates: study.DuplicatesFirst},
			{Order: []string{"0", "a", "1", "None", "z", "1,5"}, Duplicates: study.DuplicatesMean}} {
			table, err := Read(context.Background(), bytes.NewReader(data), "fuzz", o)
			if err != nil {
				var typed *study.Error
				if table != nil || !errors.As(err, &typed) || typed.Found == "" || typed.Code == "" {
					t.Fatalf("no typed error: %v", err)
				}
				continue
			}
			tabletest.RequireValid(t, table)
			study.Describe(table).Warnings()
			requireRoundTrip(t, table)
		}
		tables, err := Tables(context.Background(), bytes.NewReader(data), "fuzz", []string{AllColumns},
			Options{Duplicates: study.DuplicatesFirst})
		for _, table := range tables {
			tabletest.RequireValid(t, table)
		}
		if (err == nil) != (len(tables) > 0) {
			t.Fatal("neither tables nor an error, or both")
		}
	})
}
