package read

// texts returns the columns that names say are labels and the first rows say are not: they hold texts of many words,
// such as what a model answered in a column called response.
func (first *firstRows) texts() []string {
	_, _, _, label := roles()
	var found []string
	for i, name := range first.header {
		if label.match(name) != 0 && len(first.cells) >= leastItems && first.look(i).prose {
			found = append(found, name)
		}
	}
	return found
}
