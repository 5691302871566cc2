package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/quoting"
	"concord/study"
)

// noHeader is the error about a first line that has values in place of names. Two of them at least come again below,
// and in columns of numbers they are numbers. Its candidate is a line of names. It is nil if the first line may have
// names.
func (first *firstRows) noHeader(file string, delimiter byte) *study.Error {
	if len(first.cells) < leastItems {
		return nil
	}
	again := 0
	names := make([]string, len(first.header))
	for i, name := range first.header {
		l := first.look(i)
		if _, err := strconv.ParseFloat(name, 64); l.numbers && err != nil {
			return nil
		}
		if slices.Contains(l.values, name) {
			again++
		}
		names[i] = fmt.Sprintf("column%d", i+1)
	}
	if again < 2 {
		return nil
	}
	line := strings.ReplaceAll(strings.Join(names, string(delimiter)), "\t", `\t`)
	fixes := made(file, "named", "", func(file, named string) string {
		return "(printf " + quoting.Shell(line+`\n`) + "; cat " + file + ") > " + named + " && "
	})
	if fixes != nil {
		fixes = append(fixes, study.Fix{Does: "better, with the names item, labeler and label in their places"})
	}
	return study.Faultf(NoHeader, "the first line has values like the others, and no names of columns: %v",
		first.header).AtLine(1).Advising("write a line above it that names the columns").FixedBy(fixes...)
}
