package judge

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// unnamedPeople is the name of the people in a table without studies, whose only study has the name of no column.
const unnamedPeople = "people"

// Roles say who is compared with whom: the people of one study, and judges, each a separate study.
type Roles struct {
	Table  *study.Table // labels of the people and of all judges
	People string       // study
	// Fitted are the labels that a model can be fitted to: Table without the studies of Constant, judges that always
	// gave the same label.
	Fitted   *study.Table
	Constant []study.View
}

// NewRoles finds the people and the judges of a table. In a table of several studies, people names the people's study,
// and judges are the studies that are named, or all others if none is. A name that no study has means a labeler among
// the people. In a table of a single study, judges are labelers, who become studies, and the people are all others;
// then people may be "".
//
// The error is a [*RoleError], or one of [study.Table.LabelersAsStudies].
func NewRoles(t *study.Table, people string, judges []string) (*Roles, error) {
	r, err := RolesOf(t, people, judges)
	if err != nil {
		return nil, err
	}
	pool, err := r.Table.Study(r.People)
	if err != nil {
		return nil, err
	}
	if only, one := onlyLabeler(pool); one {
		return nil, &RoleError{Code: OnePerson, Name: only, Study: r.People}
	}
	return r, nil
}

// RolesOf is [NewRoles] for questions that one person can answer: the people may be one.
func RolesOf(t *study.Table, people string, judges []string) (*Roles, error) {
	r := &Roles{Table: t, People: people}
	if slices.Contains(judges, people) && people != "" {
		return nil, &RoleError{Code: TwoRoles, Name: people}
	}
	var err error
	switch {
	case len(judges) == 0:
	case len(t.Studies()) == 1:
		err = r.takeApart(t, judges)
	default:
		err = r.choose(t, judges)
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// takeApart makes a study of each labeler that is a judge.
func (ro *Roles) takeApart(t *study.Table, judges []string) (err error) {
	switch name := t.Studies()[0]; {
	case t.Source().Columns.Study.Name != "":
		if ro.People != "" && ro.People != name {
			return &RoleError{Code: UnknownPeople, Name: ro.People, Names: t.Studies()}
		}
		ro.People = name
	case ro.People == "": // the study's name is of no column, and says nothing
		ro.People = unnamedPeople
	}
	ro.Table, err = t.LabelersAsStudies(ro.People, judges...)
	return err
}

// choose keeps the studies that are named.
func (ro *Roles) choose(t *study.Table, judges []string) (err error) {
	if ro.People == "" {
		return &RoleError{Code: PeopleNotNamed, Names: t.Studies()}
	}
	var among []string // the people
	for i, name := range judges {
		switch {
		case slices.Contains(t.Studies(), name):
		case t.HasLabelers() && slices.Contains(t.Labelers(), name):
			among = append(among, name)
		default:
			return &RoleError{Code: UnknownJudge, Name: name, Names: t.Studies()}
		}
		if slices.Contains(judges[:i], name) {
			return &RoleError{Code: JudgeTwice, Name: name}
		}
	}
	if !slices.Contains(t.Studies(), ro.People) {
		return &RoleError{Code: UnknownPeople, Name: ro.People, Names: t.Studies()}
	}
	if len(among) > 0 {
		return ro.chooseAmong(t, judges, among)
	}
	ro.Table, err = t.Select(append([]string{ro.People}, judges...)...)
	return err
}

// chooseAmong keeps the studies that are named, and makes a study of each labeler among the people who is.
func (ro *Roles) chooseAmong(t *study.Table, judges, among []string) error {
	divided, err := t.LabelersAsStudies(ro.People, among...)
	if err != nil {
		return err
	}
	ro.Table, err = divided.Select(append([]string{ro.People}, judges...)...)
	return err
}

// check returns an error if the study of the people is no pool to compare judges with. It sets the labels that can be
// fitted.
func (ro *Roles) check() error {
	t := ro.Table
	switch {
	case ro.People == "" && len(t.Studies()) == 1 && t.HasLabelers():
		return &RoleError{Code: JudgesNotNamed, Names: t.Labelers()}
	case ro.People == "":
		return &RoleError{Code: PeopleNotNamed, Names: t.Studies()}
	case !slices.Contains(t.Studies(), ro.People):
		return &RoleError{Code: UnknownPeople, Name: ro.People, Names: t.Studies()}
	case len(t.Studies()) < 2:
		return &RoleError{Code: NoJudge, Study: ro.People}
	}
	people, err := t.Study(ro.People)
	if err != nil {
		return err
	}
	var names []string
	for s := range t.Studies() {
		v := t.StudyAt(s)
		if v.Name() == ro.People {
			continue
		}
		if both := CommonLabeler(people, v); both != "" {
			return &RoleError{Code: PersonAndJudge, Name: both, Study: ro.People, Other: v.Name()}
		}
		if v.Constant() {
			ro.Constant, names = append(ro.Constant, v), append(names, v.Name())
		}
	}
	ro.Fitted = t
	if len(names) > 0 {
		ro.Fitted, err = t.Without(names...)
	}
	return err
}

// onlyLabeler returns the labeler of a study that has no other. If labels name no labelers, several labels of an item
// are by different people.
func onlyLabeler(v study.View) (name string, one bool) {
	if !v.Table().HasLabelers() {
		return "", false
	}
	first := v.Labeler()[0]
	if slices.ContainsFunc(v.Labeler(), func(l int32) bool { return l != first }) {
		return "", false
	}
	return v.Table().Labelers()[first], true
}

// NoPool says why the labels of a study do not show what a random person is like; "" if they do.
func NoPool(v study.View) string {
	if only, one := onlyLabeler(v); one {
		return "all labels are by one person, " + visible.Text(only)
	}
	switch {
	case !v.Repeated():
		return "each item has one label"
	case v.Constant():
		return "all labels are the same"
	}
	return ""
}

// CommonLabeler returns the name of a labeler who gave labels in both of two studies of a table; "" if nobody did, or
// if labels name no labelers.
func CommonLabeler(a, b study.View) string {
	if !a.Table().HasLabelers() {
		return ""
	}
	in := make([]bool, len(a.Table().Labelers()))
	for _, l := range a.Labeler() {
		in[l] = true
	}
	for _, l := range b.Labeler() {
		if in[l] {
			return a.Table().Labelers()[l]
		}
	}
	return ""
}

// RoleCode is the kind of a [RoleError].
type RoleCode string

// Faults in the choice of people and judges.
const (
	PeopleNotNamed RoleCode = "people_not_named" // Names: studies, of which one has to be the people
	JudgesNotNamed RoleCode = "judges_not_named" // Names: labelers of the only study, of whom some have to be judges
	UnknownPeople  RoleCode = "unknown_people"   // Name is none of Names, the studies
	UnknownJudge   RoleCode = "unknown_judge"    // Name is none of Names, the studies
	JudgeTwice     RoleCode = "judge_twice"      // Name
	TwoRoles       RoleCode = "two_roles"        // Name is said to be the people and a judge
	NoJudge        RoleCode = "no_judge"         // there is no study beside Study
	OnePerson      RoleCode = "one_person"       // all labels of Study, of the people, are by Name
	PersonAndJudge RoleCode = "person_and_judge" // labeler Name gave labels in Study, of the people, and in Other
)

// RoleError says why human labels cannot be distinguished from judges' labels.
type RoleError struct {
	Code               RoleCode
	Name, Study, Other string
	Names              []string
}

// mostNames is how many names an error lists.
const mostNames = 5

// Error describes the fault.
func (re *RoleError) Error() string {
	name, names := visible.Quote(re.Name), visible.Quoted(re.Names, mostNames)
	switch re.Code {
	case PeopleNotNamed:
		return "which group are the people? There are " + names
	case JudgesNotNamed:
		return "who are the judges? All labels are of one group; labelers are " + names
	case UnknownPeople, UnknownJudge:
		return "there is no group " + name + "; there are " + names
	case JudgeTwice:
		return "judge " + name + " is named twice"
	case TwoRoles:
		return name + " is named both as the people and as a judge: name another group for one of them"
	case NoJudge:
		return fmt.Sprintf("there is no judge: all labels are of group %s. Make each judge a separate group",
			visible.Quote(re.Study))
	case OnePerson:
		return fmt.Sprintf("group %s has one labeler, %s, but the comparison with a random person needs several",
			visible.Quote(re.Study), name)
	}
	return fmt.Sprintf("%s gave labels in group %s, of the people, and in group %s: a judge cannot be one of the "+
		"people. Leave its rows out of one group", name, visible.Quote(re.Study),
		visible.Quote(re.Other))
}
