package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"concord/internal/visible"
)

// Names in the folder of a run.
const (
	runFile     = "run.json"
	drawsFile   = "draws.json"
	summaryFile = "summary.csv"
	reportText  = "report.txt"
	reportJSON  = "report.json"
	chainFolder = "chains" // the CSVs of CmdStan, alone in it, because readers take all files of a folder
)

// ReportPage is the name of a page that may be in the folder of a run, though Write does not make it. A file of another
// name keeps a later run from replacing the folder.
const ReportPage = "report.html"

// CheckFolder says why the folder of a run cannot be written at dir, as far as that is known beforehand: for example,
// because something other than the folder of an earlier run is there.
func CheckFolder(dir string) error {
	_, err := occupant(dir)
	return err
}

// kind is the kind of thing at the path where a folder is to be written.
type kind int

const (
	nothing kind = iota
	emptyFolder
	earlierRun
)

func occupant(dir string) (kind, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		parent, err := os.Stat(filepath.Dir(filepath.Clean(dir)))
		if err != nil || !parent.IsDir() {
			return nothing, fmt.Errorf("%s: the parent folder does not exist", visible.Text(dir))
		}
		return nothing, nil
	}
	if err != nil {
		return nothing, err
	}
	if !info.IsDir() {
		return nothing, fmt.Errorf("%s: there is a file of that name", visible.Text(dir))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nothing, err
	}
	if len(entries) == 0 {
		return emptyFolder, nil
	}
	if _, err := ReadManifest(filepath.Join(dir, runFile)); err != nil {
		return nothing, fmt.Errorf("%s: the folder is not empty and holds no earlier run: choose another",
			visible.Text(dir))
	}
	for _, e := range entries {
		if !ours(e) {
			return nothing, fmt.Errorf("%s: the folder holds an earlier run and %q, which would be lost: choose "+
				"another", visible.Text(dir), e.Name())
		}
	}
	inner, err := os.ReadDir(filepath.Join(dir, chainFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nothing, err
	}
	for _, e := range inner {
		if known, _ := filepath.Match("chain_*.csv", e.Name()); !known || e.IsDir() {
			return nothing, fmt.Errorf("%s: the folder holds the chains of an earlier run and %q, which would be "+
				"lost: choose another", visible.Text(dir), e.Name())
		}
	}
	return earlierRun, nil
}

func ours(e fs.DirEntry) bool {
	if e.Name() == chainFolder {
		return e.IsDir()
	}
	return !e.IsDir() && slices.Contains([]string{runFile, drawsFile, summaryFile, reportText, reportJSON, ReportPage},
		e.Name())
}

// replace moves the finished folder made to dir, where only an empty folder or an earlier run may be. At every moment
// dir is the old or the new folder. On systems without exchange it is missing for an instant, and the old one is next
// to it.
func replace(made, dir string) error {
	what, err := occupant(dir)
	if err != nil {
		return err
	}
	switch what {
	case emptyFolder:
		if err := os.Remove(dir); err != nil {
			return err
		}
	case earlierRun:
		if exchange(made, dir) == nil {
			return os.RemoveAll(made) // after the exchange this is the earlier run
		}
		aside := made + ".old"
		if err := os.Rename(dir, aside); err != nil {
			return err
		}
		if err := os.Rename(made, dir); err != nil {
			return errors.Join(err, os.Rename(aside, dir))
		}
		return os.RemoveAll(aside)
	}
	return os.Rename(made, dir)
}
