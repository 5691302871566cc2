package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The README and pages of docs quote commands and their output. Each command is run, in one folder
// for each page, with testdata in it. Numbers are not compared, because draws depend on the vector instructions of the
// processor.
//
// A test without the tag long leaves out the pages of longRunning. UPDATE_GOLDEN=1 go test -tags long -run Guides
// ./cmd/fit writes today's output into all pages.
func TestGuidesPrintWhatTheySay(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to run the commands of the guides")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*", "*.md"))
	require.NoError(t, err)
	pages = append(pages, filepath.Join(root, "README.md"))
	shown := 0
	for _, page := range pages {
		if !allPages && slices.Contains(longRunning, filepath.Base(page)) {
			continue
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		quotes := quotesOf(string(text))
		if len(quotes) == 0 && filepath.Base(filepath.Dir(page)) != "guides" {
			continue
		}
		shown++
		t.Run(filepath.Base(page), func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(filepath.Join(root, "testdata"))))
			require.NotEmpty(t, quotes, "a guide shows what the command prints")
			fresh := string(text)
			for _, q := range quotes {
				shell := exec.Command("sh", "-c", q.command)
				shell.Dir = dir
				out, err := shell.Output()
				require.NoError(t, err, q.command)
				got := strings.TrimRight(string(out), "\n")
				require.NotEmpty(t, got, "%s prints nothing: an empty quote would swallow what follows", q.command)
				fresh = strings.Replace(fresh, q.whole, strings.TrimSuffix(q.whole, q.output+"\n```")+got+"\n```", 1)
				if os.Getenv("UPDATE_GOLDEN") == "" {
					assert.Equal(t, withoutNumbers(q.output), withoutNumbers(got), "%s prints\n%s", q.command, got)
				}
			}
			if os.Getenv("UPDATE_GOLDEN") != "" {
				require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
			}
		})
	}
	assert.GreaterOrEqual(t, shown, 6, "pages were found")
}

// longRunning are the pages whose commands take seconds each, or are those of another page. Scripts and other tests run
// these commands on smaller files; .ci/guides, which .ci/run calls, runs the pages.
var longRunning = []string{"categories.md", "criteria.md", "gold.md", "items.md", "judges.md", "labelers.md",
	"old-tool-against-new.md", "pairs.md", "planning.md", "rules.md", "screen.md"}

// quote is a command and what a page says that it prints.
type quote struct{ whole, command, output string }

// A page shows a command with its output as a block that begins with "$ fit", or, where
// readers need not see the command, after a comment <!-- prints: fit … -->.
var quoted = regexp.MustCompile("(?ms)^(?:```\n\\$ (fit [^\n]*)|<!-- prints: (fit [^\n]*) -->\n```)\n(.+?)\n```$")

func quotesOf(page string) []quote {
	var all []quote
	for _, m := range quoted.FindAllStringSubmatch(page, -1) {
		all = append(all, quote{m[0], m[1] + m[2], m[3]})
	}
	return all
}

// Signs, points and brackets belong to numbers, and so do the blanks that align them.
var numbers = regexp.MustCompile(`[0-9\[\](),. <>−+–-]+`)

func withoutNumbers(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, strings.Join(strings.Fields(numbers.ReplaceAllString(line, " ")), " "))
	}
	return lines
}

// The pictures in docs/figures that .ci/pictures makes are those of today's reports, but for numbers.
func TestPicturesAreThoseOfReports(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	script, err := os.ReadFile(filepath.Join(root, ".ci", "pictures"))
	require.NoError(t, err)
	made := regexp.MustCompile(`(?m)^picture (\S+) (\S+) (.+)$`).FindAllStringSubmatch(string(script), -1)
	require.NotEmpty(t, made)
	for _, m := range made {
		dir := t.TempDir()
		args := strings.Fields(strings.Replace(m[3], "testdata", filepath.Join(root, "testdata"), 1))
		runFit(t, exitFine, append(args, "--quiet", "--draws", "200", "--out", filepath.Join(dir, "run"))...)
		figure := filepath.Join(dir, m[2]+".svg")
		runFit(t, exitFine, "report", filepath.Join(dir, "run"), "--figure", figure)
		kept := filepath.Join(root, "docs", "figures", m[1]+".svg")
		assert.Equal(t, wordsOfPicture(t, figure), wordsOfPicture(t, kept), "%s: .ci/pictures", m[1])
	}
}

func wordsOfPicture(t *testing.T, path string) []string {
	t.Helper()
	svg, err := os.ReadFile(path)
	require.NoError(t, err)
	var words []string
	for _, m := range regexp.MustCompile(`>([^<>]*\pL[^<>]*)<`).FindAllStringSubmatch(string(svg), -1) {
		words = append(words, withoutNumbers(m[1])...)
	}
	require.NotEmpty(t, words, path)
	return words
}

func TestQuotesAreFound(t *testing.T) {
	page := "text\n```\n$ fit a.csv | head\none 1\n\ntwo\n```\nmore\n```\nfit --help\n```\n" +
		"<!-- prints: fit b -->\n```\nthree\n```\n"
	assert.Equal(t, []quote{
		{"```\n$ fit a.csv | head\none 1\n\ntwo\n```", "fit a.csv | head", "one 1\n\ntwo"},
		{"<!-- prints: fit b -->\n```\nthree\n```", "fit b", "three"},
	}, quotesOf(page))
	assert.Equal(t, withoutNumbers("a × b  0.705 [0.521, 0.861]  > 0.999  x"),
		withoutNumbers("a × b  −1 234 [−0.5, 12]  0.002  x"))
	assert.NotEqual(t, withoutNumbers("a 1"), withoutNumbers("b 1"))
	assert.NotEqual(t, withoutNumbers("converged"), withoutNumbers("not converged"))
}
