package read

// texts returns the columns that names say are labels and the first rows say are not: they hold texts of many words, or
// words of which each row has others, such as what a model answered in a column called response.
func (first *firstRows) texts() []string {
	_, _, _, label := roles()
	var found []string
	for i, name := range first.header {
		if label.match(name) != 0 && len(first.cells) >= leastItems && first.look(i).isText() {
			found = append(found, name)
		}
	}
	return found
}

// isText reports whether values are texts: of many words, or all different without being numbers.
func (l *look) isText() bool {
	return l.present > 0 && !l.numbers && (l.prose || len(l.values) == l.present)
}
