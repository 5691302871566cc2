package report

import (
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
)

// probabilityRecords has a row for each quantity of people and of each judge, named as in JSON.
func probabilityRecords(p *result.Probabilities) *document.Table {
	var t recordsOfJudges
	of, items := p.People.Study, strconv.Itoa(p.People.Items)
	measure := func(quantity string, m *result.Measure) {
		if m != nil {
			t.row(of, "", quantity, *m, items)
		}
	}
	counted := func(quantity string, o result.Observed) {
		m := result.Measure{Mean: o.Estimate, Median: result.Undefined(), Lower: o.Lower, Upper: o.Upper,
			Undefined: o.Undefined}
		measure(quantity, &m)
	}
	number := func(quantity string, n result.Number) {
		m := unspread(n)
		measure(quantity, &m)
	}
	number("positive", p.People.Positive)
	measure("validity", p.People.Validity)
	measure("auc", p.People.AUC)
	measure("attainable", p.People.Attainable)
	measure("agreement", p.People.Agreement)
	number("disagreement", p.People.Disagreement)
	for _, j := range p.Judges {
		of, items = j.Judge, strconv.Itoa(j.Items)
		counted("auc", j.AUC)
		measure("attained", j.Attained)
		measure("validity", j.Validity)
		measure("worth", j.Worth)
		number("better_than_random", j.BetterThanRandom)
		counted("bias", j.Bias)
		counted("brier", j.Brier.Observed)
		number("reliability", j.Brier.Reliability)
		number("resolution", j.Brier.Resolution)
		number("uncertainty", j.Brier.Uncertainty)
		number("within_bins", j.Brier.Within)
		number("expected_error", j.Calibration.Error)
		number("expected_error_by_chance", j.Calibration.ByChance)
		if b := j.Threshold; b != nil {
			counted("threshold", b.Observed)
			number("correlation", b.Correlation)
			number("correlation_optimism", b.CorrelationOptimism)
			number("agreement", b.Agreement)
			number("agreement_optimism", b.AgreementOptimism)
			number("sensitivity", b.Sensitivity)
			number("specificity", b.Specificity)
		}
		items = strconv.Itoa(j.MajorityItems)
		counted("auc_majority", j.Majority)
	}
	for _, d := range p.Differences {
		of, items = several(d.Judges[:]), strconv.Itoa(d.Items)
		counted("auc_difference", d.Observed)
		number("p", d.P)
	}
	return t.table(false)
}
