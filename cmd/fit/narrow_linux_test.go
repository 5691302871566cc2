package main

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// renamed copies a study with other names of its studies, in the order in which they come: longer than half a
// terminal, longer than all of it and without a blank, and in characters of two columns. It returns those names by
// the former ones.
func renamed(t *testing.T, file string) (path string, names map[string]string) {
	t.Helper()
	in, err := os.Open(testdata(file))
	require.NoError(t, err)
	defer in.Close()
	rows, err := csv.NewReader(in).ReadAll()
	require.NoError(t, err)
	names = map[string]string{}
	if at := slices.Index(rows[0], "study"); at >= 0 {
		for _, row := range rows[1:] {
			before := row[at]
			if _, ok := names[before]; !ok {
				names[before] = []string{
					"annotators of the second wave (" + before + "), after the change of the instructions",
					"people_of_" + before + "_after_the_change_of_the_instructions_and_of_the_payment_of_2026_final",
					"専門家グループ" + before + "二〇二六年",
				}[len(names)%3]
			}
			row[at] = names[before]
		}
	}
	path = filepath.Join(t.TempDir(), file)
	out, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, csv.NewWriter(out).WriteAll(rows))
	require.NoError(t, out.Close())
	return path, names
}

// columnsTaken is how many columns of a terminal a line takes, of which East Asian characters take two.
func columnsTaken(line string) int {
	n := 0
	for _, r := range line {
		switch {
		case r == '\u0302': // the hat of R̂
		case unicode.In(r, unicode.Han, unicode.Katakana):
			n += 2
		default:
			n++
		}
	}
	return n
}

// Whatever the studies are called, no line of any command is wider than a terminal of 80 columns, and each number is
// one that the same command writes to a pipe.
func TestLongNamesFitTheTerminal(t *testing.T) {
	slowtest.Only(t)
	quick := []string{"--draws", "50", "--warmup", "50", "--chains", "2", "--seed", "1"}
	fit := append([]string{"--replications", "49"}, quick...)
	claims, names := renamed(t, "claims.csv")
	emotions, _ := renamed(t, "emotions.csv")
	topics, _ := renamed(t, "topics.csv")
	stars, _ := renamed(t, "stars.csv")
	runs := [][]string{
		append([]string{"judge", "--humans", names["crowd"], claims}, quick...),
		append([]string{"gold", claims}, quick...),
		append([]string{"gold", "--reliability", "0.9", "--gold", "critics", testdata("stars.csv")}, quick...),
		append([]string{"gold", "--gold", "comedians", testdata("funniness.csv")}, quick...),
		append([]string{"rank", testdata("battles.csv")}, quick...),
		append([]string{"consensus", "--full", testdata("stars.csv")}, quick...),
		append([]string{"next", testdata("stars.csv")}, quick...),
		{"plan", "--judge", names["checker"], "--humans", names["crowd"], claims},
		{"plan", "--assume", "icc=0.4,worth=2", "--budget", "2000"},
		append([]string{"--label", "label_01,label_02", emotions}, fit...),
		{"agreement", "--label", "label_01,label_02", emotions},
		append([]string{"batch", "--label", "label_01,label_02", "--out", filepath.Join(t.TempDir(), "tasks"),
			emotions}, quick...),
		append([]string{topics}, fit...),
		append([]string{"--compare", "--labeler-effects none", stars}, fit...),
		{"--help"}, {"--reference", "nobody", claims},
	}
	files := []string{"four.csv", "funniness.csv", "misfit_noise.csv", "policy.csv", "single.csv", "stars.csv"}
	for _, file := range files {
		path, _ := renamed(t, file)
		dir := filepath.Join(t.TempDir(), "run")
		_, _ = exec.Command("fit", append([]string{"--quiet", "--out", dir, path}, fit...)...).Output()
		runs = append(runs, []string{"report", dir}, []string{"diagnose", dir},
			[]string{"plan", dir, "--budget", "5000"}, []string{"check", path}, []string{"agreement", path})
	}
	for _, args := range runs {
		whole := narrowNumbers(told(args))
		assert.NotEmpty(t, whole, "%q", args)
		got := onWideTerminal(t, 80, []string{"TERM=dumb"}, args...)
		page, examples, _ := strings.Cut(got, "\nExamples:\n") // which are to be copied
		_, flags, _ := strings.Cut(examples, "\nAvailable Commands:\n")
		failed := false
		for line := range strings.Lines(page + flags) {
			line = strings.TrimRight(line, "\r\n")
			// Errors keep words whole, which may be names, paths and commands to be copied.
			failed = strings.HasPrefix(line, "fit: ") || failed && strings.HasPrefix(line, "  ")
			whole := failed && len(strings.Fields(line)) == 1 || strings.HasPrefix(line, "  fit ") // to be pasted
			assert.True(t, whole || columnsTaken(line) <= 80, "%q: %q", args, line)
		}
		for _, n := range narrowNumbers(got) {
			assert.Contains(t, whole, n, "%q", args)
		}
	}
}

// told is all that a command writes where there is no terminal.
func told(args []string) string {
	out, _ := exec.Command("fit", args...).CombinedOutput() // few draws: the exit code may be 4
	return string(out)
}

// narrowNumbers are the numbers of a page, but for times, the width that a page names, and how many rows a shorter
// table leaves out.
func narrowNumbers(page string) []string {
	times := `(in|,)\s+[0-9.]+ (s|min)\b|(?m)^[0-9]+ of [0-9]+ (iterations|fits).*(\n  .*)?$`
	page = regexp.MustCompile(`[0-9]+ columns|… (and )?[0-9 ]+ more|`+times).ReplaceAllString(page, "")
	return regexp.MustCompile(`[0-9]{1,3}( [0-9]{3})+|[0-9]+(\.[0-9]+)?`).FindAllString(page, -1)
}
