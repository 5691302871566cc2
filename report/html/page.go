package html

import (
	"fmt"
	"html/template"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"concord/result"
	"concord/result/catalogue"
)

// page is what the template lays out.
type page struct {
	Style    template.CSS
	Script   template.JS // "" for none
	Hash     string      // of the script
	Title    string
	Subtitle string
	Reading  string   // what labels were taken for by default, "" for none
	All      string   // link to the page of all tasks
	Alerts   []string // what must be read before any number
	Sections []section
	Version  string
}

// section is one chapter of the page.
type section struct {
	ID, Title string
	Verdict   []string // sentences in large type
	Lead      []string // paragraphs
	Parts     []part
}

// part is a piece of a section; one of its fields is set besides heading and note.
type part struct {
	Heading  string
	Note     string // a paragraph
	Doubt    string // a paragraph that stands out
	Strips   *strips
	Table    *table
	Picture  *picture
	Pictures []*picture // side by side
	List     []entry
	Code     string
	Copy     string // a paragraph to be copied
}

// entry is a term with what is said of it.
type entry struct{ Term, Text string }

// picture is a figure on its own, with a legend and a caption.
type picture struct {
	Figure  figure
	Name    string // before the caption; a link if there is one
	Link    string
	Legend  []key
	Caption string
}

// key explains a mark.
type key struct{ Class, Mark, Name string }

// table is a plain table. The first column holds row headers, the others numbers unless
// named in Words. A narrow screen does without the columns in Wide.
type table struct {
	Caption     string
	Head        []string
	Rows        [][]cell
	Words, Wide map[int]bool
	// Sortable tables are sorted by their heads and searched, and marked rows stand out.
	Sortable bool
	Marked   map[int]bool
}

// longTable is how many rows a table may have and still stand open.
const longTable = 30

// Folded reports whether the table is folded until it is asked for.
func (t *table) Folded() bool { return len(t.Rows) > longTable }

// Stacked reports whether the table is too wide for a phone, where each of its rows becomes lines of their own: none of
// its columns is then out of sight, and no word is broken for want of room.
func (t *table) Stacked() bool {
	const phone, letter, gap, drawing = 335.0, 7.1, 8.0, 64.0 // pixels; a letter is a digit of the table
	all := 0.0
	for i, h := range t.Head {
		if t.Wide[i] {
			continue
		}
		column := longestWord(h)
		drawn := 0.0
		for _, row := range t.Rows {
			switch {
			case i >= len(row):
			case row[i].Figure != nil:
				drawn = drawing
			case i > 0 && !t.Words[i]: // numbers are not broken
				column = max(column, utf8.RuneCountInString(row[i].Text))
			default:
				column = max(column, min(longestWhole, longestWord(row[i].Text)))
			}
		}
		all += max(drawn, letter*float64(column)) + gap
	}
	return all-gap > phone
}

// longestWhole is how many characters a word may have and still be whole in any row's name, however narrow the page.
const longestWhole = 16

// NameWidth is the least width of the column of names, in which words of that length are whole.
func (t *table) NameWidth() template.CSS {
	var names []string
	for _, row := range t.Rows {
		names = append(names, row[0].Text)
	}
	return nameWidth(names)
}

// NameWidth is that of names of strips.
func (s *strips) NameWidth() template.CSS {
	var names []string
	for _, g := range s.Groups {
		for _, row := range g.Rows {
			names = append(names, row.Name)
		}
	}
	return nameWidth(names)
}

func nameWidth(names []string) template.CSS {
	const letter = 0.56 // of the size of type
	longest := 0
	for _, n := range names {
		longest = max(longest, min(longestWhole, longestWord(n)))
	}
	return template.CSS(fmt.Sprintf("min-width:calc(%.2fem + .8rem)", letter*float64(longest)))
}

// longestWord is the number of characters of the longest word, as far as one can be broken.
func longestWord(text string) int {
	longest := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' }) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest
}

// mark lets a row stand out.
func (t *table) mark(row int) {
	if t.Marked == nil {
		t.Marked = map[int]bool{}
	}
	t.Marked[row] = true
}

// Class is the class of column i, or "".
func (t *table) Class(i int) string {
	var class []string
	if i > 0 && !t.Words[i] {
		class = append(class, "number")
	}
	if t.Wide[i] {
		class = append(class, "wide")
	}
	return strings.Join(class, " ")
}

// cell is text, or a figure as wide as the cell.
type cell struct {
	Text   string
	Link   string // of the text; "" for none
	Figure *figure
}

func cells(texts ...string) []cell {
	var all []cell
	for _, t := range texts {
		all = append(all, cell{Text: t})
	}
	return all
}

// strips are estimates on a common scale, one below the other.
type strips struct {
	Caption string
	Head    [2]string // of the value and of the interval
	Groups  []group
	Scale   figure
	Legend  []key
}

// group is strips of one quantity.
type group struct {
	Title string
	Rows  []strip
}

// strip is one estimate.
type strip struct {
	Name, Value, Interval string
	Figure                figure
}

// newPage puts the sections together; those that the report has nothing for are left out.
func newPage(r Report) page {
	if r.Posterior != nil && r.Shared == nil {
		of := catalogue.NewEvaluator(r.Posterior)
		r.Shared = &of
	}
	p := titled(r.Result.Data, r.Version)
	p.Alerts = r.Result.Data.CautionTexts()
	if p.All = r.All; r.Task != "" {
		p.Title = r.Task + " · " + p.Title
	}
	if s := r.Result.Sampler; s != nil && s.Partial {
		p.Alerts = append(p.Alerts, "PARTIAL: the run was interrupted; what follows are the draws so far.")
	}
	if g := r.Result.Diagnostics; g != nil {
		p.Alerts = append(p.Alerts, g.Messages...)
	}
	for _, make := range []func(Report) (section, bool){
		headline, dataSection, reliability, validity, comparison, compared, scaleUse, labelers, items, disagreement,
		planning, modelSection, diagnostics, predictiveSection, methods, reproduction,
	} {
		if s, ok := make(r); ok {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

// titled is a page without sections.
func titled(d result.Data, version string) page {
	p := page{Title: "Rating quality: " + path.Base(filepath.ToSlash(d.File)), Version: version}
	p.Subtitle = fmt.Sprintf("%s of %s", plural(d.Labels, "label"), plural(d.Items, "item"))
	if d.Labelers > 0 {
		p.Subtitle += " by " + plural(d.Labelers, "labeler")
	}
	p.Subtitle += " in " + plural(len(d.Studies), "study")
	if d.DefaultKind != nil {
		p.Reading = d.DefaultKind.Text
	}
	return p
}

// who joins the names of the studies of an estimate.
func who(studies []string) string { return strings.Join(studies, " × ") }

// seriesClass is the colour and the dash of study number s, which stand for nothing else.
func seriesClass(s int) string { return fmt.Sprintf("s%d", s%8+1) }

// otherClass is the dash and the shade of curve number i of what is no study, such as a pair of them or a chain.
func otherClass(i int) string { return fmt.Sprintf("o%d", i%8+1) }
