package advice

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read"
)

// filesSteps are for folders and files that cannot be read together.
func filesSteps(e *study.Error, args []string) []step {
	const most = 3
	var all []step
	instead := func(paths []string) {
		for _, path := range paths[:min(len(paths), most)] {
			all = append(all, step{instead: insteadOf(args, e.File, path)})
		}
	}
	switch e.Code {
	case read.NestedFolder:
		instead(e.Candidates)
		instead(e.Values)
	case read.MixedFiles:
		instead(slices.DeleteFunc(slices.Clone(e.Values), func(pattern string) bool { return !isTable(pattern) }))
	}
	return all
}

// isTable reports whether a name is one that tables have.
func isTable(name string) bool {
	return slices.Contains(strings.Split(".csv .tsv .txt .json .jsonl .ndjson .parquet .xlsx", " "),
		filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")))
}

// insteadOf returns the arguments with one path replaced by another.
func insteadOf(args []string, path, other string) []string {
	set := slices.Clone(args)
	for i, arg := range set {
		if arg == path || filepath.Clean(arg) == filepath.Clean(path) {
			set[i] = other
		}
	}
	return set
}

// renamed is a path with a word before its ending.
func renamed(path, word string) string {
	ending := filepath.Ext(path)
	return strings.TrimSuffix(path, ending) + "." + word + ending
}
