package document

import (
	"math"
	"strings"
)

// Tally is how often each of some things was counted, such as each label of an item. The page draws it too.
type Tally struct {
	Names  []string
	Counts []int
}

func (t Tally) print(int) string {
	var each []string
	for i, n := range t.Counts {
		if n > 0 {
			each = append(each, t.Names[i]+" ×"+Integer(n))
		}
	}
	return strings.Join(each, ", ")
}
func (Tally) spread() float64    { return math.NaN() }
func (t Tally) record() []string { return []string{t.print(0)} }
