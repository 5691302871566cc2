// Package collecttest has rules by which people collect labels: how many an item gets may depend on what they say.
// Tests take the labels that a rule would have asked for from simulated studies.
package collecttest

// Rule says how many of the labels of an item are collected.
type Rule struct {
	Name string
	Most int // labels of an item
	// more reports whether another label is asked for after these.
	more func(labels []float64, of Labels) bool
}

// Labels says which labels disagree, and which labels are high.
type Labels struct {
	Apart float64 // labels further apart disagree
	High  float64 // labels above are high
}

// Binary are labels of 0 and 1.
func Binary() Labels { return Labels{Apart: 0.5, High: 0.5} }

// Rules are rules by which the number of labels depends on labels.
func Rules() []Rule {
	return []Rule{
		{"a third label where two disagree", 3, func(labels []float64, of Labels) bool {
			return len(labels) < 2 || len(labels) == 2 && of.disagree(labels)
		}},
		{"labels until two lead", 9, func(labels []float64, of Labels) bool { return lead(labels, of) < 2 }},
		{"labels until two agree", 6, func(labels []float64, of Labels) bool { return !of.anyTwoAgree(labels) }},
		{"four more labels after a yes", 5, func(labels []float64, of Labels) bool {
			return len(labels) == 0 || labels[0] > of.High
		}},
		{"two more labels where three disagree", 5, func(labels []float64, of Labels) bool {
			return len(labels) < 3 || of.disagree(labels[:3])
		}},
	}
}

// Always is the rule with the same number of labels for each item.
func Always(labels int) Rule {
	return Rule{"always as many", labels, func([]float64, Labels) bool { return true }}
}

// disagree reports whether any two labels do.
func (l Labels) disagree(labels []float64) bool {
	for i, a := range labels {
		for _, b := range labels[:i] {
			if a-b > l.Apart || b-a > l.Apart {
				return true
			}
		}
	}
	return false
}

func (l Labels) anyTwoAgree(labels []float64) bool {
	for i, a := range labels {
		for _, b := range labels[:i] {
			if !l.disagree([]float64{a, b}) {
				return true
			}
		}
	}
	return false
}

// lead returns by how many labels the more frequent of high and low leads.
func lead(labels []float64, of Labels) int {
	high := 0
	for _, y := range labels {
		if y > of.High {
			high++
		}
	}
	return max(2*high-len(labels), len(labels)-2*high)
}

// Collect returns the places of the labels that the rule asks for. Labels are in the order in which items would get
// them.
func (r Rule) Collect(item []int32, label []float64, of Labels) []int {
	had := map[int32][]float64{}
	var places []int
	for n, i := range item {
		if got := had[i]; len(got) < r.Most && r.more(got, of) {
			had[i] = append(got, label[n])
			places = append(places, n)
		}
	}
	return places
}
