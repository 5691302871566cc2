package read

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
)

// Files are the files that some paths name. A path names a file, the files that a pattern fits ("labels/*.csv"), or all
// files in a folder, which are of one kind by their names. Files whose names begin with a point are left out of
// patterns and folders. An error is a [*study.Error].
func Files(paths ...string) ([]string, error) {
	var all []string
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == StandardInput:
			all = append(all, path)
		case err == nil && info.IsDir():
			files, err := filesIn(path)
			if err != nil {
				return nil, err
			}
			all = append(all, files...)
		case err != nil && strings.ContainsAny(path, "*?["):
			files, err := filesLike(path)
			if err != nil {
				return nil, err
			}
			all = append(all, files...)
		case err != nil && len(paths) > 1:
			return nil, study.InFile(path, notReadable(err))
		default: // what cannot be read says so when it is opened
			all = append(all, path)
		}
	}
	seen := make(map[string]bool)
	for _, path := range all {
		if clean := filepath.Clean(path); seen[clean] {
			return nil, faults.RepeatedFile.Faultf("the file is named twice").InFile(path).Advising("name it once")
		} else {
			seen[clean] = true
		}
	}
	if len(all) > 1 && slices.Contains(all, StandardInput) {
		return nil, study.BadOption.Faultf("standard input cannot be read together with files").
			InFile(standardInputName)
	}
	return all, nil
}

func isHidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// filesLike are the files that a pattern fits.
func filesLike(pattern string) ([]string, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, faults.NotReadable.Faultf("this is no pattern of files: %s", err.Error()).InFile(pattern)
	}
	found = slices.DeleteFunc(found, func(path string) bool {
		info, err := os.Stat(path)
		return isHidden(path) || err == nil && info.IsDir()
	})
	if len(found) == 0 {
		return nil, faults.NotReadable.Faultf("there is no file like this").InFile(pattern)
	}
	return found, nil
}

// filesIn are the files in a folder.
func filesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, study.InFile(folder, notReadable(err))
	}
	var files, folders []string
	kinds := make(map[string]int)
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if isHidden(path) {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			folders = append(folders, path)
			continue
		}
		files = append(files, path)
		kinds[kindOfFile(e.Name())]++
	}
	switch {
	case len(folders) > 0:
		return nil, faults.NestedFolder.Faultf("there is a folder in this folder, %q, which is not looked into",
			filepath.Base(folders[0])).InFile(folder).FixedBy(append(instead(folders), instead(patterns(folder,
			kinds))...)...)
	case len(files) == 0:
		return nil, faults.EmptyFolder.Faultf("there is no file in this folder").InFile(folder)
	case len(kinds) > 1:
		var all []string
		for _, pattern := range patterns(folder, kinds) {
			kind := filepath.Base(pattern)
			all = append(all, fmt.Sprintf("%s (%d)", kind, kinds[strings.TrimPrefix(kind, "*")]))
		}
		return nil, faults.MixedFiles.Faultf("the folder has files of several kinds: %s", strings.Join(all, ", ")).
			InFile(folder).Advising("name those of one kind").
			FixedBy(instead(slices.DeleteFunc(patterns(folder, kinds), func(p string) bool { return !isTable(p) }))...)
	}
	return files, nil
}

// kindOfFile is the extension of a file, with the one of a compression.
func kindOfFile(name string) string { return strings.TrimPrefix(name, stem(name)) }

// isTable reports whether files of a pattern have a name that tables have.
func isTable(pattern string) bool {
	return slices.Contains(strings.Fields(".csv .tsv .txt .json .jsonl .ndjson .parquet .xlsx"),
		filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(pattern, ".gz"), ".zst")))
}

// patterns match the files of each kind in a folder: tables first, and then the kinds with most files.
func patterns(folder string, kinds map[string]int) []string {
	rank := func(kind string) int {
		if slices.ContainsFunc([]string{".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx"},
			func(known string) bool { return strings.HasPrefix(kind, known) }) {
			return 0
		}
		return 1
	}
	sorted := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), kinds[b]-kinds[a], strings.Compare(a, b))
	})
	for i, kind := range sorted {
		sorted[i] = filepath.Join(folder, "*"+kind)
	}
	return sorted
}
