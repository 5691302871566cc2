package result

import (
	"fmt"

	"concord/model/spec"
	"concord/study"
)

// fewFollowed is the number of labelers with two labels or more below which the labels say little about ω.
const fewFollowed = 5

// discriminationNotes count the labelers with a single label, which does not show how closely they follow the items, or
// how careful they are. There are none if the model has no such parameters.
func discriminationNotes(t *study.Table, sp spec.Spec) []string {
	return ofSingles(t, sp, func(name string, singles, labelers int) (string, bool) {
		return fmt.Sprintf("%d of %d labelers of %s gave one label, which does not show %s: the prior decides "+
			"it.", singles, labelers, name, asked(sp)), singles > 0
	})
}

// discriminationCautions name studies in which few labelers gave two labels or more. There the prior will decide how
// much labelers differ in discrimination or care.
func discriminationCautions(t *study.Table, sp spec.Spec) []string {
	return ofSingles(t, sp, func(name string, singles, labelers int) (string, bool) {
		return fmt.Sprintf("%s has only %s with two labels or more, too few to show %s: the prior will decide "+
				"how much labelers differ", name, plural(labelers-singles, "labeler"), asked(sp)),
			labelers-singles < fewFollowed
	})
}

// asked names the parameters of labelers besides their level.
func asked(sp spec.Spec) string {
	const follow, careful = "how closely labelers follow the items", "how careful labelers are"
	switch {
	case sp.Discrimination && sp.Residual == spec.LabelerResidual:
		return follow + " and " + careful
	case sp.Discrimination:
		return follow
	}
	return careful
}

// ofSingles returns the text of say for each study whose labelers have discriminations or residuals, from its name, the
// number of labelers with one label, and the number of all.
func ofSingles(
	t *study.Table, sp spec.Spec, say func(name string, singles, labelers int) (text string, ok bool),
) []string {
	if !sp.Discrimination && sp.Residual != spec.LabelerResidual {
		return nil
	}
	var all []string
	for s, name := range t.Studies() {
		if !sp.HasLabelersIn(s) {
			continue
		}
		labels := make([]int, len(t.Labelers()))
		for _, l := range t.StudyAt(s).Labeler() {
			labels[l]++
		}
		singles, labelers := 0, 0
		for _, n := range labels {
			if n == 1 {
				singles++
			}
			if n > 0 {
				labelers++
			}
		}
		if text, ok := say(study.GroupName(name, len(t.Studies())), singles, labelers); ok {
			all = append(all, text)
		}
	}
	return all
}
