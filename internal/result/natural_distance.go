package result

import (
	"concord/model/family"
	"concord/nonparam"
	"concord/study"
)

// NaturalDistance is the distance with which a coefficient estimates the value that a model of the family implies. It
// is nominal for binary labels, ordinal for ordered categories, and the squared difference for numbers; "" without a
// family.
func NaturalDistance(f family.Family) string {
	switch {
	case f == nil:
		return ""
	case f.Kind() == study.Binary:
		return nonparam.Nominal.String()
	case f.Kind() == study.Ordinal:
		return nonparam.Ordinal.String()
	}
	return nonparam.Interval.String()
}
