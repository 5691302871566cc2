package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// apart refuses a command whose outputs are files that it reads, or one another, before anything is read or written.
func apart(cmd *cobra.Command, args []string, s streams) error {
	read, kept := readPlaces(cmd, args, s)
	written, folder := writtenPlaces(cmd, s)
	for i, out := range written {
		for _, in := range read {
			if out.same(in) {
				return usage("%s: this file is read, as %s, and would be overwritten. Name another file", out.what,
					in.what)
			}
		}
		for _, other := range written[:i] {
			if out.same(other) {
				return usage("%s and %s: these are one file, and one output would overwrite the other. Name two "+
					"files", other.what, out.what)
			}
		}
		isPage := strings.HasPrefix(out.what, "--html")
		for _, run := range slices.Concat(kept, folder) {
			if isPage && (filepath.Base(out.path) == export.ReportPage || strings.HasPrefix(run.what, "--out")) {
				continue // which [htmlFlags.check] looks at
			}
			if out.in(run) {
				if !run.holdsRun() && !strings.HasPrefix(run.what, "--out") {
					return usage("%s: this is in the folder %s, whose files are read. Name a file elsewhere", out.what,
						run.what)
				}
				return usage("%s: this is in the folder of a run, %s, whose files belong together. Name a file "+
					"elsewhere", out.what, run.what)
			}
		}
	}
	for _, dir := range folder {
		for _, in := range read {
			again := strings.HasPrefix(in.what, "--from") // a run that is repeated in its place
			if !again && dir.holdsRun() && in.in(dir) {
				return usage("%s: the folder holds %s, which is read, and would be replaced. Name another folder",
					dir.what, in.what)
			}
		}
	}
	return nil
}

// readPlaces are the files that a command reads, and the folders of earlier runs among its arguments.
func readPlaces(cmd *cobra.Command, args []string, s streams) (files, folders []place) {
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
		p := placeOf(quoting.Shell(path), path)
		if p.info == nil || !p.info.IsDir() {
			files = append(files, p)
			continue
		}
		folders = append(folders, p)
		// The reader of a file reports that it cannot be read.
		_ = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != export.ReportPage {
				files = append(files, placeOf(quoting.Shell(file), file))
			}
			return nil
		})
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		for _, path := range option.FilesOf(f) {
			files = append(files, placeOf("--"+f.Name+" "+quoting.Shell("@"+path), path))
		}
		if text := f.Value.String(); f.Name == option.From.Name && text != "" {
			files = append(files, placeOf("--from "+quoting.Shell(text), text))
		}
	})
	return files, folders
}

// writtenPlaces are the files that a command writes, standard output with them if it is one, and its folder.
func writtenPlaces(cmd *cobra.Command, s streams) (files, folders []place) {
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
			p := placeOf("--"+f.Name+" "+quoting.Shell(path), path)
			if files = append(files, p); f.Name == "out" {
				folders = append(folders, p)
			}
		}
	})
	return files, folders
}

// open is the place of an open file, if it has one.
func open(what string, f *os.File) []place {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []place{{what: what, info: info}}
}
