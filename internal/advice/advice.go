package advice

import (
	"errors"
	"io/fs"
	"strings"

	"concord/criteria"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/study"
)

// Of returns the text of an error, with the options that help.
func Of(err error) string { return Call{}.Error(err) }

// Error is [Of] an error of a call. Each next step follows as a command to paste.
func (c Call) Error(err error) string { return c.Said(err, c.Fixes(err)) }

// Said is the text of an error with some fixes.
func (c Call) Said(err error, fixes []study.Fix) string {
	text := pathsShown(err)
	var input *study.Error
	if len(fixes) > 0 && errors.As(err, &input) {
		plain := *input
		plain.Remedy = ""
		return strings.Replace(text, input.Error(), plain.Error()+c.lines(fixes), 1)
	}
	return text + c.lines(fixes)
}

// Fixes are the fixes of an error in the call, those that were tried first.
func (c Call) Fixes(err error) []study.Fix { return c.tried(Fixes(err), err) }

// Fixes are the fixes of an error.
func Fixes(err error) []study.Fix {
	var input *study.Error
	var several *judge.SeveralGold
	var by *criteria.Error
	var data *model.DataError
	switch {
	case errors.As(err, &input):
		return inputSteps(input)
	case errors.As(err, &several):
		return []study.Fix{study.To("to compare it as a group", "reference", several.Study).With("fit")}
	case errors.As(err, &by):
		return criteriaSteps(by)
	case errors.As(err, &data):
		return modelSteps(data)
	}
	return nil
}

// pathsShown is the text of an error in which a path breaks no line.
func pathsShown(err error) string {
	text := err.Error()
	var of *fs.PathError
	if errors.As(err, &of) && of.Path != "" {
		text = strings.ReplaceAll(text, of.Path, visible.Text(of.Path))
	}
	return text
}
