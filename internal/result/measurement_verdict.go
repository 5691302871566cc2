package result

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/visible"
)

// mostMeasured is how many studies the verdict names.
const mostMeasured = 3

// conclude sets the verdict and the notes.
func (m *Measurement) conclude() {
	for n, s := range m.Studies {
		if left := len(m.Studies) - n; n >= mostMeasured-1 && left > 1 {
			m.Verdict = append(m.Verdict, fmt.Sprintf("… and %d more groups", left))
			break
		}
		m.Verdict = append(m.Verdict, m.says(s))
	}
	m.Verdict = append(m.Verdict, m.limitsSaid()...)
	incomplete, repeated := false, 0
	for _, s := range m.Studies {
		incomplete = incomplete || s.SEM == "sem_agreement" && !s.Complete
		repeated += s.Repeated
	}
	if incomplete {
		m.Notes = append(m.Notes, "Not every labeler labelled every item. All rows are used: variances are by the "+
			"method of moments. With a model: fit.")
	}
	if repeated > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("Readings of their own: %s by a labeler who had labelled the item "+
			"before.", plural(repeated, "label")))
	}
}

// within names a study if there are several.
func (m *Measurement) within(s MeasuredStudy, before string) string {
	if len(m.Studies) == 1 {
		return ""
	}
	return before + visible.Text(s.Name())
}

// says returns the verdict on a study.
func (m *Measurement) says(s MeasuredStudy) string {
	if s.Undefined != "" {
		return fmt.Sprintf("Nothing can be measured%s: %s.", m.within(s, " in "), s.Undefined)
	}
	sem, mdc := s.Of(s.SEM), s.Of("mdc"+s.SEM[len("sem"):])
	if m.Log {
		sem, mdc = s.Of("sem_factor"+s.SEM[len("sem"):]), s.Of("mdc_factor"+s.SEM[len("sem"):])
		return fmt.Sprintf("One label%s is about %.0f%% off its item's value (a factor of %s). Two labels of one item "+
			"differ really if one is over %s times the other.", m.within(s, " of "), 100*(float64(sem.Estimate)-1),
			document.Fixed(float64(sem.Estimate), 2), document.Fixed(float64(mdc.Estimate), 2))
	}
	decimals := document.Places(float64(sem.Estimate)/10, 0, 6)
	return fmt.Sprintf("One label%s differs from its item's value by about ±%s. Two labels of one item that differ by "+
		"more than %s differ really.", m.within(s, " of "), document.Fixed(float64(sem.Estimate), decimals),
		document.Fixed(float64(mdc.Estimate), decimals))
}
