package batch

import (
	"concord/internal/when"
	"concord/model/spec"
	"concord/study"
)

// ownKinds reports whether tasks may differ in the kind of their labels: 0 and 1 may be no and yes in one task, and
// numbers in another. Levels are the values of each column by which labels are cut. Tasks that are one question at
// several times have one kind, so that they can be compared. All tasks have one kind if a kind is asked for.
func ownKinds(t *study.Table, sp spec.Spec, levels [][]string) bool {
	asked := sp.Family != nil || t.Kind() == study.Ordinal && t.Source().DefaultKind != study.WholeNumbers
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

// OwnKind returns the labels of one of several tasks as [Cuts.Tasks] makes them: binary if they are 0 and 1 only, and
// tasks may differ in kind; otherwise with their own categories. Levels are the values of each column by which labels
// are cut.
func OwnKind(t *study.Table, sp spec.Spec, levels [][]string) *study.Table {
	switch {
	case t.IsUnit() && ownKinds(t, sp, levels):
		return t.Units()
	case len(levels) > 0:
		return t.OwnCategories()
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
