package main

import (
	"concord/model/family"
	"concord/study"
)

// suits reports what is wrong with an order of labels for a family that was asked for, nil for that which suits them.
func (inp *inputFlags) suits(f family.Family) error {
	if len(inp.order) > 0 && f != nil && f.Kind() != study.Ordinal {
		return usage("--order makes labels ordered categories, which --family %v does not describe", f)
	}
	return nil
}
