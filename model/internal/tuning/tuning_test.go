package tuning

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	mostLines    = 150
	noEvidence   = 6 // a bound that may only fall
	laboratory   = "README.md"
	measured     = "lab: "
	doubled      = "halved and doubled"
	labelSection = "## Numbers found by trying"
)

// entries returns for each line of constants their names and the comment.
func entries(t *testing.T) map[string][]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "tuning.go", nil, parser.ParseComments)
	require.NoError(t, err)
	out := map[string][]string{}
	for _, d := range file.Decls {
		for _, s := range d.(*ast.GenDecl).Specs {
			v := s.(*ast.ValueSpec)
			require.NotNil(t, v.Comment, v.Names[0].Name)
			for _, name := range v.Names {
				out[v.Comment.Text()] = append(out[v.Comment.Text()], name.Name)
			}
		}
	}
	return out
}

// testsBelow returns the source of all tests of a folder.
func testsBelow(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		all.Write(source)
		return err
	}))
	return all.String()
}

// Every number has a unit and evidence, and each test and measurement that it names exists. Numbers that were halved
// and doubled have a row each. Numbers without evidence may only become fewer.
func TestNumbersHaveEvidence(t *testing.T) {
	source, err := os.ReadFile("tuning.go")
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(source), "\n"), mostLines)
	lab, err := os.ReadFile(laboratory)
	require.NoError(t, err)
	_, section, found := strings.Cut(string(lab), labelSection)
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	tests := testsBelow(t, "../..")
	all, without := 0, 0
	for comment, names := range entries(t) {
		unit, evidence, ok := strings.Cut(strings.TrimSpace(comment), "; ")
		require.True(t, ok && unit != "" && evidence != "", "%v: %q", names, comment)
		all += len(names)
		if strings.HasPrefix(evidence, "no evidence") {
			without += len(names)
		}
		for _, name := range regexp.MustCompile(`Test\w+`).FindAllString(evidence, -1) {
			require.True(t, strings.Contains(tests, "func "+name+"("), "%v: there is no test %s", names, name)
		}
		if topic, ok := strings.CutPrefix(evidence, measured); ok {
			require.Contains(t, section, "| "+topic+" |", names)
			for _, name := range names {
				require.True(t, topic != doubled || strings.Contains(section, "| "+name+" |"), "%s has no row", name)
			}
		}
	}
	t.Logf("%d numbers, %d without evidence", all, without)
	require.LessOrEqual(t, without, noEvidence)
}
