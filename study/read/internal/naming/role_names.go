package naming

import (
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/words"
)

// WordsOfRoles are the parts, with the names by which columns are found to have them, in lower case and without
// separators.
func WordsOfRoles() (item, labeler, study, label Role) {
	return ItemRole(), LabelerRole(), GroupRole(), LabelRole()
}

func ItemRole() Role { return roleOf(study.ItemFactor, true) }

func LabelerRole() Role { return roleOf(study.LabelerFactor, false) }

func GroupRole() Role { return roleOf(StudyPart, false) }

func LabelRole() Role { return roleOf(LabelPart, true) }

func roleOf(name string, needed bool) Role {
	return Role{name, words.List(name), words.List(name + ", weak"), words.List(name + ", proposed"), needed}
}

// IsBesideLabels reports whether the name of a column is usual for columns that accompany labels.
func IsBesideLabels(name string) bool {
	beside := words.List("beside labels")
	return slices.Contains(beside, Normalized(WithoutBrackets(name))) || slices.Contains(beside, Singular(name))
}

func Singular(name string) string {
	n := Normalized(name)
	for _, suffix := range []string{"id", "name", "key"} {
		if short := strings.TrimSuffix(n, suffix); len(short) > 2 && short != n {
			return short
		}
	}
	return n
}

// Preferences is the error about files of preferences, as models are trained on. A row has a chosen and a rejected
// answer, or their scores, but nobody who chose.
func (h *Header) Preferences() error {
	columns := map[string]string{} // by their names
	for _, name := range h.Names {
		columns[Normalized(name)] = name
	}
	for _, pair := range [][2]string{{"chosen", "rejected"}, {"scorechosen", "scorerejected"},
		{"chosenscore", "rejectedscore"}} {
		chosen, rejected := columns[pair[0]], columns[pair[1]]
		if chosen == "" || rejected == "" {
			continue
		}
		return faults.Preferences.Faultf(
			"a row has a chosen and a rejected answer, in columns %v and %v: one choice for each, and nobody else's",
			chosen, rejected).FixedBy(study.By("to rank models, write a row for each choice, with columns prompt, "+
			"model_a, model_b, winner and labeler, and use fit rank"), study.Choose("if a column has labels",
			"item").Choosing("label"))
	}
	return nil
}
