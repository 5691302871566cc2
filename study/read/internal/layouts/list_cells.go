package layouts

import (
	"bytes"
	"strings"

	"concord/study/read/internal/container"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/stream"
)

// listForm is how cells write lists: in brackets, or with a separator.
type listForm struct{ separator string }

// listSeparators are tried in their order where cells do not say it otherwise.
const listSeparators = "|;,/\t "

// listFormOf recognises the form of a column by its first rows. In brackets the separator does not matter.
func listFormOf(first *stream.FirstRows, column int) listForm {
	var labels []layout.Label
	for _, row := range first.Cells {
		if row[column] != "" {
			labels = append(labels, layout.Label{Text: row[column], Rows: 1})
		}
	}
	if found, ok := layout.FindSeveral(labels); ok {
		return listForm{found.Separator}
	}
	for _, by := range listSeparators {
		rows := 0
		for _, l := range labels {
			if strings.ContainsRune(l.Text, by) {
				rows++
			}
		}
		if rows > 0 && 2*rows >= len(labels) {
			return listForm{string(by)}
		}
	}
	return listForm{}
}

// elements cuts a cell into the labels of the list. Empty ones are missing labels. A text without brackets and
// separator is a list of one label, and an empty text is a list of none.
func (form listForm) elements(cell []byte, to [][]byte) [][]byte {
	to = to[:0]
	cell = container.Trim(cell)
	if len(cell) == 0 {
		return to
	}
	if n := len(cell); n > 1 && strings.IndexByte("[{(", cell[0]) >= 0 && strings.IndexByte("]})", cell[n-1]) >= 0 {
		return bracketed(cell[1:n-1], to)
	}
	if form.separator == "" {
		return append(to, cell)
	}
	for {
		before, after, more := bytes.Cut(cell, []byte(form.separator))
		to = append(to, bare(before))
		if !more {
			return to
		}
		cell = after
	}
}

// bracketed cuts a text in brackets at commas outside quotes, or at blanks, as numpy writes lists.
func bracketed(inside []byte, to [][]byte) [][]byte {
	inside = container.Trim(inside)
	if len(inside) == 0 {
		return to
	}
	between := byte(',')
	if bytes.IndexByte(inside, ',') < 0 {
		between = ' '
		for _, c := range []byte(";|") {
			if bytes.IndexByte(inside, c) >= 0 {
				between = c
			}
		}
	}
	from, quote := 0, byte(0)
	for p := 0; p <= len(inside); p++ {
		cut := func(c byte) bool { return c == between || between == ' ' && container.IsBlank(c) }
		switch {
		case p == len(inside) || quote == 0 && cut(inside[p]):
			if part := container.Trim(inside[from:p]); len(part) > 0 || between != ' ' {
				to = append(to, bare(part))
			}
			from = p + 1
		case quote != 0 && inside[p] == '\\':
			p++
		case quote != 0 && inside[p] == quote:
			quote = 0
		case quote == 0 && (inside[p] == '"' || inside[p] == '\'') && len(container.Trim(inside[from:p])) == 0:
			quote = inside[p]
		}
	}
	return to
}

// bare is an element without blanks and the quotes around it.
func bare(element []byte) []byte {
	element = container.Trim(element)
	if n := len(element); n > 1 && (element[0] == '"' || element[0] == '\'') && element[n-1] == element[0] {
		element = container.Trim(bytes.ReplaceAll(element[1:n-1], []byte{'\\', element[0]}, element[:1]))
	}
	return element
}
