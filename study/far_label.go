package study

import (
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
)

// FarTimes is how many times the range of all other numbers lies between a far number and the next one.
const FarTimes = 2

// farNumber returns the least or the largest of a few labels, distinct ascending numbers, if it is far from all others,
// as 99 is from 1 to 5: see [FarEnd]. Such a number is probably a code for a missing one. So is the only negative
// number, such as -1 next to 1 to 5, if the gap to the next one is the largest of all. If there is none, farNumber
// returns nil.
func farNumber(numbers []float64) *float64 {
	n := len(numbers)
	if n >= 3 && numbers[0] < 0 && numbers[1] >= 0 && numbers[1]-numbers[0] > widestStep(numbers[1:]) {
		return &numbers[0]
	}
	return FarEnd(numbers)
}

// FarEnd returns the least or the largest of distinct ascending numbers if the next one is more than [FarTimes] the
// range of all others away; otherwise nil.
func FarEnd(numbers []float64) *float64 {
	n := len(numbers)
	if n < 4 {
		return nil
	}
	switch low, high := &numbers[0], &numbers[n-1]; {
	case *high-numbers[n-2] > FarTimes*(numbers[n-2]-*low):
		return high
	case numbers[1]-*low > FarTimes*(*high-numbers[1]):
		return low
	}
	return nil
}

// repeatedFar is [farNumber] of many numbers. It returns the least or the largest one if several labels have it and it
// is far from all others. It also returns a whole number that several labels have and that is the only negative one,
// such as -1 next to 0 to 100.
func repeatedFar(numbers []float64) *float64 {
	low, high := newEdge(numbers, 1), newEdge(numbers, -1)
	high.at, high.next = -high.at, -high.next
	if low.next >= high.at { // two numbers, or fewer
		return nil
	}
	switch {
	case low.labels > 1 && low.at < 0 && low.next >= 0 && low.at == math.Trunc(low.at),
		low.labels > 1 && low.next-low.at > FarTimes*(high.at-low.next):
		return &low.at
	case high.labels > 1 && high.at-high.next > FarTimes*(high.next-low.at):
		return &high.at
	}
	return nil
}

// edge is the least number, how many labels are that number, and the next number.
type edge struct {
	at, next float64
	labels   int
}

// newEdge finds the edge of numbers times a sign.
func newEdge(numbers []float64, sign float64) edge {
	e := edge{at: math.Inf(1), next: math.Inf(1)}
	for _, x := range numbers {
		switch x *= sign; {
		case x < e.at:
			e = edge{at: x, next: e.at, labels: 1}
		case x == e.at:
			e.labels++
		case x < e.next:
			e.next = x
		}
	}
	return e
}

// widestStep returns the largest step between numbers that ascend.
func widestStep(numbers []float64) float64 {
	step := 0.0
	for i := 1; i < len(numbers); i++ {
		step = max(step, numbers[i]-numbers[i-1])
	}
	return step
}

// usedNumbers returns the numbers among labels, ascending, if they are few whole ones that count as ordered categories;
// otherwise nil.
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

// describeNumbers sets FewNumbers and FarLabel from labels that count as measurements.
func (d *Design) describeNumbers(labels []float64) {
	if d.FewNumbers = fewNumbers(labels); d.FewNumbers != nil {
		d.FarLabel = farNumber(d.FewNumbers)
	} else {
		d.FarLabel = repeatedFar(labels)
	}
}

func (d *Design) farWarning() []Warning {
	if d.FarLabel == nil {
		return nil
	}
	name := strconv.FormatFloat(*d.FarLabel, 'f', -1, 64)
	apart := "is far from all others"
	if *d.FarLabel < 0 {
		apart = "is the only negative one"
	}
	return []Warning{{Code: FarLabel, Names: []string{name},
		Fixes: []Fix{Leave("if it is", name)},
		Text:  visible.Sprintf("the label %q %s and may be a code for a missing label", name, apart)}}
}
