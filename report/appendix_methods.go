package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/view"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// methods writes the sentences of the paragraph on methods.
type methods struct {
	Source
	r *answer.Answer
}

// Methods returns a paragraph on model, sampling and results in APA style (7th edition),
// ready to be pasted. ok is false if the source has no fitted model.
func Methods(s Source) (text string, ok bool) {
	m := methods{s, s.Result}
	if run := s.Result.Runs[0]; run.Model == nil || run.Sampler == nil || run.Trust == nil {
		return "", false
	}
	return strings.Join(slices.DeleteFunc([]string{m.sample(), m.fitting(), m.trust(), m.reliable(), m.intervals(),
		m.valid(), m.priorSpeaks(), m.checks()}, func(sentence string) bool { return sentence == "" }), " "), true
}

func (m methods) sample() string {
	text := fmt.Sprintf("We analysed %s of %s", document.Plural(m.r.Data.Labels, "label"),
		document.Plural(m.r.Data.Items, "item"))
	if m.r.Data.Labelers > 0 {
		text += " by " + document.Plural(m.r.Data.Labelers, "labeler")
	}
	if len(m.r.Data.Studies) > 1 {
		var names []string
		for _, s := range m.r.Data.Studies {
			names = append(names, s.Name)
		}
		text += " in " + document.Plural(len(names), "group") + " (" + document.Listed(names) + ")"
	}
	return text + "."
}

func (m methods) fitting() string {
	of := m.r.Model()
	about := aboutOf(of)
	kind := cmp.Or(about.Name, of.Family)
	if about.Link != "" {
		kind += " (" + about.Link + " link)"
	}
	kind += " model"
	if of.Priors["thresholds"] != "" {
		kind = cumulative(of, about)
	}
	effects := []string{"items"}
	if of.Items == spec.StudentItems.String() {
		effects[0] += " (from Student’s t distribution)"
	}
	if of.Labelers != "none" {
		effects = append(effects, "labelers")
	}
	if of.Discrimination {
		effects = append(effects, "labelers’ discriminations, which multiply those of items")
	}
	for _, t := range of.Facets() {
		effects = append(effects, t.Name)
	}
	var priors []string
	for _, name := range of.StatedPriors() {
		priors = append(priors, of.Priors[name]+" for "+map[string]string{
			"mean": "means", "thresholds": "thresholds", "sd": deviations(of),
			"labeler_sd":          "standard deviations of labelers",
			"facet_sd":            "standard deviations of further effects",
			"slope_sd":            "standard deviations of labelers' slopes",
			"item_df":             "the degrees of freedom of the items’ t distribution",
			"discrimination_sd":   "standard deviation of labelers’ discriminations",
			"correlation":         "correlation matrices",
			"coefficient":         "coefficients of covariates, for a standard deviation of a number",
			"labeler_residual_sd": "standard deviation of labelers’ log residual SDs",
		}[name])
	}
	version := ""
	if m.Version != "" {
		version = ", version " + m.Version
	}
	joint := ""
	if of.Reference != "" {
		joint = ", fitted jointly to all groups with item effects correlated between groups"
	}
	brms := "; in brms syntax, " + of.BRMS
	var covariates []string
	for _, c := range of.Covariates {
		covariates = append(covariates, c.Name)
	}
	if covariates != nil {
		joint += ", and with covariates: " + document.Listed(covariates)
		brms = ""
	}
	return fmt.Sprintf("Using Concord%s, we fitted a Bayesian multilevel %s with random effects of %s%s%s. "+
		"Priors were %s.", version, kind, document.Listed(effects), joint, brms, document.Listed(priors))
}

// cumulative names a model of ordered categories.
func cumulative(m *result.Model, of family.About) string {
	own := ""
	if m.Reference != "" {
		own = "; thresholds for each group"
	}
	if m.Thresholds == spec.CommonThresholds.String() {
		own = "; thresholds common to all groups but for their means"
	}
	return "cumulative " + of.Link + " model of ordered categories (Agresti, 2010" + own + ")"
}

func (m methods) trust() string {
	s, d := m.r.Runs[0].Sampler, m.r.Runs[0].Trust
	return fmt.Sprintf("We drew %s from %s (%s; seed %d). All R̂ were at most %s, bulk effective sample sizes "+
		"at least %s, tail effective sample sizes at least %s; divergent transitions: %s.",
		document.Plural(s.Chains*s.Draws, "draw"), document.Plural(s.Chains, "chain"), strings.ToUpper(s.Algorithm),
		s.Seed, document.Fixed(float64(d.MaxRHat), 3), wholeText(d.MinESSBulk), wholeText(d.MinESSTail),
		document.Integer(d.Divergences))
}

// priorSpeaks names the reported numbers that another prior would move.
func (m methods) priorSpeaks() string {
	var each []string
	for _, r := range say.OtherPriors(m.r) {
		if r.Scale != "" {
			continue
		}
		name := quantityName(r.Q.Name)
		if r.Term != "" {
			q, _ := catalogue.OfTerm(r.Q.Name, r.Term)
			name = q.Head
		}
		text := say.Who(r.Key) + ", " + name + m.r.Model().OnScale(result.ScaleLabel)
		if r.Reason == say.PriorMatters {
			text += " = " + document.APA(r.Value) + " [" + document.APA(r.Lower) + ", " + document.APA(r.Upper) + "]"
		} else {
			text += " (beyond what importance weights can tell)"
		}
		each = append(each, text+" under "+view.OtherPriors[r.Prior])
	}
	if each == nil {
		return ""
	}
	return "In a prior sensitivity analysis by Pareto smoothed importance sampling (Vehtari et al., 2024), these " +
		"estimates depended on the prior: " + strings.Join(each, "; ") + "."
}

// apaEstimate prints "ICC(A,1) = .71, 95% CrI [.66, .76]".
func apaEstimate(r *answer.Row, i result.Intervals) string {
	q, _ := catalogue.Find(r.Q.Name)
	symbol := q.Symbol
	if q.OfMean {
		symbol = strings.Replace(symbol, "k", strconv.Itoa(r.K), 1)
	}
	return fmt.Sprintf("%s = %s, %s [%s, %s]", symbol, document.APA(r.Value), i.Name("CrI"),
		document.APA(r.Lower), document.APA(r.Upper))
}

// reliable gives ICCs on the label scale, and alpha, which is on that scale too.
func (m methods) reliable() string {
	var each []string
	for _, e := range estimatesOf(m.r, catalogue.ICC, "") {
		text := e.Group + ", " + apaEstimate(e, m.r.Interval)
		for _, k := range estimatesOf(m.r, catalogue.ICCk, "") {
			if k.Group == e.Group {
				text += ", " + apaEstimate(k, m.r.Interval)
			}
		}
		if a := m.r.First("kripp_alpha", e.Group); a != nil && a.Defined() {
			text += ", Krippendorff’s α = " + document.APA(a.Value)
			if document.Finite(a.Lower) {
				text += fmt.Sprintf(", %s [%s, %s]", m.r.Interval.Name("CI"), document.APA(a.Lower),
					document.APA(a.Upper))
			}
		}
		each = append(each, text)
	}
	scale := ""
	if m.r.Model().OnScale(result.ScaleLabel) != "" {
		scale = " on the " + result.ScaleName(result.ScaleLabel)
		if m.r.Data.Kind == study.Binary.String() {
			scale += ", of labels as 0 and 1"
		}
		scale += " (Goldstein et al., 2002)"
	}
	return "Reliability was quantified by the two-way random-effects intraclass correlation for absolute agreement " +
		"(McGraw & Wong, 1996)" + scale + ": " + strings.Join(each, "; ") + "."
}

// intervals says how the intervals of the coefficients were made; "" if none is reported.
func (m methods) intervals() string {
	reported := false
	for _, e := range estimatesOf(m.r, catalogue.ICC, "") {
		a := m.r.First("kripp_alpha", e.Group)
		reported = reported || a != nil && document.Finite(a.Lower)
	}
	switch {
	case !reported || m.r.Interval.Resampled == "":
		return ""
	case strings.HasSuffix(m.r.Interval.Resampled, "and_labelers") && m.jackknifed():
		text := "Confidence intervals of α are by a two-way cluster jackknife over " + resampled(m.r) +
			" (Cameron et al., 2011)"
		if given := m.fixedLabelers(); given != "" {
			text += ", with the labelers as given in " + given
		}
		return text + "."
	case m.jackknifed():
		return "Confidence intervals of α are by a jackknife over " + resampled(m.r) + "."
	}
	return "Confidence intervals of α are by a bootstrap over " + resampled(m.r) + "."
}

func (m methods) jackknifed() bool {
	return slices.ContainsFunc(m.r.Rows, func(r *answer.Row) bool { return strings.Contains(r.Method, "jackknife") })
}

// fixedLabelers lists the studies whose alpha takes its labelers as given.
func (m methods) fixedLabelers() string {
	var each []string
	for _, r := range m.r.Of("kripp_alpha") {
		if r.By == "" && r.Defined() && r.Why != "" {
			each = append(each, r.Group)
		}
	}
	return document.Listed(each)
}

// valid gives the quantities of two studies, on the label scale.
func (m methods) valid() string {
	rho := withReference(m.r, estimatesOf(m.r, catalogue.Rho, ""))
	between := withReference(m.r, estimatesOf(m.r, catalogue.XCC, ""))
	if len(rho) == 0 {
		return ""
	}
	var each []string
	for _, e := range rho {
		text := say.Who(e.Key) + ", " + apaEstimate(e, m.r.Interval)
		for _, x := range between {
			if x.Key == e.Key {
				text += ", " + apaEstimate(x, m.r.Interval)
			}
		}
		each = append(each, text)
	}
	all := []string{"Agreement between groups was quantified by ρ, the correlation of the items’ true scores " +
		"(normalized cross-replication correlation), and by xCC = ρ√ICC√ICC: " + strings.Join(each, "; ") + "."}
	differences := estimatesOf(m.r, catalogue.RhoDifference, "")
	if len(differences) > mostPairs {
		return all[0]
	}
	for _, e := range differences {
		if document.Finite(e.P) {
			all = append(all, fmt.Sprintf("The correlation with %s was higher for %s than for %s with posterior "+
				"%s, %s.",
				e.Group, e.Of, e.Against, document.Probability(e.P), apaEstimate(e, m.r.Interval)))
		}
	}
	return strings.Join(all, " ")
}

func (m methods) checks() string {
	if m.Check == nil {
		return ""
	}
	withheld := ""
	if len(m.Check.Dependent) > 0 {
		withheld = " Statistics of " + strings.Join(m.Check.Dependent, ", ") + " were not judged, because the number " +
			"of labels of an item depended on the labels."
	}
	of := ""
	if m.Check.SampledBy != "" {
		of = " of " + sampleOf(m.Check, m.Result.Data.Labels)
	}
	text := fmt.Sprintf("In posterior predictive checks%s with %s, ", of,
		document.Plural(m.Check.Replicates, "replicated group"))
	var doubtful []string
	for _, d := range m.Check.Doubts {
		doubtful = append(doubtful, d.Assumption+" ("+studiesOf(d.Studies)+")")
	}
	if doubtful == nil {
		return text + "no statistic spoke against the model." + withheld
	}
	return text + "these assumptions were in doubt: " + strings.Join(doubtful, "; ") + "." + withheld
}

// aboutOf describes the family of the model; the zero value if there is no model.
func aboutOf(m *result.Model) family.About {
	if m == nil || m.Distribution() == nil {
		return family.About{}
	}
	return m.Distribution().About()
}

// mostPairs is how many pairs of studies one paragraph can hold.
const mostPairs = 15

// withReference returns estimates of pairs. Of many pairs it returns only the pairs with the reference.
func withReference(a *answer.Answer, pairs []*answer.Row) []*answer.Row {
	if len(pairs) <= mostPairs {
		return pairs
	}
	return slices.DeleteFunc(pairs, func(r *answer.Row) bool {
		return !slices.Contains(r.Groups(), a.Set["reference"])
	})
}

// resampled names the things that the intervals of coefficients treat as drawn at random.
func resampled(r *answer.Answer) string {
	switch r.Interval.Resampled {
	case result.ResampledBoth:
		return "items and labelers"
	case result.ResampledClustersBoth:
		return "clusters of items and labelers"
	case result.ResampledClusters:
		return "clusters of items"
	}
	return r.Interval.Resampled
}

// quantityName is the name of a quantity in print.
func quantityName(name string) string {
	if q, ok := catalogue.Find(name); ok {
		return q.Head
	}
	return name
}

// deviations names the parameters that have the prior of standard deviations.
func deviations(m *result.Model) string {
	words := []string{"standard deviations"}
	if f := m.Distribution(); f != nil && !f.LocationScale() && m.Priors["thresholds"] == "" {
		for _, p := range f.Parameters() {
			words = append(words, p.Words)
		}
	}
	return document.Listed(words)
}

// wholeText prints a number of draws.
func wholeText(n result.Number) string {
	if !n.Defined() {
		return "–"
	}
	return document.Integer(int(n))
}
