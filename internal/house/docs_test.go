package house

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	testNames  = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	testsNamed = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w+)`)
	localLinks = regexp.MustCompile(`\]\(([^):#]+)[)#]`)
)

// Tests and benchmarks that the pages name exist, and so do the files that they link to.
func TestPagesNameWhatExists(t *testing.T) {
	known := map[string]bool{}
	for _, name := range goFiles(t) {
		for _, f := range testsNamed.FindAllStringSubmatch(read(t, name), -1) {
			known[f[1]] = true
		}
	}
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/guides/*.md", "testdata/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	named := 0
	for _, page := range pages {
		name, err := filepath.Rel(root, page)
		require.NoError(t, err)
		text := read(t, name)
		for _, test := range testNames.FindAllString(text, -1) {
			named++
			assert.True(t, known[test], "%s: there is no %s", name, test)
		}
		for _, link := range localLinks.FindAllStringSubmatch(text, -1) {
			named++
			_, err := os.Stat(filepath.Join(filepath.Dir(page), link[1]))
			assert.NoError(t, err, "%s links to %s", name, link[1])
		}
	}
	assert.Greater(t, named, 20, "the pages were read")
}

// read returns the text of a file of the module.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(text)
}
