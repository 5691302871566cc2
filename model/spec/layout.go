package spec

import (
	"fmt"

	"concord/model/family"
)

// Layout says where each parameter stands among the reported draws.
type Layout struct {
	Mean       int // of families with thresholds, the first threshold: study × threshold
	Thresholds int // of a study, 0 for other families
	Terms      []TermLayout
	Own        []int    // first of each of the family's own
	Each       int      // values of each own parameter: 1, or one for each study
	ItemDF     int      // of [StudentItems]
	Covariates [][3]int // first of each covariate and [Part]: coefficient × study; −1: the part has none
	Parameters int      // number of all the above
	Names      []string // of the parameters
}

// TermLayout is the place of the first standard deviation of a term, and of its first correlation if it has some.
type TermLayout struct{ SD, Cor int }

// Layout lays out the parameters of a resolved spec for k studies.
func (spec Spec) Layout(k int) Layout {
	l := Layout{Each: 1}
	each := func(name string) int {
		at := len(l.Names)
		for s := range k {
			l.Names = append(l.Names, fmt.Sprintf("%s[%d]", name, s+1))
		}
		return at
	}
	thresholded, ok := spec.Family.(family.Thresholded)
	if ok {
		l.Thresholds = 1 + len(thresholded.Parameters())
		l.Mean = len(l.Names)
		for s := range k {
			for c := range l.Thresholds {
				l.Names = append(l.Names, fmt.Sprintf("threshold[%d,%d]", s+1, c+1))
			}
		}
	} else {
		l.Mean = each("mu")
	}
	for _, t := range spec.Terms() {
		l.Terms = append(l.Terms, TermLayout{SD: each("sd_" + t.Name)})
	}
	for _, own := range spec.Family.Parameters() {
		if l.Thresholds > 0 {
			break // the thresholds say it all
		}
		if spec.Residual.ByStudy() {
			l.Own, l.Each = append(l.Own, each(own.Name)), k
			continue
		}
		l.Own = append(l.Own, len(l.Names))
		l.Names = append(l.Names, own.Name)
	}
	for i, t := range spec.Terms() {
		if t.Covariance != Correlated {
			continue
		}
		l.Terms[i].Cor = len(l.Names)
		for b := range k {
			for a := range b {
				if _, ok := t.Pair(a, b); ok {
					l.Names = append(l.Names, fmt.Sprintf("cor_%s[%d,%d]", t.Name, a+1, b+1))
				}
			}
		}
	}
	if spec.Items == StudentItems {
		l.ItemDF = len(l.Names)
		l.Names = append(l.Names, ItemDF)
	}
	for _, c := range spec.Covariates {
		first := [3]int{-1, -1, -1}
		for _, part := range c.Parts() {
			first[part] = len(l.Names)
			for _, name := range c.Coefficients() {
				each(part.prefix() + name)
			}
		}
		l.Covariates = append(l.Covariates, first)
	}
	l.Parameters = len(l.Names)
	return l
}
