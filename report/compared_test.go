package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/report"
)

// fixture reads a result that the command wrote.
func fixture[T any](t *testing.T, name string) *T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	v := new(T)
	require.NoError(t, json.Unmarshal(text, v))
	return v
}

// comparisons are documents of plans.
func comparisons(t *testing.T) map[string]func() *document.Document {
	return map[string]func() *document.Document{
		"plan_judge": func() *document.Document { return report.PlanJudge(fixture[result.JudgePlan](t, "plan_judge")) },
		"plan_study": func() *document.Document { return report.PlanStudy(fixture[result.StudyPlan](t, "plan_study")) },
		"plan_score": func() *document.Document { return report.PlanScore(fixture[result.ScorePlan](t, "plan_score")) },
	}
}

func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./report makes it")
	assert.Equal(t, string(want), string(got))
}

// written returns a document in a format.
func written(t *testing.T, format string, d *document.Document, o document.Options) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, document.Write(&out, format, d, o))
	return out.Bytes()
}

// Comparisons with people are laid out as they were: the first screen, every number, and both on a narrow page,
// Markdown and records.
func TestComparisonsGolden(t *testing.T) {
	for name, make := range comparisons(t) {
		for _, width := range []int{100, 40} {
			answer := document.Options{Level: document.Answer, Columns: width}
			checkGolden(t, fmt.Sprintf("%s.%d.text", name, width), written(t, "text", make(), answer))
		}
		detail := document.Options{Level: document.Detail}
		checkGolden(t, name+".full.text", written(t, "text", make(), detail))
		checkGolden(t, name+".full.40.text", written(t, "text", make(),
			document.Options{Level: document.Detail, Columns: 40}))
		checkGolden(t, name+".markdown", written(t, "markdown", make(), detail))
		checkGolden(t, name+".csv", written(t, "csv", make(), document.Options{}))
	}
}

// A first screen has at most 25 lines of 100 columns, and its verdict in the first three lines.
func TestComparisonsFitAScreen(t *testing.T) {
	check := func(name string, d *document.Document) {
		lines := strings.Split(strings.TrimRight(string(written(t, "text", d, document.Options{})), "\n"), "\n")
		assert.Less(t, len(lines), 25, "%s: a line is left for where the rest is", name)
		for _, line := range lines {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 100, "%s: %s", name, line)
		}
		assert.Equal(t, d.Verdict[0], lines[2], name)
		for _, column := range []int{80, 40} {
			narrow := written(t, "text", d, document.Options{Columns: column})
			for line := range strings.Lines(string(narrow)) {
				width := utf8.RuneCountInString(strings.TrimRight(line, "\n"))
				assert.LessOrEqual(t, width, column, "%s: %s", name, line)
			}
		}
	}
	for name, d := range comparisons(t) {
		check(name, d())
	}
}

// The page has the pictures and the lists that a terminal has no room for.
func TestPagesOfComparisons(t *testing.T) {
	holds := map[string][]string{
		"plan_judge": {"← cheapest"},
	}
	for name, make := range comparisons(t) {
		var out bytes.Buffer
		require.NoError(t, page.Write(&out, make(), page.Options{}))
		for _, text := range holds[name] {
			assert.Contains(t, out.String(), text, name)
		}
	}
}
