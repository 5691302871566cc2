package read

import (
	"slices"

	"concord/study"
	"concord/study/read/internal/words"
)

// wordsOfRoles are the parts, with the names by which columns are found to have them, in lower case and without
// separators.
func wordsOfRoles() (item, labeler, study, label role) {
	return itemRole(), labelerRole(), groupRole(), labelRole()
}

func itemRole() role { return roleOf(study.ItemFactor, true) }

func labelerRole() role { return roleOf(study.LabelerFactor, false) }

func groupRole() role { return roleOf(studyPart, false) }

func labelRole() role { return roleOf(labelPart, true) }

func roleOf(name string, needed bool) role {
	return role{name, words.List(name), words.List(name + ", weak"), words.List(name + ", proposed"), needed}
}

// isBesideLabels reports whether the name of a column is usual for columns that accompany labels.
func isBesideLabels(name string) bool {
	beside := words.List("beside labels")
	return slices.Contains(beside, normalized(withoutBrackets(name))) || slices.Contains(beside, singular(name))
}
