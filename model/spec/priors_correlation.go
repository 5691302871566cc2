package spec

import (
	"fmt"
	"math"
)

// CorrelationPrior is the prior density of a K×K correlation matrix R: [MarginallyUniform] or [LKJ].
type CorrelationPrior interface {
	// String returns the prior's name: "marginally_uniform", or as brms writes it "lkj(1)".
	String() string
	// LKJ returns the shape of the LKJ density that is part of the prior. If marginal, the other part is the density
	// of a marginally uniform matrix relative to LKJ(1).
	LKJ() (shape float64, marginal bool)
	validate() error
}

// MarginallyUniform is the density of correlation matrices whose every correlation is uniform on
// (−1, 1) (Barnard, McCulloch and Meng 2000, section 2.2, with K+1 degrees of freedom),
//
//	log p(R) = −(K+1) log|R| − ½(K+1) Σ log (R⁻¹)_ii,
//
// up to a constant. Any subset of the studies has the same density with its number of studies as K. So the prior of two
// studies does not depend on how many others there are. With two it is LKJ(1).
type MarginallyUniform struct{}

// String implements [CorrelationPrior].
func (MarginallyUniform) String() string { return "marginally_uniform" }

func (MarginallyUniform) LKJ() (float64, bool) { return 1, true }

func (MarginallyUniform) validate() error { return nil }

// LKJ is the density of correlation matrices proportional to |R|^(Shape−1) (Lewandowski, Kurowicka and Joe 2009). Shape
// 1 is uniform over matrices. Each correlation then is Beta(K/2, K/2) on (−1, 1), which is the nearer to 0 the more
// studies there are.
type LKJ struct{ Shape float64 }

// String implements [CorrelationPrior].
func (lkj LKJ) String() string { return fmt.Sprintf("lkj(%v)", lkj.Shape) }

func (lkj LKJ) LKJ() (float64, bool) { return lkj.Shape, false }

func (lkj LKJ) validate() error {
	if !(lkj.Shape > 0) || math.IsInf(lkj.Shape, 1) {
		return fmt.Errorf("%v: the shape must be positive and finite", lkj)
	}
	return nil
}
