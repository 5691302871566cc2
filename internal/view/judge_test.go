package view

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

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/document/page"
)

// answerFrom reads an answer that the command wrote.
func answerFrom(t *testing.T, name string) *answer.Answer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	a := new(answer.Answer)
	require.NoError(t, json.Unmarshal(text, a))
	return a
}

func inFormat(t *testing.T, format string, d *document.Document, o document.Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, document.Write(&out, format, d, o))
	return out.String()
}

// Answers are laid out as they were: the first screen, every number, on a narrow page, and in Markdown.
func TestAnswersGolden(t *testing.T) {
	for _, name := range []string{"judges", "judges_categories", "plan", "plan_judge", "plan_study", "plan_score"} {
		d := Document(answerFrom(t, name), document.Appendix)
		for form, text := range map[string]string{
			"100.text":     inFormat(t, "text", d, document.Options{Columns: 100}),
			"40.text":      inFormat(t, "text", d, document.Options{Columns: 40}),
			"full.text":    inFormat(t, "text", d, document.Options{Level: document.Detail}),
			"full.40.text": inFormat(t, "text", d, document.Options{Level: document.Detail, Columns: 40}),
			"markdown":     inFormat(t, "markdown", d, document.Options{Level: document.Detail}),
		} {
			path := filepath.Join("testdata", name+"."+form+".golden")
			if os.Getenv("UPDATE_GOLDEN") != "" {
				require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./internal/view makes it")
			assert.Equal(t, string(want), text, path)
		}
	}
}

// A first screen has at most 25 lines of 100 columns, and its verdict in the first three lines. Of 40 judges it shows
// the best and the worst, and a person among them.
func TestJudgesFitAScreen(t *testing.T) {
	many := answerFrom(t, "judges")
	all := answer.New("judge", many.Data, many.Interval)
	all.Verdict = many.Verdict
	first := many.Of("validity")[0].Key.Of
	for i := range 40 {
		for _, r := range many.Rows {
			switch at := r.Key; {
			case at.By == answer.Person && i == 20:
				*all.Add(r.Q.Name, at, r.Value) = *r
			case at.Of == first && at.Against == "":
				at.Of = fmt.Sprintf("judge number %02d", i)
				copied := all.Add(r.Q.Name, at, r.Value)
				*copied = *r
				copied.Key = at
			}
		}
	}
	for _, a := range []*answer.Answer{answerFrom(t, "judges"), answerFrom(t, "judges_categories"), all,
		answerFrom(t, "plan_judge"), answerFrom(t, "plan_study"), answerFrom(t, "plan_score")} {
		d := Document(a, document.Appendix)
		lines := strings.Split(strings.TrimRight(inFormat(t, "text", d, document.Options{}), "\n"), "\n")
		assert.Less(t, len(lines), 25, "a line is left for where the rest is")
		assert.Equal(t, d.Verdict[0], lines[2])
		for _, width := range []int{100, 80, 40} {
			for line := range strings.Lines(inFormat(t, "text", d, document.Options{Columns: width})) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), width, line)
			}
		}
	}
	text := inFormat(t, "text", Document(all, document.Appendix), document.Options{})
	assert.Equal(t, 2, strings.Count(text, "… "), "judges on both sides of a person are left out")
	assert.Contains(t, text, "── a person ──")
	assert.Contains(t, text, "number 39")
	full := inFormat(t, "text", Document(all, document.Appendix), document.Options{Level: document.Detail})
	for i := range 40 {
		assert.Contains(t, full, fmt.Sprintf("number %02d", i))
	}
}

// The page has the pictures and the lists that a terminal has no room for, and text of items if a file has it.
func TestPagesOfJudges(t *testing.T) {
	of := func(a *answer.Answer) string {
		var out bytes.Buffer
		require.NoError(t, page.Write(&out, Document(a, document.Appendix), page.Options{}))
		return out.String()
	}
	a := answerFrom(t, "judges")
	for _, text := range []string{"Correlation of the errors of two judges", "Items on which alpha is furthest from " +
		"people", "i01", "Labels of people (rows) and of gamma (columns); 72 items"} {
		assert.Contains(t, of(a), text)
	}
	assert.NotContains(t, of(a), "What the item says")
	a.Words("far_text", a.Of("far_true_score")[0].Key, "What the item says")
	assert.Contains(t, of(a), "What the item says")
	for _, text := range []string{"music: Items on which judges are furthest", "Labels of people (rows) and of beta " +
		"(columns)"} {
		assert.Contains(t, of(answerFrom(t, "judges_categories")), text)
	}
}

// What a narrow page leaves out is no estimate that the verdict is about.
func TestNarrowJudgesKeepTheirEstimates(t *testing.T) {
	for _, width := range []int{80, 60, 40, 30} {
		text := inFormat(t, "text", Document(answerFrom(t, "judges"), document.Appendix),
			document.Options{Columns: width})
		flat := strings.Join(strings.Fields(text), " ")
		assert.Contains(t, flat, "0.91 [0.84, 0.95]", "at %d", width)
		assert.Contains(t, flat, "yes", "at %d", width)
	}
}
