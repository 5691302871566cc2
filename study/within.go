package study

// Within reports whether each level of a factor occurs with one level of another only in the study, so that it is
// nested in it: a labeler in a country, or an item in a topic. It is false if there are no such factors.
func (v View) Within(inner, outer string) bool {
	in, ok := v.Factor(inner)
	out, known := v.Factor(outer)
	if !ok || !known {
		return false
	}
	levels, _ := v.table.Levels(inner)
	first := make([]int32, len(levels)) // 1 + the level of outer that it was first met with
	for n, level := range in {
		switch first[level] {
		case 0:
			first[level] = out[n] + 1
		case out[n] + 1:
		default:
			return false
		}
	}
	return true
}
