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

// Of returns the text of an error, with the flags that help.
func Of(err error) string { return OfCall(err, Call{}) }

// OfCall is [Of] an error of a call. Each next step follows as a command to paste.
func OfCall(err error, c Call) string {
	text := pathsShown(err)
	var input *study.Error
	if errors.As(err, &input) {
		if steps := inputSteps(input, c.Args); len(steps) > 0 {
			plain := *input
			plain.Found, plain.Remedy = foundInFlags(input), ""
			text = strings.Replace(text, input.Error(), plain.Error()+lines(c, steps), 1)
		}
	}
	var several *judge.SeveralGold
	if errors.As(err, &several) {
		text += lines(c, []step{{does: "to compare it as a group", command: "fit",
			set: [][2]string{{"reference", several.Study}}}})
	}
	var by *criteria.Error
	if errors.As(err, &by) {
		text += lines(c, criteriaSteps(by))
	}
	var normal *NormalItems
	if errors.As(err, &normal) {
		text += lines(c, []step{leaving("", "items-are")})
	}
	var data *model.DataError
	if errors.As(err, &data) {
		text += lines(c, modelSteps(data))
	}
	return text
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
