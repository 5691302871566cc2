package tasks

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
)

// Names in the folder of a run of many tasks.
const (
	manifestFile = "batch.json"
	tasksFolder  = "tasks" // a file for each finished task, and its page if there is one
	extension    = ".json"
	pages        = ".html"
	unfinished   = ".part-" // begins the name of a file that is being written
)

// Folder keeps the outcome of each task of a run, so that a stopped run can continue. Each outcome has a separate file,
// which is there whole or not at all. Its methods may be called by several goroutines.
type Folder struct {
	dir  string
	kept map[string]bool // names of files of tasks that were there when it was opened
	lock io.Closer       // nil of a folder that was joined
}

// Kept is the content of a folder for one task.
type Kept struct {
	fits.Task
	Seconds float64 `json:"seconds"` // of wall clock, that the task took
}

// Check says why the folder of a run cannot be at dir, as far as that is known beforehand: something else is there, or
// tasks of another run (an [*OtherRun]). It changes nothing.
func Check(dir string, m Manifest) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		parent, err := os.Stat(filepath.Dir(filepath.Clean(dir)))
		if err != nil || !parent.IsDir() {
			return fmt.Errorf("%s: the parent folder does not exist", visible.Text(dir))
		}
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: there is a file of that name", visible.Text(dir))
	}
	earlier, err := manifestOf(dir)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(dir)
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { // a run that was killed as it began
			return strings.HasPrefix(e.Name(), unfinished)
		})
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == manifestFile }) {
			return Check(dir, m) // another process has begun the run meanwhile
		}
		if err == nil && len(entries) > 0 {
			err = fmt.Errorf("%s: the folder is not empty and holds no earlier run: choose another",
				visible.Text(dir))
		}
		return err
	}
	if err != nil {
		return err
	}
	return m.sameRun(dir, earlier)
}

// IsFolder reports whether a folder holds a run of tasks, readable or not.
func IsFolder(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, manifestFile))
	return err == nil && info.Mode().IsRegular()
}

// Open opens the folder of a run, or makes it. It removes files that a killed run has left unfinished. The folder is
// this process's until [Folder.Close]. The error is as for [Check], a [*Busy] if another process has the folder open,
// or an error of the file system.
func Open(dir string, m Manifest) (*Folder, error) {
	if err := Check(dir, m); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	lock, err := hold(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, kept: map[string]bool{}, lock: lock}
	if err := f.begun(m); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close lets other processes write to the folder.
func (f *Folder) Close() error {
	if f.lock == nil {
		return nil
	}
	_ = os.Remove(filepath.Join(f.dir, ownerFile)) // who opens the folder next does so otherwise
	return f.lock.Close()
}

// begun writes the manifest of a new folder and looks through an earlier one.
func (f *Folder) begun(m Manifest) error {
	dir := f.dir
	if err := Check(dir, m); err != nil { // once more, because another run may have begun before the lock was there
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, manifestFile)); errors.Is(err, fs.ErrNotExist) {
		m.Format = format
		if err := f.write(manifestFile, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			e.SetEscapeHTML(false)
			return e.Encode(m)
		}); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, tasksFolder), 0o777); err != nil {
		return err
	}
	for _, folder := range []string{dir, filepath.Join(dir, tasksFolder)} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, e := range entries {
			switch {
			case e.Name() == lockName:
			case strings.HasPrefix(e.Name(), unfinished):
				if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
					return err
				}
			case folder != dir && strings.HasSuffix(e.Name(), extension):
				f.kept[e.Name()] = true
			}
		}
	}
	sign(dir)
	return nil
}

// Joined returns the folder of a run that another process has opened, to put tasks there too. Its content by then is
// not listed: see [Folder.Get].
func Joined(dir string) *Folder { return &Folder{dir: dir} }

// Has reports whether a task was finished when the folder was opened.
func (f *Folder) Has(key batch.Key) bool { return f.kept[Name(key)+extension] }

// Put keeps a task. When it returns, the task stays whatever happens to the process or the machine.
func (f *Folder) Put(key batch.Key, task fits.Task, took time.Duration) error {
	return f.write(filepath.Join(tasksFolder, Name(key)+extension), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(Kept{task, took.Seconds()})
	})
}

// HasPage reports whether a task has a page.
func (f *Folder) HasPage(key batch.Key) bool {
	_, err := os.Stat(filepath.Join(f.dir, tasksFolder, Name(key)+pages))
	return err == nil
}

// PutPage has the page of a task written.
func (f *Folder) PutPage(key batch.Key, write func(io.Writer) error) error {
	return f.write(filepath.Join(tasksFolder, Name(key)+pages), write)
}

// PageOf returns a link to the page of a task from the page of all tasks.
func PageOf(key batch.Key) string { return tasksFolder + "/" + Name(key) + pages }

// PageOfAll is the place of the page of all tasks, as a link from the page of one.
const PageOfAll = "../" + pageFile

// Get returns the kept outcome of a task; false if the task was not finished.
func (f *Folder) Get(key batch.Key) (Kept, bool, error) {
	var kept Kept
	path := filepath.Join(f.dir, tasksFolder, Name(key)+extension)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, false, nil
	}
	if err != nil {
		return kept, false, err
	}
	if err := json.Unmarshal(b, &kept); err != nil || !slices.Equal(kept.Key, key.Values()) {
		return kept, false, fmt.Errorf("%s: this is not the saved result of task %s: delete the file to fit the task "+
			"again", visible.Text(path), visible.Text(key.String()))
	}
	return kept, true, nil
}

// Name returns the name of a task in files: the readable part of its key, and a part of its SHA-256, which
// distinguishes keys that look alike.
func Name(key batch.Key) string {
	const longest = 48
	var readable strings.Builder
	for _, r := range strings.ToLower(strings.Join(key.Values(), "_")) {
		if readable.Len() == longest {
			break
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			readable.WriteRune(r)
		} else {
			readable.WriteByte('-')
		}
	}
	sum := sha256.New()
	for _, c := range key {
		fmt.Fprintf(sum, "%d:%s%d:%s", len(c.Name), c.Name, len(c.Value), c.Value)
	}
	return readable.String() + "-" + hex.EncodeToString(sum.Sum(nil))[:16]
}

// write writes a file of the folder whole or not at all.
func (f *Folder) write(name string, write func(io.Writer) error) error {
	p, err := f.begin(name)
	if err != nil {
		return err
	}
	err = write(p)
	return p.end(err)
}

// pending is a file that is being written under another name.
type pending struct {
	*bufio.Writer
	file *os.File
	path string
}

func (f *Folder) begin(name string) (*pending, error) {
	path := filepath.Join(f.dir, name)
	file, err := os.CreateTemp(filepath.Dir(path), unfinished+"*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", visible.Text(path), err)
	}
	return &pending{bufio.NewWriterSize(file, 1<<16), file, path}, nil
}

// end puts the file in its place if nothing went wrong, and otherwise removes it.
func (p *pending) end(err error) error {
	steps := []func() error{p.Flush, func() error { return p.file.Chmod(0o644) }, p.file.Sync}
	for _, step := range steps {
		if err == nil {
			err = step()
		}
	}
	err = errors.Join(err, p.file.Close())
	if err == nil {
		err = os.Rename(p.file.Name(), p.path)
	}
	if err != nil {
		_ = os.Remove(p.file.Name())
		return fmt.Errorf("cannot write %s: %w", visible.Text(p.path), err)
	}
	return nil
}
