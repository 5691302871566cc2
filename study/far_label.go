package study

import (
	"fmt"
	"slices"
	"strconv"

	"concord/internal/visible"
)

// farLabel returns the least or the largest of some numbers, which ascend, where it is more than twice as far from the
// next one as all others from each other, as 99 is from 1 to 5: hardly one of them, but a code for a label that is
// missing. It returns nil where there is none, and of less than four numbers.
func farLabel(numbers []float64) *float64 {
	n := len(numbers)
	if n < 4 {
		return nil
	}
	const far = 2
	switch low, high := &numbers[0], &numbers[n-1]; {
	case *high-numbers[n-2] > far*(numbers[n-2]-*low):
		return high
	case numbers[1]-*low > far*(*high-numbers[1]):
		return low
	}
	return nil
}

// usedNumbers returns the numbers that labels have, ascending, where they are few whole ones that are taken for
// ordered categories; otherwise nil.
func (d *Design) usedNumbers(t *Table) []float64 {
	if t.kind != Ordinal || t.source.DefaultKind != WholeNumbers {
		return nil
	}
	var used []float64
	for _, name := range t.categories {
		x, err := strconv.ParseFloat(name, 64)
		if err != nil {
			return nil
		}
		if slices.ContainsFunc(d.Studies, func(s StudyDesign) bool { return !slices.Contains(s.Unused, name) }) {
			used = append(used, x)
		}
	}
	return used
}

func (d *Design) farWarning() []Warning {
	if d.FarLabel == nil {
		return nil
	}
	name := strconv.FormatFloat(*d.FarLabel, 'f', -1, 64)
	return []Warning{{Code: FarLabel, Names: []string{name}, Count: 1,
		Text: fmt.Sprintf("the label %s is far from all others, and may be a code for one that is missing",
			visible.Quote(name))}}
}
