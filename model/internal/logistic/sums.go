package logistic

import "math"

// Scratch is the working memory of one evaluation of a Design. It belongs to one
// goroutine.
type Scratch struct {
	design  *Design
	block   []float64 // of the generic kernel
	effect  []float64 // of vector kernels: the effects and that of the empty slot
	sumSlot []float64 // likewise
}

// NewScratch returns working memory for Sums.
func (d *Design) NewScratch() *Scratch {
	s := &Scratch{design: d, block: make([]float64, min(blockLen, d.Len()))}
	if d.kernel != generic {
		s.effect, s.sumSlot = make([]float64, d.slots+1), make([]float64, d.slots+1)
		s.effect[d.slots] = math.Inf(-1)
	}
	return s
}

// Sums evaluates the logits θ = base[labeler] + effect[slot] of all labels. It
// returns Σ log(1+exp θ) and stores Σ 1/(1+exp(−θ)) of each labeler in sumLabeler
// and of each slot in sumSlot, replacing what was there (0 where there is no
// label). With y = 1 for a positive label, the log likelihood is Σ yθ minus the
// value returned, and its gradient the counts of positive labels minus the sums.
//
// Each term has a relative error of a few units in the last place, except that a
// term of the returned sum has an absolute error of that order instead. Where a
// logit is +Inf or NaN, so is the returned sum; −Inf contributes 0.
//
// base and sumLabeler have length Labelers, effect and sumSlot length Slots, and
// scratch comes from NewScratch of the same Design; else Sums panics. Nothing is
// allocated.
func (d *Design) Sums(sumLabeler, sumSlot, base, effect []float64, scratch *Scratch) float64 {
	if len(base) != d.Labelers() || len(sumLabeler) != d.Labelers() {
		panic("logistic: length of base or sumLabeler is not the number of labelers")
	}
	if len(effect) != d.slots || len(sumSlot) != d.slots {
		panic("logistic: length of effect or sumSlot is not the number of slots")
	}
	if scratch.design != d {
		panic("logistic: scratch of another design")
	}
	if d.kernel != generic {
		clear(sumLabeler)
		clear(scratch.sumSlot)
		copy(scratch.effect, effect)
		total := d.kernel.sums(&d.lanes, sumLabeler, scratch.sumSlot, base, scratch.effect)
		// An infinite base makes NaN of empty places. So whatever is not finite
		// is left to the kernel that has no empty places.
		if total-total == 0 {
			copy(sumSlot, scratch.sumSlot)
			return total
		}
	}
	clear(sumLabeler)
	clear(sumSlot)
	return genericSums(d, sumLabeler, sumSlot, base, effect, scratch.block)
}
