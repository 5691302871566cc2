package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"concord/internal/quoting"
	"concord/study"
	"concord/study/read"
)

// instead is a command that answers a question about a file.
type instead struct {
	what string
	args []string
}

// besideJudge returns the commands for a file with one column from a judge and one from a person. The plain command has
// no answer there, because reliability among people needs two of them. If the judge labelled more items, the score that
// people would give to all of them comes first. If a command lacks one of the flags given, there is no list, and the
// error stands.
func besideJudge(executed *cobra.Command, err error) []instead {
	var fault *study.Error
	one := errors.As(err, &fault) && fault.Code == read.JudgeColumns && len(fault.Values) == 1 &&
		len(fault.Candidates) == 1
	if !one || executed.HasParent() {
		return nil
	}
	judge, person := quoting.List(fault.Values...), quoting.List(fault.Candidates...)
	item := func(flags ...string) []string {
		if fault.Column == "" {
			return flags
		}
		return append([]string{"--item", quoting.List(fault.Column)}, flags...)
	}
	c := callOf(executed, executed.Flags().Args())
	all := []instead{{"how the judge agrees with the person",
		c.args("agreement", item("--wide", quoting.List(fault.Candidates[0], fault.Values[0]))...)}}
	if len(fault.Parts) > 0 {
		score := instead{"what people would say of all that the judge labelled",
			c.args("score", item("--judge-column", judge, "--label", person)...)}
		all = append([]instead{score}, all...)
	}
	for _, f := range changed(executed) {
		if group := groupOf(f.Name); group == groupColumns || group == groupLabels {
			continue // which the call has
		}
		all = all[:1] // a page, or JSON, is of one answer
		target, _, err := executed.Root().Find(all[0].args[:1])
		if err != nil || target.Flags().Lookup(f.Name) == nil {
			return nil
		}
		for _, v := range valuesOf(f) {
			all[0].args = append(all[0].args, "--"+f.Name+"="+v)
		}
	}
	return append(all, instead{"how often the judge is wrong each way, if the person is right",
		c.args("gold", item("--gold-column", person, "--label", judge)...)})
}

// runInstead runs commands one after another, but for the last, which it only names.
func runInstead(all []instead, s streams) int {
	tell(s.err, "One column has the labels of a judge, and one those of a person. That the labels of people are "+
		"reliable needs a second person. What can be said:")
	code := 0
	for k, q := range all {
		line := "  " + quoting.Line(append([]string{"fit"}, q.args...)...) + "\n"
		tell(s.err, "To see "+q.what+":")
		_, _ = io.WriteString(s.err, line)
		if k < len(all)-1 {
			code = max(code, run(q.args, s))
		}
	}
	return code
}
