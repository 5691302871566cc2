package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
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
		return visible.Errorf("cannot write %s: %w", path, err)
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
		return visible.Errorf("%s: nothing can be written next to it: %w", path, err)
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

// deliverFit is deliver for a fit, with its folder and its tables. If one place fails, the others still get the result.
func (f *work) deliverFit(fitted result.Fit, r *answer.Answer, known *consensus.Consensus) error {
	return errors.Join(
		f.writeRun(fitted, r),
		f.writePageOf(fitted, r, known, f.arguments),
		f.writeTables(fitted, known),
		f.printFit(r),
	)
}

// check refuses options that cannot work, before any work is done.
func (w *work) check() error {
	for _, c := range []struct {
		of    option.Keyed
		check func() error
	}{
		{option.Format, func() error { return option.CheckFormat(w) }},
		{option.Also, w.checkAlso},
		{option.IntervalKind, func() error { _, err := option.CredibleInterval(w); return err }},
		{option.Interval, func() error { return option.CheckLevel(w) }},
		{option.Bootstrap, func() error { return option.CheckCounts(w, option.Bootstrap) }},
		{option.Effects, w.checkOut},
		{option.HTML, w.checkPage},
		{option.TableOut, func() error { return checkTable(option.TableOut.Name, option.TableOut.In(w)) }},
		{option.ItemTable, w.checkTables},
		{option.Figure, func() error { return checkPicture("figure", option.Figure.In(w)) }},
		{option.Card, func() error { return checkPicture("card", option.Card.In(w)) }},
		{option.Replications, func() error { return option.CheckReplications(w) }},
		{option.Chains, func() error { _, err := option.Sampler(w); return err }},
		{option.Target, func() error { return option.CheckTarget(w) }},
	} {
		if option.Has(w, c.of) {
			if err := c.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// formatOf returns the format that the name of a file implies; "" if it implies none.
func formatOf(path string) string {
	return map[string]string{".txt": "text", ".json": "json", ".csv": "csv", ".md": "markdown",
		".tex": "latex"}[strings.ToLower(filepath.Ext(path))]
}

// checkAlso says what is wrong with the flag before any work is done.
func (af *work) checkAlso() error {
	for _, path := range option.Also.In(af) {
		if formatOf(path) == "" {
			return usage("--also %s: the name of the file says the format, .txt, .json, .csv, .md or .tex", path)
		}
		if err := writable(path); err != nil {
			return usage("--also %w", err)
		}
	}
	return nil
}

// writeAlso writes the files, each in its format. If one fails, the others are still written.
func (af *work) writeAlso(in func(format string) func(w io.Writer, columns int) error) error {
	var failed []error
	for _, path := range option.Also.In(af) {
		failed = append(failed, writeFile(path, func(w io.Writer) error { return in(formatOf(path))(w, 0) }))
	}
	return errors.Join(failed...)
}
