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
func anotherName(e *study.Error, args []string) []step {
	ending := filepath.Ext(e.File)
	if !quoting.Sayable(e.File) {
		return nil
	}
	own := slices.Contains(e.Parts, e.Column) // it is the column of its own part
	if !slices.Contains(args, e.File) || own && e.Column != "study" ||
		!slices.Contains([]string{".csv", ".tsv", ".txt"}, ending) {
		return nil
	}
	const file = "-"
	name := e.Column + "_"
	call := insteadOf(without(args, []string{"study=" + e.Column}), e.File, file)
	for i, arg := range call {
		if i == 0 || !strings.HasPrefix(call[i-1], "--") || slices.Contains(switchFlags, call[i-1][2:]) || arg == file {
			continue
		}
		names := strings.Split(arg, ",")
		for k, of := range names {
			if of == e.Column || strings.HasPrefix(of, e.Column+":") {
				names[k] = name + of[len(e.Column):]
			}
		}
		call[i] = strings.Join(names, ",")
	}
	const between = `[,;|"[:cntrl:]]`
	return []step{words(fmt.Sprintf(`under another name:`+"\n  "+`sed -E '1s/(^|%s)%s(%s|$)/\1%s\2/' %s | %s`,
		between, e.Column, between, name, quoting.Shell(e.File), commandLine(call)))}
}

// headerSteps write a file with its header in the first line, and read it. They write names above a file that has none,
// or leave out the lines above a later header. There is none for other errors, and if no plain file is named.
func headerSteps(e *study.Error, args []string) []step {
	ending := filepath.Ext(e.File)
	if e.Code != read.NoHeader && e.Code != read.LateHeader || !slices.Contains(args, e.File) ||
		!quoting.Sayable(e.File) || ending == ".gz" || ending == ".zst" || ending == ".xlsx" {
		return nil
	}
	named := renamed(e.File, "named")
	if e.Code == read.LateHeader {
		return []step{words(fmt.Sprintf("without the lines before it:\n  tail -n +%d %s > %s && %s", e.Line,
			quoting.Shell(e.File), quoting.Shell(named), commandLine(insteadOf(args, e.File, named))))}
	}
	return []step{
		words("(printf " + quoting.Shell(strings.ReplaceAll(e.Candidates[0], "\t", `\t`)+`\n`) + "; cat " +
			quoting.Shell(e.File) + ") > " + quoting.Shell(named) + " && " +
			commandLine(insteadOf(args, e.File, named))),
		words("better, with the names item, labeler and label in their places")}
}
