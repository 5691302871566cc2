package report

import (
	"fmt"
	"strconv"

	"concord/model"
	"concord/posterior"
	"concord/xcc"
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
	rows, _ := reported(fit, xcc.Joints(fit), fit.StudyAt(0))
	for _, r := range rows {
		out.Quantities = append(out.Quantities, TrueValue{
			Quantity: r.quantity, Studies: r.studies, Scale: r.scale, K: r.k, Value: rounded(r.of().Chains[0][0]),
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

// certainty returns one draw, the truth, with the names that [model.FromDraws] expects.
func certainty(t model.Truth) *posterior.Draws {
	var names []string
	var values []float64
	add := func(value float64, format string, args ...any) {
		names = append(names, fmt.Sprintf(format, args...))
		values = append(values, value)
	}
	correlation := func(r [][]float64, i, j int) float64 {
		if r == nil {
			return 0
		}
		return r[i][j]
	}
	for s, p := range t.Studies {
		add(p.Mean, "mu[%d]", s+1)
		add(p.ItemSD, "sd_item[%d]", s+1)
		if t.Labelers != model.NoLabelers {
			add(p.LabelerSD, "sd_labeler[%d]", s+1)
		}
		if t.Family == model.Gaussian {
			add(p.ResidualSD, "sd_residual[%d]", s+1)
		}
		for j := range s {
			add(correlation(t.ItemCorrelation, s, j), "cor_item[%d,%d]", j+1, s+1)
			if t.Labelers == model.Shared {
				add(correlation(t.LabelerCorrelation, s, j), "cor_labeler[%d,%d]", j+1, s+1)
			}
		}
	}
	draws := posterior.NewDraws(names, 1, 1)
	for v, x := range values {
		draws.Chain(v, 0)[0] = x
	}
	return draws
}
