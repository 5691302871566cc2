package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/visible"
	"concord/judge"
	"concord/judge/probability"
	"concord/model"
	"concord/posterior"
	"concord/study"
)

// Probabilities compares the probabilities that judges give with the yes and no of people.
type Probabilities struct {
	Verdict  []string  `json:"verdict"`
	Data     Data      `json:"data"`
	Interval Intervals `json:"interval"`
	// Model, Sampler and Diagnostics describe the fit of people's labels; null if there is none.
	Model   *Model            `json:"model"`
	Sampler *Sampler          `json:"sampler"`
	People  ProbabilityPeople `json:"people"`
	// Judges have a standing each, the largest area under the curve first.
	Judges []ProbabilityJudge `json:"judges"`
	// Differences compare the areas under the curve of each two judges.
	Differences []AUCDifference `json:"auc_differences"`
	Notes       []string        `json:"notes"`
	Diagnostics *Diagnostics    `json:"diagnostics"`
}

// Observed is a quantity that was counted, with its interval for other items. Numbers are null if it is not defined,
// and Undefined says why.
type Observed struct {
	Estimate  Number `json:"estimate"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}

// ProbabilityPeople describes a random person, by the fit of people's labels.
type ProbabilityPeople struct {
	Study    string `json:"study"`
	Labelers int    `json:"labelers"`
	Items    int    `json:"items"`
	Labels   int    `json:"labels"`
	// Positive is the mean over items of the share of labels that are positive.
	Positive Number `json:"positive"`
	// Validity is √ICC, the correlation of a person's label with people's true score. AUC is the area under the curve
	// of one person's labels as the judge of another's. Attainable is the area for probabilities that are the share of
	// all people.
	Validity   *Measure `json:"validity,omitempty"`
	AUC        *Measure `json:"auc,omitempty"`
	Attainable *Measure `json:"attainable,omitempty"`
	// Agreement is the chance that two people give the same label.
	Agreement *Measure `json:"agreement,omitempty"`
	// Disagreement is the mean of p(1 − p), with the share p of people who say yes: no probability has a smaller Brier
	// score. Null if no item has two labels.
	Disagreement Number `json:"disagreement"`
	Undefined    string `json:"undefined,omitempty"` // why there is no fit
}

// ProbabilityJudge compares a judge's probabilities with people's labels.
type ProbabilityJudge struct {
	Judge string `json:"study"`
	Items int    `json:"items"`
	// AUC is the area under the curve against a random person's label. Majority is the area against the majority of an
	// item's labels, without items whose labels are tied.
	AUC           Observed `json:"auc"`
	Majority      Observed `json:"auc_majority"`
	MajorityItems int      `json:"majority_items"`
	// Attained is (AUC − ½)/(attainable AUC − ½).
	Attained *Measure `json:"attained,omitempty"`
	// Validity is the correlation of probabilities with people's true score. Worth is the worth of a probability in
	// labels of people. BetterThanRandom is the probability that Validity is above a random person's.
	Validity         *Measure `json:"validity,omitempty"`
	Worth            *Measure `json:"worth,omitempty"`
	BetterThanRandom Number   `json:"better_than_random"`
	// Bias is the mean probability minus people's share of positive labels.
	Bias        Observed              `json:"bias"`
	Brier       BrierScore            `json:"brier"`
	Calibration ProbabilityCurve      `json:"calibration"`
	Threshold   *ProbabilityThreshold `json:"threshold,omitempty"`
	// Verdict compares the judge with a random person; "" without a fit of people's labels.
	Verdict   string `json:"verdict"`
	Undefined string `json:"undefined,omitempty"` // why there is no threshold
}

// BrierScore is the mean squared difference between probabilities and a random person's label, with its parts: see
// [probability.Calibration].
type BrierScore struct {
	Observed
	Reliability Number `json:"reliability"`
	Resolution  Number `json:"resolution"`
	Uncertainty Number `json:"uncertainty"`
	Within      Number `json:"within_bins"`
}

// ProbabilityCurve says whether probabilities are calibrated.
type ProbabilityCurve struct {
	Error    Number           `json:"expected_error"`
	ByChance Number           `json:"expected_error_by_chance"`
	Bins     []ProbabilityBin `json:"bins"`
}

// ProbabilityBin is items with similar probabilities.
type ProbabilityBin struct {
	From     Number   `json:"from"`
	To       Number   `json:"to"`
	Mean     Number   `json:"mean"`
	Items    int      `json:"items"`
	Positive Observed `json:"positive"`
}

// ProbabilityThreshold is the threshold with which probabilities, read as yes or no, follow people best: see
// [probability.Chosen].
type ProbabilityThreshold struct {
	Observed
	Correlation         Number `json:"correlation"`
	CorrelationOptimism Number `json:"correlation_optimism"`
	Agreement           Number `json:"agreement"`
	AgreementOptimism   Number `json:"agreement_optimism"`
	Sensitivity         Number `json:"sensitivity"`
	Specificity         Number `json:"specificity"`
}

// AUCDifference is the area under the curve of one judge minus another's, on the items of both.
type AUCDifference struct {
	Judges [2]string `json:"judges"`
	Observed
	P     Number `json:"p"`
	Items int    `json:"items"`
}

// thresholdResamples is how many resamples of items the interval of a threshold has.
const thresholdResamples = 1000

// ProbabilitySource is the input of [NewProbabilities].
type ProbabilitySource struct {
	People study.View
	// Judges are the factors of the labels that have probabilities.
	Judges   []string
	Interval posterior.Interval
	Seed     uint64
	// Fit is of the people alone, with r its result; nil if Undefined says why there is none.
	Fit       *model.Posterior
	Result    *Result
	Undefined string
}

// NewProbabilities compares the probabilities of judges with people's labels.
func NewProbabilities(data Data, of ProbabilitySource) *Probabilities {
	out := &Probabilities{Data: data, Interval: NewIntervals(of.Interval, nil), Differences: []AUCDifference{},
		Notes: data.notes()}
	people, pool := of.pool(out)
	out.People = people
	scored := map[string]*probability.Scored{}
	for n, name := range of.Judges {
		s := probability.NewScored(of.People, judge.Probabilities(of.People, name))
		if len(s.Items()) == 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("%s has no probabilities.", visible.Text(name)))
			continue
		}
		scored[name] = s
		out.Judges = append(out.Judges, of.standing(name, s, pool, of.Seed+uint64(n)))
		if items := len(s.Items()); items < people.Items {
			out.Notes = append(out.Notes, fmt.Sprintf("%s has a probability of %s of the %s that people labelled.",
				visible.Text(name), count(items), plural(people.Items, "item")))
		}
	}
	slices.SortStableFunc(out.Judges, func(a, b ProbabilityJudge) int {
		return cmp.Compare(b.AUC.Estimate, a.AUC.Estimate)
	})
	z := distuv.UnitNormal.Quantile(0.5 + of.Interval.Level/2)
	for i, a := range out.Judges {
		for _, b := range out.Judges[i+1:] {
			if d, ok := probability.Compare(scored[a.Judge], scored[b.Judge]); ok {
				out.Differences = append(out.Differences, AUCDifference{[2]string{a.Judge, b.Judge},
					Observed{Estimate: Number(d.Value), Lower: Number(d.Value - z*d.SE),
						Upper: Number(d.Value + z*d.SE)}, Number(d.P), d.Items})
			}
		}
	}
	out.Verdict = out.newVerdict()
	return out
}

// poolDraws holds draws of the people's fit, if there is one.
type poolDraws struct {
	measurer
	icc, attainable posterior.Quantity
}

// pool describes the people.
func (of ProbabilitySource) pool(out *Probabilities) (p ProbabilityPeople, draws poolDraws) {
	all := probability.NewScored(of.People, of.any())
	p = ProbabilityPeople{Study: of.People.Name(), Items: items(of.People), Labels: of.People.Len(),
		Positive: Number(all.Positive()), Disagreement: Undefined(), Undefined: of.Undefined}
	if x, ok := all.Disagreement(); ok {
		p.Disagreement = Number(x)
	}
	if of.Fit == nil {
		return p, draws
	}
	r := of.Result
	out.Data, out.Model, out.Sampler, out.Diagnostics = r.Data, r.Model, r.Sampler, r.Diagnostics
	people := of.Fit.StudyAt(0)
	mg := newMeasurer(of.Fit, of.Interval)
	draws = poolDraws{measurer: mg, icc: mg.labels().Partition(people).ICC()}
	p.Labelers = labelersOf(people)
	p.Validity = mg.label(mg.labels().Validity(people, people))
	p.AUC = mg.label(probability.OfPerson(draws.icc))
	if q, ok := judge.AttainableAUC(people); ok {
		p.Attainable, draws.attainable = mg.label(q), q
	}
	if pool, ok := judge.NewPeople(people); ok {
		if q, ok := pool.Agreement(); ok {
			p.Agreement = mg.label(q)
		}
	}
	return p, draws
}

// any gives each item a probability, so that people's share of yes is over all items.
func (of ProbabilitySource) any() map[string]float64 {
	all := map[string]float64{}
	for _, i := range of.People.Item() {
		all[of.People.Table().Items()[i]] = 0
	}
	return all
}

func (of ProbabilitySource) standing(
	name string, s *probability.Scored, pool poolDraws, seed uint64,
) ProbabilityJudge {
	j := ProbabilityJudge{Judge: name, Items: len(s.Items()), BetterThanRandom: Undefined()}
	majority := s.Majority()
	j.AUC, j.Majority = of.area(s), of.area(majority)
	j.MajorityItems = len(majority.Items())
	c := s.Calibration()
	j.Bias = of.counted(c.Bias, j.Items)
	j.Brier = BrierScore{of.counted(c.Brier, j.Items), Number(c.Reliability), Number(c.Resolution),
		Number(c.Uncertainty), Number(c.Within)}
	j.Calibration = ProbabilityCurve{Number(c.Error), Number(c.ByChance), []ProbabilityBin{}}
	for _, b := range c.Bins {
		lower, upper := judge.ProportionOf(b.Shares()).Interval(of.Interval.Level)
		j.Calibration.Bins = append(j.Calibration.Bins, ProbabilityBin{Number(b.From), Number(b.To),
			Number(b.Probability), b.Items, Observed{Estimate: Number(b.Share), Lower: Number(lower),
				Upper: Number(upper)}})
	}
	if t, ok := s.Best(of.Interval.Level, thresholdResamples, seed); ok {
		j.Threshold = &ProbabilityThreshold{Observed{Estimate: Number(t.Threshold), Lower: Number(t.Lower),
			Upper: Number(t.Upper)}, Number(t.Correlation), Number(t.CorrelationOptimism), Number(t.Agreement),
			Number(t.AgreementOptimism), Number(t.Sensitivity), Number(t.Specificity)}
	} else {
		j.Undefined = "no threshold divides items that people answer differently"
	}
	if of.Fit == nil {
		return j
	}
	if pool.attainable.Chains != nil && j.AUC.Estimate.Defined() {
		j.Attained = pool.label(posterior.Map("attained", func(x []float64) float64 {
			return (float64(j.AUC.Estimate) - 0.5) / (x[0] - 0.5)
		}, pool.attainable))
	}
	if r, own, ok := s.Validity(pool.icc, seed); ok {
		j.Validity = pool.label(r)
		worth := withoutMean(*pool.label(probability.Worth(r, own)))
		j.Worth = &worth
		j.BetterThanRandom = Number(posterior.Map("", func(x []float64) float64 { return x[0] - math.Sqrt(x[1]) }, r,
			own).Positive().Value)
		j.Verdict = JudgeStanding{Study: name, BetterThanRandom: j.BetterThanRandom}.verdict()
	}
	return j
}

// area is the area under the curve with its interval.
func (of ProbabilitySource) area(s *probability.Scored) Observed {
	auc, ok := s.AUC()
	if !ok {
		return Observed{Undefined(), Undefined(), Undefined(), "people give the same answer to all items"}
	}
	o := Observed{Estimate: Number(auc.Value), Lower: Undefined(), Upper: Undefined()}
	if lower, upper, ok := auc.Interval(of.Interval.Level); ok {
		o.Lower, o.Upper = Number(lower), Number(upper)
	}
	return o
}

// counted is a mean over items with the interval of Student's t.
func (of ProbabilitySource) counted(e probability.Estimate, items int) Observed {
	o := Observed{Estimate: Number(e.Value), Lower: Undefined(), Upper: Undefined()}
	if items > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(items - 1)}.Quantile(0.5 + of.Interval.Level/2)
		o.Lower, o.Upper = Number(e.Value-t*e.SE), Number(e.Value+t*e.SE)
	}
	return o
}

// Better says whether a judge follows people's true scores better than a random person, as [JudgeStanding.Better] does.
func (j ProbabilityJudge) Better() string {
	return JudgeStanding{BetterThanRandom: j.BetterThanRandom}.Better()
}

// newVerdict says how the best judge stands, and whether its probabilities can be taken as they are.
func (p *Probabilities) newVerdict() []string {
	switch {
	case len(p.Judges) == 0:
		return []string{"No verdict: there are no probabilities"}
	case p.Diagnostics != nil && !p.Diagnostics.Converged:
		return []string{"No verdict: the chains have not converged"}
	}
	best := p.Judges[0]
	name := visible.Text(best.Judge)
	var all []string
	if best.Verdict != "" {
		all = append(all, best.Verdict)
	}
	if a := best.AUC; a.Estimate.Defined() {
		text := fmt.Sprintf("%s gives the item with a person's yes the higher probability in %s of pairs", name,
			percentage(a.Estimate))
		if x := p.People.Attainable; x != nil {
			text += fmt.Sprintf("; at most %s can be attained", percentage(x.Median))
		}
		all = append(all, text)
	}
	if b := best.Bias; b.Lower.Defined() && (b.Lower > 0 || b.Upper < 0) {
		all = append(all, fmt.Sprintf("The mean of %s is %s, people's share of yes %s", name,
			percentage(b.Estimate+p.shareOf(best)), percentage(p.shareOf(best))))
	}
	return all
}

// shareOf is people's share of yes among the items of a judge.
func (p *Probabilities) shareOf(j ProbabilityJudge) Number {
	n, sum := 0.0, 0.0
	for _, b := range j.Calibration.Bins {
		n, sum = n+float64(b.Items), sum+float64(b.Items)*float64(b.Positive.Estimate)
	}
	return Number(sum / n)
}

// Unseen is the agreement to be expected on other items: the agreement at the threshold, less its optimism.
func (t ProbabilityThreshold) Unseen() Number { return max(0, t.Agreement-t.AgreementOptimism) }
