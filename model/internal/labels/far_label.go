package labels

import (
	"math"

	"concord/study"
)

// FarLabel is the label of a study that is farthest from the mean of the others.
type FarLabel struct {
	Study, Item, Labeler string // no Labeler where none are named
	Value                float64
	// Distance is from the mean of the others, in standard deviations of the others; +Inf if these are 0.
	Distance float64
	// Share is of the sum of squared deviations of all labels from their mean, 0 to 1.
	Share float64
}

// FarLabels returns the farthest label of each study whose labels are numbers and not all equal.
func FarLabels(t *study.Table) []FarLabel {
	if t.Kind() != study.Numeric {
		return nil
	}
	var far []FarLabel
	for s := range t.Studies() {
		if v := t.StudyAt(s); v.Len() > 1 {
			if f, ok := farLabel(t, v); ok {
				far = append(far, f)
			}
		}
	}
	return far
}

// farLabel finds the farthest label of a study; not ok where all are equal.
func farLabel(t *study.Table, v study.View) (far FarLabel, ok bool) {
	var all moments
	all.add(v.Value())
	at := 0
	for n, y := range v.Value() {
		if math.Abs(y-all.mean) > math.Abs(v.Value()[at]-all.mean) {
			at = n
		}
	}
	var others moments
	others.add(v.Value()[:at])
	others.add(v.Value()[at+1:])
	far = FarLabel{Study: v.Name(), Item: t.Items()[v.Item()[at]], Value: v.Value()[at]}
	if v.Labeler() != nil {
		far.Labeler = t.Labelers()[v.Labeler()[at]]
	}
	apart := far.Value - others.mean
	between := apart * (others.n / all.n) * apart
	far.Distance = math.Abs(apart) / others.sd()
	far.Share = between / (between + others.square)
	return far, apart != 0
}
