package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// timesFile is [weeksFile] with other names of its weeks.
func timesFile(t *testing.T, weeks int, name func(week int) string) string {
	t.Helper()
	b, err := os.ReadFile(weeksFile(t, weeks))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for i, line := range lines[1:] {
		week, rest, _ := strings.Cut(line, ",")
		var w int
		_, err := fmt.Sscan(week, &w)
		require.NoError(t, err)
		lines[1+i] = name(w) + "," + rest
	}
	path := filepath.Join(t.TempDir(), "times.csv")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	return path
}

// What keeps tasks from being times is said on the first screen, with commands that mend it, and they do.
func TestTimesThatCannotBeRead(t *testing.T) {
	few := []string{"--quiet", "--draws", "100", "--warmup", "100", "--replications", "0", "--bootstrap", "0", "--by",
		"week"}
	fitted := func(args ...string) string {
		var out, err strings.Builder
		code := run(append(few, args...), streams{in: strings.NewReader(""), out: &out, err: &err})
		require.Contains(t, []int{exitFine, exitNotConverged}, code, err.String())
		return strings.Join(strings.Fields(out.String()), " ")
	}
	doubtful := timesFile(t, 4, func(w int) string { return fmt.Sprintf("01/%02d/2026", w+1) })
	first := fitted(doubtful)
	assert.Contains(t, first, `No trend: "01/02/2026" in column "week" is 1 February 2026 or 2 January 2026. Next: fit`)
	assert.Contains(t, first, "--dates day-first")
	assert.Contains(t, first, "--dates month-first")
	settled := fitted("--dates", "day-first", doubtful)
	assert.NotContains(t, settled, "No trend")
	assert.Contains(t, settled, "2026-02-01")
	odd := timesFile(t, 6, func(w int) string {
		if w == 5 {
			return "not yet"
		}
		return fmt.Sprintf("2026-W%02d", w+1)
	})
	assert.Contains(t, fitted(odd), `No trend: "not yet" in column "week" is no time as the others are. Next: fit`)
	assert.NotContains(t, fitted("--where", "week!=not yet", odd), "No trend")
}

// Moments are joined into weeks on request, and the refusal of so many tasks says how.
func TestMomentsAreJoined(t *testing.T) {
	n := 0
	moments := timesFile(t, 4, func(w int) string {
		n++
		return fmt.Sprintf("2026-01-%02dT10:%02d:%02dZ", 5+7*w, n/60, n%60)
	})
	_, told := runFit(t, exitInput, "--by", "week", moments)
	assert.Contains(t, told, "if the column has dates, by week:\n  fit ")
	assert.Contains(t, told, "--every week")
	out, _ := runFit(t, exitFine, "agreement", "--by", "week", "--every", "week", "--bootstrap", "0", moments)
	for _, week := range []string{"2026-W02", "2026-W05"} {
		assert.Contains(t, out, week)
	}
	for _, wrong := range [][]string{{"--every", "week"}, {"--by", "week", "--every", "fortnight"},
		{"--by", "week", "--dates", "iso"}} {
		runFit(t, exitUsage, append(wrong, moments)...)
	}
}
