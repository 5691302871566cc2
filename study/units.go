package study

// Unit is a study with the standard deviation of its labels.
type Unit struct {
	Study string
	SD    float64
}

// Units returns the studies whose labels spread least and most, of numeric labels. A residual that
// all studies have in common needs labels of one unit. ok is false for one study, and for labels that are no numbers.
func Units(t *Table) (narrow, wide Unit, ok bool) {
	if t.Kind() != Numeric || len(t.Studies()) < 2 {
		return narrow, wide, false
	}
	for s, name := range t.Studies() {
		var m Moments
		m.Add(t.StudyAt(s).Value())
		u := Unit{name, m.SD()}
		if s == 0 || u.SD < narrow.SD {
			narrow = u
		}
		if s == 0 || u.SD > wide.SD {
			wide = u
		}
	}
	return narrow, wide, narrow.SD > 0
}
