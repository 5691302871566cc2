package kinds

import (
	"regexp"
	"strings"

	"concord/study"
	"concord/study/read/internal/naming"
)

// perCent is a number in per cent.
var perCent = regexp.MustCompile(`^[-+]?[0-9]+(?:\.[0-9]+)?[ \x{a0}]?%$`)

// takePerCent takes labels that are all in per cent as the numbers before the sign.
func (labels *LabelColumn) takePerCent(o naming.Options) {
	if o.AsIs || o.Kind == study.Nominal || o.Unordered || len(labels.Order)+len(o.Positive)+len(o.Negative) > 0 ||
		labels.Numbers > 0 || labels.Spellings[OverflowCode].Rows > 0 {
		return
	}
	var all []*Spelling
	for _, s := range labels.labels() {
		if s.Class != WordLabel || !perCent.MatchString(s.Text) {
			return
		}
		all = append(all, s)
	}
	for _, s := range all {
		s.Class, s.Number = Classify([]byte(strings.TrimRight(s.Text, "% \u00a0")), nil)
		labels.Unit = labels.Unit && (s.Number == 0 || s.Number == 1)
		labels.Sign = labels.Sign && (s.Number == -1 || s.Number == 1)
	}
}
