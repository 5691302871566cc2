package naming

import (
	"strings"

	"concord/internal/machines"
	"concord/study/read/internal/roles"
)

// OddsOf returns the weight of a column's name for each role, as log odds. An exact word nearly settles the role. A
// word for another role counts against it.
func OddsOf(name string) (odds [3]float64) {
	const (
		exact, weak, proposed = roles.Exact, 3, 2
		other                 = -1.5 // a word for another role
		beside                = -3   // a word for what stands beside labels
		anyID                 = .7
		noLabel               = -2 // an id is no label
		agent                 = 1  // a noun for somebody who does something: tagger, listener
	)
	item, labeler, studies, label := WordsOfRoles()
	of := [...]Role{roles.Item: item, roles.Labeler: labeler, roles.Label: label, 3: studies}
	var by [4]How
	for k, r := range of {
		by[k] = r.Match(name)
	}
	for k := range odds {
		switch by[k] {
		case ByAlias:
			odds[k] = exact
		case ByWeakName:
			odds[k] = weak
		case ByProposal:
			odds[k] = proposed
		default:
			for _, b := range by {
				if b != 0 && b != ByID {
					odds[k] = other
				}
			}
		}
	}
	if by[3] == ByAlias { // which settles that as much
		for k := range odds {
			odds[k] = -exact
		}
	}
	said := by[roles.Item]+by[roles.Labeler]+by[roles.Label] > 0
	switch {
	case machines.IsJudge(name) && by[roles.Labeler] != ByAlias:
		odds[roles.Label] += other // what a judge says of the labels
	case IsBesideLabels(name):
		for k := range odds {
			odds[k] = min(odds[k], beside)
		}
	case IsID(name):
		odds[roles.Item] += anyID
		odds[roles.Labeler] += anyID
		odds[roles.Label] += noLabel
	case !said && isAgent(name):
		odds[roles.Labeler] += agent
	}
	return odds
}

// isAgent reports whether the last word of a name ends as English nouns for people who do something.
func isAgent(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return Separates(r) || IsDigit(r) })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	for _, end := range strings.Fields("er or ist ian ee ant") {
		if len(last) > len(end)+2 && strings.HasSuffix(last, end) {
			return true
		}
	}
	return false
}
