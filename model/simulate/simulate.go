// Package simulate draws studies from a model with known parameters. A [Truth] holds the parameters, a [Design] says
// who labels what, and a [Plan] makes a design from a few numbers.
package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"concord/model/family"
	"concord/model/internal/random"
	"concord/model/spec"
	"concord/study"
)

// Streams of random numbers of one seed, so that the labels of a design do not depend on how the design was made.
const (
	designStream = 1
	labelStream  = 2
	// covariateStream is of the first covariate of a design, if it has no other factors.
	covariateStream = 1 << 32
)

// Simulate draws the labels of a design from a model with known parameters. The same truth, design and seed give the
// same table. It returns an error if the truth or the design contradicts itself.
func Simulate(truth Truth, design Design, seed uint64) (*study.Table, error) {
	values, err := truth.Labels(design, rand.New(rand.NewPCG(seed, labelStream)))
	if err != nil {
		return nil, err
	}
	truth, err = truth.Resolve()
	if err != nil {
		return nil, err
	}
	var categories []string
	if f, ok := truth.Family.(family.Adapting); ok {
		categories = f.Names()
	}
	return design.Table(truth.Family.Kind(), categories, values)
}

// Labels draws a label for each place of a design: the effects of all terms first, then each label given its linear
// predictor (see the package comment). It returns an error if the truth or the design contradicts itself.
func (t Truth) Labels(d Design, rng *rand.Rand) ([]float64, error) {
	t, err := t.validate(len(d.Studies))
	if err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	theta, noise, err := t.predictors(d, rng)
	if err != nil {
		return nil, err
	}
	for n := 0; n < len(theta); {
		from, s := n, d.Study[n]
		for n < len(theta) && d.Study[n] == s {
			n++
		}
		var of []float64
		if noise != nil {
			of = noise[from:n]
		}
		random.Labels(rng, t.Family, theta[from:n], t.Studies[s].own(t.Family), of)
	}
	if t.Step > 0 {
		for n, y := range theta {
			// Division by the inverse, so that steps of 0.1 give 0.3 and not 0.30000000000000004.
			theta[n] = math.Round(y/t.Step) / (1 / t.Step)
		}
	}
	return theta, nil
}

// predictors draws the effects of all terms and returns the linear predictor at each place of a design. noise is the
// logarithm of the residual's factor at each place, nil if there is none. The truth must be valid.
func (t Truth) predictors(d Design, rng *rand.Rand) (theta, noise []float64, err error) {
	if err := d.validate(); err != nil {
		return nil, nil, fmt.Errorf("simulate: %w", err)
	}
	if t.Labelers != spec.NoLabelers && d.Labelers == nil {
		return nil, nil, fmt.Errorf("simulate: labelers are %v, but the design names none", t.Labelers)
	}
	k := len(t.Studies)
	theta = make([]float64, len(d.Study))
	for n, s := range d.Study {
		theta[n] = t.Studies[s].Mean
	}
	item := make([]float64, len(d.Study)) // true score of each label's item
	if err := t.addCovariates(theta, item, d, rng); err != nil {
		return nil, nil, fmt.Errorf("simulate: %w", err)
	}
	for i, term := range t.terms() {
		levels, index, err := d.Levels(term.By)
		if err != nil {
			return nil, nil, fmt.Errorf("simulate: %w", err)
		}
		root, err := correlationRoot(term.name, term.Correlation, k)
		if err != nil {
			return nil, nil, fmt.Errorf("simulate: %w", err)
		}
		// Every level has an effect in each study. The effects of a nested level are as independent as the effects of
		// two levels.
		sd := func(s int) float64 { return term.SD[s] }
		var b []float64
		if i == 0 && t.ItemDF > 0 {
			b = random.StudentEffects(rng, levels, root, sd, t.ItemDF)
		} else {
			b = random.Effects(rng, levels, root, sd)
		}
		for n, s := range d.Study {
			effect := b[int(index[n])*k+int(s)]
			switch {
			case i == 0:
				item[n] += effect
				effect = item[n]
			case term.multiplies:
				effect *= item[n]
			case term.scales:
				if noise == nil {
					noise = make([]float64, len(d.Study))
				}
				noise[n] = effect
				continue
			}
			theta[n] += effect
		}
	}
	return theta, noise, nil
}

// termTruth is the parameters of a term and the names of its levels.
type termTruth struct {
	FacetTruth
	name       string
	multiplies bool // the items' effects, which come first
	scales     bool // the residual
}

// terms returns the parameters of all terms.
func (t Truth) terms() []termTruth {
	sd := func(of func(StudyTruth) float64) []float64 {
		all := make([]float64, len(t.Studies))
		for s, p := range t.Studies {
			all[s] = of(p)
		}
		return all
	}
	items := FacetTruth{spec.Facet{By: []string{study.ItemFactor}, Covariance: spec.Correlated},
		sd(func(p StudyTruth) float64 { return p.ItemSD }), t.ItemCorrelation}
	all := []termTruth{{FacetTruth: items, name: "items"}}
	if t.Labelers != spec.NoLabelers {
		labelers := FacetTruth{spec.Facet{By: []string{study.LabelerFactor}},
			sd(func(p StudyTruth) float64 { return p.LabelerSD }), t.LabelerCorrelation}
		if t.Labelers == spec.Shared {
			labelers.Covariance = spec.Correlated
		}
		all = append(all, termTruth{FacetTruth: labelers, name: "labelers"})
	}
	for _, f := range t.Facets {
		if f.Covariance == spec.Common {
			f.Correlation = CommonCorrelation(len(t.Studies), 1)
		}
		all = append(all, termTruth{FacetTruth: f, name: strings.Join(f.By, ":")})
	}
	if t.Discrimination() {
		discriminations := FacetTruth{spec.Facet{By: []string{study.LabelerFactor}},
			sd(func(p StudyTruth) float64 { return p.DiscriminationSD }), t.DiscriminationCorrelation}
		all = append(all, termTruth{FacetTruth: discriminations, name: "discriminations", multiplies: true})
	}
	if t.LabelerResiduals() {
		residuals := FacetTruth{spec.Facet{By: []string{study.LabelerFactor}},
			sd(func(p StudyTruth) float64 { return p.LabelerResidualSD }), t.LabelerResidualCorrelation}
		all = append(all, termTruth{FacetTruth: residuals, name: "residuals", scales: true})
	}
	return all
}

// Discrimination reports whether labelers have discriminations other than 1 in any study.
func (t Truth) Discrimination() bool {
	return slices.ContainsFunc(t.Studies, func(p StudyTruth) bool { return p.DiscriminationSD > 0 })
}

// LabelerResiduals reports whether each labeler of some study has a residual.
func (t Truth) LabelerResiduals() bool {
	return slices.ContainsFunc(t.Studies, func(p StudyTruth) bool { return p.LabelerResidualSD > 0 })
}
