//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package tasks

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lockFolder locks the folder itself, which leaves nothing behind. A lock of a process that has ended is none.
func lockFolder(dir string) (io.Closer, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errLocked, f.Close())
	}
	return f, nil // locked, or on a file system without locks
}
