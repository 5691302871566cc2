package judge

import "concord/study"

// Likely guesses the people and the judges of a table. If items have several labels in one study only, that study is
// the people. The studies with one label of each item, all by one labeler if labels name them, are judges. Others are
// neither. ok is false if there is no such study of people, or no judge.
func Likely(t *study.Table) (people string, judges []string, ok bool) {
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		_, one := onlyLabeler(v)
		switch {
		case !v.Repeated():
			if one || !t.HasLabelers() {
				judges = append(judges, name)
			}
		case one: // a judge that was asked again
		case people != "":
			return "", nil, false
		default:
			people = name
		}
	}
	if people == "" || len(judges) == 0 {
		return "", nil, false
	}
	return people, judges, true
}
