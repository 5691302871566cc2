// Package density is the log posterior density of a model and its gradient. A density is a list of blocks of
// coordinates and a likelihood. LogProbGrad is a loop over the blocks, the likelihood, and the loop back. There are
// four densities:
//
//   - all effects are sampled ([Density]);
//   - they are integrated out, if the family knows how (marginal);
//   - items' effects are integrated out on a grid ([Integrated]);
//   - effects of items and labelers are drawn in blocks ([GivenEffects]).
//
// [Problem.Target] chooses one, by the fields of the problem that package locate has set.
package density

import (
	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// Problem is a model and its labels, ready for evaluation: what all chains share.
type Problem struct {
	*blocks.Frame
	Lik      family.Likelihood
	Start    []float64       // coordinates where the posterior lies, z = 0
	Marginal family.Marginal // nil: the effects are sampled
	Site     MeanSite        // of the marginal
	Gridded  bool            // items' effects are to be integrated out on a grid if they can be
	OnGrid   *Gridded        // nil: they are not
	Blocked  *Blocked        // nil: they are sampled together
}

// NewProblem returns a problem with neutral constants.
func NewProblem(d *labels.Compiled, sp spec.Spec) *Problem {
	p := &Problem{Frame: blocks.NewFrame(d, sp)}
	// Each part would have derivatives for all cells of covariates.
	split := p.Regime.Split && tuning.SplitParts*d.OwnCells < len(d.Value)
	if p.Anchored != nil {
		p.Lik = newLikelihood(d.Labels, p.Anchored, split)
	} else {
		p.Lik = newLikelihood(d.Labels, sp.Family, split)
	}
	return p
}

// Density returns the log posterior density of parameters and effects for one goroutine.
func (pr *Problem) Density() *Density { return newDensity(pr) }

// Target returns what is sampled, for one goroutine.
func (pr *Problem) Target() Target {
	switch {
	case pr.Marginal != nil:
		return pr.newMarginalTarget(pr.Marginal.Fork())
	case pr.OnGrid != nil:
		return pr.NewIntegrated()
	case pr.Blocked != nil:
		return pr.NewGivenEffects()
	}
	return newDensity(pr)
}
