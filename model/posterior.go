package model

import (
	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Posterior is the posterior of a model given a table of labels. Its quantities are on the scale of the linear
// predictor: the scale of the labels for the Gaussian family, logits for the Bernoulli family. [Posterior.Study] finds
// the quantities of a study by its name.
type Posterior struct {
	spec     spec.Spec // resolved: no Auto left
	studies  []string
	table    *study.Table // nil: from draws
	run      *sampler.Run // nil: from draws
	draws    *posterior.Draws
	layout   spec.Layout
	data     *labels.Compiled // nil: from draws
	attempts int
	blocked  bool // the last attempt

	reweighting *Reweighting // nil: sampled

	regressed *study.Table          // has the covariates of draws; nil: the table has them
	design    func() *labels.Design // of the covariates; nil: there are none
}

// Spec returns the model that was fitted, with the family, labeler effects and priors that were used.
func (p *Posterior) Spec() spec.Spec { return p.spec }

// Table returns the labels that the model was fitted to, or nil if the posterior was made from draws.
func (p *Posterior) Table() *study.Table { return p.table }

// Studies returns the names of the studies.
func (p *Posterior) Studies() []string { return p.studies }

// Run returns what the sampler did: statistics of each draw, divergences, times; or nil if the posterior was made
// from draws.
func (p *Posterior) Run() *sampler.Run { return p.run }

// Draws returns the draws of all model parameters by name: "mu[s]", "sd_item[s]", "sd_labeler[s]", "sd_residual" or
// "sd_residual[s]", "cor_item[a,b]", "cor_labeler[a,b]", with studies counted from 1. A family with thresholds
// ([family.Thresholded]) has "threshold[s,c]" in place of "mu[s]" and of its auxiliary parameters.
func (p *Posterior) Draws() *posterior.Draws { return p.draws }

// Attempts returns how often the posterior was sampled. It is 1, or 2 or 3 if the first draws could not be relied on
// and were replaced. It is 0 if the posterior was made from draws.
func (p *Posterior) Attempts() int { return p.attempts }

// Blocked reports whether the effects of items and labelers were drawn in blocks, each given the others and the
// parameters, and not sampled together with the parameters. The gradients of [Posterior.Run] are then with respect to
// the parameters alone, and do not go over the labels.
func (p *Posterior) Blocked() bool { return p.blocked }

// HasLabelers reports whether the model has labeler effects.
func (p *Posterior) HasLabelers() bool { return p.spec.Labelers != spec.NoLabelers }
