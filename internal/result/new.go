package result

import (
	"cmp"
	"time"

	"concord/consensus"
	"concord/internal/checks/predictive"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
)

// Fit is the outcome of a run of the model.
type Fit struct {
	Posterior *model.Posterior
	Settings  sampler.Settings // as given to [model.Fit]
	// Reference is the study of the posterior that the others are compared with.
	Reference model.StudyPosterior
	// Setup is the wall-clock time until the reported chains began, and Sampling the time while they ran.
	Setup, Sampling time.Duration
	// Check is the posterior predictive check; nil: there was none.
	Check *predictive.Check
	// Labelers are the labelers as the others see them; nil: nobody asked.
	Labelers []consensus.Labeler
	// Others are fits of other models, for comparison.
	Others []Other
	// Partial marks a run that was interrupted.
	Partial bool
	// Designs are the designs whose generalizability and dependability are reported; nil: the studies' designs, if the
	// model has facets.
	Designs [][]vpc.Levels
	// OfMany marks a fit that is one of many, and has more to report: the probability that ρ is high.
	OfMany bool
	// Asked are events whose probabilities are wanted. Target is a reliability to reach, which adds events; 0 if none
	// was given.
	Asked  []Asked
	Target float64
	// ICC is the kind of reliability that the result leads with.
	ICC catalogue.ICCKind
	// Words puts what to try into the words of the program that reports it.
	Words model.Wording
	// Shared has the posterior quantities that both the report and the files need; nil: each computes them.
	Shared *catalogue.Evaluator
}

// Evaluator returns the evaluator of the fit's quantities.
func (f Fit) Evaluator() catalogue.Evaluator {
	if f.Shared != nil {
		return *f.Shared
	}
	return catalogue.NewEvaluator(f.Posterior)
}

// New returns the result of a fit: its posterior summarised with the given intervals, and the coefficients.
func New(data Data, fit Fit, agreement []Agreement, interval posterior.Interval) *Result {
	agreement = data.markDependent(agreement)
	data = data.modelMeans(fit.Posterior, interval)
	r := &Result{
		Data: data, Interval: NewIntervals(interval, agreement),
		Model:   fit.model(),
		Sampler: newSampler(fit), Agreement: agreement, Target: fit.Target,
	}
	of := fit.Evaluator().WithDesigns(fit.Designs).WithLevel(interval.Level)
	reported, missing := of.Instances(fit.Reference)
	summaries, probabilities, answers := summarize(of, reported, interval, fit.asked())
	for i, at := range reported {
		r.Estimates = append(r.Estimates, newEstimate(at, summaries[i]))
	}
	for _, at := range missing {
		r.Estimates = append(r.Estimates, undefinedEstimate(at))
	}
	r.Probabilities = append(newProbabilities(fit.Posterior, reported, probabilities), answers...)
	if fit.OfMany {
		r.Probabilities = append(r.Probabilities, highRho(of, reported)...)
	}
	r.PriorSensitivity = priorSensitivity(of, reported, summaries)
	if implied, ok := of.Labels().Implied(); ok {
		r.Comparison = comparisons(fit.Posterior, implied, agreement, interval, fit.Check)
	}
	r.Doubts, r.NotJudged = doubts(fit.Check), newNotJudged(fit.Check)
	r.addLabelerDoubts(fit)
	for _, o := range fit.Others {
		r.Compared = append(r.Compared, newCompared(o, fit, interval))
	}
	r.Diagnostics = fit.trust(reported, summaries)
	target := cmp.Or(fit.Target, TargetReliability)
	for _, study := range fit.Posterior.EachStudy() {
		if labels, ok := labelsNeeded(of.Labels().Partition(study), fit.ICC, target); ok && !study.OneLabel() {
			r.LabelsNeeded = append(r.LabelsNeeded, NewLabelsNeeded(labels, study.Name(), target, interval.Level,
				assurance))
		}
	}
	r.Covariates = r.newCovariates(fit.Posterior, interval)
	return r
}

// model describes the model of the fit.
func (f Fit) model() *Model {
	m := describeModel(f.Posterior.Spec(), f.Posterior.Table(), f.Reference.Name())
	m.ICC, m.Covariates = f.ICC, modelCovariates(f.Posterior)
	return m
}

// trust judges the run by the summaries of reported quantities.
func (f Fit) trust(reported []catalogue.Instance, summaries []posterior.Summary) *Diagnostics {
	var leading, others []posterior.Summary
	for i, at := range reported {
		switch {
		case at.Thinned: // it follows from parameters that are judged
		case at.Leads(f.ICC):
			leading = append(leading, summaries[i])
		default:
			others = append(others, summaries[i])
		}
	}
	return newDiagnostics(f, leading, others)
}

// labelsNeeded returns how many labels reach a target of a kind of reliability; ok is false if a fit does not say.
func labelsNeeded(part vpc.Partition, of catalogue.ICCKind, target float64) (labels posterior.Quantity, ok bool) {
	switch of {
	case catalogue.Consistency:
		return part.LabelsWith(part.ConsistencyICC(), target), true
	case catalogue.Fixed:
		icc, err := part.FixedICC()
		if err != nil {
			return labels, false
		}
		return part.LabelsWith(icc, target), true
	}
	return part.LabelsFor(target), true
}

// TargetReliability is the reliability for which a result counts the labels that an item needs. Plans aim at it by
// default. It is the usual minimum for means that decisions rest on (Nunnally 1978).
const TargetReliability = 0.8

// assurance is the probability with which [LabelsNeeded.Enough] labels reach their target.
const assurance = 0.9

// NewIntervals returns the kind of the intervals of estimates, and of coefficients if there are some.
func NewIntervals(i posterior.Interval, agreement []Agreement) Intervals {
	return Intervals{Level: i.Level, Kind: i.Kind.String(), Resampled: resampledOf(agreement)}
}

// NewAgreement returns a result of coefficients alone, with intervals of the given level.
func NewAgreement(data Data, agreement []Agreement, level float64) *Result {
	agreement = data.markDependent(agreement)
	return &Result{Verdict: []string{}, Data: data, Interval: Intervals{Level: level,
		Kind: kindOf(agreement), Resampled: resampledOf(agreement)}, Agreement: agreement}
}

func newSampler(fit Fit) *Sampler {
	s := samplerOf(fit.Posterior.Run(), fit.Settings.Seed, fit.Setup, fit.Sampling)
	s.Blocked, s.Attempts, s.Partial = fit.Posterior.Blocked(), fit.Posterior.Attempts(), fit.Partial
	return s
}

// NewRun describes a run of the sampler that made one attempt and reached its end, and judges it by the summaries of
// the reported quantities.
func NewRun(
	run *sampler.Run, settings sampler.Settings, sampling time.Duration, words model.Wording, of []posterior.Summary,
) (*Sampler, *Diagnostics) {
	return samplerOf(run, settings.Seed, 0, sampling), diagnosticsOf(run, of, nil, newRemedies(settings, words))
}

// samplerOf describes a run of the sampler that made one attempt and reached its end.
func samplerOf(run *sampler.Run, seed uint64, setup, sampling time.Duration) *Sampler {
	s := &Sampler{
		Algorithm: run.Algorithm.String(),
		Chains:    run.Draws.Chains(), Draws: run.Draws.Iterations(),
		Seed: seed, SetupSeconds: setup.Seconds(), Gradients: run.Gradients(), Attempts: 1,
	}
	if run.Thin > 1 {
		s.Thin = run.Thin
	}
	// The wall-clock time is divided between warm-up and draws in proportion to the time of the chains.
	var warmup, draws time.Duration
	for _, c := range run.Chains {
		s.Warmup = max(s.Warmup, c.Warmup)
		warmup += c.WarmupTime
		draws += c.SamplingTime
	}
	if all := warmup + draws; all > 0 {
		s.WarmupSeconds = sampling.Seconds() * warmup.Seconds() / all.Seconds()
		s.SamplingSeconds = sampling.Seconds() * draws.Seconds() / all.Seconds()
	}
	return s
}
