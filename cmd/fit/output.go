package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all: under a temporary name in its folder, which is renamed at the end. A
// link stays one, a file that was there keeps its permissions, and a device or a named pipe is written to, not
// replaced.
func writeFile(path string, write func(io.Writer) error) error {
	target := resolvedPath(path)
	earlier, err := os.Stat(target)
	switch {
	case err != nil:
		err = replaceFile(target, write, nil)
	case earlier.Mode().IsRegular():
		err = replaceFile(target, write, earlier)
	default:
		err = writeInto(target, write)
	}
	if err != nil {
		return problem("cannot write %s: %w", path, err)
	}
	return nil
}

// replaceFile writes a file next to path and puts it in its place.
func replaceFile(path string, write func(io.Writer) error, earlier fs.FileInfo) (err error) {
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if earlier != nil {
		if err := f.Chmod(earlier.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// createBeside makes a file of a new hidden name. Unlike os.CreateTemp it leaves the permissions to
// the umask.
func createBeside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x", filepath.Base(path), rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// writeInto writes to a file that cannot be replaced.
func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// writable tries to make a file next to path, and returns the error.
func writable(path string) error {
	path = resolvedPath(path)
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil
	}
	f, err := createBeside(filepath.Clean(path))
	if err != nil {
		return problem("%s: nothing can be written next to it: %w", path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// firstError is a writer that remembers the first error.
type firstError struct {
	w   io.Writer
	err error
}

func (fe *firstError) Write(p []byte) (int, error) {
	n, err := fe.w.Write(p)
	if fe.err == nil {
		fe.err = err
	}
	return n, err
}
