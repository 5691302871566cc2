package locate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/tuning"
)

// regression is the β of covariates in the EM, columns × studies.
type regression struct {
	*labels.Regression
	beta []float64
}

// newRegression returns nil if there are no covariates. It gives the linear predictor of items separate memory, because
// x′β is added to their effects.
func newRegression(e *em) *regression {
	of := e.data.Regression
	if of == nil {
		return nil
	}
	for _, part := range of.Parts {
		if part.Of == labels.ItemCells {
			e.at.Item = make([]float64, len(e.at.Item))
		}
	}
	return &regression{of, make([]float64, of.Columns*e.K)}
}

// slopesOf returns the labelers' slopes that are the effects of a term.
func (re *regression) slopesOf(term int) labels.LabelerSlopes {
	return re.Slopes[slices.IndexFunc(re.Slopes, func(sl labels.LabelerSlopes) bool { return sl.Term == term })]
}

// slopeCells returns the derivatives with respect to the slopes of a term, or the information on them.
func (re *regression) slopeCells(e *em, of *family.Predictor, term int) []float64 {
	sl, own := re.slopesOf(term), re.cells(of, labels.OwnCells)
	sum := make([]float64, e.data.Terms[term].Cells())
	for cell, level := range sl.Level {
		x := sl.X[cell]
		if of == e.info {
			x *= x
		}
		sum[level] += x * own[cell]
	}
	return sum
}

// centre moves the mean slope of a term into β, in each study that has a separate β.
func (re *regression) centre(e *em, term int) {
	at := re.slopesOf(term).Column
	if e.K > 1 && re.Common[at] {
		return
	}
	for s, m := range e.terms[term].Centre() {
		re.beta[at*e.K+s] += m
	}
}

// cells returns the values of a predictor in the cells of a part.
func (re *regression) cells(of *family.Predictor, part labels.Cells) []float64 {
	switch part {
	case labels.ItemCells:
		return of.Item
	case labels.RowCells:
		return of.Row
	}
	return of.Further[len(of.Further)-1]
}

// predict adds x′β to the linear predictor.
func (re *regression) predict(e *em) {
	if e.data.OwnCells > 0 {
		clear(re.cells(e.at, labels.OwnCells))
	}
	for _, sl := range re.Slopes {
		own, effect := re.cells(e.at, labels.OwnCells), e.terms[sl.Term].Effect
		for cell, level := range sl.Level {
			own[cell] += sl.X[cell] * effect[level]
		}
	}
	for i := range re.Parts {
		part := &re.Parts[i]
		to := re.cells(e.at, part.Of)
		if part.Of == labels.ItemCells {
			copy(to, e.terms[0].Effect)
		}
		part.Add(to, re.beta, e.K)
	}
}

// step makes a Newton step for all β. The information that covariates of items and of labelers share is left out, so
// that steps are a little too long or too short.
func (re *regression) step(e *em) {
	n, grad := e.Betas(), make([]float64, len(re.beta))
	g, info := make([]float64, n), mat.NewSymDense(n, nil)
	place := func(column, s int) int { return e.BetaAt(column, s) - e.FirstBeta[0] }
	for i := range re.Parts {
		part := &re.Parts[i]
		part.AddBackward(grad, re.cells(e.grad, part.Of), e.K)
		width := len(part.Columns)
		for cell, w := range re.cells(e.info, part.Of) {
			s, x := int(part.Study[cell]), part.X[cell*width:(cell+1)*width]
			for a, xa := range x {
				for b := range a + 1 {
					at, to := place(part.Columns[a], s), place(part.Columns[b], s)
					info.SetSym(at, to, info.At(at, to)+w*xa*x[b])
				}
			}
		}
	}
	// With the prior, once for each coordinate.
	for c := range re.Common {
		for s := range e.K {
			at := place(c, s)
			g[at] += grad[c*e.K+s]
			if s == 0 || at != place(c, 0) {
				info.SetSym(at, at, info.At(at, at)+1)
				g[at] -= re.beta[c*e.K+s]
			}
		}
	}
	var root mat.Cholesky
	var step mat.VecDense
	if !root.Factorize(info) || root.SolveVecTo(&step, mat.NewVecDense(n, g)) != nil {
		return
	}
	for c := range re.Common {
		for s := range e.K {
			by := step.AtVec(place(c, s))
			re.beta[c*e.K+s] += math.Max(-tuning.EMMostStep, math.Min(tuning.EMMostStep, by))
		}
	}
}

// start stores the coordinates of β.
func (re *regression) start(d *density.Density, x []float64) {
	for c := range re.Common {
		for s, unit := range d.Unit {
			x[d.BetaAt(c, s)] = re.beta[c*d.K+s] / unit
		}
	}
	for _, sl := range re.Slopes {
		if d.K > 1 && re.Common[sl.Column] {
			continue
		}
		for s, mean := range d.Effects.States[sl.Term].Mean {
			x[d.BetaAt(sl.Column, s)] += mean / d.Unit[s]
		}
	}
}
