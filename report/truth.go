package report

import (
	"fmt"
	"strconv"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/report/catalogue"
)

// Truth is what a simulated study was made with, and what a fit of it should find.
type Truth struct {
	Family   string `json:"family"`
	Labelers string `json:"labelers"`
	Seed     uint64 `json:"seed"`
	// Quantities are the parameters and what follows from them, named and scaled as in
	// [Result].Estimates; differences take the first study for the reference.
	Quantities []TrueValue `json:"quantities"`
}

// TrueValue is the value of one quantity.
type TrueValue struct {
	Quantity string   `json:"quantity"`
	Studies  []string `json:"studies"`
	Scale    string   `json:"scale"`
	K        int      `json:"k,omitempty"`
	Value    Number   `json:"value"`
}

// NewTruth works out every reported quantity of a truth, as those of a posterior that has
// all its mass there.
func NewTruth(t model.Truth, studies []string, seed uint64) (*Truth, error) {
	spec := model.Spec{Family: t.Family, Labelers: t.Labelers, Residual: model.StudyResidual}
	fit, err := model.FromDraws(spec, studies, certainty(t))
	if err != nil {
		return nil, err
	}
	out := &Truth{Family: t.Family.String(), Labelers: t.Labelers.String(), Seed: seed}
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	for _, at := range reported {
		out.Quantities = append(out.Quantities, TrueValue{
			Quantity: at.Name, Studies: at.StudyNames(), Scale: at.Scale.String(), K: at.K,
			Value: rounded(of.Draws(at).Chains[0][0]),
		})
	}
	return out, nil
}

// rounded keeps ten digits: those after them differ between processors.
func rounded(x float64) Number {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	if err != nil {
		return Undefined()
	}
	return Number(y)
}

// truthOf returns the true value of a parameter of one study; ok is false if the truth does not say it.
func truthOf(f family.Family, p model.StudyTruth, q catalogue.Entry) (value float64, ok bool) {
	switch q.Name {
	case catalogue.Mean:
		return p.Mean, true
	case catalogue.ItemSD:
		return p.ItemSD, true
	case catalogue.LabelerSD:
		return p.LabelerSD, true
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
func certainty(t model.Truth) *posterior.Draws {
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
	for _, q := range catalogue.ModelParameters(t.Family) {
		switch q.Name {
		case catalogue.Rho:
			correlations(q.Parameter, t.ItemCorrelation)
			continue
		case catalogue.LabelerRho:
			correlations(q.Parameter, t.LabelerCorrelation)
			continue
		}
		for s, p := range t.Studies {
			if value, ok := truthOf(t.Family, p, q); ok {
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
