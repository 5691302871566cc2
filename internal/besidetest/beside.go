// Package besidetest finds what tests use that is not part of the repository: public studies and reference posteriors,
// too big to keep here, in a folder named shared beside it.
package besidetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Path returns the path of a file or folder in the folder beside the repository. It skips the test, saying what is
// missing, only where there is no such file; what else goes wrong fails it.
func Path(t testing.TB, elements ...string) string {
	t.Helper()
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(append([]string{"shared"}, elements...)...)
	path := filepath.Join(filepath.Dir(root), name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no %s beside the repository, which this test compares with", filepath.ToSlash(name))
	} else if err != nil {
		t.Fatal(err)
	}
	return path
}

// Read returns the content of the file at [Path].
func Read(t testing.TB, elements ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(Path(t, elements...))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// root returns the folder of the module, which holds go.mod, above the folder that the test runs in.
func root() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("besidetest: no go.mod above the working directory")
		}
		folder = above
	}
	return "", err
}
