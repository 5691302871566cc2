package read

import (
	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// outOfTime finds labels given again if the last by its row, which is to count, is not the latest.
func (in *intake) outOfTime() *study.Error {
	if in.options.Duplicates != study.DuplicatesLast {
		return nil
	}
	ws := in.watcher
	for _, c := range ws.whole() {
		times, ok := when.Parse(c.names.list)
		if !ok || times.Unit == when.Number || times.Unit == when.Year {
			continue
		}
		seen := make(map[[3]int32]int)
		latest := make(map[int]float64) // by the first row
		backwards, forwards := 0, 0
		for row := range ws.item {
			if c.codes[row] < 0 {
				continue
			}
			first, again := ws.first(seen, row)
			at := times.At[c.codes[row]]
			if again && at < latest[first] {
				backwards++
			} else if again && at > latest[first] {
				forwards++
			}
			if before, known := latest[first]; !known || at > before {
				latest[first] = at
			}
		}
		if backwards == 0 {
			continue
		}
		return study.Faultf(OutOfTime,
			"the last row of each labeler is to count, but by column %q it is not the latest (%s of %d)", c.name,
			visible.Count(backwards, "label"), backwards+forwards).InColumn(c.name).FixedBy(latestOf(c.name),
			wrong())
	}
	return nil
}
