package blocks

import (
	"slices"

	"concord/model/family"
	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/model/internal/regime"
	"concord/model/spec"
	"concord/study"
)

// Frame holds the facts about the coordinates that all chains share: the model, its labels, and the constants. The
// constants are neutral until the set-up finds where the posterior lies.
type Frame struct {
	Spec spec.Spec // resolved
	Data *labels.Compiled
	// How the fit proceeds.
	Regime regime.Regime
	// The evaluation of a family with thresholds; nil for other families.
	Anchored family.Anchored
	Factors  []*effects.Factor // of each term
	Units    [][]float64       // of each term, see [Scale]
	// By term: true if most of its effects are integrated out, so that σ² + σ_t² is estimated best. The coordinate of
	// its scale is then the ratio r = σ_t/σ. The coordinate of σ is the logarithm of √(σ² + Σ σ_t²), summed over such
	// terms.
	Ratio []bool
	Nests []*Nest   // facets within other terms
	Basis []float64 // Q of the coordinates of the items' correlations, see [Bartlett]; nil: partial correlations
}

// NewFrame returns a frame with neutral constants.
func NewFrame(d *labels.Compiled, sp spec.Spec) *Frame {
	fr := &Frame{Spec: sp, Data: d, Regime: regime.Of(d, sp)}
	if f, ok := sp.Family.(family.Thresholded); ok {
		fr.Anchored = f.Anchored(d.Labels, sp.Thresholds == spec.CommonThresholds)
	}
	for t, g := range d.Terms {
		fr.Factors = append(fr.Factors, g.Factor(d.CellCounts(t)))
		fr.Units = append(fr.Units, slices.Repeat([]float64{1}, d.Studies))
		fr.Ratio = append(fr.Ratio, fr.isRatio(t))
	}
	if d.Slopes {
		fr.Factors[d.SlopeTerm()].Center = make([]float64, d.Studies)
	}
	if sp.Items == spec.StudentItems {
		fr.Factors[0] = effects.NewStudent(d.Items, d.Studies, d.CellCounts(0))
	}
	if items := fr.Factors[0]; items.Starts == nil {
		items.Center = make([]float64, d.Studies)
	}
	fr.Nests = findNests(fr)
	for _, n := range fr.Nests {
		fr.Factors[n.Term].Follows = true
	}
	return fr
}

// correlated returns how many studies have correlations of a term. Those are all, except that judges have loadings
// instead of correlations of items.
func (fr *Frame) correlated(term int) int {
	if fr.Data.Terms[term].Name == study.ItemFactor {
		return fr.Data.Studies - fr.Spec.Judges()
	}
	return fr.Data.Studies
}

// TakeBartlett gives the items' correlations the coordinates of [Bartlett], whose Q the set-up finds.
func (fr *Frame) TakeBartlett() { fr.Basis = make([]float64, fr.Data.Studies*fr.Data.Studies) }

// isBartlett reports whether a term's correlations have the coordinates of [Bartlett].
func (fr *Frame) isBartlett(term int) bool { return term == 0 && fr.Basis != nil }

// correlations returns the coordinates of a term's correlations, for one goroutine.
func (fr *Frame) correlations(term int) correlations {
	k := fr.correlated(term)
	switch within := fr.Data.Terms[term].Within; {
	case fr.isBartlett(term):
		return newBartlett(k, fr.Basis)
	case within > 0:
		return newBundles(k/within, within, fr.Spec.Priors.Correlation)
	}
	return newCorrelation(k, fr.Spec.Priors.Correlation)
}

// correlationSize returns the number of coordinates of a term's correlations.
func (fr *Frame) correlationSize(term int) int {
	k := fr.correlated(term)
	switch within := fr.Data.Terms[term].Within; {
	case fr.isBartlett(term):
		return (&Bartlett{k: k}).Size()
	case within > 0:
		return k / within * correlation{k: within}.Size()
	}
	return correlation{k: k}.Size()
}

// isRatio reports whether the scale of a term is a ratio to σ. Studies that share σ cannot have separate ratios.
func (fr *Frame) isRatio(term int) bool {
	own := fr.Data.Studies == 1 || fr.Spec.Residual.ByStudy()
	return fr.Spec.Family.LocationScale() && own && slices.Max(fr.Data.IntegratedLevels(term)) > 0
}
