package report

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/model/family"
	"concord/model/spec"
)

// modelFacts says term by term what was fitted.
func modelFacts(m *result.Model) []document.Entry {
	f := m.Distribution()
	if f == nil {
		return nil
	}
	several := m.Reference != ""
	facts := []document.Entry{{Term: "Labels", Text: f.About().Labels + ": y ~ " +
		strings.Replace(f.About().Formula, "θ", m.Predictor(), 1)}}
	labelers := map[string]string{"nested": "an effect for each labeler of each group",
		"shared": "an effect in each group for each labeler, correlated between groups", "none": "none"}
	facts = append(facts, document.Entry{Term: "Labelers", Text: labelers[m.Labelers]})
	for _, t := range m.Facets() {
		facts = append(facts, document.Entry{Term: "Effects of " + t.Name, Text: facetEffects(t, several)})
	}
	if several {
		facts = append(facts, document.Entry{Term: "Items",
			Text: "an effect in each group, correlated between groups"})
	}
	if _, ok := f.(family.Thresholded); ok {
		of := "one between each two neighbouring categories"
		switch {
		case m.Thresholds == spec.CommonThresholds.String():
			of += ", common to all groups but for their means"
		case several:
			of = "for each group, " + of
		}
		return append(facts, document.Entry{Term: "Thresholds", Text: of})
	}
	if !several {
		return facts
	}
	residual := map[string]string{"study": "one for each group", "labeler": "one for each labeler",
		"common": "one for all groups"}
	for i, p := range f.Parameters() {
		if i == 0 && f.LocationScale() {
			p.Words = "Residual"
		}
		facts = append(facts, document.Entry{Term: p.Words, Text: residual[m.Residual]})
	}
	return facts
}

// facetEffects says which effects the levels of a further term have.
func facetEffects(t result.Term, several bool) string {
	switch {
	case !several:
		return "one for each level"
	case t.Between() == spec.Correlated:
		return "an effect in each group for each level, correlated between groups"
	case t.Between() == spec.Common:
		return "one for each level, the same in all groups"
	}
	return "an effect for each level of each group"
}
