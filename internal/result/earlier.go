package result

import (
	"encoding/json"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model"
)

// UnmarshalJSON implements [json.Unmarshaler]. It reads results of earlier versions too: their [ScaleProbability] is
// [ScaleLabel], and means of quantities without one are left out.
func (r *Result) UnmarshalJSON(b []byte) error {
	type plain Result
	if err := json.Unmarshal(b, (*plain)(r)); err != nil {
		return err
	}
	of := func(scale *string) {
		if *scale == ScaleProbability {
			*scale = ScaleLabel
		}
	}
	for i := range r.Estimates {
		of(&r.Estimates[i].Scale)
		r.Estimates[i].Quantity = catalogue.Today(r.Estimates[i].Quantity)
		r.Estimates[i].Term = r.Model.TermToday(r.Estimates[i].Term)
		r.Estimates[i].withoutMoments()
	}
	for i := range r.Probabilities {
		of(&r.Probabilities[i].Scale)
	}
	for i := range r.Transformed {
		of(&r.Transformed[i].Scale)
		r.Transformed[i].Quantity = catalogue.Today(r.Transformed[i].Quantity)
	}
	for i := range r.PriorSensitivity {
		of(&r.PriorSensitivity[i].Scale)
	}
	if r.Verdict == nil {
		defer func() { r.Verdict = r.newVerdict() }()
	}
	for i := range r.Compared {
		for k := range r.Compared[i].Estimates {
			of(&r.Compared[i].Estimates[k].Scale)
			r.Compared[i].Estimates[k].Quantity = catalogue.Today(r.Compared[i].Estimates[k].Quantity)
		}
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler]. It reads models of earlier versions too, which call a labeler's
// discrimination sensitivity.
func (m *Model) UnmarshalJSON(b []byte) error {
	type plain Model
	if err := json.Unmarshal(b, (*plain)(m)); err != nil {
		return err
	}
	var earlier struct {
		Sensitivity bool `json:"sensitivity"`
	}
	if err := json.Unmarshal(b, &earlier); err != nil {
		return err
	}
	if !earlier.Sensitivity {
		return nil
	}
	m.Discrimination, m.earlier = true, true
	const was = "sensitivity_sd"
	if prior, ok := m.Priors[was]; ok {
		delete(m.Priors, was)
		m.Priors[catalogue.Today(was)] = prior
	}
	return nil
}

// TermToday returns today's name of a term, or of its standard deviation or correlation among the draws. Earlier
// versions have another name for discrimination.
func (m *Model) TermToday(name string) string {
	prefix, term := "", name
	for _, p := range []string{"sd_", "cor_"} {
		if rest, ok := strings.CutPrefix(name, p); ok {
			prefix, term = p, rest
		}
	}
	if m != nil && m.earlier && term == "sensitivity" {
		return prefix + model.DiscriminationTerm
	}
	return name
}

// UnmarshalJSON implements [json.Unmarshaler], for names of earlier versions too; see [Model.UnmarshalJSON].
func (l *ConsensusLabeler) UnmarshalJSON(b []byte) error {
	type plain ConsensusLabeler
	if err := json.Unmarshal(b, (*plain)(l)); err != nil {
		return err
	}
	earlier := struct {
		Mean  Number `json:"sensitivity"`
		Lower Number `json:"sensitivity_lower"`
		Upper Number `json:"sensitivity_upper"`
	}{l.Discrimination, l.DiscriminationLower, l.DiscriminationUpper}
	err := json.Unmarshal(b, &earlier)
	l.Discrimination, l.DiscriminationLower, l.DiscriminationUpper = earlier.Mean, earlier.Lower, earlier.Upper
	return err
}
