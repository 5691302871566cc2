package session

import (
	"errors"

	"concord/judge"
	"concord/study"
)

// rolesError is an error about the choice of people and judges.
type rolesError struct{ error }

// Unwrap returns the error of package judge.
func (e *rolesError) Unwrap() error { return e.error }

// newRoles returns the people and the judges that the controls name.
func (q Request) newRoles(t *study.Table) (*judge.Roles, error) {
	roles, err := judge.NewRoles(t, q.Humans, q.Judges)
	if err != nil {
		return nil, &rolesError{err}
	}
	return roles, nil
}

// advice returns the remedy of the error, and its control.
func (e *rolesError) advice() (advice, control string) {
	var role *judge.RoleError
	var input *study.Error
	switch {
	case errors.As(e.error, &role):
	case errors.As(e.error, &input) && input.Code == study.NoLabelers:
		return "Choose the column of the labelers above, or of groups, of which each judge is one", "labeler"
	default:
		return "Choose other judges above", "judges"
	}
	switch role.Code {
	case judge.JudgesNotNamed, judge.UnknownJudge, judge.JudgeTwice, judge.TwoRoles:
		return "Choose the judges above", "judges"
	case judge.NoJudge:
		return "Choose the column of the groups above", "study"
	case judge.PersonAndJudge:
		return "", "humans"
	}
	return "Choose the people above", "humans"
}
