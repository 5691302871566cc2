package result

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// number finds numbers as pages print them, with gaps between thousands.
var number = regexp.MustCompile(`[0-9]{1,3}( [0-9]{3})+|[0-9]+(\.[0-9]+)?`)

// pages are results that have tables, some of them wide.
func pages() map[string]func(io.Writer) error {
	long := example()
	for i, name := range []string{"annotators of the second wave, after the change", "専門家 experts",
		"people_of_the_third_wave_without_a_blank_in_their_name_but_with_2026_in_it_and_more_letters"} {
		old := long.Data.Studies[i].Name
		long.Data.Studies[i].Name = name
		for k := range long.Estimates {
			for s, study := range long.Estimates[k].Studies {
				if study == old {
					long.Estimates[k].Studies[s] = name
				}
			}
		}
	}
	return map[string]func(io.Writer) error{
		"fit":        func(w io.Writer) error { return Text(w, example()) },
		"long names": func(w io.Writer) error { return Text(w, long) },
		"agreement": func(w io.Writer) error {
			return Text(w, NewAgreement(example().Data, example().Agreement, 0.9))
		},
	}
}

func TestNarrowPages(t *testing.T) {
	for name, page := range pages() {
		var whole bytes.Buffer
		require.NoError(t, page(&whole))
		for _, columns := range []int{40, 60, 80, 100, 120, 200} {
			t.Run(fmt.Sprint(name, columns), func(t *testing.T) {
				var b bytes.Buffer
				require.NoError(t, page(Columns(&b, columns)))
				got := b.String()
				for line := range strings.Lines(got) {
					line = strings.TrimSuffix(line, "\n")
					assert.LessOrEqual(t, width(line), columns, "%q", line)
				}
				// which stand more than once where a row is several lines
				heads := regexp.MustCompile(`[0-9]+% Cr?I`)
				there := map[string]int{fmt.Sprint(columns): 9} // the page may say how wide it is
				for _, n := range number.FindAllString(heads.ReplaceAllString(whole.String(), ""), -1) {
					there[n]++
				}
				for _, n := range number.FindAllString(heads.ReplaceAllString(got, ""), -1) {
					there[n]--
					assert.GreaterOrEqual(t, there[n], 0, "%s is no number of the whole page", n)
				}
				// What a table may lose is said.
				if strings.Count(got, " 2 345") < strings.Count(whole.String(), " 2 345") {
					assert.Contains(t, got, fmt.Sprintf("Left out in %d columns: ", columns))
				}
				for _, n := range regexp.MustCompile(`\[[−0-9., ]+\]`).FindAllString(whole.String(), -1) {
					assert.Contains(t, got, n, "intervals stay whole")
				}
				if columns == 200 && name != "label columns" {
					assert.Equal(t, whole.String(), got)
				}
			})
		}
	}
}

// Diagnostics are left out first; then the coefficient beside an estimate goes below it.
func TestNarrowEstimates(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Text(Columns(&b, 80), example()))
	assert.Contains(t, b.String(), "    experts              0.512   [0.470, 0.555]   0.520 [0.472, 0.568]\n")
	assert.Contains(t, b.String(), "  Left out in 80 columns: SD, R̂, bulk-ESS, tail-ESS; a wider terminal, a pipe "+
		"or\n  a file has them.\n")
	b.Reset()
	require.NoError(t, Text(Columns(&b, 106), example()))
	assert.Contains(t, b.String(), "    experts              0.512   0.021   [0.470, 0.555]  1.001     2 345   0.520 "+
		"[0.472, 0.568]\n")
	assert.Contains(t, b.String(), "  Left out in 106 columns: tail-ESS;")
	b.Reset()
	require.NoError(t, Text(Columns(&b, 60), example()))
	assert.Contains(t, b.String(), "    experts              0.512   0.021   [0.470, 0.555]\n        0.520 [0.472, "+
		"0.568]\n", "below rather than lost")
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short", 10, "short"},
		{"any length", 0, "any length"},
		{"aaa bbb ccc", 7, "aaa bbb\n  ccc"},
		{"  aaa bbb", 5, "  aaa\n    bbb"},
		{"the 12 345 678 labels", 8, "the\n  12 345 678\n  labels"},
		{"is 0.5 [0.4, 0.6], so", 10, "is 0.5\n  [0.4, 0.6],\n  so"},
		{"one\ntwo three", 5, "one\ntwo\n  three"},
		{"a    b", 20, "a    b"},
		{"of 2026 300 each", 10, "of 2026\n  300 each"},
		{"専門家 experts", 8, "専門家\n  experts"},
		{"sd ~ normal(0, 1) or so (as it is)", 16, "sd ~\n  normal(0, 1)\n  or so (as it\n  is)"},
		{"indivisible", 4, "indivisible"},
	} {
		assert.Equal(t, c.want, Wrap(c.text, c.columns, 2), "%q", c.text)
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "R̂": 1, "κx": 2, "専門家": 6, "ｱ": 1, "Ａ": 2, "👍": 2} {
		assert.Equal(t, want, width(s), s)
	}
}
