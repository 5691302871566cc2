package model

import (
	"fmt"

	"concord/model/family"
)

// layout says where each parameter stands among the reported draws.
type layout struct {
	mean       int // of families with thresholds, the first threshold: study × threshold
	thresholds int // of a study, 0 for other families
	terms      []termLayout
	own        []int    // first of each of the family's own
	each       int      // values of each own parameter: 1, or one for each study
	parameters int      // number of all the above
	names      []string // of the parameters
}

// termLayout is that of a term: its first standard deviation, and its first correlation if it has some.
type termLayout struct{ sd, cor int }

// layout lays out the parameters of a resolved spec for k studies.
func (spec Spec) layout(k int) layout {
	l := layout{each: 1}
	each := func(name string) int {
		at := len(l.names)
		for s := range k {
			l.names = append(l.names, fmt.Sprintf("%s[%d]", name, s+1))
		}
		return at
	}
	thresholded, ok := spec.Family.(family.Thresholded)
	if ok {
		l.thresholds = 1 + len(thresholded.Parameters())
		l.mean = len(l.names)
		for s := range k {
			for c := range l.thresholds {
				l.names = append(l.names, fmt.Sprintf("threshold[%d,%d]", s+1, c+1))
			}
		}
	} else {
		l.mean = each("mu")
	}
	for _, t := range spec.Terms() {
		l.terms = append(l.terms, termLayout{sd: each("sd_" + t.Name)})
	}
	for _, own := range spec.Family.Parameters() {
		if l.thresholds > 0 {
			break // told by the thresholds
		}
		if spec.Residual.byStudy() {
			l.own, l.each = append(l.own, each(own.Name)), k
			continue
		}
		l.own = append(l.own, len(l.names))
		l.names = append(l.names, own.Name)
	}
	for i, t := range spec.Terms() {
		if t.Covariance != Correlated {
			continue
		}
		l.terms[i].cor = len(l.names)
		for b := range k {
			for a := range b {
				l.names = append(l.names, fmt.Sprintf("cor_%s[%d,%d]", t.Name, a+1, b+1))
			}
		}
	}
	l.parameters = len(l.names)
	return l
}
