// Package layout recognises forms of labels that would answer another question if each label were read alone: sets,
// lists, rankings, words that have an order, pairs, counts, readings. It looks at texts only.
package layout

import "strings"

// Label is a label as the file writes it.
type Label struct {
	Text string
	Rows int
}

// bare is a text without blanks around it and the quotes that programs leave around texts in a list.
func bare(text string) string { return strings.Trim(strings.TrimSpace(text), `"'#`+" \u00a0") }

// unbracketed returns the text inside brackets that hold a list, such as [a, b], {a,b} and ('a', 'b').
func unbracketed(text string) (inside string, ok bool) {
	text = strings.TrimSpace(text)
	for _, pair := range []string{"[]", "{}", "()"} {
		if len(text) >= 2 && text[0] == pair[0] && text[len(text)-1] == pair[1] {
			inside = text[1 : len(text)-1]
			return inside, !strings.ContainsAny(inside, "[]{}()") && (pair != "{}" || !strings.Contains(inside, ":"))
		}
	}
	return "", false
}

// elements cuts a text at each of the separators. Empty elements are left out.
func elements(text, separators string) []string {
	var all []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if part = bare(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
