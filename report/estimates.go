package report

import (
	"math"
	"runtime"
	"strings"
	"sync"

	"concord/model"
	"concord/posterior"
	"concord/xcc"
)

// Quantities returns the names of the quantities that an [Estimate] may be of.
func Quantities() []string {
	return []string{
		QuantityICC, QuantityLabelerICC, QuantityICCk, QuantityRho, QuantityXCC, QuantityRhoK, QuantityRhoDifference, QuantityXCCDifference,
		QuantityMean, QuantityItemSD, QuantityLabelerSD, QuantityResidualSD, QuantityLabelerRho,
	}
}

// row is a quantity to be reported, before it is summarised.
type row struct {
	quantity string
	studies  []string
	scale    string
	k        int
	// of makes the draws when they are summarised: those of all rows together would fill the memory where there are many studies.
	of func() posterior.Quantity
	// positive asks for the probability that the quantity is above 0.
	positive bool
}

// name is what diagnostics call the row: "rho (reference, control), label scale".
func (r row) name() string {
	name := r.quantity
	if len(r.studies) > 0 {
		name += " (" + strings.Join(r.studies, ", ") + ")"
	}
	return name + onScale(r.scale)
}

func (r row) estimate(s posterior.Summary) Estimate {
	e := Estimate{
		Quantity: r.quantity, Studies: r.studies, Scale: r.scale, K: r.k,
		Mean: Number(s.Mean), SD: Number(s.SD), Median: Number(s.Median), Lower: Number(s.Lower), Upper: Number(s.Upper),
		RHat: Number(s.RHat), ESSBulk: Number(s.ESSBulk), ESSTail: Number(s.ESSTail), MCSE: Number(s.MCSEMean),
	}
	e.Boundary = e.boundary()
	e.Skewed = skewed(s)
	switch {
	case !e.Mean.Defined():
		e.Undefined = "a draw is not a number"
	case !e.RHat.Defined() || !e.ESSBulk.Defined() || !e.ESSTail.Defined() || !e.MCSE.Defined() || !e.SD.Defined():
		e.Undefined = "too few draws, or all of them equal, to judge the draws"
	}
	return e
}

// skewed reports that mean and median part by more than mostParted of the standard deviation.
func skewed(s posterior.Summary) bool {
	// Simulated numbers of 5 and 10 labelers: the labeler ICC parts by 0.2 to 0.4, and its median is nearer to the truth; the ICC by less
	// than 0.1. The Monte Carlo error of 1,000 independent draws is 0.025.
	const mostParted = 0.2
	return math.Abs(s.Mean-s.Median) > mostParted*s.SD
}

// reported returns what is reported of a fit and its joint posterior on each scale, in its order, and the probabilities beside
// it, but for those that rows ask for.
func reported(fit *model.Posterior, scales []xcc.Joint, reference model.StudyPosterior) ([]row, []Probability) {
	rows, probabilities := reliability(fit, scales)
	rows = append(rows, validity(fit, scales, reference)...)
	rows = append(rows, closeness(scales, reference)...)
	return append(rows, parameters(fit)...), probabilities
}

// summarize summarises rows on all cores; the result is the same for any number of them. shares are, of rows that ask for it, the
// shares of draws above 0.
func summarize(rows []row, interval posterior.Interval) (summaries []posterior.Summary, shares []float64) {
	summaries, shares = make([]posterior.Summary, len(rows)), make([]float64, len(rows))
	var group sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(rows))
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(rows); i += workers {
				q := rows[i].of()
				q.Name = rows[i].name()
				summaries[i] = q.Summarize(interval)
				if rows[i].positive {
					shares[i] = positive(q)
				}
			}
		})
	}
	group.Wait()
	return summaries, shares
}

// positive returns the share of draws above 0; NaN if a draw is NaN.
func positive(q posterior.Quantity) float64 {
	above, all := 0, 0
	for _, chain := range q.Chains {
		for _, x := range chain {
			if math.IsNaN(x) {
				return x
			}
			if x > 0 {
				above++
			}
			all++
		}
	}
	return float64(above) / float64(all)
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
	add := func(quantity string, of func(model.StudyPosterior) posterior.Quantity) {
		for _, s := range fit.EachStudy() {
			rows = append(rows, row{
				quantity: quantity, studies: []string{s.Name()}, scale: scale, of: func() posterior.Quantity { return of(s) },
			})
		}
	}
	add(QuantityMean, model.StudyPosterior.Mean)
	add(QuantityItemSD, model.StudyPosterior.ItemSD)
	if fit.HasLabelers() {
		add(QuantityLabelerSD, model.StudyPosterior.LabelerSD)
	}
	for _, p := range xcc.Pairs(fit) {
		if q, ok := p.A.LabelerCorrelation(p.B); ok {
			rows = append(rows, row{
				quantity: QuantityLabelerRho, studies: p.Names(), scale: scale, of: func() posterior.Quantity { return q },
			})
		}
	}
	switch {
	case fit.Spec().Family == model.Bernoulli:
	case fit.Spec().Residual == model.CommonResidual:
		rows = append(rows, row{quantity: QuantityResidualSD, studies: fit.Studies(), scale: scale, of: fit.StudyAt(0).ResidualSD})
	default:
		add(QuantityResidualSD, model.StudyPosterior.ResidualSD)
	}
	return rows
}
