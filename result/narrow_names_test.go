package result

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChopped(t *testing.T) {
	for _, c := range []struct {
		word    string
		columns int
		want    []string
	}{
		{"short", 10, []string{"short"}},
		{"crowd_workers_of_2026", 12, []string{"crowd_", "workers_of_", "2026"}},
		{"indivisible", 4, []string{"indi", "visi", "ble"}},
		{"専門家専門家", 5, []string{"専門", "家専", "門家"}},
		{"12345678", 4, []string{"12345678"}},
		{"ab1234567", 4, []string{"ab", "1234567"}},
		{"ab−0.25", 4, []string{"ab", "−0.25"}},
		{"ab12 345", 5, []string{"ab", "12 345"}},
		{"family(link = 1)", 9, []string{"family(", "link = 1)"}},
	} {
		assert.Equal(t, c.want, chopped(c.word, c.columns), "%q", c.word)
	}
}

// Whatever a name is like, its pieces fit, are all of it, and part no two digits.
func TestChoppedNamesAreWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for range 2000 {
		letters := []rune("ab12_-.家0é9")
		name := make([]rune, 1+r.IntN(60))
		for i := range name {
			name[i] = letters[r.IntN(len(letters))]
		}
		columns := 6 + r.IntN(20)
		got := chopped(string(name), columns)
		assert.Equal(t, string(name), strings.Join(got, ""))
		for i, piece := range got {
			last := rune(piece[len(piece)-1])
			if i+1 < len(got) && digit(last) {
				assert.False(t, digit(rune(got[i+1][0])), "%q", got)
			}
			if width(piece) > columns {
				assert.NotRegexp(t, `[^0-9.-][^0-9.-]`, piece, "%d columns: nothing but numbers", columns)
			}
		}
	}
}

// A number behind a heading that ends in one does not go on with it.
func TestStackedCellsAreNumbersOfTheirOwn(t *testing.T) {
	b := &block{}
	b.row("", "Design", "items for 2 000", "settled with")
	b.row("", "  3", "666", "0.95")
	var out bytes.Buffer
	require.NoError(t, b.writeTo(Columns(&out, 30)))
	assert.Contains(t, out.String(), "    items for 2 000: 666\n")
}

// Where cells have no head, they are no names of those below them.
func TestRowsWithoutHeadAreNoHead(t *testing.T) {
	b := &block{}
	b.heading("The prior speaks")
	b.untitled("  ICC of the one", "0.1", "→", "0.2")
	b.untitled("  ICC of the other", "0.3", "→", "0.4")
	var out bytes.Buffer
	require.NoError(t, b.writeTo(Columns(&out, 18)))
	assert.Contains(t, out.String(), "    0.3  →  0.4\n")
	assert.NotContains(t, out.String(), "0.1 0.3")
	require.NoError(t, b.writeTo(io.Discard))
}
