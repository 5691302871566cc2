package read

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// Parts that a pattern of columns may name, in braces.
const (
	labelerOfName  = "labeler"
	occasionOfName = "occasion"
	questionOfName = "label" // several columns of labels, each of a question
)

// hasParts reports whether options name parts of the names of columns: {labeler}_{occasion}.
func hasParts(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return strings.ContainsAny(p, "{}") })
}

// readColumns makes records of columns that hold the labels of one labeler each.
func readColumns(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if hasParts(o.Wide) {
		return readNamedParts(r, first, file, o)
	}
	return readWide(r, first, file, o)
}

// namedPart is a column whose name says the labeler, and perhaps the occasion and the question.
type namedPart struct {
	column                      int
	labeler, occasion, question []byte
}

// readNamedParts makes records of columns whose names hold more than the labeler. The occasion is a separate column:
// labels of one labeler that differ in it are labels given again, unless it plays another part. So is the question.
func readNamedParts(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if err := o.conflicting("Wide", study.LabelerFactor, labelPart); err != nil {
		return laidOut{}, err
	}
	h, o := first.partsHeader(r.Header(), file, o)
	parts, has, err := h.namedParts(o.Wide)
	if err != nil {
		return laidOut{}, err
	}
	var needed []int
	for _, p := range parts {
		needed = append(needed, p.column)
	}
	o, number := first.itemOr(h, o, needed)
	which := strings.Join(o.Wide, ",")
	o.Labeler, o.Label = "columns "+which, "cells of "+which
	own := []string{o.Labeler, o.Label}
	occasion := ""
	if has[occasionOfName] {
		occasion = unusedName(h.names, occasionOfName)
		own = append(own, occasion)
		apart := append(slices.Clone(o.Factors), o.Study)
		if o.Duplicates == study.DuplicatesError && !slices.Contains(apart, occasion) {
			o.Duplicates = study.DuplicatesKeep
		}
	}
	if has[questionOfName] {
		own = append(own, unusedName(h.names, questionColumn))
	}
	values := make([][]byte, 0, len(own))
	made := melt(r, plan{needed: needed, own: own, number: number}, func(m *melted) error {
		for _, p := range parts {
			values = append(values[:0], p.labeler, m.fields[p.column])
			if has[occasionOfName] {
				values = append(values, p.occasion)
			}
			if has[questionOfName] {
				values = append(values, p.question)
			}
			m.add(values...)
		}
		return nil
	})
	return laidOut{records: made, options: o, occasion: occasion}, nil
}

// partsHeader returns the columns of a file: names of the free ones may have parts. The options that it returns name
// the item if a column is called an id.
func (first *firstRows) partsHeader(names []string, file string, o Options) (*header, Options) {
	h := layoutHeader(names, file, o)
	if i := first.idColumn(h, nil); o.Item == "" && h.takenBy(study.ItemFactor) < 0 && i >= 0 &&
		(isID(h.names[i]) || normalized(h.names[i]) == "id") {
		o.Item = h.names[i]
		h.taken[i] = study.ItemFactor
	}
	return h, o
}

// questionColumn is the name of the column of questions that are parts of names.
const questionColumn = "question"

// namedParts returns the free columns whose names are like patterns, with the parts of their names, and which parts
// there are.
func (h *header) namedParts(patterns []string) ([]namedPart, map[string]bool, error) {
	has := make(map[string]bool)
	of := make(map[int]namedPart)
	for _, pattern := range patterns {
		form, err := partsForm(pattern)
		if err != nil {
			return nil, nil, err
		}
		found := 0
		for i, name := range h.names {
			match := form.FindStringSubmatch(strings.TrimSpace(name))
			if match == nil || h.taken[i] != "" {
				continue
			}
			part := namedPart{column: i}
			for k, group := range form.SubexpNames() {
				text := []byte(strings.Trim(match[k], " _.-"))
				switch group {
				case labelerOfName:
					part.labeler = text
				case occasionOfName:
					part.occasion = text
				case questionOfName:
					part.question = text
				}
				has[group] = true
			}
			if len(part.labeler) == 0 {
				continue
			}
			h.taken[i] = widePart
			of[i] = part
			found++
		}
		if found == 0 {
			return nil, nil, study.Faultf(NoMatchingColumn, "no free column has a name like %q: %v", pattern,
				h.names).FixedBy(study.Choose("choose others", "wide"))
		}
	}
	var parts []namedPart
	for i := range h.names {
		if p, ok := of[i]; ok {
			parts = append(parts, p)
		}
	}
	return parts, has, nil
}

// partsForm is a pattern as a regular expression: in braces labeler, occasion and label, * any text, ? any character.
// Between a labeler and an occasion with nothing between them, the occasion is a number or a word for one. Otherwise
// the labeler is the longer part.
func partsForm(pattern string) (*regexp.Regexp, error) {
	bad := func(found string) error {
		return study.Faultf(study.BadOption, "pattern %q %s", pattern, found).
			Advising("name {labeler} once, and {occasion} and {label} once at most")
	}
	var form strings.Builder
	form.WriteString("^")
	seen := make(map[string]bool)
	last := "" // part that stands right before
	for rest := pattern; rest != ""; {
		if rest[0] != '{' {
			last = ""
			switch r := []rune(rest)[0]; r {
			case '*':
				form.WriteString(".*?")
				rest = rest[1:]
			case '?':
				form.WriteString(".")
				rest = rest[1:]
			case '}':
				return nil, bad("has a brace that is not opened")
			default:
				form.WriteString(regexp.QuoteMeta(string(r)))
				rest = strings.TrimPrefix(rest, string(r))
			}
			continue
		}
		name, behind, closed := strings.Cut(rest[1:], "}")
		switch {
		case !closed:
			return nil, bad("has a brace that is not closed")
		case name != labelerOfName && name != occasionOfName && name != questionOfName:
			return nil, bad("has no part called " + visible.Quote(name))
		case seen[name]:
			return nil, bad("names " + name + " twice")
		}
		seen[name] = true
		next := ""
		if strings.HasPrefix(behind, "{") {
			next, _, _ = strings.Cut(behind[1:], "}")
		}
		text := ".+"
		switch {
		case name == occasionOfName && (last != "" || next != ""):
			text = layout.OccasionForm
		case next == occasionOfName, name == occasionOfName, name == questionOfName && !seen[labelerOfName]:
			text = ".+?"
		}
		fmt.Fprintf(&form, "(?P<%s>%s)", name, text)
		last, rest = name, behind
	}
	if !seen[labelerOfName] {
		return nil, bad("does not name the labeler")
	}
	return regexp.Compile("(?i)" + form.String() + "$")
}

// findReadings recognises columns that are named by labeler and occasion.
func findReadings(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	p, sure := first.readings(nil)
	if p.columns == nil {
		return o, "", nil
	}
	pattern := first.partsPattern(file, o, occasionOfName, p)
	if pattern == "" || !sure {
		return o, "", first.readingsRefused(file, o, p, -1)
	}
	o.Wide = []string{pattern}
	return o, p.said(), nil
}

// columnParts are columns whose names have two parts: a labeler, and another, such as an occasion or a question.
type columnParts struct {
	labelers, others []string
	columns          []string // those of each of others together
}

func partsOf(o layout.Occasions, names []string) columnParts {
	p := columnParts{labelers: o.Labelers, others: o.Occasions}
	for other := range o.Occasions {
		for l := range o.Labelers {
			p.columns = append(p.columns, names[o.Column[l][other]])
		}
	}
	return p
}

// said describes columns of labelers on occasions.
func (p columnParts) said() string {
	return visible.Sprintf("columns of one labeler (%v) and one occasion (%v) each, so that a labeler has several "+
		"labels of an item", p.labelers, p.others)
}

// ofOccasions are for columns of one labeler and one occasion each, which a pattern may match.
func (p columnParts) ofOccasions(pattern, item string) (all []study.Fix) {
	if pattern != "" {
		several := study.To("each labeler several times", "wide", pattern)
		all = append(all, several, several.With("measurement"))
		all[1].Does = "the same without a model, with limits of agreement"
	}
	wide := func(does string, columns []string) study.Fix {
		f := study.To(does, "wide", columns...)
		if item != "" {
			f = f.Within(item)
		}
		return f
	}
	var ofOne []string
	for k := 0; k < len(p.columns); k += len(p.labelers) {
		ofOne = append(ofOne, p.columns[k])
	}
	return append(all, wide("between labelers, on one occasion", p.columns[:len(p.labelers)]),
		wide("one labeler with itself", ofOne), wide("each column as a labeler", p.columns).And("as-is"))
}

// ofQuestions are for columns of one labeler and one question each, which a pattern may match.
func (p columnParts) ofQuestions(pattern string) (all []study.Fix) {
	if pattern != "" {
		all = append(all, study.To("each question alone", "wide", pattern).And("by", "question"))
	}
	return append(all, study.To("the first question", "wide", p.columns[:len(p.labelers)]...),
		study.To("each column as a labeler", "wide", p.columns...))
}

// partsPattern is a pattern that matches exactly some columns, and reads labelers and another part from their names; ""
// if there is none.
func (first *firstRows) partsPattern(file string, o Options, other string, of columnParts) string {
	for _, between := range []string{"_", "-", ".", " ", ""} {
		for _, pattern := range []string{"{labeler}" + between + "{" + other + "}",
			"{" + other + "}" + between + "{labeler}"} {
			h, _ := first.partsHeader(first.header, file, o)
			parts, _, err := h.namedParts([]string{pattern})
			if err != nil || len(parts) != len(of.columns) {
				continue
			}
			same := true
			for _, p := range parts {
				value := p.occasion
				if other == questionOfName {
					value = p.question
				}
				same = same && slices.Contains(of.columns, first.header[p.column]) &&
					slices.Contains(of.labelers, string(p.labeler)) && slices.Contains(of.others, string(value))
			}
			if same {
				return pattern
			}
		}
	}
	return ""
}
