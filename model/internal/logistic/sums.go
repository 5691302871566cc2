package logistic

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Scratch is the working memory of one evaluation of a Design. It belongs to one
// goroutine.
type Scratch struct {
	design  *Design
	block   []float64 // of the generic kernel
	effect  []float64 // of vector kernels: the effects and that of the empty cell
	sumCell []float64 // of vector kernels, with the empty cell too
}

// NewScratch returns working memory for Sums.
func (d *Design) NewScratch() *Scratch {
	s := &Scratch{design: d, block: make([]float64, min(blockLen, d.Len()))}
	if d.kernel != generic {
		s.effect, s.sumCell = make([]float64, d.cells+1), make([]float64, d.cells+1)
		s.effect[d.cells] = math.Inf(-1)
	}
	return s
}

// Sums evaluates the logits θ = common[labeler] + effect[cell] of all labels. It
// returns Σ log(1+exp θ) and stores Σ 1/(1+exp(−θ)) of each labeler in sumLabeler
// and of each cell in sumCell, replacing what was there (0 where there is no
// label). With y = 1 for a positive label, the log likelihood is Σ yθ minus the
// value returned, and its gradient the counts of positive labels minus the sums.
//
// Each term has a relative error of a few units in the last place, except that a term of the returned sum has an
// absolute error of that order instead. If a logit is +Inf or NaN, the returned sum is too; −Inf contributes 0.
//
// common and sumLabeler have length Labelers, effect and sumCell length Cells, and
// scratch comes from NewScratch of the same Design; else Sums panics. Nothing is
// allocated.
func (d *Design) Sums(sumLabeler, sumCell, common, effect []float64, scratch *Scratch) float64 {
	return d.SlopedSums(sumLabeler, nil, sumCell, common, nil, effect, scratch)
}

// SlopedSums is Sums where each labeler has a slope, by which the effects of cells are multiplied:
// θ = common[labeler] + slope[labeler]·effect[cell]. It stores Σ 1/(1+exp(−θ)) of each labeler in sumLabeler and
// Σ effect/(1+exp(−θ)) in sumSlope, and Σ slope/(1+exp(−θ)) of each cell in sumCell. slope and sumSlope have length
// Labelers, or are both nil.
func (d *Design) SlopedSums(
	sumLabeler, sumSlope, sumCell, common, slope, effect []float64, scratch *Scratch,
) float64 {
	d.check(sumLabeler, sumCell, common, effect, scratch)
	if len(sumSlope) != len(slope) || slope != nil && len(slope) != d.Labelers() {
		panic("logistic: length of slope or sumSlope is not the number of labelers")
	}
	clear(sumLabeler)
	clear(sumSlope)
	if d.kernel != generic {
		clear(scratch.sumCell)
		copy(scratch.effect, effect)
		total := d.kernel.sums(&d.lanes, sumLabeler, sumSlope, scratch.sumCell, common, slope, scratch.effect)
		finite := total-total == 0
		if slope != nil {
			all := floats.Sum(effect)
			finite = finite && all-all == 0
		}
		// If a labeler's number is infinite, or with slopes an effect, empty places are NaN. The kernel without empty
		// places handles such numbers.
		if finite {
			copy(sumCell, scratch.sumCell)
			return total
		}
		clear(sumLabeler)
		clear(sumSlope)
	}
	clear(sumCell)
	return genericSums(d, sumLabeler, sumSlope, sumCell, common, slope, effect, scratch.block)
}

// check panics where lengths are wrong.
func (d *Design) check(sumLabeler, sumCell, common, effect []float64, scratch *Scratch) {
	if len(common) != d.Labelers() || len(sumLabeler) != d.Labelers() {
		panic("logistic: length of common or sumLabeler is not the number of labelers")
	}
	if len(effect) != d.cells || len(sumCell) != d.cells {
		panic("logistic: length of effect or sumCell is not the number of cells")
	}
	if scratch.design != d {
		panic("logistic: scratch of another design")
	}
}
