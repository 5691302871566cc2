package html

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"concord/result"
)

// confusionSection shows which category of one group is which of the other, and which are taken for each other within a
// group.
func confusionSection(sev *result.Several) (section, bool) {
	s := section{ID: "confusion", Title: "Which category is which"}
	var within, between []*picture
	for _, c := range sev.Confusion {
		if c.Shares == nil {
			continue
		}
		if len(c.Studies) == 1 {
			within = append(within, confusionFigure(c))
		} else {
			between = append(between, confusionFigure(c))
		}
	}
	if len(within)+len(between) == 0 {
		return s, false
	}
	s.Lead = []string{"Of an item drawn at random: where one label is of the category of the row, the chance in " +
		"per cent that " +
		"another is of that of the column. The darker, the larger. In brackets stands how frequent the category of " +
		"the row is. Two groups that mean the same by their words are dark along the diagonal; a dark place beside " +
		"it is a category of one group that is another of the other."}
	for _, kind := range []struct {
		heading string
		all     []*picture
	}{{"Between studies", between}, {"Two labels of one item within a study", within}} {
		if len(kind.all) > 0 {
			s.Parts = append(s.Parts, part{Heading: kind.heading, Pictures: kind.all})
		}
	}
	return s, true
}

// A cell of a confusion is so many pixels high; names of rows take a share of the width, in per cent.
const (
	cellHeight = 24.0
	rowNames   = 34.0
	// mostWritten is how many columns have numbers in their cells.
	mostWritten = 7
)

// confusionFigure draws a matrix of shares, each row of which adds up to 1.
func confusionFigure(c result.Confusion) *picture {
	n := len(c.Categories)
	p := &picture{Figure: figure{Height: cellHeight * float64(n+1)}}
	p.Caption = fmt.Sprintf("Rows: %s, columns: %s; %s.", c.Studies[0], c.Studies[len(c.Studies)-1],
		plural(c.Items, "item"))
	if len(c.Studies) == 1 {
		p.Caption = fmt.Sprintf("%s; %s with two labels or more.", c.Studies[0], plural(c.Items, "item"))
	}
	p.Figure.Title = "Which category goes with which. " + p.Caption
	width := (100 - rowNames) / float64(n)
	for z, name := range c.Categories {
		p.Figure.text("tick", "middle", rowNames+(float64(z)+0.5)*width, 16, shortened(name, max(2, 34/n)))
	}
	for y, row := range c.Shares {
		all, top := 0.0, cellHeight*float64(y+1)
		for _, share := range row {
			all += float64(share)
		}
		name := fmt.Sprintf("%s (%s%%)", shortened(c.Categories[y], 14), fixed(100*all, 0))
		p.Figure.text("tick", "start", 0, top+16, name)
		if all == 0 {
			continue
		}
		for z, share := range row {
			of := float64(share) / all
			p.Figure.box("share s1 d"+strconv.Itoa(1+int(of*8+0.5)), rowNames+float64(z)*width, top, width, cellHeight)
			if n <= mostWritten {
				class := "tick"
				if of > 0.5 {
					class = "tick ondark"
				}
				p.Figure.text(class, "middle", rowNames+(float64(z)+0.5)*width, top+16, fixed(100*of, 0))
			}
		}
	}
	return p
}

// shortened is a name of at most so many characters.
func shortened(name string, most int) string {
	if utf8.RuneCountInString(name) <= most {
		return name
	}
	return string([]rune(name)[:most-1]) + "…"
}
