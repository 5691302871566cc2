package advice

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read"
)

// filesSteps are for folders and files that cannot be read together.
func filesSteps(e *study.Error) []study.Fix {
	const most = 3
	var all []study.Fix
	instead := func(paths []string) {
		for _, path := range paths[:min(len(paths), most)] {
			all = append(all, study.Fix{Instead: path})
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
