package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result/export"
	"concord/internal/tasks"
)

// place is a file or folder that a command reads or writes.
type place struct {
	what string // as messages name it: "--html page.html"
	path string // resolved as far as it exists; "" for standard input and output
	info fs.FileInfo
}

// placeOf finds the file at a path, whatever links lead there.
func placeOf(what, path string) place {
	at := place{what: what, path: resolvedPath(path)}
	if info, err := os.Stat(path); err == nil {
		at.info = info
	}
	return at
}

// resolvedPath is an absolute path without links, even if the file is not there yet and a link leads to it.
func resolvedPath(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	const most = 40 // links in a row, the usual limit of systems
	for range most {
		if there, err := filepath.EvalSymlinks(path); err == nil {
			return there
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return path // its folder is not there
		}
		path = filepath.Join(folder, filepath.Base(path))
		to, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if path = to; !filepath.IsAbs(to) {
			path = filepath.Join(folder, to)
		}
	}
	return path
}

// same reports whether two places are one file. A device or a pipe may be named twice: nothing in it is overwritten.
func (pl place) same(o place) bool {
	if pl.info != nil && o.info != nil {
		return (pl.info.Mode().IsRegular() || pl.info.IsDir()) && os.SameFile(pl.info, o.info)
	}
	return pl.path != "" && o.path != "" && samePath(pl.path, o.path)
}

// samePath compares names as the file system does: on Windows and macOS, a and A are usually the same.
func samePath(a, b string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// in reports whether a place lies in a folder.
func (pl place) in(folder place) bool {
	for at := pl.path; at != "" && at != filepath.Dir(at); at = filepath.Dir(at) {
		if samePath(filepath.Dir(at), folder.path) {
			return true
		}
	}
	return false
}

// holdsRun reports whether a place is the folder of an earlier run, in which files are replaced.
func (pl place) holdsRun() bool {
	_, err := os.Stat(filepath.Join(pl.path, "run.json"))
	return err == nil || tasks.IsFolder(pl.path)
}

// apart refuses a command whose outputs are files that it reads, or lie among them, before anything is read or written.
func apart(cmd *cobra.Command, args []string, s streams) error {
	read := readPlaces(cmd, args, s)
	for _, out := range writtenPlaces(cmd, s) {
		for _, in := range read {
			again := strings.HasPrefix(in.what, "--from") // a run that is repeated in its place
			switch {
			case out.same(in):
				return usage("%s: this file is read, as %s, and would be overwritten. Name another file", out.what,
					in.what)
			case out.in(in) && filepath.Base(out.path) != export.ReportPage:
				return usage("%s: this is in the folder %s, whose files are read. Name a file elsewhere", out.what,
					in.what)
			case !again && in.in(out) && out.holdsRun():
				return usage("%s: the folder holds %s, which is read, and would be replaced. Name another folder",
					out.what, in.what)
			}
		}
	}
	return nil
}

// readPlaces are the files and folders that a command reads.
func readPlaces(cmd *cobra.Command, args []string, s streams) (files []place) {
	for _, path := range args {
		if found, err := filepath.Glob(path); err == nil && len(found) > 1 { // a pattern
			for _, file := range found {
				files = append(files, placeOf(quoting.Shell(file), file))
			}
			continue
		}
		if path == "-" {
			if f, ok := s.in.(*os.File); ok {
				files = append(files, open("standard input", f)...)
			}
			continue
		}
		// The reader of a file reports that it cannot be read.
		_ = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != export.ReportPage {
				files = append(files, placeOf(quoting.Shell(file), file))
			}
			return nil
		})
		files = append(files, placeOf(quoting.Shell(path), path))
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		for _, path := range option.FilesOf(f) {
			files = append(files, placeOf("--"+f.Name+" "+quoting.Shell("@"+path), path))
		}
		if text := f.Value.String(); f.Name == option.From.Name && text != "" {
			files = append(files, placeOf("--from "+quoting.Shell(text), text))
		}
	})
	return files
}

// writtenPlaces are the files and folders that a command writes, standard output with them if it is one.
func writtenPlaces(cmd *cobra.Command, s streams) (files []place) {
	if f, ok := fileOf(s.out); ok {
		files = open("standard output", f)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !option.IsWritten(f) {
			return
		}
		for _, path := range valuesOf(f) {
			if path == "" || path == "-" {
				continue
			}
			files = append(files, placeOf("--"+f.Name+" "+quoting.Shell(path), path))
		}
	})
	return files
}

// open is the place of an open file, if it has one.
func open(what string, f *os.File) []place {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []place{{what: what, info: info}}
}
