package advice

import (
	"path/filepath"
	"slices"

	"concord/study"
	"concord/study/read"
)

// headerSteps write a line of names above a file that has none, and read it. There is none for other errors, and if no
// plain file is named.
func headerSteps(e *study.Error, args []string) []step {
	ending := filepath.Ext(e.File)
	if e.Code != read.NoHeader || !slices.Contains(args, e.File) || ending == ".gz" || ending == ".zst" {
		return nil
	}
	named := renamed(e.File, "named")
	return []step{
		words("(echo " + Quote(e.Candidates[0]) + "; cat " + Quote(e.File) + ") > " + Quote(named) + " && " +
			commandLine(insteadOf(args, e.File, named))),
		words("better, with the names item, labeler and label in their places")}
}
