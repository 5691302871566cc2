// Package naming has the options for reading a file ([Options]), and finds the roles of columns by their names
// ([Header]).
package naming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/study"
	"concord/study/read/faults"
)

// Column is a column of the file and its place.
type Column struct {
	study.Column
	Index int // −1 where the file has none
}

// Columns are the columns of the parts.
type Columns struct {
	Item, Labeler, Study Column
	Factors              []Column
	Groupings            []Grouping // by several columns; nil: study is the column, if there is one
}

// Role is a part that a column can play.
type Role struct {
	Name    string
	aliases []string
	// weak are names that count if no column has one of the aliases.
	weak []string
	// proposed are names that may mean this part or another: values decide.
	proposed []string
	needed   bool
}

// How is the rule by which a header name stands for a part.
type How int

// Match says how a header name stands for the part, or returns 0. Names may be followed by "id" or "no". But "id" alone
// stands for nothing, because it is the task in one export and the row in another. And a label is no id, so that
// response_id is none. Text in brackets behind a name, such as a scale, does not count, though a name without it counts
// more.
func (part Role) Match(name string) How {
	full := Normalized(name)
	if part.named(full, part.aliases) {
		return ByAlias
	}
	short := Normalized(WithoutBrackets(name))
	switch {
	case part.named(full, part.weak):
		return ByWeakName
	case short != full && (part.named(short, part.aliases) || part.named(short, part.weak)):
		return ByWeakName
	case part.named(full, part.proposed), short != full && part.named(short, part.proposed), part.inPlural(short),
		part.Name == "label" && isQuestionOfFact(name):
		return ByProposal
	case part.Name == "item" && IsID(name):
		return ByID
	}
	return 0
}

func (part Role) named(name string, names []string) bool {
	of, isID := strings.CutSuffix(name, "id")
	for _, number := range []string{"nr", "no", "number", "nummer"} {
		if before, ok := strings.CutSuffix(name, number); ok {
			of, isID = before, true
		}
	}
	isID = isID && (part.Name != LabelPart || of == LabelPart)
	for _, n := range names {
		if name == n || isID && of == n {
			return true
		}
	}
	return false
}

const (
	ByAlias How = iota + 1
	ByWeakName
	ByProposal // if the values of the column are as the part has them
	ByID       // of items: any other id, if the values are
	byValues   // no name says so
)

// IsID reports whether a name ends in the word id: order_id, "Case ID", clipId.
func IsID(name string) bool {
	at := len(name) - len("id")
	if at < 1 || !strings.EqualFold(name[at:], "id") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(name[:at])
	return Separates(before) || unicode.IsLower(before) && name[at] == 'I'
}

// inPlural reports whether a name is one of the part, with an s behind it.
func (part Role) inPlural(name string) bool {
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
		if Separates(next) || unicode.IsUpper(next) && unicode.IsLower(rune(name[len(word)-1])) {
			return true
		}
	}
	return false
}

// WithoutBrackets removes brackets at the end of a name, with the text inside.
func WithoutBrackets(name string) string {
	trimmed := strings.TrimSpace(name)
	for _, pair := range []string{"()", "[]"} {
		if i := strings.LastIndexByte(trimmed, pair[0]); i > 0 && strings.HasSuffix(trimmed, pair[1:]) {
			return trimmed[:i]
		}
	}
	return name
}

// Normalized returns a column name without case and separators. Spreadsheets and web pages have some invisible
// separators.
func Normalized(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if Separates(r) {
			return -1
		}
		return r
	}, name))
}

// Separates reports whether a character parts words of a column name, or is not seen.
func Separates(r rune) bool {
	return strings.ContainsRune("_-.:/", r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// Among reports whether a word is one of some, which have blanks around them.
func Among(words, word string) bool { return strings.Contains(words, " "+word+" ") }

// Header finds the columns of a file.
type Header struct {
	File  string
	Names []string
	Taken map[int]string // the part that a column has
	Texts []string       // columns that are no labels, whatever their names say
}

func NewHeader(file string, names []string) *Header {
	return &Header{File: file, Names: names, Taken: make(map[int]string)}
}

// RepeatedBy reports whether a row repeats the header in at least two columns.
func (h *Header) RepeatedBy(fields [][]byte) bool {
	for i, f := range fields {
		if string(f) != h.Names[i] {
			return false
		}
	}
	return len(fields) > 1
}

// part is a role, and the column that plays it.
type part struct {
	Role
	want string // "" for the one that is found by its name
	to   *Column
}

// Parts that several columns may have: of the levels of a factor, and of the labels of one labeler.
const (
	StudyPart  = "study" // of the columns whose combinations are studies, or of several groupings
	FactorPart = "factor"
	WidePart   = "wide"
	WherePart  = "where"
	PairPart   = "pair"
	GoldPart   = "gold-column"
	JudgePart  = "judge-column"
)

// ColumnOf returns the column that the caller names for a part, or "".
func (o Options) ColumnOf(part string) string {
	return map[string]string{
		study.ItemFactor: o.Item, study.LabelerFactor: o.Labeler, "study": o.Study, "label": o.Label,
	}[part]
}

// TakeFactors finds the columns that become factors, so that they play no other part.
func (h *Header) TakeFactors(names []string, o Options) ([]Column, error) {
	var all []Column
	for _, name := range names {
		i, err := h.Named(FactorPart, name)
		if err != nil {
			return nil, err
		}
		if study.IsPart(h.Names[i]) {
			if o.ColumnOf(h.Names[i]) == "" {
				return nil, study.ReservedName.Faultf(
					"column %q cannot be a factor: it names the %s of each label", h.Names[i], h.Names[i]).
					InColumn(h.Names[i]).Advising("choose another column").FixedBy(anotherName(h.File, h.Names[i],
					true)...)
			}
			return nil, study.ReservedName.Faultf(
				"column %q cannot be a factor: every table has a part of that name", h.Names[i]).
				InColumn(h.Names[i]).Advising("give the column another name").FixedBy(anotherName(h.File, h.Names[i],
				false)...)
		}
		all = append(all, Column{study.Column{Name: h.Names[i], Named: true}, i})
	}
	return all, nil
}

// IndexColumns finds item, labeler, study and the factors, and the label if it is wanted too. Label columns that the
// caller names must be taken before, so that they play no other part.
func (h *Header) IndexColumns(o Options, label *Column) (Columns, error) {
	var c Columns
	h.Texts = o.Texts
	item, labeler, studies, labels := WordsOfRoles()
	parts := []part{{item, o.Item, &c.Item}, {labeler, o.Labeler, &c.Labeler}, {studies, o.Study, &c.Study}}
	if label != nil {
		parts = append(parts, part{labels, "", label})
	}
	for _, p := range parts { // what the caller names is no candidate for another part
		if p.want == "" {
			continue
		}
		if p.want == study.NoColumn && !p.needed {
			*p.to = Column{study.Column{Named: true}, -1}
			continue
		}
		if p.Name == StudyPart {
			var err error
			if c.Study, c.Groupings, err = h.TakeStudies(p.want); err != nil {
				return c, err
			}
			continue
		}
		i, err := h.Named(p.Name, p.want)
		if err != nil {
			return c, err
		}
		*p.to = Column{study.Column{Name: h.Names[i], Named: true}, i}
	}
	var err error
	if c.Factors, err = h.TakeFactors(o.Factors, o); err != nil {
		return c, err
	}
	var open []missingPart
	for _, p := range parts {
		if p.want != "" {
			continue
		}
		found := h.Candidates(p.Role)
		switch {
		case len(found) == 1:
			h.Taken[found[0]] = p.Name
			*p.to = Column{study.Column{Name: h.Names[found[0]]}, found[0]}
		case len(found) > 1 || p.needed:
			open = append(open, missingPart{p.Role, found})
		default:
			*p.to = Column{Index: -1}
		}
	}
	if len(open) > 0 {
		return c, h.incomplete(open, parts)
	}
	return c, nil
}

// Candidates returns the free columns that could be a part: columns with its usual names, or, if there are none, with
// less usual names.
func (h *Header) Candidates(r Role) []int {
	for _, level := range []How{ByAlias, ByWeakName} {
		if found := h.Free(r, level); found != nil {
			return found
		}
	}
	return nil
}

func (h *Header) Free(r Role, by How) []int {
	var found []int
	for i, n := range h.Names {
		if h.Taken[i] == "" && r.Match(n) == by && !(r.Name == LabelPart && slices.Contains(h.Texts, n)) {
			found = append(found, i)
		}
	}
	return found
}

// spoken describes a column by its part.
func spoken(part string) string {
	switch part {
	case FactorPart:
		return "a factor"
	case WidePart:
		return "a labeler"
	case GoldPart, JudgePart:
		return "a column of answers"
	case PairPart:
		return "a candidate"
	case WherePart:
		return "a condition"
	}
	return "the " + part
}

// Find returns the columns that a name may mean, first by the exact name.
func (h *Header) Find(want string) []int {
	var found []int
	for i, n := range h.Names {
		if n == want {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		for i, n := range h.Names {
			if Normalized(n) == Normalized(want) {
				found = append(found, i)
			}
		}
	}
	return found
}

// Named finds the column that the caller calls want.
func (h *Header) Named(part, want string) (int, error) {
	found := h.Find(want)
	switch {
	case len(found) == 0:
		return 0, faults.MissingColumn.Faultf("no column is named %q: %v", want, h.Names).InColumn(want).
			FixedBy(h.nearest(part, want)...)
	case len(found) > 1:
		return 0, faults.AmbiguousColumn.Faultf("%d columns are named %q: %v", len(found), want, h.At(found)).
			InColumn(want).Advising("give each column a different name")
	case h.Taken[found[0]] != "":
		by := h.Taken[found[0]]
		return 0, faults.ColumnTaken.Faultf("column %q cannot be both %s and %s", want, spoken(by), spoken(part)).
			InColumn(want).FixedBy(study.By("", OptionOf(part)), study.By("", OptionOf(by)))
	}
	h.Taken[found[0]] = part
	return found[0], nil
}

func (h *Header) At(indices []int) []string {
	names := make([]string, len(indices))
	for i, c := range indices {
		names[i] = h.Names[c]
	}
	return names
}
