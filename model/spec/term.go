package spec

import (
	"slices"
	"strings"

	"concord/study"
)

// Facet asks for the random effects of a further grouping of the labels. It is by one more factor of the table, such
// as the template of a prompt, (1 | template). Or it is by a combination of factors, such as item and session, (1 |
// item:session).
type Facet struct {
	// By are the names of the factors.
	By []string
	// Covariance says how the effects of one level in several studies go together.
	Covariance Covariance
	// Prior is the prior of the effects' standard deviation. Nil: that of all facets, [Priors].LabelerSD.
	Prior Prior
	// Cluster says that items are nested in the levels of the factor, as lesions are in patients. The effect of an
	// item's cluster is then part of the item's true score.
	Cluster bool
}

// ItemByLabeler is the facet of item and labeler together, (1 | item:labeler): a labeler sees something in an item that
// others do not. Repeated labels of an item by the same labeler ([study.DuplicatesKeep]) separate its effects from
// noise.
func ItemByLabeler() Facet { return Facet{By: []string{study.ItemFactor, study.LabelerFactor}} }

// IsItemByLabeler reports whether a term of this name ([Term]) is the term of [ItemByLabeler], in either order.
func IsItemByLabeler(term string) bool {
	return ItemByLabeler().SameBy(Facet{By: strings.Split(term, ":")})
}

// SameBy reports whether two facets are by the same factors, in whatever order they are named.
func (facet Facet) SameBy(other Facet) bool {
	return slices.Equal(slices.Sorted(slices.Values(facet.By)), slices.Sorted(slices.Values(other.By)))
}

// Covariance says how the effects of one level in several studies go together.
type Covariance int

const (
	// Independent effects have a variance in each study and no correlation: a level that occurs in two studies has two
	// effects, as if it were two. It is right if levels are nested in studies.
	Independent Covariance = iota
	// Correlated effects are N(0, S R S) over the studies, as the items' are.
	Correlated
	// Common effects are the same in all studies, N(0, σ²), in units of the studies' labels if these are standardised
	// study by study. Each level may have one label in a study, as an item and a labeler together have. Labels then
	// determine only the covariance of its effects in two studies: their variance in one study is part of its residual.
	// [model.Resolve] replaces Correlated by Common there. A model with common effects needs labeler effects.
	Common
)

// String returns "independent", "correlated" or "common".
func (c Covariance) String() string {
	switch c {
	case Correlated:
		return "correlated"
	case Common:
		return "common"
	}
	return "independent"
}

// Term is a set of random effects of a model: one for each level of a grouping of the labels, and study.
type Term struct {
	// Name is "item", "labeler", or the names of the factors, as in "item:template".
	Name       string
	By         []string
	Covariance Covariance
	// Within says that the studies are bundles of this many neighbours, and that correlated or common effects in
	// studies of two bundles are independent. 0: all studies are one bundle.
	Within int
	// Exchangeable says that correlated effects are a level's value and its change in each study, see [Returning]: they
	// have one standard deviation, and one correlation that is not negative.
	Exchangeable bool
	// Multiplies is the name of the term whose effects are multiplied by 1 plus the effect; "" if the effect is added.
	Multiplies string
	// Scales says that the effect is not added to the linear predictor, but to the logarithm of the residual's standard
	// deviation.
	Scales bool
	// Slopes is the name of the covariate to whose β the effect is added; "" if the effect is not added to a β.
	Slopes string
	// Prior is the prior of the standard deviation of a facet's effects; nil: see [Priors.Of].
	Prior Prior
	// Cluster is as in [Facet].
	Cluster bool
}

// OfItems reports whether the effects of the term are part of the items' true scores: of items or their clusters.
func (term Term) OfItems() bool { return term.Name == study.ItemFactor || term.Cluster }

// Added reports whether the effects of the term are added to the linear predictor.
func (term Term) Added() bool { return term.Multiplies == "" && !term.Scales && term.Slopes == "" }

// OfLabels reports whether the effects of the term have the unit of the labels: they are added, or they are slopes by a
// covariate in standard deviations.
func (term Term) OfLabels() bool { return term.Added() || term.Slopes != "" }

// SlopeTerm returns the name of the term of the labelers' slopes by a covariate.
func SlopeTerm(covariate string) string { return "slope:" + covariate }

// DiscriminationTerm is the name of the term of the labelers' discriminations, whose effects are λ − 1.
const DiscriminationTerm = "discrimination"

// LabelerResidualTerm is the name of the term of the labelers' residuals, whose effects are ε_k = log σ_k/σ; see
// [LabelerResidual].
const LabelerResidualTerm = "labeler_residual"

// Terms returns the terms of a resolved spec: items, labelers if they have effects, and facets in their order. Last
// come the labelers' discriminations, residuals and slopes, if the model has them.
func (spec Spec) Terms() []Term {
	terms := []Term{{Name: study.ItemFactor, By: []string{study.ItemFactor}, Covariance: Correlated}}
	switch spec.Labelers {
	case Nested, AutoLabelers:
		t := Term{Name: study.LabelerFactor, By: []string{study.LabelerFactor}}
		if n := spec.Bundle; n > 0 {
			t.Covariance, t.Within = Correlated, n
		}
		terms = append(terms, t)
	case Shared, Returning:
		t := spec.again(Term{Name: study.LabelerFactor, By: []string{study.LabelerFactor}})
		t.Exchangeable = spec.Labelers == Returning
		terms = append(terms, t)
	}
	for _, f := range spec.Facets {
		t := Term{Name: strings.Join(f.By, ":"), By: f.By, Covariance: f.Covariance, Prior: f.Prior, Cluster: f.Cluster}
		if t.Covariance == Common {
			t.Within = spec.Bundle
		}
		terms = append(terms, t)
	}
	if spec.Discrimination {
		terms = append(terms, spec.again(Term{Name: DiscriminationTerm, By: []string{study.LabelerFactor},
			Multiplies: study.ItemFactor}))
	}
	if spec.Residual == LabelerResidual {
		terms = append(terms, spec.again(Term{Name: LabelerResidualTerm, By: []string{study.LabelerFactor},
			Scales: true}))
	}
	for _, c := range spec.Covariates {
		if c.Slopes {
			terms = append(terms, spec.again(Term{Name: SlopeTerm(c.Factor), By: []string{study.LabelerFactor},
				Slopes: c.Factor}))
		}
	}
	return terms
}

// again returns a term of labelers whose effects are correlated over the studies in which a name is one person.
func (spec Spec) again(t Term) Term {
	if spec.Labelers == Shared || spec.Labelers == Returning {
		t.Covariance = Correlated
	}
	return t
}

// Added returns the terms whose effects are added, items first.
func (spec Spec) Added() []Term {
	return slices.DeleteFunc(spec.Terms(), func(t Term) bool { return !t.Added() })
}

// SlopesBy returns the place of the covariate by which the effects of a term are slopes, −1 if they are no slopes.
func (spec Spec) SlopesBy(t Term) int {
	return slices.IndexFunc(spec.Covariates, func(c Covariate) bool { return t.Slopes != "" && c.Factor == t.Slopes })
}

// TermIndex returns the place of a named term among the terms, −1 if there is none.
func (spec Spec) TermIndex(name string) int {
	return slices.IndexFunc(spec.Terms(), func(t Term) bool { return t.Name == name })
}

// Keeps reports whether the draws of the effects of a term are kept.
func (spec Spec) Keeps(term string) bool {
	return spec.Effects && (spec.EffectsOf == nil || slices.Contains(spec.EffectsOf, term))
}

// Of returns the prior of the standard deviations of a term.
func (priors Priors) Of(t Term) Prior {
	switch {
	case t.Prior != nil:
		return t.Prior
	case t.Name == study.ItemFactor:
		return priors.SD
	case t.Multiplies != "":
		return priors.DiscriminationSD
	case t.Scales:
		return priors.LabelerResidualSD
	}
	return priors.LabelerSD
}

// Pair numbers the pairs of studies i ≠ j whose effects are correlated, row by row below the diagonal. ok is false for
// other pairs.
func (term Term) Pair(i, j int) (at int, ok bool) {
	n := term.Within
	switch {
	case n == 0:
		return PairIndex(i, j), true
	case i/n != j/n:
		return 0, false
	}
	return i/n*(n*(n-1)/2) + PairIndex(i%n, j%n), true
}

// First returns the first study of the bundle of a study.
func (term Term) First(s int) int {
	if term.Within == 0 {
		return 0
	}
	return s - s%term.Within
}

// PairIndex numbers the pairs i ≠ j below the diagonal, row by row.
func PairIndex(i, j int) int {
	if i < j {
		i, j = j, i
	}
	return i*(i-1)/2 + j
}
