package house

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	testNames  = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	testsNamed = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w+)`)
	testRuns   = regexp.MustCompile("go test [^`]*?-run '?([A-Za-z|]+)'?[^`]*? (\\./[\\w/]+)")
	codeBlocks = regexp.MustCompile("(?ms)^```.*?^```$")
	links      = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	headings   = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	linked     = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	unanchored = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// Tests and benchmarks that the pages name exist, and so does what they link to: the file, and the heading in it.
func TestPagesNameWhatExists(t *testing.T) {
	known := map[string]bool{}
	for _, name := range goFiles(t) {
		for _, f := range testsNamed.FindAllStringSubmatch(read(t, name), -1) {
			known[f[1]] = true
		}
	}
	named := 0
	for _, page := range pages(t) {
		text := read(t, page)
		for _, test := range testNames.FindAllString(text, -1) {
			named++
			assert.True(t, known[test], "%s: there is no %s", page, test)
		}
		for _, link := range links.FindAllStringSubmatch(codeBlocks.ReplaceAllString(text, ""), -1) {
			if strings.Contains(link[1], ":") {
				continue // on the network
			}
			named++
			fault := faultOf(t, page, link[1])
			assert.Empty(t, fault, "%s links to %s", page, link[1])
		}
	}
	assert.Greater(t, named, 20, "the pages were read")
}

// The tests that a command of a page runs are in the package that it names.
func TestCommandsOfPagesRunTests(t *testing.T) {
	in := map[string][]string{}
	for _, name := range goFiles(t) {
		for _, f := range testsNamed.FindAllStringSubmatch(read(t, name), -1) {
			dir := "./" + filepath.ToSlash(filepath.Dir(name))
			in[dir] = append(in[dir], f[1])
		}
	}
	commands := 0
	for _, page := range pages(t) {
		for _, m := range testRuns.FindAllStringSubmatch(strings.Join(strings.Fields(read(t, page)), " "), -1) {
			commands++
			for _, part := range strings.Split(m[1], "|") {
				runs := func(test string) bool { return strings.Contains(test, part) }
				assert.True(t, slices.ContainsFunc(in[m[2]], runs), "%s: no test of %s is run by %s", page, m[2], part)
			}
		}
	}
	assert.Greater(t, commands, 20, "commands were found")
}

// A guide answers one question on at most 6 KiB, the pages of docs stay short together, and so does the README.
func TestPagesStayShort(t *testing.T) {
	const guide, all, readme = 6 << 10, 250_000, 70
	sum := 0
	for _, page := range pages(t) {
		size := len(read(t, page))
		if strings.HasPrefix(page, "docs") {
			sum += size
		}
		if filepath.Dir(page) == filepath.Join("docs", "guides") {
			assert.LessOrEqual(t, size, guide, page)
		}
	}
	assert.Greater(t, sum, all/2, "the pages were read")
	assert.LessOrEqual(t, sum, all, "docs")
	assert.LessOrEqual(t, strings.Count(read(t, "README.md"), "\n"), readme, "lines of the README")
}

func TestAnchorsAreThoseOfGitHub(t *testing.T) {
	text := "# Two words\n## `fit --x`, and [a link](page.md)\n```\n# code\n```\n## Two words\n### How κx's SE is had\n"
	assert.Equal(t, []string{"two-words", "fit---x-and-a-link", "two-words-1", "how-κxs-se-is-had"}, anchorsOf(text))
	assert.Contains(t, faultOf(t, "README.md", "LICENCE.md"), "no such file")
	assert.Equal(t, "there is no heading for #nowhere", faultOf(t, "README.md", "CONTRIBUTING.md#nowhere"))
}

// pages returns the names of the pages that people read, from the module's folder.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*.md", "*/*.md", "docs/*/*.md", "model/internal/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, page := range found {
			name, err := filepath.Rel(root, page)
			require.NoError(t, err)
			all = append(all, name)
		}
	}
	return all
}

// faultOf says what is wrong with a link of a page to a file of the module; nothing if the link is good.
func faultOf(t *testing.T, page, link string) string {
	t.Helper()
	name, anchor, within := strings.Cut(link, "#")
	target := page
	if name != "" {
		target = filepath.Join(filepath.Dir(page), name)
	}
	if _, err := os.Stat(filepath.Join(root, target)); err != nil {
		return err.Error()
	}
	if within && !slices.Contains(anchorsOf(read(t, target)), anchor) {
		return "there is no heading for #" + anchor
	}
	return ""
}

// anchorsOf returns the anchors that GitHub gives the headings of a page.
func anchorsOf(page string) []string {
	var all []string
	seen := map[string]int{}
	for _, m := range headings.FindAllStringSubmatch(codeBlocks.ReplaceAllString(page, ""), -1) {
		heading := strings.ToLower(linked.ReplaceAllString(m[1], "$1"))
		anchor := strings.ReplaceAll(unanchored.ReplaceAllString(heading, ""), " ", "-")
		if n := seen[anchor]; n > 0 {
			all = append(all, fmt.Sprintf("%s-%d", anchor, n))
		} else {
			all = append(all, anchor)
		}
		seen[anchor]++
	}
	return all
}

// read returns the text of a file of the module.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(text)
}
