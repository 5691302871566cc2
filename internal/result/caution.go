package result

import (
	"fmt"

	"concord/study"
)

// fewLevels is the number of labelers, or items, below which their variance depends on the prior as much as on the
// labels. With 5 labelers the prior matters in most simulated studies, and with 10 in almost none.
const fewLevels = 10

// CautionLabelers says that a study has too few labelers to compare their variance with the items'.
func CautionLabelers(labelers int) string {
	if labelers >= fewLevels || labelers == 0 {
		return ""
	}
	return fmt.Sprintf("only %s: too few to show how labelers differ, so this probability may be too high or too "+
		"low", plural(labelers, "labeler"))
}

// designCautions names the studies in which the prior will matter for a fit.
func designCautions(design *study.Design, labelerEffects bool) []string {
	var texts []string
	for _, s := range design.Studies {
		if labelerEffects && s.Labelers > 1 && s.Labelers < fewLevels {
			texts = append(texts, fmt.Sprintf("%s has only %s, so the prior of the labelers' standard "+
				"deviation will decide part of its ICC and labeler ICC",
				study.GroupName(s.Name, len(design.Studies)), plural(s.Labelers, "labeler")))
		}
		if s.Items < fewLevels {
			texts = append(texts, fmt.Sprintf("%s has only %s, so the prior of the items' standard deviation "+
				"will decide part of its ICC",
				study.GroupName(s.Name, len(design.Studies)), plural(s.Items, "item")))
		}
	}
	return texts
}
