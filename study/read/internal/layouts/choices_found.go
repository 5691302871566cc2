package layouts

import (
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// findChoices recognises rows of choices that are not read: how many chose each of the candidates of a row, and which
// of several answers in the row is the best. Labels of lists or of one column would answer another question.
func findChoices(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Candidates || o.Label != "" || o.Labeler != "" {
		return o, "", nil
	}
	for _, list := range listColumns(first) {
		if of := votedOn(first, list); of != nil {
			return o, "", faults.CandidateVotes.Faultf(
				"each cell of %v counts the votes for the candidates in %v, and not labels", first.Header[list], of).
				InColumn(first.Header[list]).FixedBy(study.By("write a row for each vote, with columns model_a, "+
				"model_b and winner, and rank the candidates: fit rank"), study.Choose("if this is wrong", "as-is"))
		}
	}
	columns := make(map[string]int, len(first.Header)) // the first of a name
	for i, name := range slices.Backward(first.Header) {
		columns[folded(name)] = i
	}
	for best := range first.Header {
		if of := namesAnswers(first, best, columns); of != nil {
			return o, "", faults.BestOfSeveral.Faultf("%v says which of the %d answers of a row is the best, in "+
				"columns %v: a choice among several, and not a label", first.Header[best], len(of), of).
				InColumn(first.Header[best]).FixedBy(study.By("count how often each is the best; to rank them, "+
				"write a row for each pair of the best and another answer, with columns model_a, model_b and "+
				"winner, and use fit rank"), study.Choose("if this is wrong", "as-is"))
		}
	}
	return o, "", nil
}

// votedOn are the columns of the candidates of a row, as many as a column of lists has numbers, all of one pool.
func votedOn(first *stream.FirstRows, list int) []string {
	form := listFormOf(first, list)
	of := 0
	for _, row := range first.Cells {
		numbers := form.elements([]byte(row[list]), nil)
		if of == 0 {
			of = len(numbers)
		}
		whole := func(e []byte) bool { _, ok := countOf(e); return ok && len(e) > 0 }
		if len(numbers) != of || slices.ContainsFunc(numbers, func(e []byte) bool { return !whole(e) }) {
			return nil
		}
	}
	for i, name := range first.Header {
		stem, number := numberedName(name)
		if number == "" {
			continue
		}
		same := []string{name}
		for k, other := range first.Header {
			if s, n := numberedName(other); k != i && n != "" && s == stem && samePool(first, i, k) {
				same = append(same, other)
			}
		}
		if len(same) == of && of > 1 {
			return same
		}
	}
	return nil
}

func folded(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// namesAnswers are the columns, three at least, whose names are the values of a column. They hold answers, not numbers.
func namesAnswers(first *stream.FirstRows, column int, columns map[string]int) []string {
	var of []string
	for _, row := range first.Cells {
		if row[column] == "" {
			continue
		}
		at, ok := columns[folded(row[column])]
		switch {
		case !ok || at == column || first.Look(at).Numbers:
			return nil
		case !slices.Contains(of, first.Header[at]):
			of = append(of, first.Header[at])
		}
	}
	const fewest = 3
	if len(of) < fewest {
		return nil
	}
	return of
}

// errorRows is the error about rows of errors that labelers found in a text: a kind and a severity, several by one
// labeler of one text; nil if rows are something else.
func errorRows(first *stream.FirstRows) *study.Error {
	severity, kind := -1, -1
	for i, name := range first.Header {
		switch naming.Normalized(name) {
		case "severity", "errorseverity":
			severity = i
		case "category", "errorcategory", "errortype", "error":
			kind = i
		}
	}
	if severity < 0 || kind < 0 {
		return nil
	}
	seen, again := make(map[string]bool), 0
	for _, row := range first.Cells {
		rest := slices.Clone(row)
		rest[severity], rest[kind] = "", ""
		key := strings.Join(rest, "\x00")
		if seen[key] {
			again++
		}
		seen[key] = true
	}
	if again == 0 {
		return nil
	}
	return faults.ErrorRows.Faultf("each row is an error that a labeler found, with %v and %v, several in one "+
		"text: these are not labels of the text", first.Header[kind], first.Header[severity]).
		InColumn(first.Header[severity]).FixedBy(study.By("sum the errors of each labeler in each text, weighted "+
		"by severity (such as 5 for Major, 1 for Minor, 0 where there is none), and write a row for each sum"),
		study.Choose("if this is wrong", "as-is"))
}
