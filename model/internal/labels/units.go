package labels

import "concord/study"

// Unit is a study with the standard deviation of its labels.
type Unit struct {
	Study string
	SD    float64
}

// Units returns the studies whose labels spread least and most, of numeric labels. One residual for all studies
// ([model.CommonResidual]) needs labels of one unit. ok is false for one study, and for labels that are no numbers.
func Units(t *study.Table) (narrow, wide Unit, ok bool) {
	if t.Kind() != study.Numeric || len(t.Studies()) < 2 {
		return narrow, wide, false
	}
	for s, name := range t.Studies() {
		var m moments
		m.add(t.StudyAt(s).Value())
		u := Unit{name, m.sd()}
		if s == 0 || u.SD < narrow.SD {
			narrow = u
		}
		if s == 0 || u.SD > wide.SD {
			wide = u
		}
	}
	return narrow, wide, narrow.SD > 0
}
