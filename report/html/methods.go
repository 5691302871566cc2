package html

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/result"
	"concord/result/catalogue"
)

// Methods returns a paragraph on model, sampling and results in APA style (7th edition),
// ready to be pasted. ok is false if r has no fitted model.
func Methods(r Report) (text string, ok bool) {
	res := r.Result
	if res.Model == nil || res.Sampler == nil || res.Diagnostics == nil {
		return "", false
	}
	return strings.Join(slices.DeleteFunc([]string{sample(res), fitting(r), trust(res), reliable(res), intervals(res),
		valid(res), sensitive(res), checks(r)}, func(sentence string) bool { return sentence == "" }), " "), true
}

func methods(r Report) (section, bool) {
	text, ok := Methods(r)
	s := section{ID: "methods", Title: "Methods paragraph",
		Lead: []string{"To be pasted into a paper or a memo, and adapted."}}
	s.Parts = append(s.Parts, part{Copy: text})
	return s, ok
}

func sample(r *result.Result) string {
	text := fmt.Sprintf("We analysed %s of %s", plural(r.Data.Labels, "label"), plural(r.Data.Items, "item"))
	if r.Data.Labelers > 0 {
		text += " by " + plural(r.Data.Labelers, "labeler")
	}
	if len(r.Data.Studies) > 1 {
		var names []string
		for _, s := range r.Data.Studies {
			names = append(names, s.Name)
		}
		text += " in " + plural(len(names), "study") + " (" + list(names) + ")"
	}
	return text + "."
}

func fitting(r Report) string {
	m := r.Result.Model
	of := about(r.Result)
	kind := cmp.Or(of.Name, m.Family)
	if of.Link != "" {
		kind += " (" + of.Link + " link)"
	}
	kind += " model"
	if m.Priors["thresholds"] != "" {
		kind = cumulative(m, of)
	}
	effects := []string{"items"}
	if m.Labelers != "none" {
		effects = append(effects, "labelers")
	}
	if m.Sensitivity {
		effects = append(effects, "labelers’ sensitivities, which multiply those of items")
	}
	for _, t := range m.Facets() {
		effects = append(effects, t.Name)
	}
	var priors []string
	for _, name := range m.StatedPriors() {
		priors = append(priors, m.Priors[name]+" for "+map[string]string{
			"mean": "means", "thresholds": "thresholds", "sd": deviations(m),
			"labeler_sd":     "standard deviations of labelers",
			"facet_sd":       "standard deviations of further effects",
			"sensitivity_sd": "standard deviation of labelers’ sensitivities",
			"correlation":    "correlation matrices",
		}[name])
	}
	version := ""
	if r.Version != "" {
		version = ", version " + r.Version
	}
	joint := ""
	if m.Reference != "" {
		joint = ", fitted jointly to all studies with item effects correlated between studies"
	}
	return fmt.Sprintf("Using Concord%s, we fitted a Bayesian multilevel %s with random effects of %s%s; "+
		"in brms syntax, %s. Priors were %s.",
		version, kind, list(effects), joint, m.BRMS, list(priors))
}

// cumulative names a model of ordered categories.
func cumulative(m *result.Model, of family.About) string {
	own := ""
	if m.Reference != "" {
		own = "; thresholds for each study"
	}
	if m.Thresholds == model.CommonThresholds.String() {
		own = "; thresholds common to all studies but for their means"
	}
	return "cumulative " + of.Link + " model of ordered categories (Agresti, 2010" + own + ")"
}

func trust(r *result.Result) string {
	s, d := r.Sampler, r.Diagnostics
	return fmt.Sprintf("We drew %s from %s (%s; seed %d). All R̂ were at most %s, bulk effective sample sizes "+
		"at least %s, tail effective sample sizes at least %s; divergent transitions: %s.",
		plural(s.Chains*s.Draws, "draw"), plural(s.Chains, "chain"), strings.ToUpper(s.Algorithm), s.Seed,
		fixed(float64(d.MaxRHat), 3), wholeNumber(d.MinESSBulk), wholeNumber(d.MinESSTail), count(d.Divergences))
}

// sensitive says which reported numbers another prior would move.
func sensitive(r *result.Result) string {
	var each []string
	for _, s := range result.PriorSpeaks(r.PriorSensitivity) {
		text := who(s.Studies) + ", " + quantityName(s.Quantity) + r.OnScale(s.Scale)
		if s.Reliable {
			text += " = " + apa(float64(s.Mean)) + " [" + apa(float64(s.Lower)) + ", " + apa(float64(s.Upper)) + "]"
		} else {
			text += " (beyond what importance weights can tell)"
		}
		each = append(each, text+" under "+s.OtherPrior())
	}
	if each == nil {
		return ""
	}
	return "In a prior sensitivity analysis by Pareto smoothed importance sampling (Vehtari et al., 2024), these " +
		"estimates depended on the prior: " + strings.Join(each, "; ") + "."
}

// apaEstimate prints "ICC(A,1) = .71, 95% CrI [.66, .76]".
func apaEstimate(e result.Estimate, i result.Intervals) string {
	q, _ := catalogue.Find(e.Quantity)
	symbol := q.Symbol
	if q.OfMean {
		symbol = strings.Replace(symbol, "k", strconv.Itoa(e.K), 1)
	}
	return fmt.Sprintf("%s = %s, %s [%s, %s]", symbol, apa(float64(e.Centre())), levelName(i, "CrI"),
		apa(float64(e.Lower)), apa(float64(e.Upper)))
}

// reliable gives ICCs on the scale of the labels, beside alpha, which is on that scale; and, of binary labels, on the
// latent scale in a sentence of their own.
func reliable(r *result.Result) string {
	var each []string
	for _, e := range estimates(r, catalogue.ICC, r.LabelScale()) {
		text := who(e.Studies) + ", " + apaEstimate(e, r.Interval)
		for _, k := range estimates(r, catalogue.ICCk, r.LabelScale()) {
			if k.Studies[0] == e.Studies[0] {
				text += ", " + apaEstimate(k, r.Interval)
			}
		}
		if a, ok := agreementOf(r, "kripp_alpha", e.Studies); ok {
			text += ", Krippendorff’s α = " + apa(float64(a.Estimate))
			if a.Lower.Defined() {
				text += fmt.Sprintf(", %s [%s, %s]", levelName(r.Interval, "CI"), apa(float64(a.Lower)),
					apa(float64(a.Upper)))
			}
		}
		each = append(each, text)
	}
	scale := ""
	two := len(r.Scales()) > 1
	if two {
		scale = " on the " + result.ScaleName(r.LabelScale())
		if binary(r) {
			scale += ", of labels as 0 and 1"
		}
		scale += " (Goldstein et al., 2002)"
	}
	all := "Reliability was quantified by the two-way random-effects intraclass correlation for absolute agreement " +
		"(McGraw & Wong, 1996)" + scale + ": " + strings.Join(each, "; ") + "."
	if latent := apaEach(r, result.ScaleLatent, catalogue.ICC); two && latent != "" {
		all += " On the latent (" + about(r).Link + ") scale (Nakagawa et al., 2017) these were: " + latent + "."
	}
	return all
}

// apaEach gives a quantity of all studies on a scale.
func apaEach(r *result.Result, scale, quantity string) string {
	var each []string
	for _, e := range estimates(r, quantity, scale) {
		each = append(each, who(e.Studies)+", "+apaEstimate(e, r.Interval))
	}
	return strings.Join(each, "; ")
}

// intervals says how the intervals of the coefficients were made; "" where none is reported.
func intervals(r *result.Result) string {
	reported := false
	for _, e := range estimates(r, catalogue.ICC, r.LabelScale()) {
		a, ok := agreementOf(r, "kripp_alpha", e.Studies)
		reported = reported || ok && a.Lower.Defined()
	}
	switch {
	case !reported || r.Interval.Resampled == "":
		return ""
	case r.Interval.Resampled == result.ResampledBoth && jackknifed(r):
		text := "Confidence intervals of α are by a two-way cluster jackknife over items and labelers (Cameron et " +
			"al., 2011)"
		if given := fixedLabelers(r); given != "" {
			text += ", with the labelers as given in " + given
		}
		return text + "."
	case jackknifed(r):
		return "Confidence intervals of α are by a jackknife over " + resampled(r) + "."
	}
	return "Confidence intervals of α are by a bootstrap over " + resampled(r) + "."
}

func jackknifed(r *result.Result) bool {
	return slices.ContainsFunc(r.Agreement, func(a result.Agreement) bool { return a.Method == "jackknife" })
}

// fixedLabelers lists the studies whose alpha takes its labelers as given.
func fixedLabelers(r *result.Result) string {
	var each []string
	for _, a := range r.Agreement {
		if a.Coefficient == "kripp_alpha" && a.Fixed != "" {
			each = append(each, who(a.Studies))
		}
	}
	return list(each)
}

// valid gives what concerns two studies, each scale in sentences of its own.
func valid(r *result.Result) string {
	all := []string{"Agreement between studies was quantified by ρ, the correlation of the items’ true scores " +
		"(normalized cross-replication correlation), and by xCC = ρ√ICC√ICC."}
	for _, scale := range r.Scales() {
		all = append(all, validOn(r, scale)...)
	}
	if len(all) == 1 {
		return ""
	}
	return strings.Join(all, " ")
}

func validOn(r *result.Result, scale string) []string {
	rho := withReference(r, estimates(r, catalogue.Rho, scale))
	between := withReference(r, estimates(r, catalogue.XCC, scale))
	if len(rho) == 0 {
		return nil
	}
	var each []string
	for _, e := range rho {
		text := who(e.Studies) + ", " + apaEstimate(e, r.Interval)
		for _, x := range between {
			if who(x.Studies) == who(e.Studies) {
				text += ", " + apaEstimate(x, r.Interval)
			}
		}
		each = append(each, text)
	}
	what, on := "They were", ""
	if len(r.Scales()) > 1 {
		what, on = "On the "+result.ScaleName(scale)+", with its ICCs, they were", " on the "+result.ScaleName(scale)
		if len(between) == 0 {
			what = "On the " + result.ScaleName(scale) + ", which has no ICCs, ρ was"
		}
	}
	all := []string{what + ": " + strings.Join(each, "; ") + "."}
	differences := estimates(r, catalogue.RhoDifference, scale)
	if len(differences) > mostPairs {
		return all
	}
	for _, e := range differences {
		p, _ := probabilityOf(r, e)
		all = append(all, fmt.Sprintf("The correlation with %s%s was higher for %s than for %s with posterior "+
			"probability %s, %s.",
			e.Studies[0], on, e.Studies[1], e.Studies[2],
			strings.Replace(result.Number(p).AsProbability(), "0.", ".", 1), apaEstimate(e, r.Interval)))
	}
	return all
}

func checks(r Report) string {
	if r.Check == nil {
		return ""
	}
	withheld := ""
	if len(r.Check.Dependent) > 0 {
		withheld = " Statistics of " + strings.Join(r.Check.Dependent, ", ") + " were not judged, because the number " +
			"of labels of an item went with what the labels said."
	}
	text := fmt.Sprintf("In posterior predictive checks with %s, ", plural(r.Check.Replicates, "replicated study"))
	var doubtful []string
	for _, d := range r.Check.Doubts {
		doubtful = append(doubtful, d.Assumption+" ("+who(d.Studies)+")")
	}
	if doubtful == nil {
		return text + "no statistic spoke against the model." + withheld
	}
	return text + "these assumptions were in doubt: " + strings.Join(doubtful, "; ") + "." + withheld
}
