package page

import (
	"fmt"
	"html"
	"strings"

	"concord/internal/document/internal/draw"
)

// writer writes HTML. It escapes every text that is put in it; package html/template would do the same, but keeps the
// linker from leaving out what the web page never calls.
type writer struct {
	strings.Builder
	axes draw.Axes
	ids  map[string]int
}

// raw is HTML that is not escaped. None of it comes from the data.
type raw string

// put writes a format of HTML with its values. It escapes strings.
func (p *writer) put(format string, values ...any) {
	escaped := make([]any, len(values))
	for i, v := range values {
		if text, ok := v.(string); ok {
			v = html.EscapeString(text)
		}
		escaped[i] = v
	}
	fmt.Fprintf(p, format, escaped...)
}

// unique returns an ID that no other element has.
func (p *writer) unique(id string) string {
	if p.ids[id]++; p.ids[id] > 1 {
		return fmt.Sprintf("%s-%d", id, p.ids[id])
	}
	return id
}

// attribute writes a blank and an attribute, or nothing if it has no value.
func attribute(name, value string) raw {
	if value == "" {
		return ""
	}
	return raw(" " + name + `="` + html.EscapeString(value) + `"`)
}

// classes joins the names that are not empty.
func classes(names ...string) string {
	return strings.Join(strings.Fields(strings.Join(names, " ")), " ")
}

// when is a name if something holds.
func when(holds bool, name string) string {
	if holds {
		return name
	}
	return ""
}

// link returns a link within the page or its folder. Links with a scheme, which a browser may run, lead nowhere.
func link(to string) string {
	before, _, scheme := strings.Cut(to, ":")
	if scheme && !strings.ContainsAny(before, "/?#") {
		return "#"
	}
	return to
}
