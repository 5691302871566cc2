package result

import (
	"fmt"
	"time"

	"concord/criteria"
	"concord/internal/checks/bycriteria"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
)

// Criteria says how reliable labels by several criteria are, how the criteria go together, and how large the halo is.
// Every number is on the label scale.
type Criteria struct {
	Data      Data            `json:"data"`
	Interval  Intervals       `json:"interval"`
	Verdict   []string        `json:"verdict"`
	Criteria  []string        `json:"criteria"`
	Reference string          `json:"reference"`
	Groups    []CriteriaGroup `json:"groups"` // the reference first
	// Probabilities are of events that were asked for.
	Probabilities []Probability `json:"probabilities,omitempty"`
	Notes         []string      `json:"notes"`
	// Check compares statistics of the labels with those of replicated studies, and Doubts are assumptions that they
	// contradict. Both are null if there was no check.
	Check   *CriteriaCheck `json:"check"`
	Doubts  []Doubt        `json:"doubts"`
	Family  string         `json:"family"`
	Model   CriteriaModel  `json:"model"`
	Sampler *Sampler       `json:"sampler"`
	Trust   *Diagnostics   `json:"diagnostics"`
}

// CriteriaModel is the model of the groups of people.
type CriteriaModel struct {
	Labelers string            `json:"labelers"`
	Priors   map[string]string `json:"priors"`
}

// CriteriaGroup is a group of labelers.
type CriteriaGroup struct {
	Group    string `json:"group"`
	Labelers int    `json:"labelers"`
	// OneLabel says that no item has two labels on a criterion, so that noise is not separated from true scores.
	OneLabel  bool           `json:"one_label"`
	Criteria  []OfCriterion  `json:"criteria"`
	Pairs     []CriteriaPair `json:"pairs"`
	OverPairs OverPairs      `json:"over_pairs"`
	// HaloDifference is how much larger the mean halo is than the reference's, and HaloLarger the probability that it
	// is larger.
	HaloDifference Measure `json:"halo_difference"`
	HaloLarger     Number  `json:"halo_larger"`
}

// OfCriterion is a group's labels on a criterion.
type OfCriterion struct {
	Criterion  string  `json:"criterion"`
	Mean       Measure `json:"mean"` // label
	ICC        Measure `json:"icc"`
	LabelerICC Measure `json:"labeler_icc"`
	// Agreement with the reference on the same criterion.
	Rho      Measure `json:"rho"`
	XCC      Measure `json:"xcc"`
	Validity Measure `json:"validity"` // correlation of a label with the reference's true score
}

// CriteriaPair is a group's labels on two criteria.
type CriteriaPair struct {
	Criteria [2]string `json:"criteria"`
	Items    int       `json:"items"` // with labels on both by the reference
	OverPairs
}

// OverPairs are correlations of two criteria.
type OverPairs struct {
	TrueScores  Measure `json:"true_scores"`
	TwoLabelers Measure `json:"two_labelers"` // of a label on each, by different labelers
	OneLabeler  Measure `json:"one_labeler"`  // by the same labeler
	Halo        Measure `json:"halo"`         // of the errors of one labeler
}

// CriteriaFit is a fit with its settings.
type CriteriaFit struct {
	Posterior *criteria.Posterior
	Settings  sampler.Settings
	Elapsed   time.Duration
	Words     model.Wording
	Check     *bycriteria.Check // nil: there was none
	Asked     []Asked           // events whose probabilities are wanted
}

// NewCriteria summarises fits.
func NewCriteria(data Data, fit CriteriaFit, interval posterior.Interval) *Criteria {
	d := fit.Posterior.Describe()
	mg := newMeasuring(interval)
	r := &Criteria{Data: data, Interval: NewIntervals(interval, nil), Criteria: d.Criteria,
		Reference: d.Design.Groups[d.Reference], Notes: []string{}}
	for _, g := range d.Order() {
		r.Groups = append(r.Groups, mg.group(d, g))
	}
	r.sampled(d, fit, interval)
	for g := range d.Groups {
		if !d.KnowsHalo(g) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: nothing is known of the halo, because %s.",
				visible.Text(d.Design.Groups[g]), nothingOfHalo))
		}
	}
	r.asked(d, fit.Asked)
	r.check(d, fit.Check)
	r.Verdict = r.verdict()
	return r
}

// sampled sets what is known of the draws.
func (r *Criteria) sampled(d *criteria.Description, fit CriteriaFit, interval posterior.Interval) {
	n := 0
	for p, groups := range fit.Posterior.EachFit() {
		var all []posterior.Summary
		for i, g := range groups {
			if n > 0 && i == 0 {
				continue // the reference is described by the first fit
			}
			all = append(all, posterior.Summarize(d.Quantities(g), interval)...)
		}
		trust := diagnosticsOf(p.Run(), all, nil, newRemedies(fit.Settings, fit.Words))
		if n++; n == 1 {
			r.Family = p.Spec().Family.String()
			r.Model = CriteriaModel{Labelers: p.Spec().Labelers.String(), Priors: criteriaPriors(p.Spec())}
			r.Sampler = samplerOf(p.Run(), fit.Settings.Seed, 0, fit.Elapsed)
			r.Trust = trust
			continue
		}
		r.Trust.Include(trust)
	}
}

// criteriaPriors are the priors of a fit of criteria.
func criteriaPriors(sp spec.Spec) map[string]string {
	priors := map[string]string{"mean": sp.Priors.Mean.String(), "sd": sp.Priors.SD.String(),
		"correlation": sp.Priors.Correlation.String()}
	if sp.Labelers != spec.NoLabelers {
		priors["labeler_sd"] = sp.Priors.LabelerSD.String()
	}
	return priors
}

// measuring makes measures.
type measuring struct {
	interval   posterior.Interval
	summarizer posterior.Summarizer
}

func newMeasuring(interval posterior.Interval) *measuring { return &measuring{interval: interval} }

// of is the measure of the i-th quantity; if there are none, why says so.
func (mg *measuring) of(all []posterior.Quantity, i int, why string) Measure {
	if all == nil {
		return mg.one(posterior.Quantity{}, why)
	}
	return mg.one(all[i], why)
}

// one is the measure of a quantity; without draws, why says so.
func (mg *measuring) one(q posterior.Quantity, why string) Measure {
	if q.Chains == nil {
		none := Undefined()
		return Measure{Scale: vpc.Label.String(), Median: none, Mean: none, Lower: none, Upper: none, Undefined: why}
	}
	return measureOf(vpc.Label, mg.summarizer.Summarize(q, mg.interval))
}

// group describes a group.
func (mg *measuring) group(d *criteria.Description, g int) CriteriaGroup {
	from := d.Groups[g]
	of := CriteriaGroup{Group: d.Design.Groups[g], Labelers: d.Labelers[g], OneLabel: d.OneLabel[g],
		HaloLarger: Undefined()}
	missing := func(quantity string) string {
		q, _ := CriteriaQuantityNamed(quantity)
		return q.Missing(&d.Design, g)
	}
	for c, name := range d.Criteria {
		of.Criteria = append(of.Criteria, OfCriterion{Criterion: name, Mean: mg.of(from.Mean, c, ""),
			ICC:        mg.of(from.ICC, c, missing(catalogue.ICC)),
			LabelerICC: mg.of(from.LabelerICC, c, missing(catalogue.LabelerICC)),
			Rho:        mg.of(from.Rho, c, missing(catalogue.Rho)), XCC: mg.of(from.XCC, c, missing(catalogue.XCC)),
			Validity: mg.of(from.Validity, c, missing(criteriaValidity))})
	}
	of.OverPairs = OverPairs{mg.one(from.MeanTrue, missing(CriteriaTrueScores)),
		mg.one(from.MeanBetween, missing(CriteriaTwoLabelers)), mg.one(from.MeanSame, missing(CriteriaOneLabeler)),
		mg.one(from.MeanHalo, missing(CriteriaHalo))}
	why := of.OverPairs
	for b := range d.Criteria {
		for a := range b {
			i := criteria.Pair(a, b)
			of.Pairs = append(of.Pairs, CriteriaPair{[2]string{d.Criteria[a], d.Criteria[b]}, d.Both[i],
				OverPairs{mg.of(from.True, i, why.TrueScores.Undefined),
					mg.of(from.Between, i, why.TwoLabelers.Undefined), mg.of(from.Same, i, why.OneLabeler.Undefined),
					mg.of(from.Halo, i, why.Halo.Undefined)}})
		}
	}
	of.HaloDifference = mg.one(from.HaloDifference, missing(CriteriaHaloDifference))
	if from.HaloDifference.Chains != nil {
		of.HaloLarger = Number(from.HaloDifference.Positive().Value)
	}
	return of
}
