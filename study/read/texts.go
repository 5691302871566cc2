package read

// texts returns the columns that have names of labels, and texts of many words in the first rows. Such a column, called
// response, say, may have the answers of a model.
func (first *firstRows) texts() []string {
	label := labelRole()
	var found []string
	for i, name := range first.header {
		if label.match(name) != 0 && len(first.cells) >= leastItems && first.look(i).prose {
			found = append(found, name)
		}
	}
	return found
}
