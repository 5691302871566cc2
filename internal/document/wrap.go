package document

import "strings"

// textWidth is the width to which sentences are broken.
const textWidth = 100

// Wrap breaks the lines of a text so that none is wider than a number of columns, between words and never within a
// number or an interval. Broken lines continue with their indent and further more blanks. A word that is wider than a
// line stays whole.
func Wrap(text string, columns, further int) string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		all = append(all, wrapped(line, columns, further, false)...)
	}
	return strings.Join(all, "\n")
}

// wrapped breaks one line, and words that are wider than a line if chop says so.
func wrapped(text string, columns, further int, chop bool) []string {
	if columns <= 0 || width(text) <= columns {
		return []string{text}
	}
	rest := strings.TrimLeft(text, " ")
	first := text[:len(text)-len(rest)]
	indent := first + strings.Repeat(" ", further)
	var lines []string
	line := first
	open := false // nothing stands behind the indent
	all := words(rest)
	if chop {
		all = pieces(all, columns-width(indent))
	}
	for _, word := range all {
		blanks := word[:len(word)-len(strings.TrimLeft(word, " "))]
		word = word[len(blanks):]
		if open && width(line)+len(blanks)+width(word) > columns {
			lines, line, open = append(lines, line), indent, false
		}
		if open {
			line += blanks
		}
		line, open = line+word, true
	}
	return append(lines, line)
}

// pieces divides words that are wider than a number of columns.
func pieces(words []string, columns int) []string {
	var all []string
	for _, word := range words {
		name := strings.TrimLeft(word, " ")
		if width(name) <= columns {
			all = append(all, word)
			continue
		}
		first := len(all)
		all = append(all, chopped(name, columns)...)
		all[first] = word[:len(word)-len(name)] + all[first]
	}
	return all
}

// words divides a text into words, each with the blanks before it. A number with gaps between its thousands
// is one word, and so is an interval, or a name with arguments.
func words(text string) []string {
	var all []string
	from := 0
	bracket := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '(':
			bracket = text[i] == '[' || i > 0 && text[i-1] != ' ' // such as normal(0, 1)
		case ']', ')':
			bracket = false
		case ' ':
			if i > from && text[i-1] != ' ' && !thousands(text, i) && !(bracket && closes(text[i:])) {
				all, from = append(all, text[from:i]), i
			}
		}
	}
	return append(all, text[from:])
}

// thousands reports whether the blank at i is between the digits of a number.
func thousands(text string, i int) bool {
	digit := func(k int) bool { return k >= 0 && k < len(text) && text[k] >= '0' && text[k] <= '9' }
	before := i
	for digit(before - 1) {
		before--
	}
	return before < i && i-before <= 3 && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
}

// closes reports whether a bracket ends before another begins, and soon.
func closes(text string) bool {
	const longest = 40 // of an interval
	end := strings.IndexAny(text, "[]()")
	return end >= 0 && end < longest && (text[end] == ']' || text[end] == ')')
}
