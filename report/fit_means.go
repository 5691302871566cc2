package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/result"
)

// means are estimates about the mean of k labels, by study. Studies have as many labels per item as the file gives
// them, so k may differ.
type means struct {
	of   map[string]result.Estimate
	same int // k, if it is the same in all studies; 0 if not
}

// meansOf returns the estimates of a quantity on the label scale: of one study each, or of each study with a reference.
func meansOf(r *result.Lookup, quantity, reference string) means {
	m := means{of: map[string]result.Estimate{}}
	for _, e := range r.Estimates {
		if e.Quantity != quantity || e.Scale != r.LabelScale() || !e.Defined() ||
			reference != "" && e.Studies[0] != reference {
			continue
		}
		switch {
		case len(m.of) == 0:
			m.same = e.K
		case e.K != m.same:
			m.same = 0
		}
		m.of[e.Studies[len(e.Studies)-1]] = e
	}
	return m
}

func (m means) any() bool { return len(m.of) > 0 }

// head names the column of the means.
func (m means) head() string {
	if m.same == 0 {
		return "mean of k\nlabels (k)"
	}
	return "mean of\n" + document.Plural(m.same, "label")
}

// cell is the estimate of a study, with its k if other studies have another one.
func (m means) cell(study string) document.Cell {
	e, ok := m.of[study]
	switch {
	case !ok:
		return document.Undefined("")
	case m.same == 0:
		return document.Text(fmt.Sprintf("%s (%s)", document.Fixed(float64(e.Centre()), 2), document.Integer(e.K)))
	}
	return number(e)
}
