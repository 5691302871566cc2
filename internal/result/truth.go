package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
)

// Truth has the parameters that a simulated study was made with, and the quantities that a fit of it should find.
type Truth struct {
	Family   string `json:"family"`
	Labelers string `json:"labelers"`
	Seed     uint64 `json:"seed"`
	// Quantities are the parameters and the quantities that follow from them, named and scaled as in
	// [Result].Estimates. In differences the first study is the reference.
	Quantities []TrueValue `json:"quantities"`
	// Covariates are what the labels were regressed on.
	Covariates []ModelCovariate `json:"covariates,omitempty"`
}

// TrueValue is the value of one quantity.
type TrueValue struct {
	Quantity string   `json:"quantity"`
	Term     string   `json:"term,omitempty"` // of quantities of a term besides items and labelers
	Studies  []string `json:"studies"`
	Scale    string   `json:"scale"`
	K        int      `json:"k,omitempty"`
	// Category ends at the threshold, and NextCategory begins there, if the quantity is a threshold. A quantity of
	// categories without order is of a category, or of all together ("").
	Category     string `json:"category,omitempty"`
	NextCategory string `json:"next_category,omitempty"`
	Value        Number `json:"value"`
}

// NewTruth computes every reported quantity of a truth, as if the posterior had all its mass there, for the labels of a
// design, which has the covariates.
func NewTruth(t simulate.Truth, design simulate.Design, seed uint64) (*Truth, error) {
	t, err := t.Resolve()
	if err != nil {
		return nil, err
	}
	t, table, err := t.Regressed(design)
	if err != nil {
		return nil, err
	}
	sp := spec.Spec{
		Family: t.Family, Labelers: t.Labelers, Residual: spec.StudyResidual, Discrimination: t.Discrimination(),
	}
	if t.ItemDF > 0 {
		sp.Items = spec.StudentItems
	}
	for _, f := range t.Facets {
		sp.Facets = append(sp.Facets, f.Facet)
	}
	for _, c := range t.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
	}
	fit, err := model.FromDraws(sp, design.Studies, certainty(t, sp))
	if err != nil {
		return nil, err
	}
	fit = fit.WithCovariatesOf(table)
	out := &Truth{Family: t.Family.String(), Labelers: t.Labelers.String(), Seed: seed,
		Covariates: modelCovariates(fit)}
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	for _, at := range reported {
		if at.Name == catalogue.RawICC && !table.StudyAt(at.Studies[0].Index()).Repeated() {
			continue // it needs two labels of an item
		}
		out.Quantities = append(out.Quantities, TrueValue{
			Quantity: at.Name, Term: at.Term, Studies: at.StudyNames(), Scale: at.Scale.String(), K: at.K,
			Category: at.Category, NextCategory: at.NextCategory,
			Value: rounded(of.Draws(at).Chains[0][0]),
		})
	}
	return out, nil
}

// rounded keeps ten digits, because further digits differ between processors.
func rounded(x float64) Number {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	if err != nil {
		return Undefined()
	}
	return Number(y)
}

// facetOf returns the truth of a quantity's facet.
func facetOf(t simulate.Truth, q catalogue.Entry) simulate.FacetTruth {
	i := slices.IndexFunc(t.Facets, func(f simulate.FacetTruth) bool { return strings.Join(f.By, ":") == q.Term })
	return t.Facets[i]
}

// truthOf returns the true value of a parameter of study s; ok is false if the truth does not have it.
func truthOf(t simulate.Truth, s int, q catalogue.Entry) (value float64, ok bool) {
	f, p := t.Family, t.Studies[s]
	switch q.Name {
	case catalogue.Coefficient, catalogue.ItemCoefficient, catalogue.LabelerCoefficient:
		for _, c := range t.Covariates {
			if at := slices.Index(c.Covariate.Coefficients(), q.Term); at >= 0 {
				of := map[string][][]float64{catalogue.Coefficient: c.Coefficients, catalogue.ItemCoefficient: c.Items,
					catalogue.LabelerCoefficient: c.Labelers}[q.Name]
				if of == nil {
					return 0, true
				}
				return of[s][at], true
			}
		}
	case catalogue.SlopeSD:
		for _, c := range t.Covariates {
			if spec.SlopeTerm(c.Factor) == q.Term {
				return c.SlopeSD[s], true
			}
		}
	case catalogue.FacetSD, catalogue.InteractionSD:
		return facetOf(t, q).SD[s], true
	case catalogue.Mean:
		return p.Mean, true
	case catalogue.ItemSD:
		return p.ItemSD, true
	case catalogue.LabelerSD:
		return p.LabelerSD, true
	case catalogue.DiscriminationSD:
		return p.DiscriminationSD, true
	}
	own := p.Own
	if f.LocationScale() {
		own = append([]float64{p.ResidualSD}, own...)
	}
	for i, parameter := range f.Parameters() {
		if parameter.Name == q.Parameter && i < len(own) {
			return own[i], true
		}
	}
	return 0, false
}

// certainty returns one draw, the truth, with the names that [model.FromDraws] expects.
func certainty(t simulate.Truth, sp spec.Spec) *posterior.Draws {
	var names []string
	var values []float64
	add := func(value float64, format string, args ...any) {
		names = append(names, fmt.Sprintf(format, args...))
		values = append(values, value)
	}
	correlations := func(name string, r [][]float64) {
		for j := range t.Studies {
			for i := range j {
				value := 0.0
				if r != nil {
					value = r[j][i]
				}
				add(value, "%s[%d,%d]", name, i+1, j+1)
			}
		}
	}
	_, thresholds := t.Family.(family.Thresholded)
	for s, p := range t.Studies {
		for c, kappa := range p.Thresholds {
			add(kappa, "threshold[%d,%d]", s+1, c+1)
		}
	}
	for _, q := range catalogue.ModelParameters(sp) {
		switch q.Name {
		case catalogue.Mean, catalogue.Threshold:
			if thresholds {
				continue
			}
		case catalogue.Rho:
			correlations(q.Parameter, t.ItemCorrelation)
			continue
		case catalogue.LabelerRho:
			correlations(q.Parameter, t.LabelerCorrelation)
			continue
		case catalogue.DiscriminationRho:
			correlations(q.Parameter, t.DiscriminationCorrelation)
			continue
		case catalogue.ItemDF:
			add(t.ItemDF, "%s", q.Parameter)
			continue
		case catalogue.FacetRho:
			if strings.HasPrefix(q.Term, spec.SlopeTerm("")) {
				correlations(q.Parameter, nil)
				continue
			}
			correlations(q.Parameter, facetOf(t, q).Correlation)
			continue
		}
		for s := range t.Studies {
			if value, ok := truthOf(t, s, q); ok {
				add(value, "%s[%d]", q.Parameter, s+1)
			}
		}
	}
	draws := posterior.NewDraws(names, 1, 1)
	for v, x := range values {
		draws.Chain(v, 0)[0] = x
	}
	return draws
}
