package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/machines"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/judge"
	"concord/study"
	"concord/study/read"
	"concord/study/read/faults"
)

// callOf is the call of a command, from which others follow.
func callOf(cmd *cobra.Command, args []string) advice.Call {
	c := advice.Call{Command: cmd.Name(), Files: args, Takes: takenWith(cmd),
		Options: func(command string) []advice.Option { return optionsOf(cmd.Root(), command) }}
	if c.Files == nil {
		c.Files = []string{}
	}
	for _, f := range changed(cmd) {
		c.Given = append(c.Given, study.Setting{Option: f.Name, Values: givenTo(f)})
	}
	return c
}

// givenTo are the values of a flag as settings have them.
func givenTo(f *pflag.Flag) []string {
	values := valuesOf(f)
	switch {
	case f.Value.Type() == "bool" && values[0] == "true":
		return nil
	case option.IsQuoted(f) && f.Value.Type() == "string":
		return quoting.Names(values[0])
	case f.Name == "where":
		for i, text := range values {
			if column, not, of, ok := quoting.ConditionOf(text); ok {
				values[i] = quoting.Condition(column, not, of...)
			}
		}
	}
	return values
}

// optionsOf are the options of a command, as commands to paste write them.
func optionsOf(root *cobra.Command, command string) []advice.Option {
	cmd := root
	if command != root.Name() {
		cmd, _, _ = root.Find([]string{command})
	}
	var all []advice.Option
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		kind := f.Value.Type()
		word, _ := pflag.UnquoteUsage(f)
		repeated := kind == "stringArray"
		_, slice := f.Value.(pflag.SliceValue)
		all = append(all, advice.Option{Name: f.Name, Word: strings.ToUpper(word), Switch: kind == "bool",
			List: slice && !repeated, Repeated: repeated, Columns: option.IsQuoted(f),
			Shared: option.GroupOf(f).AboutFile() && f.Name != "each-category" && f.Name != "text"})
	})
	return all
}

// offer prints other commands that would say more about a table.
func (w *work) offer(t *study.Table) {
	c, news := *w.call, w.news()
	labels := c.Value("label") // other commands take only one
	if len(c.Files) == 0 || len(labels) > 1 || slices.Contains(labels, read.AllColumns) {
		return
	}
	byTask := c.Value("by") != nil
	for _, column := range t.Source().Answers {
		as, f := "right answers", study.To("", "gold-column", column).With("gold")
		if machines.IsJudge(column) {
			as, f = "a judge's", study.To("", "judge-column", column).With("judge")
		}
		tell(news, visible.Sprintf("Column %q has one value for each item, and its values are labels. To compare "+
			"the labels with it, as %s:", column, as))
		_, _ = io.WriteString(news, "  "+c.Of(f)+"\n")
	}
	for _, column := range t.Source().Fractions {
		if t.Kind() != study.Binary {
			break
		}
		tell(news, visible.Sprintf("Column %q has one number from 0 to 1 for each item. To compare the labels with "+
			"it, as probabilities:", column))
		_, _ = io.WriteString(news, "  "+c.Of(study.To("", "judge-column", column).With("judge"))+"\n")
	}
	for _, column := range t.Source().Times {
		if byTask { // by which labels are cut already
			break
		}
		tell(news, visible.Sprintf("Column %q has times. To see each alone, and the trend:", column))
		_, _ = io.WriteString(news, "  "+c.Of(study.To("", "by", column).With("fit"))+"\n")
	}
	models := judge.LikeModels(t.Labelers())
	odd := func(name string) bool { return visible.Text(name) != name }
	byCategory := byTask && t.Kind() == study.Nominal // fit judge does not compare these in tasks
	if len(t.Studies()) == 1 && len(models) > 0 && !byCategory && !slices.ContainsFunc(models, odd) {
		tell(news, "Some labelers are called like language models: "+visible.Quoted(models, 5)+". To compare "+
			"them with the others:")
		_, _ = io.WriteString(news, "  "+c.Of(study.To("", "judge", models...).With("judge"))+"\n")
	}
}

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
	if !errors.As(err, &fault) || fault.Code != faults.JudgeColumns || executed.HasParent() {
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

// try reads the first rows of a file as a command would, and says what comes of it.
func try(c advice.Call) advice.Trial {
	fs := pflag.NewFlagSet(c.Command, pflag.ContinueOnError)
	f := &work{streams: streams{in: os.Stdin, err: io.Discard}}
	f.Request = option.NewRequest(fs, option.Join(checkOptions(), option.GoldColumn,
		option.JudgeColumn, option.Percent, option.Threshold))
	for _, s := range c.Given {
		name := s.Option
		if name == option.Criteria.Name { // each is a task
			if name = option.By.Name; len(s.Values) > 1 {
				name = option.Label.Name
			}
		}
		flag := fs.Lookup(name)
		if flag == nil { // it is not about reading
			continue
		}
		if err := set(flag, s.Values); err != nil {
			return advice.Trial{Fault: err}
		}
	}
	var err error
	if f.Paths, err = read.Files(c.Files...); err != nil {
		return advice.Trial{Fault: err}
	}
	f.reads(f.pathOf(c.Files))
	options, _, err := f.readingFor()
	if err != nil {
		return advice.Trial{Fault: err}
	}
	options.Sample, options.Candidates = true, c.Command == "rank"
	tables, err := f.readTables(options)
	if err != nil {
		return advice.Trial{Fault: err}
	}
	return advice.Trial{Read: true, Unused: len(tables[0].Source().Overlooked)}
}

// set gives a flag the values of a setting.
func set(flag *pflag.Flag, values []string) error {
	switch {
	case flag.Value.Type() == "bool" && values == nil:
		values = []string{"true"}
	case option.IsQuoted(flag) && flag.Value.Type() == "string":
		values = []string{quoting.List(values...)}
	}
	return setValues(flag, values)
}

// triable reports whether the files of a call can be read once more.
func triable(files []string) bool {
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			return false
		}
	}
	return len(files) > 0
}
