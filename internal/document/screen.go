package document

// ScreenLines is how many lines the first screen of a document has at most, on a page of [ScreenColumns] or more.
const ScreenLines = 25

// ScreenColumns is the width from which a page has room for a first screen of [ScreenLines]. On a narrower page a first
// screen is as long as it needs to be.
const ScreenColumns = 80

// firstScreen lays out the first screen. If it is too long, it has no sentences to repeat. If it still is, columns
// that a page can spare are left out before names of rows are put above them. Then parts become shorter, the last ones
// first. Verdict and doubts have no shorter form.
func firstScreen(d *Document, o Options) []string {
	if lines := lay(d, o, false); len(lines) <= ScreenLines {
		return lines
	}
	shorter := *d
	shorter.Repeat, d = nil, &shorter
	lines := lay(d, o, false)
	if len(lines) <= ScreenLines || o.Columns > 0 && o.Columns < ScreenColumns {
		return lines
	}
	lines = lay(d, o, true)
	for len(lines) > ScreenLines {
		next, ok := d.shorter()
		if !ok {
			return lines
		}
		d = next
		lines = lay(d, o, true)
	}
	return lines
}

// shorter returns the document with one part of its first screen in the next shorter form.
func (d *Document) shorter() (next *Document, ok bool) {
	for i := len(d.Sections) - 1; i >= 0; i-- {
		s := d.Sections[i]
		for k := len(s.Parts) - 1; k >= 0; k-- {
			if s.Level > Answer || s.Parts[k].Shorter == nil {
				continue
			}
			c := *d
			c.Sections = append([]Section{}, d.Sections...)
			c.Sections[i].Parts = append([]Part{}, s.Parts...)
			if s.Parts[k].Merges {
				c.Sections[i].Parts[k-1] = LeftOut()
			}
			c.Sections[i].Parts[k] = s.Parts[k].Shorter()
			return &c, true
		}
	}
	return nil, false
}

// LeftOut is the shorter form of a part that a first screen can do without.
func LeftOut() Part { return Part{} }
