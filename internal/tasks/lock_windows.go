package tasks

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// lockFolder opens a file of the folder for itself alone. The system removes the file when the process has ended.
func lockFolder(dir string) (io.Closer, error) {
	path := filepath.Join(dir, lockName)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const alone, deleteOnClose = 0, 0x04000000 // FILE_FLAG_DELETE_ON_CLOSE
	const sharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, alone, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	switch {
	case errors.Is(err, sharingViolation):
		return nil, errLocked
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}
