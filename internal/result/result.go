// Package result describes a run: labels as they were read, the model, how it was sampled, and how far its draws can be
// trusted. Numbers in JSON are never NaN or infinite: an undefined number is null.
package result

import (
	"strconv"

	"concord/internal/result/catalogue"
	"concord/model/family"
	"concord/study"
)

// Intervals is the kind of all intervals of a result.
type Intervals struct {
	Level float64 `json:"level"` // probability, such as 0.95
	// Kind is the kind of credible intervals, "eti" (equal-tailed) or "hdi" (highest density). For coefficients alone
	// it is "jackknife", "bootstrap" or "none".
	Kind string `json:"kind"`
	// Resampled names the things that intervals of coefficients treat as drawn at random, one of the Resampled
	// constants; "" if there are none. If a coefficient has another entry, that entry counts.
	Resampled string `json:"resampled,omitempty"`
}

// The things that intervals of coefficients treat as drawn at random.
const (
	ResampledItems    = "items"
	ResampledLabelers = "labelers"
	ResampledBoth     = "items_and_labelers"
	// For items in clusters, which are drawn or deleted whole.
	ResampledClusters     = "clusters"
	ResampledClustersBoth = "clusters_and_labelers"
)

// Name returns the heading of a column of intervals: "95% CrI".
func (i Intervals) Name(noun string) string {
	if i.Kind == "hdi" && noun == "CrI" {
		noun = "HDI"
	}
	return strconv.FormatFloat(100*i.Level, 'g', 4, 64) + "% " + noun
}

// Data is the study as it was read.
type Data struct {
	File     string `json:"file"`
	Kind     string `json:"kind"`
	Labels   int    `json:"labels"`
	Items    int    `json:"items"`
	Labelers int    `json:"labelers"` // 0: the labels name no labeler
	// Studies are in the order of the file.
	Studies []Study `json:"studies"`
	// SharedItems counts for each pair of studies the items labelled in both.
	SharedItems []SharedItems     `json:"shared_items"`
	Columns     map[string]string `json:"columns"`
	// Log says that the labels are logarithms of the numbers in the file.
	Log bool `json:"log,omitempty"`
	// Factors are the columns that are factors besides item, labeler and study.
	Factors []string `json:"factors,omitempty"`
	// Covariates are the factors that labels were regressed on.
	Covariates []string `json:"covariates,omitempty"`
	// By are the columns by whose values the labels were cut into tasks.
	By []string `json:"by,omitempty"`
	// UnusedColumns are the columns of the file that play no part.
	UnusedColumns []string `json:"unused_columns"`
	// Positive and Negative are the spellings of binary labels.
	Positive string `json:"positive,omitempty"`
	Negative string `json:"negative,omitempty"`
	// Order is the categories of ordinal labels, ascending.
	Order []string `json:"order,omitempty"`
	// Tags are the labels that stand in sets, where each label is a set of them.
	Tags []string `json:"tags,omitempty"`
	// DefaultKind says why labels that might be of another kind are of Kind; nil if the caller or the labels say it.
	DefaultKind *DefaultKind `json:"default_kind,omitempty"`
	// ReadAs says how the columns were read, if names alone do not say it: by their values, or a layout of the rows; ""
	// otherwise.
	ReadAs string `json:"read_as,omitempty"`
	// Replies list the judges with replies that no person gave.
	Replies []JudgeReplies `json:"judge_replies,omitempty"`
	// Cautions are the warnings that change how all numbers are to be read.
	Cautions []DataCaution `json:"cautions,omitempty"`
	// Notes list the choices and omissions while reading, and Warnings list things that may mislead.
	Notes    []string `json:"notes"`
	Warnings []string `json:"warnings"`
	// warned are the warnings about the design, by their texts.
	warned map[string]study.Warning
}

// DefaultKind is a rule that chose the kind of the labels.
type DefaultKind struct {
	Code string `json:"code"` // of [study.DefaultKind]
	Text string `json:"text"` // a sentence; a program may add how to change it
}

// Study is one study of the data.
type Study struct {
	Name     string `json:"name"`
	Labels   int    `json:"labels"`
	Items    int    `json:"items"`
	Labelers int    `json:"labelers"`
	// Mean is the mean label: for binary labels the share that is positive, for ordinal labels the mean of the scores.
	Mean Number `json:"mean"`
	// EffectiveLabelers is (Σn)²/Σn² with n the labels of each labeler: with this many labelers of equal loads, the
	// mean label would be as uncertain. It is 0 if the labels name no labeler.
	EffectiveLabelers Number `json:"effective_labelers"`
	// Grouping names the columns whose values are the studies, if the data have the studies of several groupings.
	Grouping string `json:"grouping,omitempty"`
	// LabelDependence says how the number of labels of an item depends on the labels; nil if it does not.
	LabelDependence *LabelDependence `json:"label_dependence,omitempty"`
}

// SharedItems is the number of items that two studies have in common.
type SharedItems struct {
	Studies  [2]string `json:"studies"`
	Items    int       `json:"items"`
	Grouping string    `json:"grouping,omitempty"` // as of [Study]
}

// Model is the fitted model.
type Model struct {
	Family   string `json:"family"`
	Labelers string `json:"labelers"`
	Residual string `json:"residual"`
	// OneLabeler names the studies that have no labeler effects, because one labeler gave all labels.
	OneLabeler []string `json:"one_labeler,omitempty"`
	// NotAgain names the studies that have no effects of item and labeler together, because no labeler gave an item two
	// labels or one labeler gave all.
	NotAgain []string `json:"not_again,omitempty"`
	// OneLabel names the studies with one label of each item, in which noise cannot be separated from the rest.
	OneLabel []string `json:"one_label,omitempty"`
	// Thresholds of ordered labels are "study", for each study, or "common".
	Thresholds string `json:"thresholds,omitempty"`
	// Categories are the categories of ordered labels, ascending, and Scores the numbers that stand for them.
	Categories []string  `json:"categories,omitempty"`
	Scores     []float64 `json:"scores,omitempty"`
	// Items is the distribution of the items' effects if it is not normal: "t".
	Items string `json:"items,omitempty"`
	// Discrimination says that the items' effects are multiplied by the discrimination of the labeler.
	Discrimination bool `json:"discrimination,omitempty"`
	// Terms are all random effects, if the model has effects besides items and labelers.
	Terms []Term `json:"terms,omitempty"`
	// Covariates are the properties that the labels were regressed on.
	Covariates []ModelCovariate `json:"covariates,omitempty"`
	Reference  string           `json:"reference,omitempty"`
	// ICC is the kind of reliability that the result leads with, "consistency" or "fixed"; "" for agreement of labelers
	// of a population.
	ICC    catalogue.ICCKind `json:"icc,omitempty"`
	Priors map[string]string `json:"priors"`
	// BRMS is the formula of the R package brms. BRMSCode is R code that can be run: it reads the labels, transforms
	// them as the model does, and fits the model with the same priors.
	BRMS     string `json:"brms"`
	BRMSCode string `json:"brms_code,omitempty"`
	// CodeFrom names another way to BRMSCode than the page and the JSON, such as a command; "" if there is none.
	CodeFrom string `json:"-"`

	distribution family.Family // nil: the family of the name
}

// Term is a set of random effects: one for each level of a factor, or combination of levels of several.
type Term struct {
	Name string   `json:"name"`
	By   []string `json:"by"` // the factors
	// Covariance is the covariance of the effects of a level in several studies: "independent", "correlated" or
	// "common".
	Covariance string `json:"covariance"`
	// Cluster says that items are nested in the levels, whose effects are part of the items' true scores.
	Cluster bool `json:"cluster,omitempty"`
}

// Sampler describes the sampling of a fit. Times are seconds of wall clock.
type Sampler struct {
	Algorithm       string  `json:"algorithm"`
	Chains          int     `json:"chains"`
	Warmup          int     `json:"warmup"`
	Draws           int     `json:"draws"`          // of each chain
	Thin            int     `json:"thin,omitempty"` // iterations for each draw, if more than one
	Seed            uint64  `json:"seed"`
	SetupSeconds    float64 `json:"setup_seconds"`
	WarmupSeconds   float64 `json:"warmup_seconds"`
	SamplingSeconds float64 `json:"sampling_seconds"`
	Gradients       int     `json:"gradients"`
	// Blocked says that the effects of items and labelers were drawn in blocks. Gradients are then of the parameters
	// alone, and do not go over the labels.
	Blocked bool `json:"in_turns,omitempty"`
	// Attempts is how often the posterior was sampled: more than once if the first draws showed that the set-up was not
	// good enough.
	Attempts int `json:"attempts"`
	// Partial marks a run that was interrupted: Draws is the number that it had by then.
	Partial bool `json:"partial"`
}

// Scales of an estimate: the latent scale, and the label scale, in the unit of the labels. [ScaleName] has their
// names for readers.
const (
	ScaleLatent = "latent"
	ScaleLabel  = "label"
)

// Agreement is a nonparametric coefficient.
type Agreement struct {
	Coefficient string   `json:"coefficient"`
	Distance    string   `json:"distance,omitempty"`
	Studies     []string `json:"studies"`
	K           int      `json:"k,omitempty"`        // ratings in the aggregate of k_rater
	Category    string   `json:"category,omitempty"` // of specific_agreement
	Estimate    Number   `json:"estimate"`
	Lower       Number   `json:"lower"`
	Upper       Number   `json:"upper"`
	SE          Number   `json:"se"`
	Items       int      `json:"items"`
	Ratings     int      `json:"ratings"`
	Clusters    int      `json:"clusters,omitempty"` // of the items, if they are in clusters
	// Method is the method of the interval: "jackknife", "percentile" or "bca" of a bootstrap, or "f".
	Method string `json:"interval_method,omitempty"`
	// Resampled names the things that the interval treats as drawn at random, one of the Resampled constants.
	Resampled string `json:"resampled,omitempty"`
	// Fixed says why labelers, or some of them, are taken as given although intervals should be about other labelers
	// too.
	Fixed string `json:"labelers_fixed,omitempty"`
	DF    Number `json:"df,omitempty"` // degrees of freedom of a jackknife
	// InBoth counts the labelers who are in both studies of a coefficient of two studies. OwnPairs counts the pairs of
	// labels of an item by one of them; these are left out.
	InBoth   int `json:"labelers_in_both,omitempty"`
	OwnPairs int `json:"same_labeler_pairs_left_out,omitempty"`
	// Friedman is the test that goes with kendall_w.
	Friedman *Friedman `json:"friedman,omitempty"`
	// Undefined says why numbers are null.
	Undefined string `json:"undefined,omitempty"`
}

// Friedman is the test of whether the ranks that labelers give are unrelated.
type Friedman struct {
	ChiSquared Number `json:"chi_squared"`
	DF         int    `json:"df"`
	P          Number `json:"p"`
}

// Diagnostics says how far the draws can be trusted.
type Diagnostics struct {
	Divergences  int    `json:"divergences"`
	MaxRHat      Number `json:"max_rhat"`
	MinESSBulk   Number `json:"min_ess_bulk"`
	MinESSTail   Number `json:"min_ess_tail"`
	MinEBFMI     Number `json:"min_ebfmi"`
	MaxDepthHits int    `json:"max_depth_hits"`
	// OK is true if there is nothing to warn of.
	OK bool `json:"ok"`
	// Converged is false if a reported quantity has R̂ > 1.05 or an effective sample
	// size below 100.
	Converged bool `json:"converged"`
	// Messages are warnings: symptom, consequence, remedy.
	Messages []string `json:"messages"`
}
