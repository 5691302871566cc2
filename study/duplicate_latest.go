package study

import "math"

// latest is the latest so far of labels that differ only in their time.
type latest struct {
	label int32
	tied  int32 // a label of the same time that differs; −1: none
}

// keepLatest gives the first of each label's repetitions the value of the latest. It returns the repetition that cannot
// be decided; nil if all can.
func (c Indexed) keepLatest(found []repetition) *Duplicate {
	time := func(label int32) float64 {
		if row := c.row(label); row < len(c.Time) {
			return c.Time[row]
		}
		return math.NaN()
	}
	best := make(map[int32]latest)
	for _, r := range found {
		of, known := best[r.first]
		if !known {
			of = latest{r.first, -1}
		}
		for _, label := range []int32{r.first, r.label} {
			if math.IsNaN(time(label)) {
				d := c.duplicate(repetition{r.first + r.label - label, label}, found)
				d.Untimed = true
				return d
			}
		}
		switch now, before := time(r.label), time(of.label); {
		case now > before:
			of = latest{r.label, -1}
		case now == before && c.Value[r.label] != c.Value[of.label]:
			of.tied = r.label
		}
		best[r.first] = of
	}
	for _, r := range found {
		if of := best[r.first]; of.tied >= 0 {
			d := c.duplicate(repetition{of.label, of.tied}, found)
			d.Tied = true
			return d
		}
	}
	for first, of := range best {
		if of.label != first {
			c.Value[first], c.Value[of.label] = c.Value[of.label], c.Value[first]
		}
	}
	return nil
}
