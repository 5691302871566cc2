package tasks

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"concord/internal/visible"
)

// ownerFile says which process writes to a folder. It has the name of an unfinished file, so that whoever opens the
// folder next removes it.
const ownerFile = unfinished + "owner"

// lockName is the file in a folder that is locked, for systems on which a folder itself cannot be locked.
const lockName = unfinished + "lock"

// errLocked is the error of a system that says that another process holds a lock.
var errLocked = errors.New("locked by another process")

// Busy is the error of a folder to which another process writes.
type Busy struct {
	Dir   string
	Owner string // such as "process 4711 on host"; "" if it is not known
}

// Error implements error.
func (b *Busy) Error() string {
	owner := "another run"
	if b.Owner != "" {
		owner += ", " + visible.Text(b.Owner) + ","
	}
	return fmt.Sprintf("%s: %s is writing to this folder", visible.Text(b.Dir), owner)
}

// hold locks a folder until the lock is closed or the process ends, however it does. On a file system without locks,
// nothing is locked, and the error is nil.
func hold(dir string) (io.Closer, error) {
	l, err := lockFolder(dir)
	if errors.Is(err, errLocked) {
		owner, _ := os.ReadFile(filepath.Join(dir, ownerFile)) // not there yet, perhaps
		return nil, &Busy{dir, strings.TrimSpace(string(owner))}
	}
	return l, err
}

// sign writes down which process holds a folder. A note that cannot be written is no fault of the run.
func sign(dir string) {
	host, _ := os.Hostname()
	_ = os.WriteFile(filepath.Join(dir, ownerFile), fmt.Appendf(nil, "process %d on %s\n", os.Getpid(), host), 0o666)
}
