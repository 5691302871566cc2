package report

import (
	"strings"

	"concord/model"
	"concord/posterior"
	"concord/xcc"
)

// Quantities returns the names of the quantities that an [Estimate] may be of.
func Quantities() []string {
	return []string{
		QuantityICC, QuantityLabelerICC, QuantityICCk, QuantityRho, QuantityXCC, QuantityRhoDifference, QuantityXCCDifference,
		QuantityMean, QuantityItemSD, QuantityLabelerSD, QuantityResidualSD, QuantityLabelerRho,
	}
}

// row is a quantity to be reported, before it is summarised.
type row struct {
	quantity string
	studies  []string
	scale    string
	k        int
	of       posterior.Quantity
}

// name is what diagnostics call the row: "rho (reference, control)".
func (r row) name() string {
	name := r.quantity
	if len(r.studies) > 0 {
		name += " (" + strings.Join(r.studies, ", ") + ")"
	}
	if r.scale == ScaleProbability {
		name += " on the probability scale"
	}
	return name
}

func (r row) estimate(s posterior.Summary) Estimate {
	e := Estimate{
		Quantity: r.quantity, Studies: r.studies, Scale: r.scale, K: r.k,
		Mean: Number(s.Mean), SD: Number(s.SD), Median: Number(s.Median), Lower: Number(s.Lower), Upper: Number(s.Upper),
		RHat: Number(s.RHat), ESSBulk: Number(s.ESSBulk), ESSTail: Number(s.ESSTail), MCSE: Number(s.MCSEMean),
	}
	switch {
	case !e.Mean.Defined():
		e.Undefined = "a draw is not a number"
	case !e.RHat.Defined() || !e.ESSBulk.Defined() || !e.ESSTail.Defined() || !e.MCSE.Defined() || !e.SD.Defined():
		e.Undefined = "too few draws, or all of them equal, to judge the draws"
	}
	return e
}

// reported returns what is reported of a fit, in its order, and the probabilities beside it.
func reported(fit *model.Posterior, reference string) ([]row, []Probability) {
	rows, probabilities := reliability(fit)
	differences := closeness(fit, reference)
	rows = append(append(rows, validity(fit)...), differences...)
	return append(rows, parameters(fit)...), append(probabilities, positives(differences)...)
}

// mainScale is the scale of a family's parameters.
func mainScale(fit *model.Posterior) string {
	if fit.Spec().Family == model.Bernoulli {
		return ScaleLatent
	}
	return ScaleLabel
}

func parameters(fit *model.Posterior) []row {
	scale := mainScale(fit)
	var rows []row
	add := func(quantity string, of func(string) posterior.Quantity) {
		for _, s := range fit.Studies() {
			rows = append(rows, row{quantity: quantity, studies: []string{s}, scale: scale, of: of(s)})
		}
	}
	add(QuantityMean, fit.Mean)
	add(QuantityItemSD, fit.ItemSD)
	if fit.HasLabelers() {
		add(QuantityLabelerSD, fit.LabelerSD)
	}
	for _, p := range xcc.Pairs(fit) {
		if q, ok := fit.LabelerCorrelation(p.A, p.B); ok {
			rows = append(rows, row{quantity: QuantityLabelerRho, studies: []string{p.A, p.B}, scale: scale, of: q})
		}
	}
	switch {
	case fit.Spec().Family == model.Bernoulli:
	case fit.Spec().Residual == model.CommonResidual:
		rows = append(rows, row{quantity: QuantityResidualSD, studies: fit.Studies(), scale: scale, of: fit.ResidualSD(fit.Studies()[0])})
	default:
		add(QuantityResidualSD, fit.ResidualSD)
	}
	return rows
}
