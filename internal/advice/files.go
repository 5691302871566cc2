package advice

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read"
)

// filesAdvice is for folders and files that cannot be read together. It is "" for other errors.
func filesAdvice(e *study.Error, args []string) string {
	if args == nil {
		return ""
	}
	const most = 3
	var text []string
	instead := func(paths []string) {
		for _, path := range paths[:min(len(paths), most)] {
			text = append(text, insteadOf(args, e.File, path))
		}
	}
	switch e.Code {
	case read.NestedFolder:
		instead(e.Candidates)
		instead(e.Values)
	case read.MixedFiles:
		instead(slices.DeleteFunc(slices.Clone(e.Values), func(pattern string) bool { return !isTable(pattern) }))
	}
	return strings.Join(text, "\n  ")
}

// isTable reports whether a name is one that tables have.
func isTable(name string) bool {
	return slices.Contains(strings.Split(".csv .tsv .txt .json .jsonl .ndjson .parquet .xlsx", " "),
		filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")))
}

// insteadOf is the command with another path in the place of one.
func insteadOf(args []string, path, other string) string {
	words := []string{"fit"}
	for _, arg := range args {
		if arg == path || filepath.Clean(arg) == filepath.Clean(path) {
			arg = other
		}
		words = append(words, Quote(arg))
	}
	return strings.Join(words, " ")
}
