package advice

import (
	"fmt"
	"path/filepath"
	"slices"

	"concord/study"
	"concord/study/read"
)

// headerSteps write a file with its header in the first line, and read it. They write names above a file that has none,
// or leave out the lines above a later header. There is none for other errors, and if no plain file is named.
func headerSteps(e *study.Error, args []string) []step {
	ending := filepath.Ext(e.File)
	if e.Code != read.NoHeader && e.Code != read.LateHeader || !slices.Contains(args, e.File) || ending == ".gz" ||
		ending == ".zst" || ending == ".xlsx" {
		return nil
	}
	named := renamed(e.File, "named")
	if e.Code == read.LateHeader {
		return []step{words(fmt.Sprintf("without the lines before it:\n  tail -n +%d %s > %s && %s", e.Line,
			Quote(e.File), Quote(named), commandLine(insteadOf(args, e.File, named))))}
	}
	return []step{
		words("(echo " + Quote(e.Candidates[0]) + "; cat " + Quote(e.File) + ") > " + Quote(named) + " && " +
			commandLine(insteadOf(args, e.File, named))),
		words("better, with the names item, labeler and label in their places")}
}
