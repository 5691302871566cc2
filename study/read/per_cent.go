package read

import (
	"regexp"
	"strings"

	"concord/study"
)

// perCent is a number in per cent.
var perCent = regexp.MustCompile(`^[-+]?[0-9]+(?:\.[0-9]+)?[ \x{a0}]?%$`)

// takePerCent takes labels that are all in per cent as the numbers before the sign.
func (labels *labelColumn) takePerCent(o Options) {
	if o.AsIs || o.Kind == study.Nominal || o.Unordered || len(labels.order)+len(o.Positive)+len(o.Negative) > 0 ||
		labels.numbers > 0 || labels.spellings[overflowCode].rows > 0 {
		return
	}
	var all []*spelling
	for _, s := range labels.labels() {
		if s.class != wordLabel || !perCent.MatchString(s.text) {
			return
		}
		all = append(all, s)
	}
	for _, s := range all {
		s.class, s.number = classify([]byte(strings.TrimRight(s.text, "% \u00a0")), nil)
		labels.unit = labels.unit && (s.number == 0 || s.number == 1)
		labels.sign = labels.sign && (s.number == -1 || s.number == 1)
	}
}
