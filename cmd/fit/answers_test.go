package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A column of right answers gives the numbers of a file in which they are rows of a study.
func TestGoldColumn(t *testing.T) {
	file := filepath.Join(testdata("strangers"), "gold_column.csv")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	var long strings.Builder
	long.WriteString("item,labeler,study,label\n")
	seen := make(map[string]bool)
	for _, row := range rows[1:] {
		fmt.Fprintf(&long, "%s,%s,people,%s\n", row[0], row[1], row[2])
		if !seen[row[0]] {
			fmt.Fprintf(&long, "%s,gold,gold,%s\n", row[0], row[3])
		}
		seen[row[0]] = true
	}
	plain := filepath.Join(t.TempDir(), "long.csv")
	require.NoError(t, os.WriteFile(plain, []byte(long.String()), 0o600))
	few := []string{"gold", "--draws", "300", "--chains", "2", "--format", "csv"}
	want, _ := runFit(t, exitFine, append(few, "--gold", "gold", plain)...)
	got, _ := runFit(t, exitFine, append(few, "--gold-column", "truth", file)...)
	assert.Equal(t, want, got)
	runFit(t, exitUsage, "gold", "--gold-column", "truth", "--gold", "people", file)
}

// offered returns the commands that a call offers besides its result.
func offered(t *testing.T, args ...string) []string {
	_, told := runFit(t, exitFine, args...)
	var commands []string
	for line := range strings.Lines(told) {
		if strings.HasPrefix(line, "  fit ") {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	return commands
}

// What is offered can be pasted, keeps what was said of the file, and answers.
func TestOffers(t *testing.T) {
	gold := filepath.Join(testdata("strangers"), "gold_column.csv")
	models := filepath.Join(testdata("strangers"), "models_among.csv")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "--label", "label", gold}, "fit gold " + gold + " --gold-column truth --label label"},
		{[]string{"agreement", "--bootstrap", "0", gold}, "fit gold " + gold + " --gold-column truth"},
		{[]string{"check", "--item=doc_id", "--strict=false", models},
			"fit judge " + models + " --judge gpt-4o,claude-3.5 --item doc_id"},
		{[]string{models}, "fit judge " + models + " --judge gpt-4o,claude-3.5"},
	} {
		commands := offered(t, c.args...)
		require.Equal(t, []string{c.want}, commands)
		got, _ := outcomeOf(t, argumentsOf(t, commands[0])...)
		assert.Equal(t, "read", got, commands[0])
	}
	text, err := os.ReadFile(models)
	require.NoError(t, err)
	halves := strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", ",second\n") + ",second\n"
	halves = strings.Replace(halves, "score,second", "score,part", 1)
	parts := filepath.Join(t.TempDir(), "parts.csv")
	require.NoError(t, os.WriteFile(parts, []byte(halves), 0o600))
	assert.Len(t, offered(t, "check", parts), 1)
	byPart := offered(t, "check", "--by", "part", parts)
	require.Equal(t, []string{"fit judge " + parts + " --judge gpt-4o,claude-3.5 --by part"}, byPart)
	got, _ := outcomeOf(t, argumentsOf(t, byPart[0])...)
	assert.Equal(t, "read", got, byPart[0])
	assert.Empty(t, offered(t, "check", "--by", "part", "--order", "none", parts), "fit judge refuses words by part")
	assert.Empty(t, offered(t, "check", "--exclude-labelers", "gpt-4o,claude-3.5", models))
	_, told := runFit(t, exitFine, "--quiet", models)
	assert.Empty(t, told)
}

// A column of weeks in no use is offered for a fit each, which answers.
func TestTimesAreOffered(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,labeler,label,week\n")
	for i := range 160 {
		fmt.Fprintf(&b, "i%d,w%d,%d,2025-W%02d\n", i/4, i%5, (i/4*7+i%5*(i%3))/3%2, 10+i/40)
	}
	file := filepath.Join(t.TempDir(), "weeks.csv")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	commands := offered(t, "check", file)
	require.Len(t, commands, 1)
	assert.Equal(t, "fit "+file+" --by week", commands[0])
	assert.Empty(t, offered(t, "check", file, "--by", "week"))
	got, _ := outcomeOf(t, argumentsOf(t, commands[0])...)
	assert.Equal(t, "read", got)
}
