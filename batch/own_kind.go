package batch

import (
	"concord/internal/when"
	"concord/model"
	"concord/study"
)

// ownKinds reports whether the tasks into which labels are cut may be of their own kinds: labels that are 0 and 1 in
// one task are no and yes there, whatever those of others are. Levels are the values of each column by which labels are
// cut. Tasks that are one question at several times are of one kind, so that they can be compared, and so are all if a
// kind is asked for.
func ownKinds(t *study.Table, spec model.Spec, levels [][]string) bool {
	asked := spec.Family != nil || t.Kind() == study.Ordinal && t.Source().DefaultKind != study.WholeNumbers
	if asked || len(levels) == 0 {
		return false
	}
	for _, of := range levels {
		if _, times := when.Parse(of); times {
			return false
		}
	}
	return true
}

// OwnKind returns the labels of one of several tasks as [Cuts.Tasks] makes them: as binary ones if they are 0 and 1
// only, and the tasks may be of their own kinds. Levels are the values of each column by which labels are cut.
func OwnKind(t *study.Table, spec model.Spec, levels [][]string) *study.Table {
	if t.IsUnit() && ownKinds(t, spec, levels) {
		return t.Units()
	}
	return t
}

// Levels returns the different values of each column by which tasks are cut: each task has one of each.
func Levels(tasks [][]string) [][]string {
	var all [][]string
	var seen []map[string]bool
	for _, levels := range tasks {
		for cut, level := range levels {
			if cut == len(all) {
				all, seen = append(all, nil), append(seen, make(map[string]bool))
			}
			if !seen[cut][level] {
				seen[cut][level] = true
				all[cut] = append(all[cut], level)
			}
		}
	}
	return all
}
