package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	// fetched are paths of modules that the go command can fetch: their first element is the name of a host.
	fetched  = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*$`)
	declared = regexp.MustCompile(`(?m)^module[ \t]+(\S+)`)
)

// move gives the module at root another path, and returns the old path and the names of the files that it changed.
// Nothing is written if a file cannot be read, or is no Go any more.
func move(root, path string) (old string, changed []string, err error) {
	if !fetched.MatchString(path) {
		return "", nil, fmt.Errorf("%q is no path that can be fetched, such as example.com/field/concord", path)
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", nil, err
	}
	found := declared.FindSubmatch(module)
	if found == nil {
		return "", nil, fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
	}
	old = string(found[1])
	if old == path {
		return "", nil, fmt.Errorf("the module is %s already", path)
	}
	texts, err := read(root)
	if err != nil {
		return "", nil, err
	}
	n := names{old: old, path: path, folders: foldersOfGo(texts)}
	after := map[string][]byte{}
	for name, text := range texts {
		moved, err := n.moved(name, text)
		if err != nil {
			return "", nil, err
		}
		if !bytes.Equal(moved, text) {
			after[name] = moved
		}
	}
	for name, text := range after {
		file := filepath.Join(root, filepath.FromSlash(name))
		about, err := os.Stat(file)
		if err != nil {
			return "", nil, err
		}
		if err := os.WriteFile(file, text, about.Mode()); err != nil {
			return "", nil, err
		}
		changed = append(changed, name)
	}
	return old, changed, nil
}

// read returns the texts below root by their names, which have slashes. Folders whose names begin with a dot are left
// out, except .ci, and so are binary files and the Python package, which knows nothing of the module.
func read(root string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case d.IsDir():
			hidden := strings.HasPrefix(d.Name(), ".") && name != "." && name != ".ci" && name != ".github"
			if hidden || name == "python" || name == "web/dist" {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil && !bytes.ContainsRune(text, 0) {
			texts[name] = text
		}
		return err
	})
	return texts, err
}

// foldersOfGo returns the folders that have Go files, and those around them.
func foldersOfGo(texts map[string][]byte) map[string]bool {
	folders := map[string]bool{}
	for name := range texts {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		for i := strings.LastIndex(name, "/"); i > 0; i = strings.LastIndex(name[:i], "/") {
			folders[name[:i]] = true
		}
	}
	return folders
}

// formatted is Go's own format, in which the order of imports follows their paths.
func formatted(name string, text []byte) ([]byte, error) {
	source, err := format.Source(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return source, nil
}
