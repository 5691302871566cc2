package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/study"
)

// Of returns the text of an error with what can be done about it on this command line, if anything.
func Of(err error) string { return OfCall(err, nil) }

// OfCall is [Of] an error of a call with some arguments, which commands to paste repeat.
func OfCall(err error, args []string) string {
	text := pathsShown(err)
	var input *study.Error
	if errors.As(err, &input) {
		text = strings.Replace(text, input.Error(), advisedText(input, args), 1)
	}
	var several *judge.SeveralGold
	if errors.As(err, &several) {
		text += "\n  " + goldAdvice(several)
	}
	var data *model.DataError
	if errors.As(err, &data) {
		if advice := modelAdvice(data); advice != "" {
			text += "\n  " + strings.ReplaceAll(advice, "\n", "\n  ")
		}
	}
	return text
}

// goldAdvice says what can be done about a gold standard with several labels of an item.
func goldAdvice(e *judge.SeveralGold) string {
	return fmt.Sprintf("to compare it as a group: fit --reference %s FILE", List(e.Study))
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
