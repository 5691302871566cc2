package result

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// unusedCategories says which ordered categories no label has: first in all studies, and then in each study.
func unusedCategories(d *study.Design) []string {
	var everywhere, notes []string
	for _, c := range d.Studies[0].Unused {
		if !slices.ContainsFunc(d.Studies, func(s study.StudyDesign) bool { return !slices.Contains(s.Unused, c) }) {
			everywhere = append(everywhere, c)
		}
	}
	if everywhere != nil {
		notes = append(notes, fmt.Sprintf("On the scale, without a label: %s.", visible.Names(everywhere)))
	}
	for _, s := range d.Studies {
		own := slices.DeleteFunc(slices.Clone(s.Unused), func(c string) bool { return slices.Contains(everywhere, c) })
		if len(own) > 0 {
			notes = append(notes, fmt.Sprintf("Without a label in group %s, and kept on its scale: %s.",
				visible.Quote(s.Name), visible.Names(own)))
		}
	}
	return notes
}
