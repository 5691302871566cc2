package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strangersTable are the rows of the table of testdata/strangers/README.md.
func strangersTable(t *testing.T) [][]string {
	text, err := os.ReadFile(filepath.Join(testdata("strangers"), "README.md"))
	require.NoError(t, err)
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) != 5 || strings.Contains(line, "---") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	require.Equal(t, "file", rows[0][0])
	return rows[1:]
}

// outcomeOf is what a call ends with: "read", or the code of the error; and the commands that it prints. A fit makes
// few draws, because whether its chains converge is not the subject.
func outcomeOf(t *testing.T, args ...string) (outcome string, commands []string) {
	var out, told, said bytes.Buffer
	root := rootCommand(streams{})
	if cmd, _, err := root.Find(args); err == nil && cmd.Flags().Lookup("draws") != nil {
		args = append(slices.Clone(args), "--draws", "60")
	}
	exit := run(args, streams{in: strings.NewReader(""), out: &out, err: &told})
	for line := range strings.Lines(told.String()) {
		if strings.HasPrefix(line, "  fit ") {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	if exit == exitFine || exit == exitNotConverged {
		return "read", nil
	}
	require.Equal(t, exitInput, exit, "fit %v\n%s", args, told.String())
	m := &messages{w: &said}
	run(args, streams{in: strings.NewReader(""), out: &out, err: m})
	_, rest, found := strings.Cut(said.String(), `"code":"`)
	require.True(t, found, said.String())
	code, _, _ := strings.Cut(rest, `"`)
	return code, commands
}

// argumentsOf are those of a command as a shell would read them, of which advice quotes some by '.
func argumentsOf(t *testing.T, command string) []string {
	var args []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	require.Equal(t, "fit", args[0])
	return args[1:]
}

// Layouts of files as people have them are read as what they are, or refused by name; what is printed as the next step
// can be pasted, and answers.
func TestStrangers(t *testing.T) {
	seen := make(map[string]bool)
	for _, row := range strangersTable(t) {
		file, arguments, want, next := row[0], row[1], row[2], row[3]
		seen[file] = true
		args := append(strings.Fields(arguments), filepath.Join(testdata("strangers"), file))
		got, commands := outcomeOf(t, args...)
		assert.Equal(t, want, got, "fit %v", args)
		switch next {
		case "":
		case "–":
			assert.Empty(t, commands, "fit %v", args)
		default:
			if assert.NotEmpty(t, commands, "fit %v", args) {
				got, further := outcomeOf(t, argumentsOf(t, commands[0])...)
				assert.Equal(t, next, got, commands[0])
				if next != "read" && assert.NotEmpty(t, further, commands[0]) {
					got, _ := outcomeOf(t, argumentsOf(t, further[0])...)
					assert.Equal(t, "read", got, further[0])
				}
			}
		}
	}
	files, err := os.ReadDir(testdata("strangers"))
	require.NoError(t, err)
	for _, f := range files {
		assert.True(t, seen[f.Name()] || f.Name() == "README.md", "%s is in the table", f.Name())
	}
}

// A flag says that labels are meant as they stand, whatever their layout looks like.
func TestAsIs(t *testing.T) {
	for _, row := range strangersTable(t) {
		switch row[2] {
		case "label_sets", "label_lists", "label_rankings", "ordered_words", "pairs",
			"raters_in_rows", "repeated_readings", "paired_columns", "spans", "out_of_time", "category_counts":
		default:
			continue
		}
		args := append(strings.Fields(row[1]), "--as-is", filepath.Join(testdata("strangers"), row[0]))
		got, _ := outcomeOf(t, args...)
		assert.NotEqual(t, row[2], got, "fit %v", args)
	}
}

// The labels that are read, at once or after the first command of an error, are those that the file means.
func TestStrangersAnswers(t *testing.T) {
	alpha := func(args ...string) string {
		out, _ := runFit(t, exitFine, append(args, "--format", "csv", "--coefficients", "kripp_alpha")...)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.NoError(t, err)
		return strings.Join(rows[1], ",")
	}
	at := func(name string) string { return filepath.Join(testdata("strangers"), name) }
	var numbers bytes.Buffer // the same file with numbers
	text, err := os.ReadFile(at("words_stars.csv"))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		before, _, _ := strings.Cut(line, "★")
		if n := strings.Count(line, "★"); n > 0 {
			line = before + string(rune('0'+n)) + "\n"
		}
		numbers.WriteString(line)
	}
	plain := filepath.Join(t.TempDir(), "numbers.csv")
	require.NoError(t, os.WriteFile(plain, numbers.Bytes(), 0o600))
	assert.Equal(t, alpha("agreement", plain), alpha("agreement", at("words_stars.csv")))
	assert.NotEqual(t, alpha("agreement", plain), alpha("agreement", "--order", "none", at("words_stars.csv")))

	// The newest first, kept by the first row, are the oldest first, kept by the last.
	_, commands := outcomeOf(t, "agreement", "--duplicates", "last", at("again_newest.csv"))
	assert.Equal(t, alpha("agreement", "--duplicates", "last", at("again_oldest.csv")),
		alpha(argumentsOf(t, commands[0])...))
}
