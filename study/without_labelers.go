package study

// WithoutLabelers returns the labels of all labelers but some. leave says of a labeler in a study, by their places,
// whether the labels are left out. The error is an [*Error] if no label is left.
func (t *Table) WithoutLabelers(leave func(study, labeler int) bool) (*Table, error) {
	c := t.indexed()
	var kept []int32
	for n, l := range c.Labeler {
		if !leave(int(c.Study[n]), int(l)) {
			kept = append(kept, int32(n))
		}
	}
	if len(kept) == 0 {
		return nil, NoLabels.Faultf("no label is left").InFile(t.source.File)
	}
	return c.Pick(kept).table(), nil
}
