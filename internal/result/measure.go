package result

import (
	"concord/posterior"
	"concord/vpc"
)

// Measure is a quantity on a scale: posterior median, mean and interval. Numbers are null if the quantity is not
// defined, and Undefined says why.
type Measure struct {
	Scale     string `json:"scale,omitempty"`
	Median    Number `json:"median"`
	Mean      Number `json:"mean"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}

func measureOf(scale vpc.Scale, s posterior.Summary) Measure { return measureIn(scale.String(), s) }

// measureIn is measureOf for the name of a scale.
func measureIn(scale string, s posterior.Summary) Measure {
	m := Measure{Scale: scale, Median: Number(s.Median), Mean: Number(s.Mean), Lower: Number(s.Lower),
		Upper: Number(s.Upper)}
	if !m.Median.Defined() {
		m.Undefined = "a draw is not a number"
	}
	return m
}
