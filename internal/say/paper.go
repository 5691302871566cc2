package say

import (
	"fmt"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
)

// MeasurementPaper is a paragraph about reliability and error of measurement in APA style; "" if nothing could be
// measured.
func MeasurementPaper(a *answer.Answer) string {
	var all []string
	for _, part := range a.Parts() {
		s := Scope{a, part}
		if s.Row("mean_label") == nil {
			continue
		}
		icc, other := s.Row("icc_A1"), "ICC(A,1)"
		if s.Row("sem") != nil {
			icc, other = s.Row("icc_1"), "ICC(1)"
		}
		name, _, _ := strings.Cut(icc.Q.Head, " = ")
		all = append(all, s.Fill("Reliability[ of {part}] was "+name+" = "+s.published(icc, document.APA)+" "+
			"("+icc.Q.What+
			"; Shrout & Fleiss, 1979; "+other+" of McGraw & Wong, 1996), for {labels:label} of {items:item}"+
			"[ by {labelers:rater}]."), s.errorOf())
	}
	return strings.Join(all, " ")
}

// errorOf says the standard error of measurement and the change that can be detected.
func (s Scope) errorOf() string {
	sem, mdc := s.Row("sem|sem_agreement"), s.Row("mdc|mdc_agreement")
	decimals := document.Places(sem.Value/10, 0, 6)
	text := "The standard error of measurement was "
	if s.Set["log"] != "" {
		sem, mdc, decimals = s.Row("sem_factor|sem_factor_agreement"), s.Row("mdc_factor|mdc_factor_agreement"), 2
		text = "Labels were taken by their natural logarithms. As a factor, the standard error of measurement was "
	}
	print := func(x float64) string { return document.Fixed(x, decimals) }
	return text + s.published(sem, print) + ", and the minimal detectable change " + s.published(mdc, print) +
		fmt.Sprintf(" (with probability %s; Weir, 2005).", strings.TrimPrefix(document.Full(s.Interval.Level), "0"))
}

// published prints ".71, 95% CI [.54, .84]".
func (s Scope) published(r *answer.Row, print func(float64) string) string {
	if r.Cell(answer.Range) == nil {
		return print(r.Value)
	}
	return fmt.Sprintf("%s, %.4g%% CI [%s, %s]", print(r.Value), 100*s.Interval.Level, print(r.Lower), print(r.Upper))
}
