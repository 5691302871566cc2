package read

import (
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/internal/layout"
)

// columnLayout is the error about columns whose layout is recognised by their names and first rows; nil if none is.
// wide are the columns that are to be labelers; nil: they and the parts are not known yet.
func (first *firstRows) columnLayout(file string, o Options, wide []int, item int) *study.Error {
	if e := first.headerRows(); e != nil {
		return e
	}
	if pairs := first.pairedColumns(wide); pairs != nil {
		return pairsRefused(pairs)
	}
	if items := first.ratersInRows(wide, item); items != nil {
		return first.itemsRefused(items)
	}
	if categories := first.counts(wide); categories != nil {
		return first.countsRefused(categories)
	}
	if p, _ := first.readings(wide); p.columns != nil {
		return first.readingsRefused(file, o, p, item)
	}
	return nil
}

// numberedName cuts the number, or a single letter, out of a name.
func numberedName(name string) (stem, number string) {
	words := strings.FieldsFunc(name, separates)
	for i, w := range words {
		if len(words) > 1 && len(w) == 1 && (w[0]|0x20) >= 'a' && (w[0]|0x20) <= 'd' {
			return strings.Join(slices.Delete(words, i, i+1), " "), strings.ToLower(w)
		}
	}
	at := strings.IndexFunc(name, isDigit)
	if at < 0 {
		return name, ""
	}
	rest := strings.TrimLeftFunc(name[at:], isDigit)
	return strings.TrimFunc(name[:at]+" "+rest, separates), name[at : len(name)-len(rest)]
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

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
func (first *firstRows) ratersInRows(wide []int, item int) []string {
	labeler := labelerRole()
	survey := 0
	for _, name := range first.header {
		if ofSurvey(name) && !isBesideLabels(name) { // which any file may have
			survey++
		}
	}
	asked := wide
	if wide == nil {
		for i := range first.header {
			if first.isAsked(i) {
				asked = append(asked, i)
			}
		}
	}
	const fewestOfSurvey = 2
	questions := false // columns that have their questions as names
	if wide == nil && len(asked) < 2 && survey >= fewestOfSurvey {
		asked = first.questions()
		questions = len(asked) > 2
	}
	if item < 0 && len(asked) == 0 {
		item, asked = first.namedPeople()
	}
	if len(asked) < 2 {
		return nil
	}
	all, people := true, true
	for _, i := range asked {
		stem, number := numberedName(first.header[i])
		all = all && (questions || first.isAsked(i))
		people = people && (labeler.match(stem) != 0 || number != "" && strings.Contains(" j r judge expert reader ",
			" "+strings.ToLower(stem)+" "))
	}
	if people {
		return nil
	}
	if item < 0 { // a column that has a value of its own in each row
		for _, by := range []how{byWeakName, byAlias} {
			at := slices.IndexFunc(first.header, func(name string) bool { return labeler.match(name) == by })
			if at >= 0 && (by == byAlias || first.unique(at)) {
				item = at
			}
		}
	}
	byID := false
	if item >= 0 && !slices.Contains(asked, item) {
		name := first.header[item]
		values, rows := first.distinct(item)
		byID = values == rows && (labeler.match(name) == byAlias || all && labeler.match(name) != 0)
		byID = byID || all && survey == 0 && wide != nil && itemRole().match(name) == 0 && labeler.match(name) != 0
	}
	if !byID && !(survey >= fewestOfSurvey && all) {
		return nil
	}
	var names []string
	for _, i := range asked {
		names = append(names, first.header[i])
	}
	return names
}

// itemsRefused is the error about columns that are an item each.
func (first *firstRows) itemsRefused(items []string) *study.Error {
	return study.Faultf(RatersInRows, "each row is a person, and each column is an item: %v", items).
		FixedBy(study.To("rows as labelers, and columns as items", "wide-items",
			first.patterns(items)...).Without("wide", "item"), wrong())
}

// ofSurvey reports whether a survey program calls a column so.
func ofSurvey(name string) bool {
	return among(surveyColumns, normalized(withoutBrackets(name))) ||
		among(surveyColumns, normalized(name))
}

// questions returns the columns of a survey that have answers on one scale, whatever they are called.
func (first *firstRows) questions() []int {
	var names []string
	for i, name := range first.header {
		values, rows := first.distinct(i)
		if !ofSurvey(name) && name != "" && rows > 0 && (values < rows || rows < 3) {
			names = append(names, name)
		}
	}
	if len(names) < 3 {
		return nil
	}
	var all []int
	for _, name := range first.alike(names) {
		all = append(all, slices.Index(first.header, name))
	}
	return all
}

// namedPeople returns the column that names another labeler in each row, and the others if all of them hold numbers; −1
// if there is none.
func (first *firstRows) namedPeople() (labeler int, others []int) {
	item, role, part, label := wordsOfRoles()
	labeler = slices.IndexFunc(first.header, func(name string) bool { return role.match(name) == byAlias })
	const fewest = 3 // rows, and columns of what was asked
	if labeler < 0 || len(first.cells) < fewest {
		return labeler, nil
	}
	for i, name := range first.header {
		known := item.match(name) + role.match(name) + part.match(name) + label.match(name)
		if _, ok := first.numbers(i); ok && i != labeler && known == 0 {
			others = append(others, i)
		}
	}
	if len(others) < len(first.header)-1 || len(others) < fewest {
		return labeler, nil
	}
	return labeler, others
}

// isAsked reports whether a column is called like one of several that people are asked about, as Q1 and item_2.
func (first *firstRows) isAsked(i int) bool {
	name := strings.ToLower(first.header[i])
	words := strings.FieldsFunc(name, func(r rune) bool { return separates(r) || isDigit(r) })
	return strings.ContainsFunc(name, isDigit) && len(words) == 1 &&
		among(askedNames, words[0])
}

// readings finds columns that are named by labeler and occasion. If no word says that, their numbers must. It is sure
// if the names of the labelers or the numbers leave no doubt.
func (first *firstRows) readings(asked []int) (p columnParts, sure bool) {
	wide := asked
	if asked == nil {
		for i, name := range first.header {
			values, rows := first.distinct(i)
			_, ok := first.numbers(i)
			if ok && (values < rows || numericName(name)) || !ok && first.look(i).canBeLabel() {
				wide = append(wide, i)
			}
		}
	}
	if asked == nil { // others are of something else
		wide = slices.DeleteFunc(wide, func(i int) bool { return !layout.HasOccasion(first.header[i]) })
	}
	if len(wide) < 4 {
		return p, false
	}
	var names []string
	var columns [][]float64
	for _, i := range wide {
		if x, ok := first.numbers(i); ok {
			columns = append(columns, x)
		}
		names = append(names, first.header[i])
	}
	o, ok := layout.FindOccasions(names)
	if !ok {
		return p, false
	}
	alike := len(columns) == len(names) && o.SamePeople(columns)
	if !alike && !(o.Spoken() && first.lookAlike(wide)) {
		return p, false
	}
	sure = alike || !slices.ContainsFunc(o.Labelers, func(name string) bool { return !numberedLabeler(name) })
	return partsOf(o, names), sure
}

// readingsRefused is the error about columns of one labeler and one occasion each.
func (first *firstRows) readingsRefused(file string, o Options, p columnParts, item int) *study.Error {
	e := study.Faultf(Readings, "columns are named by labeler (%v) and occasion (%v), so that not each is a labeler",
		p.labelers, p.others)
	id := slices.IndexFunc(first.header, func(name string) bool { return !slices.Contains(p.columns, name) })
	if item < 0 && id >= 0 {
		e.Column = first.header[id]
	}
	e.Fixes = p.ofOccasions(first.partsPattern(file, o, occasionOfName, p), e.Column)
	return e
}

func numericName(name string) bool {
	_, number := numberedName(name)
	return number != ""
}

// recordsByKey finds an object of JSON whose members are the records: all columns are called KEY.name.
func recordsByKey(header []string) *study.Error {
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
	return study.Faultf(RecordsByKey, "the file is one object whose %d members, from %q on, are the records",
		len(keys), first).
		FixedBy(study.By("write the records one a line, and read these: jq -c '.[]' FILE > records.jsonl"))
}
