package advice

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model/family"
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
		plain.Remedy, plain.Fixes = "", nil
		return strings.Replace(text, input.Error(), plain.Error()+c.lines(fixes), 1)
	}
	return text + c.lines(fixes)
}

// Fixes are the fixes of an error in the call, those that were tried first. A kind of labels is asked for by its usual
// family.
func (c Call) Fixes(err error) []study.Fix {
	all := study.FixesOf(err)
	for _, f := range all {
		for i, s := range f.Set {
			usual := slices.IndexFunc(family.All(), func(f family.Family) bool {
				return s.Option == "family" && slices.Equal(s.Values, []string{f.Kind().String()})
			})
			if usual >= 0 {
				f.Set[i].Values = []string{family.All()[usual].String()}
			}
		}
	}
	return c.tried(all, err)
}

// Warning returns the text of a warning about a design in one line, with the flags that look into it.
func Warning(w study.Warning) string {
	text := w.Text
	for _, f := range w.Fixes {
		text += "; " + Call{}.inline(f)
	}
	return text
}

// Warning is [Warning] in a call. Each next step stands below as a command to paste.
func (c Call) Warning(w study.Warning) string { return visible.Text(w.Text) + c.lines(w.Fixes) }

// pathsShown is the text of an error in which a path breaks no line.
func pathsShown(err error) string {
	text := err.Error()
	var of *fs.PathError
	if errors.As(err, &of) && of.Path != "" {
		text = strings.ReplaceAll(text, of.Path, visible.Text(of.Path))
	}
	return text
}
