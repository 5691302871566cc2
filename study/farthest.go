package study

import (
	"math"
)

// FarthestLabel is the label of a study that is farthest from the mean of the others.
type FarthestLabel struct {
	Study, Item, Labeler string // no Labeler where none are named
	Value                float64
	// Distance is from the mean of the others, in standard deviations of the others; +Inf if these are 0.
	Distance float64
	// Share is of the sum of squared deviations of all labels from their mean, 0 to 1.
	Share float64
}

// FarthestLabels returns the farthest label of each study whose labels are numbers and not all equal.
func FarthestLabels(t *Table) []FarthestLabel {
	if t.Kind() != Numeric {
		return nil
	}
	var far []FarthestLabel
	for s := range t.Studies() {
		if v := t.StudyAt(s); v.Len() > 1 {
			if f, ok := farthestLabel(t, v); ok {
				far = append(far, f)
			}
		}
	}
	return far
}

// farthestLabel finds the farthest label of a study; not ok where all are equal.
func farthestLabel(t *Table, v View) (far FarthestLabel, ok bool) {
	var all Moments
	all.Add(v.Value())
	at := 0
	for n, y := range v.Value() {
		if math.Abs(y-all.Mean) > math.Abs(v.Value()[at]-all.Mean) {
			at = n
		}
	}
	var others Moments
	others.Add(v.Value()[:at])
	others.Add(v.Value()[at+1:])
	far = FarthestLabel{Study: v.Name(), Item: t.Items()[v.Item()[at]], Value: v.Value()[at]}
	if v.Labeler() != nil {
		far.Labeler = t.Labelers()[v.Labeler()[at]]
	}
	apart := far.Value - others.Mean
	between := apart * (others.N / all.N) * apart
	far.Distance = math.Abs(apart) / others.SD()
	far.Share = between / (between + others.Square)
	return far, apart != 0
}
