package advice

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/study"
	"concord/study/read"
)

// anotherName renames a column in the header of the input, and selects it by the new name. No file is written. There
// are no steps for columns of other parts, or if no plain file is named.
func anotherName(e *study.Error) []study.Fix {
	own := slices.Contains(e.Parts, e.Column) // it is the column of its own part
	if !quoting.Sayable(e.File) || own && e.Column != "study" ||
		!slices.Contains([]string{".csv", ".tsv", ".txt"}, filepath.Ext(e.File)) {
		return nil
	}
	name := e.Column + "_"
	const between = `[,;|"[:cntrl:]]`
	f := study.Fix{Does: "under another name", Instead: "-",
		Make: fmt.Sprintf(`sed -E '1s/(^|%s)%s(%s|$)/\1%s\2/' %s | `,
			between, e.Column, between, name, quoting.Shell(e.File))}
	for _, option := range []string{"by", "facet", "covariate", "slopes", "cluster", "text"} {
		f = f.Changing(option, e.Column, name)
	}
	if own {
		f = f.Without("group")
	}
	return []study.Fix{f}
}

// headerSteps write a file with its header in the first line, and read it. They write names above a file that has none,
// or leave out the lines above a later header. There is none for other errors, and if no plain file is named.
func headerSteps(e *study.Error) []study.Fix {
	ending := filepath.Ext(e.File)
	if e.Code != read.NoHeader && e.Code != read.LateHeader ||
		!quoting.Sayable(e.File) || ending == ".gz" || ending == ".zst" || ending == ".xlsx" {
		return nil
	}
	named := renamed(e.File, "named")
	file, to := quoting.Shell(e.File), " > "+quoting.Shell(named)+" && "
	if e.Code == read.LateHeader {
		return []study.Fix{{Does: "without the lines before it", Instead: named,
			Make: fmt.Sprintf("tail -n +%d %s", e.Line, file) + to}}
	}
	return []study.Fix{{Instead: named,
		Make: "(printf " + quoting.Shell(strings.ReplaceAll(e.Candidates[0], "\t",
			`\t`)+`\n`) + "; cat " + file + ")" + to},
		says("better, with the names item, labeler and label in their places")}
}
