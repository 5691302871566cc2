package read

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/study"
)

// column is a column of the file and its place.
type column struct {
	study.Column
	index int // −1 where the file has none
}

// columns are the columns of the parts.
type columns struct {
	item, labeler, study column
	factors              []column
	groupings            []grouping // by several columns; nil: study is the column, if there is one
}

// role is a part that a column can play.
type role struct {
	name    string
	aliases []string
	// weak are names that count if no column has one of the aliases.
	weak []string
	// proposed are names that may mean this part or another: values decide.
	proposed []string
	needed   bool
}

// how is the rule by which a header name stands for a part.
type how int

const (
	byAlias how = iota + 1
	byWeakName
	byProposal // if the values of the column are as the part has them
	byID       // of items: any other id, if the values are
	byValues   // no name says so
)

// match says how a header name stands for the part, or returns 0. Names may be followed by "id" or "no". But "id" alone
// stands for nothing, because it is the task in one export and the row in another. And a label is no id, so that
// response_id is none. Text in brackets behind a name, such as a scale, does not count, though a name without it counts
// more.
func (part role) match(name string) how {
	full := normalized(name)
	if part.named(full, part.aliases) {
		return byAlias
	}
	short := normalized(withoutBrackets(name))
	switch {
	case part.named(full, part.weak):
		return byWeakName
	case short != full && (part.named(short, part.aliases) || part.named(short, part.weak)):
		return byWeakName
	case part.named(full, part.proposed), short != full && part.named(short, part.proposed), part.inPlural(short),
		part.name == "label" && isQuestionOfFact(name):
		return byProposal
	case part.name == "item" && isID(name):
		return byID
	}
	return 0
}

// isID reports whether a name ends in the word id: order_id, "Case ID", clipId.
func isID(name string) bool {
	at := len(name) - len("id")
	if at < 1 || !strings.EqualFold(name[at:], "id") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(name[:at])
	return separates(before) || unicode.IsLower(before) && name[at] == 'I'
}

func (part role) named(name string, names []string) bool {
	of, isID := strings.CutSuffix(name, "id")
	for _, number := range []string{"nr", "no", "number", "nummer"} {
		if before, ok := strings.CutSuffix(name, number); ok {
			of, isID = before, true
		}
	}
	isID = isID && (part.name != labelPart || of == labelPart)
	for _, n := range names {
		if name == n || isID && of == n {
			return true
		}
	}
	return false
}

// inPlural reports whether a name is one of the part, with an s behind it.
func (part role) inPlural(name string) bool {
	one, ok := strings.CutSuffix(name, "s")
	return ok && (part.named(one, part.aliases) || part.named(one, part.weak) || part.named(one, part.proposed))
}

// isQuestionOfFact reports whether a name asks what a label answers by yes or no: is_toxic, hasError.
func isQuestionOfFact(name string) bool {
	for _, word := range []string{"is", "has", "contains"} {
		if len(name) <= len(word) || !strings.EqualFold(name[:len(word)], word) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(name[len(word):])
		if separates(next) || unicode.IsUpper(next) && unicode.IsLower(rune(name[len(word)-1])) {
			return true
		}
	}
	return false
}

// withoutBrackets removes brackets at the end of a name, with the text inside.
func withoutBrackets(name string) string {
	trimmed := strings.TrimSpace(name)
	for _, pair := range []string{"()", "[]"} {
		if i := strings.LastIndexByte(trimmed, pair[0]); i > 0 && strings.HasSuffix(trimmed, pair[1:]) {
			return trimmed[:i]
		}
	}
	return name
}

// normalized returns a column name without case and separators. Spreadsheets and web pages have some invisible
// separators.
func normalized(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if separates(r) {
			return -1
		}
		return r
	}, name))
}

// separates reports whether a character parts words of a column name, or is not seen.
func separates(r rune) bool {
	return strings.ContainsRune("_-.:/", r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// among reports whether a word is one of some, which have blanks around them.
func among(words, word string) bool { return strings.Contains(words, " "+word+" ") }

// header finds the columns of a file.
type header struct {
	file  string
	names []string
	taken map[int]string // the part that a column has
	texts []string       // columns that are no labels, whatever their names say
}

func newHeader(file string, names []string) *header {
	return &header{file: file, names: names, taken: make(map[int]string)}
}

// repeatedBy reports whether a row repeats the header in at least two columns.
func (h *header) repeatedBy(fields [][]byte) bool {
	for i, f := range fields {
		if string(f) != h.names[i] {
			return false
		}
	}
	return len(fields) > 1
}

// part is a role, and the column that plays it.
type part struct {
	role
	want string // "" for the one that is found by its name
	to   *column
}

// Parts that several columns may have: of the levels of a factor, and of the labels of one labeler.
const (
	studyPart  = "study" // of the columns whose combinations are studies, or of several groupings
	factorPart = "factor"
	widePart   = "wide"
	wherePart  = "where"
	pairPart   = "pair"
	goldPart   = "gold-column"
	judgePart  = "judge-column"
)

// columnOf returns the column that the caller names for a part, or "".
func (o Options) columnOf(part string) string {
	return map[string]string{
		study.ItemFactor: o.Item, study.LabelerFactor: o.Labeler, "study": o.Study, "label": o.Label,
	}[part]
}

// takeFactors finds the columns that become factors, so that they play no other part.
func (h *header) takeFactors(names []string, o Options) ([]column, error) {
	var all []column
	for _, name := range names {
		i, err := h.named(factorPart, name)
		if err != nil {
			return nil, err
		}
		if study.IsPart(h.names[i]) {
			if o.columnOf(h.names[i]) == "" {
				return nil, study.Faultf(study.ReservedName,
					"column %q cannot be a factor: it names the %s of each label", h.names[i], h.names[i]).
					InColumn(h.names[i]).Advising("choose another column").FixedBy(anotherName(h.file, h.names[i],
					true)...)
			}
			return nil, study.Faultf(study.ReservedName,
				"column %q cannot be a factor: every table has a part of that name", h.names[i]).
				InColumn(h.names[i]).Advising("give the column another name").FixedBy(anotherName(h.file, h.names[i],
				false)...)
		}
		all = append(all, column{study.Column{Name: h.names[i], Named: true}, i})
	}
	return all, nil
}

// indexColumns finds item, labeler, study and the factors, and the label if it is wanted too. Label columns that the
// caller names must be taken before, so that they play no other part.
func (h *header) indexColumns(o Options, label *column) (columns, error) {
	var c columns
	h.texts = o.texts
	item, labeler, studies, labels := wordsOfRoles()
	parts := []part{{item, o.Item, &c.item}, {labeler, o.Labeler, &c.labeler}, {studies, o.Study, &c.study}}
	if label != nil {
		parts = append(parts, part{labels, "", label})
	}
	for _, p := range parts { // what the caller names is no candidate for another part
		if p.want == "" {
			continue
		}
		if p.want == study.NoColumn && !p.needed {
			*p.to = column{study.Column{Named: true}, -1}
			continue
		}
		if p.name == studyPart {
			var err error
			if c.study, c.groupings, err = h.takeStudies(p.want); err != nil {
				return c, err
			}
			continue
		}
		i, err := h.named(p.name, p.want)
		if err != nil {
			return c, err
		}
		*p.to = column{study.Column{Name: h.names[i], Named: true}, i}
	}
	var err error
	if c.factors, err = h.takeFactors(o.Factors, o); err != nil {
		return c, err
	}
	var open []missingPart
	for _, p := range parts {
		if p.want != "" {
			continue
		}
		found := h.candidates(p.role)
		switch {
		case len(found) == 1:
			h.taken[found[0]] = p.name
			*p.to = column{study.Column{Name: h.names[found[0]]}, found[0]}
		case len(found) > 1 || p.needed:
			open = append(open, missingPart{p.role, found})
		default:
			*p.to = column{index: -1}
		}
	}
	if len(open) > 0 {
		return c, h.incomplete(open, parts)
	}
	return c, nil
}

// candidates returns the free columns that could be a part: columns with its usual names, or, if there are none, with
// less usual names.
func (h *header) candidates(r role) []int {
	for _, level := range []how{byAlias, byWeakName} {
		if found := h.free(r, level); found != nil {
			return found
		}
	}
	return nil
}

func (h *header) free(r role, by how) []int {
	var found []int
	for i, n := range h.names {
		if h.taken[i] == "" && r.match(n) == by && !(r.name == labelPart && slices.Contains(h.texts, n)) {
			found = append(found, i)
		}
	}
	return found
}

// spoken describes a column by its part.
func spoken(part string) string {
	switch part {
	case factorPart:
		return "a factor"
	case widePart:
		return "a labeler"
	case goldPart, judgePart:
		return "a column of answers"
	case pairPart:
		return "a candidate"
	case wherePart:
		return "a condition"
	}
	return "the " + part
}

// find returns the columns that a name may mean, first by the exact name.
func (h *header) find(want string) []int {
	var found []int
	for i, n := range h.names {
		if n == want {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		for i, n := range h.names {
			if normalized(n) == normalized(want) {
				found = append(found, i)
			}
		}
	}
	return found
}

// named finds the column that the caller calls want.
func (h *header) named(part, want string) (int, error) {
	found := h.find(want)
	switch {
	case len(found) == 0:
		return 0, study.Faultf(MissingColumn, "no column is named %q: %v", want, h.names).InColumn(want).
			FixedBy(h.nearest(part, want)...)
	case len(found) > 1:
		return 0, study.Faultf(AmbiguousColumn, "%d columns are named %q: %v", len(found), want, h.at(found)).
			InColumn(want).Advising("give each column a different name")
	case h.taken[found[0]] != "":
		by := h.taken[found[0]]
		return 0, study.Faultf(ColumnTaken, "column %q cannot be both %s and %s", want, spoken(by), spoken(part)).
			InColumn(want).FixedBy(study.By("", optionOf(part)), study.By("", optionOf(by)))
	}
	h.taken[found[0]] = part
	return found[0], nil
}

func (h *header) at(indices []int) []string {
	names := make([]string, len(indices))
	for i, c := range indices {
		names[i] = h.names[c]
	}
	return names
}
