package main

import (
	"concord/model/family"
	"concord/study"
)

// suits reports what is wrong with an order of labels for a family that was asked for, nil for that which suits them.
func (inp *inputFlags) suits(f family.Family) error {
	if len(inp.order) == 0 {
		return nil
	}
	if f == nil {
		suited, ok := family.For(study.Ordinal)
		if !ok {
			return &exitError{exitInput, problem("there is no model for ordered categories yet\n" +
				"  coefficients for them: fit agreement --order LIST FILE")}
		}
		f = suited
	}
	if f.Kind() != study.Ordinal {
		return usage("--order makes labels ordered categories, which --family %v does not describe", f)
	}
	return nil
}
