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

// Comparisons have the coefficients of a file whose items have both candidates and whose labels name the winners.
func TestComparisonsAnswer(t *testing.T) {
	file := filepath.Join(testdata("strangers"), "pairs_sides.csv")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	var plain strings.Builder
	plain.WriteString("item,labeler,label\n")
	for _, row := range rows[1:] {
		prompt, left, right, judge, winner := row[0], row[1], row[2], row[3], row[4]
		switch winner {
		case "left":
			winner = left
		case "right":
			winner = right
		}
		fmt.Fprintf(&plain, "%s %s %s,%s,%s\n", prompt, min(left, right), max(left, right), judge, winner)
	}
	turned := filepath.Join(t.TempDir(), "turned.csv")
	require.NoError(t, os.WriteFile(turned, []byte(plain.String()), 0o600))
	want, _ := runFit(t, exitFine, "agreement", "--format", "csv", turned)
	got, told := runFit(t, exitFine, "agreement", "--format", "csv", file)
	assert.Equal(t, want, got)
	assert.Contains(t, told, "Recognised: comparisons of two candidates, in columns ")
	got, told = runFit(t, exitFine, "agreement", "--format", "csv", "--pair", "Left System,Right System",
		"--label", "Label", file)
	assert.Equal(t, want, got)
	assert.Empty(t, told)
	asIs, _ := runFit(t, exitFine, "agreement", "--format", "csv", "--as-is", file)
	assert.NotEqual(t, want, asIs)
}
