package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

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
		for _, r := range table {
			if bigEndian {
				b = append(b, 0, 0, byte(r>>8), byte(r))
			} else {
				b = append(b, byte(r), byte(r>>8), 0, 0)
			}
		}
		return b
	}
	for name, c := range map[string]struct {
		text []byte
		said string
	}{
		"little.csv": {units(false), "the text is UTF-32, which is not read"},
		"big.csv":    {units(true), "the text is UTF-32, which is not read"},
		"marked.csv": {append([]byte{0xff, 0xfe, 0, 0}, units(false)...), "the text is UTF-32, which is not read"},
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

// A file in Windows-1252 or UTF-16 is read, and a message says so. A byte that neither has is an error with a command
// that converts the file.
func TestReadEncodings(t *testing.T) {
	t.Chdir(t.TempDir())
	const table = "item,rater,score\na,Zo\xeb,1\na,Ren\xe9,2\nb,Zo\xeb,3\nb,Ren\xe9,2\n"
	require.NoError(t, os.WriteFile("western.csv", []byte(table), 0o644))
	_, told := runFit(t, exitFine, "agreement", "western.csv")
	assert.Contains(t, told, "Encoding: the text is not UTF-8, and is read as Windows-1252, such as \"Zoë\". If "+
		"characters are wrong: save the file as UTF-8")
	_, _ = runFit(t, exitFine, "agreement", "western.csv", "--exclude-labelers", "Zoë")
	require.NoError(t, os.WriteFile("other.csv", []byte(table+"b,\x81,2\n"), 0o644))
	_, told = runFit(t, exitInput, "agreement", "other.csv")
	assert.Contains(t, told, "other.csv:6: the labeler in column \"rater\", \"\\x81\", is not UTF-8: byte 81")
	assert.Contains(t, told, "iconv -f WINDOWS-1252 -t UTF-8 other.csv > other.utf8.csv && "+
		"fit agreement other.utf8.csv")
}
