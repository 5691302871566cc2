package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/posterior"
)

// example is a result with all that a result can have, and names that formats must not obey.
func example(t *testing.T) *answer.Answer {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "fit.json"))
	require.NoError(t, err)
	var a answer.Answer
	require.NoError(t, json.Unmarshal(data, &a))
	return &a
}

// emptied is the example with labels of its own and without rows, but for whether it was checked.
func emptied(t *testing.T, data result.Data) *answer.Answer {
	t.Helper()
	like := example(t)
	a := answer.New("fit", data, like.Interval)
	a.Runs, a.Set = like.Runs, like.Set
	a.Runs[0].Sampler.Partial = false
	return a
}

// estimated adds an estimate on the label scale.
func estimated(a *answer.Answer, quantity string, mean float64, groups ...string) {
	r := a.Add(quantity, answer.Among(groups...), mean).Within(mean-0.04, mean+0.04)
	r.SD, r.Draws = 0.02, &posterior.Summary{Mean: mean, Median: mean, SD: 0.02, Lower: r.Lower, Upper: r.Upper,
		RHat: 1, ESSBulk: 999, ESSTail: 999, MCSEMean: 0.001}
}

// golden compares a text with the file of that name in testdata. UPDATE_GOLDEN=1 go test ./report writes it anew.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./report makes it")
	assert.Equal(t, string(want), text, name)
}

func written(t *testing.T, d *document.Document, format string, level document.Level, columns int) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, document.Write(&b, format, d, document.Options{Level: level, Columns: columns}))
	return b.String()
}

func TestFitInEachFormat(t *testing.T) {
	d := Fit(Source{Result: example(t)}, document.Detail)
	for _, format := range []string{"text", "csv", "markdown", "latex"} {
		golden(t, "fit."+format, written(t, d, format, document.Detail, 0))
	}
	for _, columns := range []int{100, 40} {
		golden(t, fmt.Sprintf("fit.answer.%d.text", columns), written(t, d, "text", document.Answer, columns))
	}
}

// A first screen has 25 lines of 100 characters at most, with the verdict in the third, whatever names are like and
// however many groups there are. Nothing that is in doubt is left out.
func TestFirstScreenIsOne(t *testing.T) {
	for _, groups := range []int{2, 3, 4, 9, 10, 300} {
		for name, most := range map[string]int{"group ": 25, strings.Repeat("a long name of a group ", 9): 40} {
			firstScreen(t, groups, name, most)
		}
	}
}

// firstScreen looks at the first screen of so many groups.
func firstScreen(t *testing.T, groups int, long string, most int) {
	t.Helper()
	data := example(t).Data
	data.Studies, data.Cautions = nil, nil
	r := emptied(t, data)
	r.Add("doubts", answer.Key{}, 0)
	r.Runs[0].Trust = &result.Diagnostics{OK: true, Converged: true, MaxRHat: 1, MinESSBulk: 999, MinESSTail: 999,
		MinEBFMI: 1}
	for i := range groups {
		name := fmt.Sprintf("%s%d", long, i)
		r.Data.Studies = append(r.Data.Studies, result.Study{Name: name, Labels: 100, Items: 20, Labelers: 9,
			Mean: 0.3})
		estimated(r, "icc", 0.4+float64(i)/1000, name)
		if i > 0 {
			estimated(r, "rho", 0.5+float64(i)/1000, r.Data.Studies[0].Name, name)
			estimated(r, "xcc", 0.2+float64(i)/1000, r.Data.Studies[0].Name, name)
		}
	}
	r.Set["reference"] = r.Data.Studies[0].Name
	r.Runs[0].Model.Reference = r.Data.Studies[0].Name
	r.Verdict = say.FitVerdict(r)
	d := Fit(Source{Result: r}, document.Answer)
	d.More = []string{"Every number: --full   Pictures: --html report.html   Words: fit explain"}
	for _, columns := range []int{100, 80} {
		lines := strings.Split(strings.TrimSuffix(written(t, d, "text", document.Answer, columns), "\n"), "\n")
		assert.LessOrEqual(t, len(lines), most, "%d groups of %d columns", groups, columns)
		for _, line := range lines {
			assert.LessOrEqual(t, len([]rune(line)), columns, "%d groups: %s", groups, line)
		}
	}
}

// What is in doubt stands on the first screen, with what to do.
func TestFirstScreenHasDoubts(t *testing.T) {
	r := example(t)
	printed := written(t, Fit(Source{Result: r}, document.Answer), "text", document.Answer, 0)
	text := strings.Join(strings.Fields(printed), " ")
	assert.Contains(t, text, "✗ "+strings.TrimPrefix(r.Runs[0].Trust.Messages[0], "Warning: "))
	assert.Contains(t, text, "Look at: labelers who answer at random")
	assert.Contains(t, text, "✗ too few labels to be sure: ")
	assert.NotContains(t, text, "✓ chains converged")
	for _, c := range r.Data.CautionTexts() {
		assert.Contains(t, text, c)
	}
}
