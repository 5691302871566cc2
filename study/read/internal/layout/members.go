package layout

import (
	"encoding/json"
	"strings"
)

// Members returns the labels that a text holds. Lists are in brackets, as JSON, Python and Postgres write them, or have
// the separator between their elements. Without either, a text is one label.
func Members(text, separator string) []string {
	text = strings.TrimSpace(text)
	if inside, ok := unbracketed(text); ok {
		if all, ok := jsonList(text); ok {
			return all
		}
		if separator == "" {
			separator = listSeparator(inside)
		}
		return unquoted(inside, separator)
	}
	if separator == "" {
		return []string{text}
	}
	return nonEmpty(strings.Split(text, separator))
}

// Separated reports whether a text contains the separator, or is a list in brackets.
func Separated(text, separator string) bool {
	_, ok := unbracketed(text)
	return ok || strings.Contains(text, separator)
}

// jsonList reads a list of JSON whose elements are texts, numbers and truth values.
func jsonList(text string) (all []string, ok bool) {
	var list []json.RawMessage
	if json.Unmarshal([]byte(text), &list) != nil {
		return nil, false
	}
	for _, raw := range list {
		element := string(raw)
		if strings.HasPrefix(element, `"`) && json.Unmarshal(raw, &element) != nil {
			return nil, false
		}
		if element = strings.TrimSpace(element); element != "" && element != "null" {
			all = append(all, element)
		}
	}
	return all, true
}

// listSeparator is the separator of a list in brackets: a comma, unless there is none.
func listSeparator(inside string) string {
	for _, by := range []string{",", ";", "|", "\n"} {
		if strings.Contains(inside, by) {
			return by
		}
	}
	return ","
}

// unquoted cuts a text at a separator outside quotes, and takes the quotes away.
func unquoted(text, separator string) []string {
	var all []string
	for text != "" {
		text = strings.TrimSpace(text)
		quote := strings.IndexAny(text, `"'`)
		if quote == 0 {
			if end := strings.Index(text[1:], text[:1]); end >= 0 {
				all = append(all, text[1:1+end])
				_, text, _ = strings.Cut(text[end+2:], separator)
				continue
			}
		}
		var part string
		part, text, _ = strings.Cut(text, separator)
		all = append(all, part)
	}
	return nonEmpty(all)
}

func nonEmpty(parts []string) []string {
	var all []string
	for _, part := range parts {
		if part = strings.Trim(strings.TrimSpace(part), "\u00a0"); part != "" {
			all = append(all, part)
		}
	}
	return all
}
