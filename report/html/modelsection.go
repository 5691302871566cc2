package html

import (
	"cmp"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/result"
	"concord/result/catalogue"
)

// modelSection says what was fitted.
func modelSection(r Report) (section, bool) {
	m := r.Result.Model
	if m == nil {
		return section{}, false
	}
	s := section{ID: "model", Title: "Model and priors"}
	labels := m.Family
	f := m.Distribution()
	if f != nil {
		labels = f.About().Labels + ": y ~ " + strings.Replace(f.About().Formula, "θ", m.Predictor(), 1)
	}
	effects := map[string]string{
		"nested": "an effect for each labeler of each study",
		"shared": "an effect in each study for each labeler, correlated between studies",
		"none":   "none",
	}
	facts := []entry{{"Labels", labels}, {"Labelers", effects[m.Labelers]}}
	for _, t := range m.Facets() {
		facts = append(facts, entry{"Effects of " + t.Name, facetEffects(t, m.Reference != "")})
	}
	if m.Reference != "" {
		facts = append(facts, entry{"Items", "an effect in each study, correlated between studies"},
			entry{"Reference", m.Reference})
	}
	if text := m.OneLabelSentence(); text != "" {
		facts = append(facts, entry{"One label of each item", text})
	}
	_, thresholds := f.(family.Thresholded)
	if thresholds {
		of := "one between each two neighbouring categories"
		switch {
		case m.Thresholds == model.CommonThresholds.String():
			of += ", common to all studies but for their means"
		case m.Reference != "":
			of = "for each study, " + of
		}
		facts = append(facts, entry{"Thresholds", of})
	}
	if f != nil && m.Reference != "" && !thresholds {
		of := map[string]string{"study": "one for each study", "labeler": "one for each labeler",
			"common": "one for all studies"}[m.Residual]
		for i, p := range f.Parameters() {
			if i == 0 && f.LocationScale() {
				p.Words = "Residual"
			}
			facts = append(facts, entry{p.Words, of})
		}
	}
	for _, name := range m.StatedPriors() {
		facts = append(facts, entry{"Prior of " + map[string]string{
			"mean": "means", "thresholds": "thresholds", "sd": deviations(m),
			"labeler_sd":     "labelers’ standard deviations",
			"facet_sd":       "standard deviations of further effects",
			"sensitivity_sd": "standard deviation of labelers’ sensitivities",
			"correlation":    "correlations",
		}[name], m.Priors[name]})
	}
	s.Parts = append(s.Parts, part{List: facts})
	s.Parts = append(s.Parts, priorSpeaks(r.Result)...)
	s.Parts = append(s.Parts, part{Heading: "The same model in brms (R)", Code: cmp.Or(m.BRMSCode, m.BRMS)})
	var rows []result.Estimate
	for _, q := range catalogue.In(catalogue.Parameters, f) {
		rows = append(rows, estimates(r.Result, q.Name, r.Result.ParameterScale())...)
	}
	for _, name := range []string{catalogue.FacetSD, catalogue.InteractionSD, catalogue.FacetRho} {
		rows = append(rows, estimates(r.Result, name, "")...)
	}
	t := &table{Caption: "Parameters" + r.Result.OnScale(r.Result.ParameterScale()),
		Head:  []string{"Parameter", "Study", "Estimate", "SD", levelName(r.Result.Interval, "CrI")},
		Words: map[int]bool{1: true}}
	for _, e := range rows {
		t.Rows = append(t.Rows, cells(estimateName(e), name(e), value(e), fixed(float64(e.SD), places(e)),
			span(e)))
	}
	s.Parts = append(s.Parts, part{Table: t})
	s.Parts = append(s.Parts, boundaryNote(r.Result, rows)...)
	return s, true
}

// facetEffects says which effects the levels of a further term have.
func facetEffects(t result.Term, several bool) string {
	switch {
	case !several:
		return "one for each level"
	case t.Between() == model.Correlated:
		return "an effect in each study for each level, correlated between studies"
	case t.Between() == model.Common:
		return "one for each level, the same in all studies"
	}
	return "an effect for each level of each study"
}

// deviations names what has the prior of standard deviations, which other parameters of the family's own have too.
func deviations(m *result.Model) string {
	words := []string{"standard deviations"}
	if f := m.Distribution(); f != nil && !f.LocationScale() && m.Priors["thresholds"] == "" {
		for _, p := range f.Parameters() {
			words = append(words, p.Words)
		}
	}
	return list(words)
}

// quantityName is the name of a quantity in print.
func quantityName(name string) string { return estimateName(result.Estimate{Quantity: name}) }

// estimateName is the name of an estimate's quantity in print.
func estimateName(e result.Estimate) string {
	q, ok := catalogue.OfTerm(e.Quantity, e.Term)
	if !ok {
		return e.Quantity
	}
	return q.Short
}

// explained is the name of a quantity with what it is.
func explained(r *result.Result, name string) string {
	q, _ := catalogue.Find(name)
	return q.Short + ": " + catalogue.Naming(reference(r), q.What)
}

// reference is the name of the study that the others are compared with; "" if there is none.
func reference(r *result.Result) string {
	if r.Model == nil {
		return ""
	}
	return r.Model.Reference
}
