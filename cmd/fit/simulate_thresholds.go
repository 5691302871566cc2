package main

import (
	"strings"

	"concord/internal/option"
	"concord/model/family"
	"concord/model/simulate"
)

// defaultThresholds are the thresholds of simulated ordinal labels, which have four categories.
const defaultThresholds = "-1,0,1"

// cutpoints replaces the mean of each study by the thresholds of --thresholds, less the mean.
func (sf *work) cutpoints(t *simulate.Truth) error {
	if _, ok := t.Family.(family.Thresholded); !ok {
		if option.Cutpoints.In(sf) != "" {
			return usage("--thresholds goes with --family ordinal, not with %v", t.Family)
		}
		return nil
	}
	text := option.Cutpoints.In(sf)
	if text == "" {
		text = defaultThresholds
	}
	lists := strings.Split(text, "/")
	if len(lists) != 1 && len(lists) != len(t.Studies) {
		return usage("--thresholds %s: %d lists for %d groups; give one, or one for each", text, len(lists),
			len(t.Studies))
	}
	for s := range t.Studies {
		fields := strings.Split(lists[min(s, len(lists)-1)], ",")
		p := &t.Studies[s]
		for _, field := range fields {
			v, err := parseFloat(strings.TrimSpace(field))
			if err != nil {
				return usage("--thresholds %s: %q is no number", text, strings.TrimSpace(field))
			}
			p.Thresholds = append(p.Thresholds, v-p.Mean)
		}
		p.Mean = 0
	}
	return nil
}
