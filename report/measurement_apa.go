package report

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// MeasurementMethods is a paragraph about reliability and error of measurement in APA style; "" if nothing could be
// measured.
func MeasurementMethods(m *result.Measurement) string {
	var all []string
	for _, s := range m.Studies {
		if s.Undefined != "" {
			continue
		}
		of := ""
		if len(m.Studies) > 1 {
			of = " of " + s.Name()
		}
		all = append(all, "Reliability"+of+" was "+apaReliability(m, s)+".", apaError(m, s)+".")
	}
	return strings.Join(all, " ")
}

// apaReliability prints "ICC(2,1) = .71, 95% CI [.54, .84] (two-way random effects, …)".
func apaReliability(m *result.Measurement, s result.MeasuredStudy) string {
	quantity, other := "icc_A1", "ICC(A,1)"
	if s.SEM == "sem" {
		quantity, other = "icc_1", "ICC(1)"
	}
	e, of := s.Of(quantity), result.MeasuredNameOf(quantity)
	name, _, _ := strings.Cut(of.Name, " = ")
	text := name + " = " + apa(float64(e.Estimate)) + apaInterval(m, e, apa)
	text += fmt.Sprintf(" (%s; Shrout & Fleiss, 1979; %s of McGraw & Wong, 1996), for %s of %s", of.Means, other,
		document.Plural(s.Labels, "label"), document.Plural(s.Items, "item"))
	if s.Labelers > 0 {
		text += " by " + document.Plural(s.Labelers, "rater")
	}
	return text
}

// apaError prints the standard error of measurement and the change that can be detected.
func apaError(m *result.Measurement, s result.MeasuredStudy) string {
	suffix, scale := strings.TrimPrefix(s.SEM, "sem"), ""
	if m.Log {
		scale = "_factor"
	}
	sem, mdc := s.Of("sem"+scale+suffix), s.Of("mdc"+scale+suffix)
	decimals := document.Places(float64(sem.Estimate)/10, 0, 6)
	print := func(x float64) string { return document.Fixed(x, decimals) }
	text := "The standard error of measurement was "
	if m.Log {
		print = func(x float64) string { return document.Fixed(x, 2) }
		text = "Labels were taken by their natural logarithms. As a factor, the standard error of measurement was "
	}
	return text + print(float64(sem.Estimate)) + apaInterval(m, sem, print) + ", and the minimal detectable change " +
		print(float64(mdc.Estimate)) + apaInterval(m, mdc, print) +
		fmt.Sprintf(" (with probability %s; Weir, 2005)", strings.TrimPrefix(document.Full(m.Level), "0"))
}

// apaInterval prints ", 95% CI [.54, .84]", or nothing if there is no interval.
func apaInterval(m *result.Measurement, e result.Measured, print func(float64) string) string {
	if !e.Lower.Defined() || !e.Upper.Defined() {
		return ""
	}
	return fmt.Sprintf(", %.4g%% CI [%s, %s]", 100*m.Level, print(float64(e.Lower)), print(float64(e.Upper)))
}
