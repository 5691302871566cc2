package layouts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// Parts that a pattern of columns may name, in braces.
const (
	labelerOfName  = "labeler"
	occasionOfName = "occasion"
	questionOfName = "label" // several columns of labels, each of a question
)

// HasParts reports whether options name parts of the names of columns: {labeler}_{occasion}.
func HasParts(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return strings.ContainsAny(p, "{}") })
}

// namedPart is a column whose name says the labeler, and perhaps the occasion and the question.
type namedPart struct {
	column                      int
	labeler, occasion, question []byte
}

// namedParts makes records of columns whose names hold more than the labeler. The occasion is a separate column:
// labels of one labeler that differ in it are labels given again, unless it plays another part. So is the question.
func (l *laying) namedParts() (func(*stream.Melted) error, error) {
	h, o := l.Header, &l.Options
	if o.Item == "" {
		o.Item = idOfParts(l.first, h)
	}
	parts, has, err := NamedParts(h, o.Wide)
	if err != nil {
		return nil, err
	}
	var needed []int
	for _, p := range parts {
		needed = append(needed, p.column)
	}
	l.rowsAreItems(needed)
	which := strings.Join(o.Wide, ",")
	o.Labeler, o.Label = "columns "+which, "cells of "+which
	own := []string{o.Labeler, o.Label}
	if has[occasionOfName] {
		l.Occasion = stream.UnusedName(h.Names, occasionOfName)
		own = append(own, l.Occasion)
		apart := append(slices.Clone(o.Factors), o.Study)
		if o.Duplicates == study.DuplicatesError && !slices.Contains(apart, l.Occasion) {
			o.Duplicates = study.DuplicatesKeep
		}
	}
	if has[questionOfName] {
		own = append(own, stream.UnusedName(h.Names, questionColumn))
	}
	values := make([][]byte, 0, len(own))
	l.plan.Own = own
	return func(m *stream.Melted) error {
		for _, p := range parts {
			values = append(values[:0], p.labeler, m.Fields[p.column])
			if has[occasionOfName] {
				values = append(values, p.occasion)
			}
			if has[questionOfName] {
				values = append(values, p.question)
			}
			m.Add(values...)
		}
		return nil
	}, nil
}

// idOfParts returns the name of the column that is called an id, "" for none. It is the item then, and has no parts.
func idOfParts(first *stream.FirstRows, h *naming.Header) string {
	if i := idColumn(first, h, nil); takenBy(h, study.ItemFactor) < 0 && i >= 0 &&
		(naming.IsID(h.Names[i]) || naming.Normalized(h.Names[i]) == "id") {
		h.Taken[i] = study.ItemFactor
		return h.Names[i]
	}
	return ""
}

// questionColumn is the name of the column of questions that are parts of names.
const questionColumn = "question"

// NamedParts returns the free columns whose names are like patterns, with the parts of their names, and which parts
// there are.
func NamedParts(h *naming.Header, patterns []string) ([]namedPart, map[string]bool, error) {
	has := make(map[string]bool)
	of := make(map[int]namedPart)
	for _, pattern := range patterns {
		form, err := partsForm(pattern)
		if err != nil {
			return nil, nil, err
		}
		found := 0
		for i, name := range h.Names {
			match := form.FindStringSubmatch(strings.TrimSpace(name))
			if match == nil || h.Taken[i] != "" {
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
			h.Taken[i] = naming.WidePart
			of[i] = part
			found++
		}
		if found == 0 {
			return nil, nil, faults.NoMatchingColumn.Faultf("no free column has a name like %q: %v", pattern,
				h.Names).FixedBy(study.Choose("choose others", "wide"))
		}
	}
	var parts []namedPart
	for i := range h.Names {
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
		return study.BadOption.Faultf("pattern %q %s", pattern, found).
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
func findReadings(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	p, sure := readings(first, nil)
	if p.columns == nil {
		return o, "", nil
	}
	pattern := partsPattern(first, file, o, occasionOfName, p)
	if pattern == "" || !sure {
		return o, "", readingsRefused(first, file, o, p, -1)
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
func partsPattern(first *stream.FirstRows, file string, o naming.Options, other string, of columnParts) string {
	for _, between := range []string{"_", "-", ".", " ", ""} {
		for _, pattern := range []string{"{labeler}" + between + "{" + other + "}",
			"{" + other + "}" + between + "{labeler}"} {
			h := layoutHeader(first.Header, file, o)
			if o.Item == "" {
				idOfParts(first, h)
			}
			parts, _, err := NamedParts(h, []string{pattern})
			if err != nil || len(parts) != len(of.columns) {
				continue
			}
			same := true
			for _, p := range parts {
				value := p.occasion
				if other == questionOfName {
					value = p.question
				}
				same = same && slices.Contains(of.columns, first.Header[p.column]) &&
					slices.Contains(of.labelers, string(p.labeler)) && slices.Contains(of.others, string(value))
			}
			if same {
				return pattern
			}
		}
	}
	return ""
}
