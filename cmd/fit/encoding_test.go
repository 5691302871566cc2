package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The command that an error about an encoding prints converts the file, and then reads it.
func TestConvertedEncodings(t *testing.T) {
	iconv, err := exec.LookPath("iconv")
	if err != nil {
		t.Skip("there is no iconv")
	}
	const table = "item,rater,score\na,Zoë,1\na,René,2\nb,Zoë,3\nb,René,2\n"
	units := func(bigEndian bool) []byte {
		var b []byte
		for _, u := range utf16.Encode([]rune(table)) {
			if bigEndian {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		return b
	}
	western := []byte(strings.NewReplacer("ë", "\xeb", "é", "\xe9").Replace(table))
	for name, c := range map[string]struct {
		text []byte
		said string
	}{
		"western.csv": {western, "western.csv:2: the labeler in column \"rater\", \"Zo\\xeb\", is not UTF-8: " +
			"byte EB, which is ë in Windows-1252"},
		"little.csv": {units(false), "the text is UTF-16, which is not read"},
		"big.csv":    {units(true), "the text is UTF-16, which is not read"},
		"marked.csv": {append([]byte{0xff, 0xfe}, units(false)...), "the text is UTF-16, which is not read"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			path := "ratings " + name
			require.NoError(t, os.WriteFile(path, c.text, 0o644))
			_, told := runFit(t, exitInput, "agreement", path)
			assert.Contains(t, told, c.said)
			var convert, then string
			for line := range strings.Lines(told) {
				if strings.HasPrefix(line, "  iconv ") {
					convert, then, _ = strings.Cut(strings.TrimSpace(line), " && ")
				}
			}
			// iconv -f … 'ratings x.csv' > 'ratings x.utf8.csv'
			args := strings.Split(strings.TrimPrefix(convert, "iconv "), "'")
			require.Len(t, args, 5, told)
			text, err := exec.Command(iconv, append(strings.Fields(args[0]), args[1])...).Output()
			require.NoError(t, err)
			require.Equal(t, table, string(text))
			require.NoError(t, os.WriteFile(args[3], text, 0o644))
			got, _ := outcomeOf(t, argumentsOf(t, then)...)
			assert.Equal(t, "read", got)
		})
	}
}
