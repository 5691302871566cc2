package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// questionNames are names of columns of questions. Labels of several questions are not on one scale.
const questionNames = " question criterion criteria dimension aspect metric measure attribute facet scale subscale " +
	"trait property quality name task tasktype prompt set questionset itemset essayset essayprompt subtask category " +
	"construct kpi key scorename metricname labelname rubric field variable feature element domain "

// occasionNames are names of columns that say when or how often a labeler was asked: labels of one item that differ in
// them are of one question.
const occasionNames = " sample run seed attempt trial repeat repetition replicate replication rep iteration epoch " +
	"occasion session visit time timestamp date day week month created createdat updatedat submittedat completedat " +
	"round wave pass phase reading order index position row id uuid turn temperature duration "

func isQuestion(name string) bool { return naming.Among(questionNames, naming.Singular(name)) }

// isOccasion reports whether a column says when labels were given, or numbers them, or is the name of each row.
func (watched *watch) isOccasion(rows int) bool {
	n := naming.Normalized(watched.name)
	if naming.Among(occasionNames, n) || naming.Among(occasionNames, naming.Singular(watched.name)) {
		return true
	}
	if isQuestion(watched.name) {
		return false
	}
	if _, ok := when.Parse(watched.names.List); ok && !slices.ContainsFunc(watched.names.List, stream.IsCode) {
		return true
	}
	return 2*len(watched.names.List) > rows
}

// isCondition reports whether a name is one that columns of conditions or groups have.
func isCondition(name string) bool {
	return !isQuestion(name) && naming.GroupRole().Match(name) != 0
}

// isOccasion reports whether a watched column says when labels were given.
func (ws *watcher) isOccasion(column string) bool {
	at := slices.IndexFunc(ws.columns, func(c *watch) bool { return c.name == column })
	return at >= 0 && ws.columns[at].isOccasion(len(ws.item))
}

// pooled finds labels that a labeler gave an item for several questions, which unused columns distinguish, and which a
// rule for labels given again would join.
func (in *intake) pooled() *study.Error {
	if in.options.Duplicates == study.DuplicatesError { // it is an error later, with its lines
		return nil
	}
	return in.pooledLabels()
}

// pooledLabels is the error about labels of several questions; nil if nothing shows that they are.
func (in *intake) pooledLabels() *study.Error {
	columns := in.watcher.tellApart()
	occasion := func(c *watch) bool { return c.isOccasion(len(in.watcher.item)) }
	asked := func(c *watch) bool { return isQuestion(c.name) }
	if !slices.ContainsFunc(columns, asked) || slices.ContainsFunc(columns, occasion) {
		return nil // of columns that are conditions there is a warning
	}
	// The question comes first: the column with a name for it or, if there is none, with the fewest values.
	slices.SortStableFunc(columns, func(a, b *watch) int {
		if isQuestion(a.name) != isQuestion(b.name) {
			if isQuestion(a.name) {
				return -1
			}
			return 1
		}
		return len(a.names.List) - len(b.names.List)
	})
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	e := faults.PooledLabels.Faultf("labels of one item by one labeler differ in %s, which %s not used (%v …): "+
		"they answer several questions or belong to several items", columnsNamed(names), isAre(len(names)),
		columns[0].names.List[:min(3, len(columns[0].names.List))]).InColumn(names[0])
	labeler := naming.LabelerRole()
	otherLabeler := false
	for _, c := range columns[1:] {
		if labeler.Match(c.name) != 0 || strings.Contains(naming.Normalized(c.name), "user") {
			otherLabeler = true // who gave the labels is another column than the one that was taken
		}
	}
	e.Fixes = questionsApart(in.index[0].Name, names, otherLabeler)
	return e
}

// questionsApart are for labels of several questions in one column, which some columns distinguish, the questions'
// first.
func questionsApart(item string, columns []string, otherLabeler bool) []study.Fix {
	question := columns[0]
	alone := study.To(visible.Sprintf("each %v alone", question), "by", question)
	together := study.Fix{Does: "as separate items"}.Within(item, columns...)
	again := study.AsIs("all together, as answers to one question")
	switch {
	case otherLabeler:
		alone = alone.And("labeler", columns[1])
	case len(columns) > 1:
		alone = alone.Within(item, columns[1:]...)
	default:
		return []study.Fix{alone, study.To("all jointly, to see how they go "+
			"together", "criteria", question).With("fit"),
			together, again}
	}
	return []study.Fix{alone, together, again}
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func columnsNamed(names []string) string {
	if len(names) == 1 {
		return "column " + visible.Quote(names[0])
	}
	return "columns " + visible.Names(names)
}

// tellApart returns the column in no use, or the two, that differ between almost all labels which are otherwise of the
// same item, labeler and study.
func (ws *watcher) tellApart() []*watch {
	var columns []*watch
	for _, c := range ws.whole() {
		if n := len(c.names.List); n > 1 && n <= study.MostStudies {
			columns = append(columns, c)
		}
	}
	if len(ws.labeler) == 0 || ws.labeler[0] < 0 {
		return nil
	}
	twice := stream.Again(ws.item, ws.labeler, ws.study)
	if twice == 0 {
		return nil
	}
	enough := func(of ...[]int32) bool {
		return 20*stream.Again(append(of, ws.item, ws.labeler, ws.study)...) <= twice
	}
	for _, c := range columns {
		if enough(c.codes) {
			return []*watch{c}
		}
	}
	for i, a := range columns {
		for _, b := range columns[i+1:] {
			if enough(a.codes, b.codes) {
				return []*watch{a, b}
			}
		}
	}
	return nil
}
