package result

import (
	"time"

	"concord/consensus"
	"concord/internal/checks/loo"
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

// Other is a fit of another model to the same labels, for comparison.
type Other struct {
	// Model is how it was asked for, such as "--discrimination".
	Model string
	Fit   Fit
	// This and That are how well the fit and the other predict each label from all others.
	This, That *loo.Result
}

// HighRho is the ρ from which on two groups say nearly the same about items.
const HighRho = 0.9

// Evaluator returns the evaluator of the fit's quantities.
func (f Fit) Evaluator() catalogue.Evaluator {
	if f.Shared != nil {
		return *f.Shared
	}
	return catalogue.NewEvaluator(f.Posterior)
}

// Model describes the model of the fit.
func (f Fit) Model() *Model {
	m := describeModel(f.Posterior.Spec(), f.Posterior.Table(), f.Reference.Name())
	m.ICC, m.Covariates = f.ICC, modelCovariates(f.Posterior)
	return m
}

// Trust judges the run by the summaries of reported quantities.
func (f Fit) Trust(reported []catalogue.Instance, summaries []posterior.Summary) *Diagnostics {
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

// TargetReliability is the reliability for which a result counts the labels that an item needs. Plans aim at it by
// default. It is the usual minimum for means that decisions rest on (Nunnally 1978).
const TargetReliability = 0.8

// NewIntervals returns the kind of the intervals of estimates, and of coefficients if there are some.
func NewIntervals(i posterior.Interval, agreement []Agreement) Intervals {
	return Intervals{Level: i.Level, Kind: i.Kind.String(), Resampled: resampledOf(agreement)}
}

// AgreementIntervals returns the kind of the intervals of coefficients alone, of the given level.
func AgreementIntervals(agreement []Agreement, level float64) Intervals {
	return Intervals{Level: level, Kind: kindOf(agreement), Resampled: resampledOf(agreement)}
}

// Sampler describes the sampling of the fit.
func (f Fit) Sampler() *Sampler {
	s := samplerOf(f.Posterior.Run(), f.Settings.Seed, f.Setup, f.Sampling)
	s.Blocked, s.Attempts, s.Partial = f.Posterior.Blocked(), f.Posterior.Attempts(), f.Partial
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
