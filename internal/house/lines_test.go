package house

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// widest is the number of characters that a line of a Go file may have, with tabs of tabWidth.
const (
	widest   = 120
	tabWidth = 4
)

// stillWide are packages with longer lines, which are wrapped when they are next worked on. Nothing is added here.
var stillWide = setOf()

func TestLinesAreNotTooLong(t *testing.T) {
	for _, name := range goFiles(t) {
		if stillWide[path.Dir(name)] {
			continue
		}
		n := 0
		for line := range strings.Lines(read(t, name)) {
			n++
			assert.LessOrEqual(t, width(line), widest, "%s:%d", name, n)
		}
	}
}

// width returns the number of characters of a line without its end.
func width(line string) int {
	line = strings.TrimRight(line, "\r\n")
	return utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
}

func TestWidth(t *testing.T) {
	assert.Equal(t, 7, width("\tx²y\n"))
	assert.Equal(t, 0, width("\n"))
}
