package layouts

import (
	"fmt"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// ColumnLayout is the error about columns whose layout is recognised by their names and first rows; nil if none is.
// wide are the columns that are to be labelers; nil: they and the parts are not known yet.
func ColumnLayout(first *stream.FirstRows, file string, o naming.Options, wide []int, item int) *study.Error {
	if e := HeaderRows(first); e != nil {
		return e
	}
	if pairs := pairedColumns(first, wide); pairs != nil {
		return pairsRefused(pairs)
	}
	if items := ratersInRows(first, wide, item); items != nil {
		return itemsRefused(first, items)
	}
	if categories := counts(first, wide); categories != nil {
		return countsRefused(first, categories)
	}
	if p, _ := readings(first, wide); p.columns != nil {
		return readingsRefused(first, file, o, p, item)
	}
	return nil
}

// numberedName cuts the number, or a single letter, out of a name.
func numberedName(name string) (stem, number string) {
	words := strings.FieldsFunc(name, naming.Separates)
	for i, w := range words {
		if len(words) > 1 && len(w) == 1 && (w[0]|0x20) >= 'a' && (w[0]|0x20) <= 'd' {
			return strings.Join(slices.Delete(words, i, i+1), " "), strings.ToLower(w)
		}
	}
	at := strings.IndexFunc(name, naming.IsDigit)
	if at < 0 {
		return name, ""
	}
	rest := strings.TrimLeftFunc(name[at:], naming.IsDigit)
	return strings.TrimFunc(name[:at]+" "+rest, naming.Separates), name[at : len(name)-len(rest)]
}

// surveyColumns are columns that survey programs write in addition to the answers.
const surveyColumns = " startdate enddate status ipaddress progress duration durationinseconds finished recordeddate " +
	"responseid recipientlastname recipientfirstname recipientemail externalreference locationlatitude " +
	"locationlongitude distributionchannel userlanguage respondentid collectorid datecreated datemodified " +
	"customdata1 submitdate lastpage startlanguage seed timestamp starttime completiontime datesubmitted networkid " +
	"emailaddress username submittedat submissionid submissiondate interviewtime dateofsubmission "

// askedNames are stems of columns that name the subject of a question.
const askedNames = " q question item statement stimulus task image img picture photo video clip text summary doc " +
	"document sentence comment post tweet prompt vignette case scene headline article answer response output " +
	"story trial "

// ratersInRows finds tables in which each row is a person: the export of a survey program, or columns of questions next
// to one that names people.
func ratersInRows(first *stream.FirstRows, wide []int, item int) []string {
	labeler := naming.LabelerRole()
	survey := 0
	for _, name := range first.Header {
		if ofSurvey(name) && !naming.IsBesideLabels(name) { // which any file may have
			survey++
		}
	}
	asked := wide
	if wide == nil {
		for i := range first.Header {
			if isAsked(first, i) {
				asked = append(asked, i)
			}
		}
	}
	const fewestOfSurvey = 2
	questions := false // columns that have their questions as names
	if wide == nil && len(asked) < 2 && survey >= fewestOfSurvey {
		asked = questionColumns(first)
		questions = len(asked) > 2
	}
	if item < 0 && len(asked) == 0 {
		item, asked = namedPeople(first)
	}
	if len(asked) < 2 {
		return nil
	}
	all, people := true, true
	for _, i := range asked {
		stem, number := numberedName(first.Header[i])
		all = all && (questions || isAsked(first, i))
		people = people && (labeler.Match(stem) != 0 || number != "" && strings.Contains(" j r judge expert reader ",
			" "+strings.ToLower(stem)+" "))
	}
	if people {
		return nil
	}
	if item < 0 { // a column that has a value of its own in each row
		for _, by := range []naming.How{naming.ByWeakName, naming.ByAlias} {
			at := slices.IndexFunc(first.Header, func(name string) bool { return labeler.Match(name) == by })
			if at >= 0 && (by == naming.ByAlias || unique(first, at)) {
				item = at
			}
		}
	}
	byID := false
	if item >= 0 && !slices.Contains(asked, item) {
		name := first.Header[item]
		values, rows := first.Distinct(item)
		byID = values == rows && (labeler.Match(name) == naming.ByAlias || all && labeler.Match(name) != 0)
		byID = byID || all && survey == 0 && wide != nil && naming.ItemRole().Match(name) == 0 &&
			labeler.Match(name) != 0
	}
	if !byID && !(survey >= fewestOfSurvey && all) {
		return nil
	}
	var names []string
	for _, i := range asked {
		names = append(names, first.Header[i])
	}
	return names
}

// itemsRefused is the error about columns that are an item each.
func itemsRefused(first *stream.FirstRows, items []string) *study.Error {
	return faults.RatersInRows.Faultf("each row is a person, and each column is an item: %v", items).
		FixedBy(study.To("rows as labelers, and columns as items", "wide-items",
			patterns(first, items)...).Without("wide", "item"), naming.Wrong())
}

// ofSurvey reports whether a survey program calls a column so.
func ofSurvey(name string) bool {
	return naming.Among(surveyColumns, naming.Normalized(naming.WithoutBrackets(name))) ||
		naming.Among(surveyColumns, naming.Normalized(name))
}

// questionColumns returns the columns of a survey that have answers on one scale, whatever they are called.
func questionColumns(first *stream.FirstRows) []int {
	var names []string
	for i, name := range first.Header {
		values, rows := first.Distinct(i)
		if !ofSurvey(name) && name != "" && rows > 0 && (values < rows || rows < 3) {
			names = append(names, name)
		}
	}
	if len(names) < 3 {
		return nil
	}
	var all []int
	for _, name := range alike(first, names) {
		all = append(all, slices.Index(first.Header, name))
	}
	return all
}

// namedPeople returns the column that names another labeler in each row, and the others if all of them hold numbers; −1
// if there is none.
func namedPeople(first *stream.FirstRows) (labeler int, others []int) {
	item, role, part, label := naming.WordsOfRoles()
	labeler = slices.IndexFunc(first.Header, func(name string) bool { return role.Match(name) == naming.ByAlias })
	const fewest = 3 // rows, and columns of what was asked
	if labeler < 0 || len(first.Cells) < fewest {
		return labeler, nil
	}
	for i, name := range first.Header {
		known := item.Match(name) + role.Match(name) + part.Match(name) + label.Match(name)
		if _, ok := first.Numbers(i); ok && i != labeler && known == 0 {
			others = append(others, i)
		}
	}
	if len(others) < len(first.Header)-1 || len(others) < fewest {
		return labeler, nil
	}
	return labeler, others
}

// isAsked reports whether a column is called like one of several that people are asked about, as Q1 and item_2.
func isAsked(first *stream.FirstRows, i int) bool {
	name := strings.ToLower(first.Header[i])
	words := strings.FieldsFunc(name, func(r rune) bool { return naming.Separates(r) || naming.IsDigit(r) })
	return strings.ContainsFunc(name, naming.IsDigit) && len(words) == 1 &&
		naming.Among(askedNames, words[0])
}

// readings finds columns that are named by labeler and occasion. If no word says that, their numbers must. It is sure
// if the names of the labelers or the numbers leave no doubt.
func readings(first *stream.FirstRows, asked []int) (p columnParts, sure bool) {
	wide := asked
	if asked == nil {
		for i, name := range first.Header {
			values, rows := first.Distinct(i)
			_, ok := first.Numbers(i)
			if ok && (values < rows || numericName(name)) || !ok && first.Look(i).CanBeLabel() {
				wide = append(wide, i)
			}
		}
	}
	if asked == nil { // others are of something else
		wide = slices.DeleteFunc(wide, func(i int) bool { return !layout.HasOccasion(first.Header[i]) })
	}
	if len(wide) < 4 {
		return p, false
	}
	var names []string
	var columns [][]float64
	for _, i := range wide {
		if x, ok := first.Numbers(i); ok {
			columns = append(columns, x)
		}
		names = append(names, first.Header[i])
	}
	o, ok := layout.FindOccasions(names)
	if !ok {
		return p, false
	}
	alike := len(columns) == len(names) && o.SamePeople(columns)
	if !alike && !(o.Spoken() && lookAlike(first, wide)) {
		return p, false
	}
	sure = alike || !slices.ContainsFunc(o.Labelers, func(name string) bool { return !numberedLabeler(name) })
	return partsOf(o, names), sure
}

// readingsRefused is the error about columns of one labeler and one occasion each.
func readingsRefused(first *stream.FirstRows, file string, o naming.Options, p columnParts, item int) *study.Error {
	e := faults.Readings.Faultf("columns are named by labeler (%v) and occasion (%v), so that not each is a labeler",
		p.labelers, p.others)
	id := slices.IndexFunc(first.Header, func(name string) bool { return !slices.Contains(p.columns, name) })
	if item < 0 && id >= 0 {
		e.Column = first.Header[id]
	}
	e.Fixes = p.ofOccasions(partsPattern(first, file, o, occasionOfName, p), e.Column)
	return e
}

func numericName(name string) bool {
	_, number := numberedName(name)
	return number != ""
}

// RecordsByKey finds an object of JSON whose members are the records: all columns are called KEY.name.
func RecordsByKey(header []string) *study.Error {
	keys := make(map[string]map[string]bool)
	var example, first string
	for _, name := range header {
		key, rest, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		if keys[key] == nil {
			keys[key] = make(map[string]bool)
		}
		if keys[key][rest] = true; example == "" {
			example, first = rest, key
		}
	}
	if len(keys) < 2 {
		return nil
	}
	for _, names := range keys {
		if !names[example] {
			return nil
		}
	}
	return faults.RecordsByKey.Faultf("the file is one object whose %d members, from %q on, are the records",
		len(keys), first).
		FixedBy(study.By("write the records one a line, and read these: jq -c '.[]' FILE > records.jsonl"))
}

// HeaderRows finds further headers below the first, in files whose rows cannot be skipped.
func HeaderRows(first *stream.FirstRows) *study.Error {
	n := layout.HeaderRows(first.Header, first.Cells)
	if n == 0 || FieldsIn(first.Header) < 2 {
		return nil
	}
	rows := "the row below the header holds"
	if n > 1 {
		rows = fmt.Sprintf("the %d rows below the header hold", n)
	}
	return faults.HeaderRows.Faultf("%s no labels, but further headers, as survey programs write them", rows).
		AtLine(first.Lines[0]).FixedBy(study.By("delete these rows, so that labels stand below the header"),
		naming.Doubted())
}

// FieldsIn counts the fields with text.
func FieldsIn(fields []string) int {
	n := 0
	for _, f := range fields {
		if strings.TrimSpace(f) != "" {
			n++
		}
	}
	return n
}
