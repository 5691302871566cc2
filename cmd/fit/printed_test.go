package main

import (
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printedNumber is a number as tables print it.
var printedNumber = regexp.MustCompile(`[−-]?[0-9]+(\.[0-9]+)?`)

// assertPrinted checks that a text holds these numbers, in their order, each rounded to the decimals that it has.
func assertPrinted(t *testing.T, text string, values ...float64) {
	t.Helper()
	found := printedNumber.FindAllString(text, -1)
	require.Len(t, found, len(values), "%q", text)
	for i, printed := range found {
		_, decimals, _ := strings.Cut(printed, ".")
		x, err := strconv.ParseFloat(strings.Replace(printed, "−", "-", 1), 64)
		require.NoError(t, err)
		assert.LessOrEqual(t, math.Abs(x-values[i]), 0.5000001*math.Pow10(-len(decimals)), "%q: %v", text, values[i])
	}
}

// pageRows returns the cells of all rows of tables of a section of a page, by the title of the group and the name of
// the row.
func pageRows(t *testing.T, page, section string) map[string][]string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<section id="`+section+`">`)
	require.True(t, found, section)
	rest, _, _ = strings.Cut(rest, "</section>")
	rows, group := map[string][]string{}, ""
	tags := regexp.MustCompile(`<[^>]*>`)
	text := func(s string) string { return html.UnescapeString(tags.ReplaceAllString(s, "")) }
	for _, row := range regexp.MustCompile(`(?s)<tr( class="group")?>(.*?)</tr>`).FindAllStringSubmatch(rest, -1) {
		if row[1] != "" {
			group = text(row[2])
			continue
		}
		cells := strings.Split(row[2], "</td>")
		name, first, _ := strings.Cut(cells[0], "</th>")
		cells[0] = first
		for i := range cells {
			cells[i] = text(cells[i])
		}
		rows[strings.TrimSpace(group+" "+text(name))] = cells[:len(cells)-1]
	}
	return rows
}
