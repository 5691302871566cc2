package study

// Within reports whether a factor is nested in another in the study, like a labeler in a country or an item in a topic:
// each of its levels occurs with only one level of the other. It is false if there are no such factors.
func (v View) Within(inner, outer string) bool { return v.table.within(inner, outer, v) }

// Within is [View.Within] for the labels of all studies together.
func (t *Table) Within(inner, outer string) bool {
	all := make([]View, len(t.studies))
	for s := range all {
		all[s] = t.StudyAt(s)
	}
	return t.within(inner, outer, all...)
}

func (t *Table) within(inner, outer string, studies ...View) bool {
	levels, ok := t.Levels(inner)
	if _, known := t.Levels(outer); !ok || !known {
		return false
	}
	first := make([]int32, len(levels)) // 1 + the level of outer that it was first met with
	for _, v := range studies {
		in, _ := v.Factor(inner)
		out, _ := v.Factor(outer)
		for n, level := range in {
			switch first[level] {
			case 0:
				first[level] = out[n] + 1
			case out[n] + 1:
			default:
				return false
			}
		}
	}
	return true
}
