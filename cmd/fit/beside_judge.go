package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/study"
	"concord/study/read"
)

// instead is a command that answers a question about a file.
type instead struct {
	what string
	call advice.Call
}

// besideJudge returns the commands for a file with one column from a judge and one from a person. The plain command has
// no answer there, because reliability among people needs two of them. If a command lacks one of the flags given, there
// is no list, and the error stands.
func besideJudge(executed *cobra.Command, err error, c advice.Call) []instead {
	var fault *study.Error
	if !errors.As(err, &fault) || fault.Code != read.JudgeColumns || executed.HasParent() {
		return nil
	}
	var all []instead
	for _, f := range fault.Fixes {
		to, ok := c.With(f)
		if !ok || f.Command == "" {
			return nil
		}
		all = append(all, instead{f.Does, to})
	}
	last := all[len(all)-1]
	for _, f := range changed(executed) {
		if o := option.Of(f); o != nil && o.Group.AboutFile() {
			continue // which the call has
		}
		first := &all[0].call
		ok := false
		*first, ok = first.With(study.To("", f.Name, givenTo(f)...))
		if all = all[:1]; !ok { // a page, or JSON, is of one answer
			return nil
		}
	}
	if all[len(all)-1].what != last.what {
		all = append(all, last)
	}
	return all
}

// runInstead runs commands one after another, but for the last, which it only names.
func runInstead(all []instead, s streams) int {
	tell(s.err, "One column has the labels of a judge, and one those of a person. That the labels of people are "+
		"reliable needs a second person. What can be said:")
	code := 0
	for k, q := range all {
		if code == exitInput { // labels that do not say the first do not say the others either
			break
		}
		tell(s.err, "To see "+q.what+":")
		_, _ = io.WriteString(s.err, "  "+q.call.Written()+"\n")
		if k < len(all)-1 {
			code = max(code, run(q.call.Words(), s))
		}
	}
	return code
}
