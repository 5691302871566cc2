// Package page writes a document as one HTML file that opens offline. It needs no network, runs one script that it
// carries, draws charts as inline SVG, and can be read on paper, on a phone, and in the dark.
package page

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"strings"

	"concord/internal/document"
	"concord/internal/document/internal/draw"
	"concord/internal/visible"
)

// Options belong to the page and not to the document.
type Options struct {
	// Version names the program.
	Version string
	// All is a link to the page of all results, and AllText its text; "" if there is none.
	All, AllText string
}

//go:embed style.css script.js
var files embed.FS

// Write writes the page of a document, with the sections of all levels.
func Write(w io.Writer, d *document.Document, o Options) error {
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	script, err := Script()
	if err != nil {
		return err
	}
	p := writer{axes: draw.AxesOf(d), ids: map[string]int{}}
	onLight, onDark := draw.Styles()
	p.put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; `+
		`script-src %s"/>
<meta name="color-scheme" content="light dark"/>
<title>%s</title>
<style>%s</style>
</head>
<body>
`, raw(ScriptHash(script)), d.Title,
		raw(strings.NewReplacer("/*light*/", onLight, "/*dark*/", onDark).Replace(string(style))))
	sections := p.sections(d)
	p.header(d, o, sections)
	p.put("<main>\n")
	for _, s := range sections {
		p.section(s)
	}
	p.put("</main>\n<script>%s</script>\n", raw(script))
	made := "Made by Concord"
	if o.Version != "" {
		made += " " + o.Version
	}
	p.put("<footer><p>%s. This page needs no network.</p></footer>\n</body>\n</html>\n", made)
	// The page itself holds nothing that is obeyed rather than shown; names from the data may.
	_, err = io.WriteString(w, visible.Lines(p.String()))
	return err
}

// header writes the part before the sections: the verdict, the alerts, and links.
func (p *writer) header(d *document.Document, o Options, sections []document.Section) {
	p.put("<header>\n<p class=\"subtitle\">%s</p>\n", cmp.Or(d.Read, d.Title))
	if o.All != "" {
		p.put("<p><a href=\"%s\">%s</a></p>\n", link(o.All), cmp.Or(o.AllText, "All tasks"))
	}
	findings := d.Verdict
	if len(findings) == 0 {
		findings = []string{d.Title}
	}
	p.put("<h1>%s</h1>\n", findings[0])
	for _, text := range findings[1:] {
		p.put("<p class=\"finding\">%s</p>\n", text)
	}
	p.list(d.Repeat)
	for _, text := range d.Alerts {
		p.put("<p class=\"alert\" role=\"alert\">%s</p>\n", text)
	}
	if len(sections) > 0 {
		p.put("<button class=\"contents\" popovertarget=\"contents\">Contents</button>\n" +
			"<nav id=\"contents\" popover=\"\" aria-label=\"Sections\"><ol>\n")
		for _, s := range sections {
			if s.Under != "" {
				p.put("<li class=\"under\">%s</li>\n", s.Under)
			}
			if s.Title != "" {
				p.put("<li><a href=\"#%s\">%s</a></li>\n", s.ID, s.Title)
			}
		}
		p.put("</ol></nav>\n")
	}
	p.put("</header>\n")
}

// sections returns the sections of a document, each with an ID that no other has.
func (p *writer) sections(d *document.Document) []document.Section {
	var all []document.Section
	for _, s := range d.Sections {
		s.ID = p.unique(s.ID)
		all = append(all, s)
	}
	return all
}

// section writes a section.
func (p *writer) section(s document.Section) {
	p.put("<section id=\"%s\">\n", s.ID)
	switch {
	case s.Folded:
		p.put("<details class=\"fold\"><summary><h2>%s</h2></summary>\n", s.Title)
	case s.Title != "":
		p.put("<h2>%s</h2>\n", s.Title)
	}
	for _, text := range s.Lead {
		p.put("<p>%s</p>\n", text)
	}
	row := false // of small figures
	for _, part := range s.Parts {
		if small := isSmall(part); small != row {
			row = small
			p.put("%s\n", raw(map[bool]string{true: `<div class="pair">`, false: "</div>"}[small]))
		}
		p.part(part)
	}
	if row {
		p.put("</div>\n")
	}
	if s.Folded {
		p.put("</details>\n")
	}
	p.put("</section>\n")
}

// isSmall reports whether a part is only a small figure.
func isSmall(p document.Part) bool {
	return p.Chart != nil && p.Chart.IsSmall() && p.Table == nil && p.Heading == "" && len(p.Text) == 0 && p.Code == nil
}

// part writes a part.
func (p *writer) part(part document.Part) {
	if part.Heading != "" {
		p.put("<h3>%s</h3>\n", part.Heading)
	}
	for _, text := range part.Text {
		p.put("<p>%s</p>\n", text)
	}
	p.list(part.List)
	if len(part.Checks) > 0 {
		p.put("<ul class=\"checks\">\n")
		for _, c := range part.Checks {
			class, mark := "failed", "✗"
			if c.OK {
				class, mark = "passed", "✓"
			}
			p.put("<li class=\"%s\">%s %s</li>\n", class, mark, c.Text)
		}
		p.put("</ul>\n")
	}
	t := newTable(part.Table)
	if part.Chart != nil {
		p.figure(part)
		if t != nil {
			t.Same = part.Table.Caption == part.Chart.Title()
		}
	}
	p.table(t)
	if part.Code != nil {
		class := "code"
		if part.Code.Language == "" {
			class = "code prose"
		}
		p.put("<div class=\"%s\"><pre><code>%s</code></pre></div>\n", class, part.Code.Text)
	}
}

// list writes terms with their texts, if there are some.
func (p *writer) list(all []document.Entry) {
	if len(all) == 0 {
		return
	}
	p.put("<dl>\n")
	for _, e := range all {
		p.put("<div><dt>%s</dt><dd>%s</dd></div>\n", e.Term, e.Text)
	}
	p.put("</dl>\n")
}

// figure writes a chart in the forms for a page of some width and for a phone, with its numbers if no table has them.
// Package draw escapes the texts of figures.
func (p *writer) figure(part document.Part) {
	c := part.Chart
	id := p.unique("figure-" + c.Name())
	p.put("<figure data-name=\"%s\">\n<figcaption>%s</figcaption>\n%s\n%s\n", c.Name(), c.Title(),
		raw(draw.Of(c, p.axes, draw.Wide).SVG(id, "figure wide")),
		raw(draw.Of(c, p.axes, draw.Narrow).SVG(id+"-narrow", "figure narrow")))
	if t := newTable(c.Numbers()); t != nil && part.Table == nil {
		t.Folded, t.Summary = true, "The numbers"
		p.table(t)
	}
	p.put("</figure>\n")
}

// table writes a table, if there is one.
func (p *writer) table(t *table) {
	if t == nil {
		return
	}
	if t.Folded {
		p.put("<details class=\"numbers\"><summary>%s</summary>\n", t.Summary)
	}
	p.put("<div class=\"%s\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table%s>\n<caption>%s</caption>\n",
		classes("scroll", when(t.Same, "same")), t.Caption(), attribute("class", classes(when(t.Sortable, "sortable"),
			when(t.Stacked, "stacked"))), t.Caption())
	p.put("<thead%s><tr><th scope=\"col\" style=\"%s\"><span class=\"hidden\">Name</span></th>",
		attribute("class", when(!t.Headed(), "hidden")), t.NameWidth())
	for i, head := range t.Heads {
		p.put("<th scope=\"col\"%s>%s</th>", attribute("class", t.Class(i+1)), head)
	}
	p.put("</tr></thead>\n")
	for g, group := range t.Groups {
		if len(group.Rows) == 0 {
			continue
		}
		p.put("<tbody>\n")
		if group.Title != "" {
			p.put("<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%d\">%s</th></tr>\n", t.Columns(), group.Title)
		}
		for r := range group.Rows {
			p.row(t, g, r)
		}
		p.put("</tbody>\n")
	}
	p.put("</table>\n</div>\n")
	for _, note := range t.Notes {
		p.put("<p class=\"tablenote\">%s</p>\n", note)
	}
	if t.Folded {
		p.put("</details>\n")
	}
}

// row writes row r of group g of a table.
func (p *writer) row(t *table, g, r int) {
	row := t.Row(g, r)
	p.put("<tr%s>", attribute("class", when(row.Line, "line")))
	for i, text := range t.Groups[g].Rows[r] {
		switch {
		case i == 0 && row.Link != "":
			p.put("<th scope=\"row\"><a href=\"%s\">%s</a></th>", link(row.Link), text)
		case i == 0:
			p.put("<th scope=\"row\">%s</th>", text)
		default:
			head := ""
			if t.Stacked {
				head = t.Heads[i-1]
			}
			p.put("<td%s%s>%s%s</td>", attribute("class", t.Class(i)), attribute("data-head", head),
				raw(t.Drawn(row, i)), text)
		}
	}
	p.put("</tr>\n")
}
