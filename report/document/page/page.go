// Package page writes a document as one HTML file that opens offline. It needs no network, runs one script that it
// carries, draws charts as inline SVG, and can be read on paper, on a phone, and in the dark.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"concord/internal/visible"
	"concord/report/document"
	"concord/report/document/internal/draw"
)

// Options belong to the page and not to the document.
type Options struct {
	// Version names the program.
	Version string
	// All is a link to the page of all results that this one is among, and AllText what it says; "" if there is none.
	All, AllText string
}

//go:embed page.gohtml section.gohtml style.css script.js
var files embed.FS

// Write writes the page of a document, with the sections of all levels.
func Write(w io.Writer, d *document.Document, o Options) error {
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	t, err := template.New("page").ParseFS(files, "*.gohtml")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	script, err := Script()
	if err != nil {
		return err
	}
	laid := lay(d, o)
	onLight, onDark := draw.Styles()
	// The style sheet and the script are this package's own files, with nothing of the data in them.
	laid.Style = template.CSS(strings.NewReplacer("/*light*/", onLight, "/*dark*/", onDark).Replace(string(style)))
	laid.Script, laid.Hash = template.JS(script), ScriptHash(script)
	var text strings.Builder
	if err := t.ExecuteTemplate(&text, "page.gohtml", laid); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	// The page itself holds nothing that is obeyed rather than shown; names from the data may.
	_, err = io.WriteString(w, visible.Lines(text.String()))
	return err
}

// page holds the fields of the template.
type page struct {
	Style  template.CSS
	Script template.JS
	Hash   string // of the script
	*document.Document
	Options
	Findings []finding
	Chapters []chapter
}

// finding is a sentence of the verdict with its table.
type finding struct {
	Text  string
	First bool
	Facts *table
}

// chapter is a section as it is laid out.
type chapter struct {
	document.Section
	Pieces []piece
}

// piece is a part as it is laid out.
type piece struct {
	document.Part
	Figure *figure
	Table  *table
	// Opens and Closes say that a row of small figures begins before the piece and ends behind it.
	Opens, Closes bool
}

// small reports whether the piece is a small figure and nothing else.
func (p piece) small() bool {
	return p.Figure != nil && p.Figure.Small && p.Table == nil && p.Heading == "" && len(p.Text) == 0 && p.Code == nil
}

// figure is a chart in the forms for a page of some width and for a phone, with its numbers if no table has them.
type figure struct {
	Name, Caption string
	Small         bool
	Wide, Narrow  template.HTML
	Numbers       *table
}

// lay makes what the template needs.
func lay(d *document.Document, o Options) page {
	p := page{Document: d, Options: o}
	axes := draw.AxesOf(d)
	for i, f := range d.Verdict {
		p.Findings = append(p.Findings, finding{f.Text, i == 0, newTable(f.Facts)})
	}
	ids := map[string]int{}
	unique := func(id string) string {
		if ids[id]++; ids[id] > 1 {
			return fmt.Sprintf("%s-%d", id, ids[id])
		}
		return id
	}
	for _, s := range d.Sections {
		c := chapter{Section: s}
		c.ID = unique(s.ID)
		for _, part := range s.Parts {
			one := piece{Part: part, Table: newTable(part.Table)}
			if part.Chart != nil {
				one.Figure = newFigure(part, axes, unique("figure-"+part.Chart.Name()))
				if one.Table != nil {
					one.Table.Same = part.Table.Caption == part.Chart.Title()
				}
			}
			c.Pieces = append(c.Pieces, one)
		}
		for i := range c.Pieces {
			small := c.Pieces[i].small()
			c.Pieces[i].Opens = small && (i == 0 || !c.Pieces[i-1].small())
			c.Pieces[i].Closes = small && (i == len(c.Pieces)-1 || !c.Pieces[i+1].small())
		}
		p.Chapters = append(p.Chapters, c)
	}
	return p
}

// newFigure draws a chart.
func newFigure(part document.Part, axes draw.Axes, id string) *figure {
	c := part.Chart
	f := &figure{Name: c.Name(), Caption: c.Title(), Small: c.IsSmall()}
	// The texts of figures are escaped by package draw.
	f.Wide = template.HTML(draw.Of(c, axes, draw.Wide).SVG(id, "figure wide"))
	f.Narrow = template.HTML(draw.Of(c, axes, draw.Narrow).SVG(id+"-narrow", "figure narrow"))
	if part.Table == nil {
		f.Numbers = newTable(c.Numbers())
		f.Numbers.Folded = true
		f.Numbers.Summary = "The numbers"
	}
	return f
}
