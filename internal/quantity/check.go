package quantity

// check has what is in a file before a model is fitted.
func check() []Entry {
	return []Entry{
		{Name: "labels_of_item", Head: "labels\nper item", Unit: Place, What: "the fewest and the most; the middle " +
			"is the value"},
		{Name: "labels_of_labeler", Head: "labels\nper labeler", Unit: Place},
		{Name: "parts", Head: "connected", Unit: Count, What: "of labels that share neither item nor labeler"},
		{Name: "one_label_only", Head: "one label only", Unit: Words, What: "labelers who gave only one label, " +
			"several times"},
		{Name: "used_as", Head: "used as", Unit: Words, What: "the part of a column; k is its place"},
		{Name: "looks_like", Head: "looks like", Unit: Words, What: "a column by n rows, the first ones of a long " +
			"file"},
		{Name: "different_values", Head: "different values", Unit: Count},
		{Name: "empty_cells", Head: "empty", Unit: Count},
		{Name: "model", Head: "Model", Unit: Words, What: "the model that would be fitted"},
	}
}
