package labels

import (
	"gonum.org/v1/gonum/floats"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

const (
	// leastLeft is the least share of a column's variance that other columns may leave unexplained.
	leastLeft = 1e-6
	// littleLeft is the share below which the labels hardly separate two covariates (a variance inflation factor above
	// 10; Kutner, Nachtsheim, Neter and Li 2005, section 10.5).
	littleLeft = 0.1
)

// checkCollinear reports a covariate that follows from others.
func checkCollinear(t *study.Table, sp spec.Spec) error {
	for _, c := range collinear(t, sp, leastLeft, []spec.Part{spec.Whole}) {
		return &refusal.Error{Code: refusal.CollinearCovariates, Term: c.Factor, OtherTerm: c.others}
	}
	return nil
}

// NearlyCollinear returns the covariates that the labels hardly separate from others, each with the one that explains
// most. It compares the remainders of covariates, after their own parts of items and labelers are removed.
func NearlyCollinear(t *study.Table, sp spec.Spec) [][2]string {
	var all [][2]string
	for _, c := range collinear(t, sp, littleLeft, []spec.Part{spec.Whole, spec.OfItem, spec.OfLabeler}) {
		all = append(all, [2]string{c.Factor, c.others})
	}
	return all
}

// follower is a covariate that nearly follows from others.
type follower struct {
	spec.Covariate
	others string  // the one that explains most
	left   float64 // the share of the variance of a column that the others leave
}

// collinear returns the covariates that nearly follow from the covariates before them. Those leave less than the share
// least of the variance of some column within studies: of a part, less other parts.
func collinear(t *study.Table, sp spec.Spec, least float64, parts []spec.Part) []follower {
	if len(sp.Covariates) < 2 {
		return nil
	}
	var found []follower
	all := NewDesign(t, sp)
	columns := make([][][]float64, len(all.of)) // by covariate and column, the labels
	var before [][]float64                      // orthonormal
	for i := range all.of {
		columns[i] = all.ofLabels(i, parts)
		left := 1.0
		var own [][]float64
		for _, x := range columns[i] {
			if rest, share := without(x, before); share >= 0 {
				left = min(left, share)
				own = append(own, rest)
			}
		}
		if left < least {
			found = append(found, follower{all.of[i].Covariate, nearest(columns, i, all), left})
		}
		for _, x := range own {
			if rest, share := without(x, before); share > leastLeft {
				floats.Scale(1/floats.Norm(rest, 2), rest)
				before = append(before, rest)
			}
		}
	}
	return found
}

// without returns x without its projection on orthonormal columns, and the share of its square sum that is left: −1 for
// a column of zeros.
func without(x []float64, columns [][]float64) (rest []float64, share float64) {
	rest = append(rest, x...)
	total := floats.Dot(x, x)
	if total == 0 {
		return rest, -1
	}
	for range 2 { // twice is enough (Giraud, Langou and Rozložník 2005)
		for _, c := range columns {
			floats.AddScaled(rest, -floats.Dot(rest, c), c)
		}
	}
	return rest, floats.Dot(rest, rest) / total
}

// nearest returns the name of the covariate before the i-th from which a column of the i-th follows most.
func nearest(columns [][][]float64, i int, all *Design) string {
	name, least := "", 2.0
	for j := range i {
		var base [][]float64
		for _, x := range columns[j] {
			if rest, share := without(x, base); share > leastLeft {
				floats.Scale(1/floats.Norm(rest, 2), rest)
				base = append(base, rest)
			}
		}
		for _, x := range columns[i] {
			if _, share := without(x, base); share >= 0 && share < least {
				name, least = all.of[j].Factor, share
			}
		}
	}
	return name
}

// ofLabels returns, by label, the columns of the first of some parts of the i-th covariate minus the columns of the
// other parts.
func (d *Design) ofLabels(i int, parts []spec.Part) [][]float64 {
	of, n := d.of[i], 0
	out := make([][]float64, of.Columns())
	for s, index := range of.index {
		for c := range out {
			out[c] = append(out[c], make([]float64, len(index))...)
		}
		for p, part := range parts {
			level, columns := d.columnsIn(i, part, s)
			sign := float64(1 - 2*min(p, 1))
			if columns == nil {
				continue
			}
			for at, l := range level {
				for c, x := range columns[l] {
					out[c][n+at] += sign * x
				}
			}
		}
		n += len(index)
	}
	return out
}
