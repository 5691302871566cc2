// Package result gathers the findings of a run: a [Result] holds every number once. Package report lays it out for
// readers.
//
// A Result is also the contract of the command's JSON. Its numbers are never NaN or infinite there: an undefined number
// is null, with the reason.
package result

import (
	"strconv"

	"concord/internal/result/catalogue"
	"concord/model/family"
	"concord/study"
)

// Result is everything that a run found. Sections that a run does not have are nil: coefficients alone need no model
// and no sampler.
type Result struct {
	// Verdict says in sentences what was found, the answer first.
	Verdict       []string      `json:"verdict"`
	Data          Data          `json:"data"`
	Interval      Intervals     `json:"interval"`
	Model         *Model        `json:"model,omitempty"`
	Sampler       *Sampler      `json:"sampler,omitempty"`
	Estimates     []Estimate    `json:"estimates,omitempty"`
	Probabilities []Probability `json:"probabilities,omitempty"`
	// Target is the reliability that was asked for; 0 if none was.
	Target float64 `json:"target,omitempty"`
	// LabelsNeeded counts for each study the labels of an item whose mean has the target reliability, or
	// [TargetReliability] if there is no target.
	LabelsNeeded []LabelsNeeded `json:"labels_needed,omitempty"`
	// PriorSensitivity shows how ICC, labeler ICC, differences by covariates, ρ and xCC move under other priors.
	PriorSensitivity []PriorSensitivity `json:"prior_sensitivity,omitempty"`
	Agreement        []Agreement        `json:"agreement"`
	Comparison       []Comparison       `json:"comparison,omitempty"`
	Doubts           []Doubt            `json:"doubts,omitzero"`
	// Covariates say whether each covariate matters.
	Covariates []Covariate `json:"covariates,omitempty"`
	// NotJudged names the studies whose statistics the predictive check does not judge; nil if it judges all.
	NotJudged *NotJudged `json:"not_judged,omitempty"`
	// Items and Labelers have a row for each item and labeler, if they were asked for.
	Items    any `json:"items,omitempty"`
	Labelers any `json:"labelers,omitempty"`
	// Compared are other models of the same labels.
	Compared    []Compared   `json:"compared,omitempty"`
	Diagnostics *Diagnostics `json:"diagnostics,omitempty"`
}

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

// ICCs are the quantities that the result leads with: the reliability of one label, and of a mean of labels.
func (r *Result) ICCs() (one, mean string) {
	if r.Model == nil {
		return catalogue.ICC, catalogue.ICCk
	}
	return r.Model.ICC.Quantities()
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

// Scales of an [Estimate]: the latent scale, and the label scale, in the unit of the labels. [ScaleName] has their
// names for readers.
const (
	ScaleLatent = "latent"
	ScaleLabel  = "label"
)

// Estimate is the posterior of one quantity.
type Estimate struct {
	Quantity string `json:"quantity"`
	// Symbol has the names of an ICC by Shrout and Fleiss and by McGraw and Wong: "ICC(2,1) = ICC(A,1)".
	Symbol string `json:"symbol,omitempty"`
	// Term is the term that the quantity belongs to, besides items and labelers.
	Term string `json:"term,omitempty"`
	// Studies are one study, two studies, or the reference and the two studies that are compared with it. The
	// difference is then the value of the second minus the value of the third. For rho_k they are the reference, whose
	// true scores are predicted, and the study whose mean of k labels predicts them.
	Studies []string `json:"studies"`
	Scale   string   `json:"scale"`
	K       int      `json:"k,omitempty"` // labels per item, of icc_k and rho_k
	// Design is the design of generalizability and dependability, as in "labeler=3,template=2".
	Design string `json:"design,omitempty"`
	// Category ends at the threshold, and NextCategory begins there, if the quantity is a threshold.
	Category     string `json:"category,omitempty"`
	NextCategory string `json:"next_category,omitempty"`
	// Mean, SD and MCSE are null if the quantity has NoMoments; see [Estimate.Centre].
	Mean    Number `json:"mean"`
	SD      Number `json:"sd"`
	Median  Number `json:"median"`
	Lower   Number `json:"lower"`
	Upper   Number `json:"upper"`
	RHat    Number `json:"rhat"`
	ESSBulk Number `json:"ess_bulk"`
	ESSTail Number `json:"ess_tail"`
	MCSE    Number `json:"mcse_mean"`
	// Boundary is the end of the quantity's range that the posterior reaches: 0 for standard deviations and ICCs, 1 or
	// −1 for correlations. No draw and no interval can hold this value. Boundary is nil if the posterior stays away
	// from the ends.
	Boundary *Number `json:"boundary,omitempty"`
	// Skewed says that mean and median differ by more than a fifth of the standard deviation: the median is then the
	// better single number.
	Skewed bool `json:"skewed"`
	// NoMoments says that the posterior has no mean and no standard deviation, so that the median stands for it: see
	// [catalogue.Entry.NoMoments].
	NoMoments bool `json:"no_moments,omitempty"`
	// Undefined says why numbers are null.
	Undefined string `json:"undefined,omitempty"`
}

// Probability is the posterior probability of an event, such as "labeler_icc > icc".
type Probability struct {
	Event       string   `json:"event"`
	Studies     []string `json:"studies"`
	Scale       string   `json:"scale,omitempty"`
	Probability Number   `json:"probability"`
	// Caution says why the probability may mislead.
	Caution string `json:"caution,omitempty"`
}

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
	// Caution is [LabelDependent] if the number of labels of a study depends on labels, which biases the coefficient.
	Caution string `json:"caution,omitempty"`
	// Undefined says why numbers are null.
	Undefined string `json:"undefined,omitempty"`
}

// Friedman is the test of whether the ranks that labelers give are unrelated.
type Friedman struct {
	ChiSquared Number `json:"chi_squared"`
	DF         int    `json:"df"`
	P          Number `json:"p"`
}

// Comparison is a coefficient as observed and as the fitted model implies it, on the
// scale of the labels.
type Comparison struct {
	Coefficient  string   `json:"coefficient"`
	Distance     string   `json:"distance,omitempty"`
	Studies      []string `json:"studies"`
	Observed     Number   `json:"observed"`
	ImpliedMean  Number   `json:"implied_mean"`
	ImpliedLower Number   `json:"implied_lower"`
	ImpliedUpper Number   `json:"implied_upper"`
	// PPCTail is the two-sided tail probability of the observed value among studies of the same design that are
	// replicated from the posterior.
	PPCTail Number `json:"ppc_tail"`
	// Undefined says why numbers are null.
	Undefined string `json:"undefined,omitempty"`
	// Note names another reason why the coefficient differs from the estimates, such as a difference of means that
	// lowers κ_x.
	Note string `json:"note,omitempty"`
	// Caution is the caution of the coefficient.
	Caution string `json:"caution,omitempty"`
}

// Doubt is an assumption of the model that the labels contradict.
type Doubt struct {
	// Statistics are the names of the statistics that contradict it, see package predictive.
	Statistics []string `json:"statistics"`
	// Assumption is the assumption, in words.
	Assumption string   `json:"assumption"`
	Studies    []string `json:"studies"`
	// Evidence has the numbers that contradict it. Consequence says how the estimates suffer if it does not hold. Look
	// says what to look at and to try.
	Evidence    string `json:"evidence"`
	Consequence string `json:"consequence"`
	Look        string `json:"look"`
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
