package house

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// picture is the table of rooms in CONTRIBUTING.md. A room is a package with those in folders below it, but for the
// ones that are rooms themselves.
type picture struct {
	rooms []string
	may   map[string]map[string]bool // which rooms each may import
}

var betweenColumns = regexp.MustCompile(` {2,}`)

// readPicture reads rows of three columns: a room, what it holds, and what it imports, which are rooms of rows before
// its own, by name or as "all up to ROOM".
func readPicture(text string) (picture, error) {
	p := picture{may: map[string]map[string]bool{}}
	for line := range strings.Lines(text) {
		row := betweenColumns.Split(strings.TrimSpace(line), -1)
		if len(row) != 3 {
			return p, fmt.Errorf("not three columns: %q", line)
		}
		may := setOf(row[0])
		for _, word := range strings.Split(row[2], ", ") {
			last, upTo := strings.CutPrefix(word, "all up to ")
			at := slices.Index(p.rooms, last)
			switch {
			case word == "nothing of ours":
				continue
			case at < 0:
				return p, fmt.Errorf("%s: there is no room %q before it", row[0], last)
			case upTo:
				for _, r := range p.rooms[:at] {
					may[r] = true
				}
			}
			may[last] = true
		}
		p.rooms, p.may[row[0]] = append(p.rooms, row[0]), may
	}
	return p, nil
}

// allows reports whether the package at one path of the module may import that at another.
func (p picture) allows(importer, imported string) bool {
	rooms := setOf(p.rooms...)
	return p.may[room(importer, rooms)][room(imported, rooms)]
}

// tableOf returns the indented block under the heading of a Markdown page.
func tableOf(page, heading string) string {
	_, below, _ := strings.Cut(page, "\n## "+heading+"\n")
	below, _, _ = strings.Cut(below, "\n## ")
	var block strings.Builder
	for line := range strings.Lines(below) {
		if row, ok := strings.CutPrefix(line, "    "); ok {
			block.WriteString(row)
		}
	}
	return block.String()
}

func contributingPicture(t *testing.T) picture {
	p, err := readPicture(tableOf(read(t, "CONTRIBUTING.md"), "Rooms"))
	require.NoError(t, err)
	return p
}

// Packages import what the picture in CONTRIBUTING.md says that they may; tests may import more.
func TestImportsAreAsInThePicture(t *testing.T) {
	p := contributingPicture(t)
	const each = "{{.Module.Path}}/ {{.ImportPath}}{{range .Imports}} {{.}}{{end}}"
	out, err := exec.Command("go", "list", "-f", each, root+"/...").Output()
	require.NoError(t, err)
	found := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		importer := strings.TrimPrefix(paths[1], paths[0])
		in := room(importer, setOf(p.rooms...))
		found[in] = true
		if !assert.NotEmpty(t, in, "%s is in no room of CONTRIBUTING.md", importer) {
			continue
		}
		for _, path := range paths[2:] {
			if imported, ours := strings.CutPrefix(path, paths[0]); ours {
				const fault = "%s imports %s; CONTRIBUTING.md, Rooms, says what it may"
				assert.True(t, p.allows(importer, imported), fault, importer, imported)
			}
		}
	}
	for _, r := range p.rooms {
		assert.True(t, found[r], "%s is a room of CONTRIBUTING.md without a package", r)
	}
}

// The data flow one way, whatever the table is changed to.
func TestPictureKeepsWhatMatters(t *testing.T) {
	p := contributingPicture(t)
	for _, forbidden := range [][2]string{
		{"study", "model"}, {"sampler", "study"}, {"posterior", "sampler"}, {"posterior", "study"},
		{"nonparam", "model"}, {"model", "vpc"}, {"internal/checks", "report"}, {"planning", "report"},
		{"internal/result", "report"}, {"report", "cmd/fit"}, {"internal/visible", "study"},
	} {
		assert.False(t, p.allows(forbidden[0], forbidden[1]), "%s may import %s", forbidden[0], forbidden[1])
	}
}

func TestReadPicture(t *testing.T) {
	p, err := readPicture("a    one    nothing of ours\na/b  two    a\nc    three  all up to a\nd    four   c, a/b\n")
	require.NoError(t, err)
	for _, c := range []struct {
		importer, imported string
		may                bool
	}{
		{"a", "a/x", true}, {"a/x", "a", true}, {"a", "a/b", false}, {"a/b/y", "a", true},
		{"c", "a", true}, {"c", "a/b", false}, {"c", "d", false},
		{"d", "c", true}, {"d", "a/b", true}, {"d", "a", false},
	} {
		assert.Equal(t, c.may, p.allows(c.importer, c.imported), c)
	}
	_, err = readPicture("a  first  b\nb  second  nothing of ours\n")
	assert.ErrorContains(t, err, `a: there is no room "b" before it`)
	_, err = readPicture("a  first\n")
	assert.ErrorContains(t, err, "not three columns")
	const page = "# P\n\n## Q\n\n    x\n\n## R\n\ntext\n\n    a  b\n    c\n\n## S\n\n    y\n"
	assert.Equal(t, "a  b\nc\n", tableOf(page, "R"))
}
