package main

import (
	"io"
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
		tell(news, "Column "+visible.Quote(column)+" has one value for each item, and its values are "+
			"labels. To compare the labels with it, as "+as+":")
		_, _ = io.WriteString(news, "  "+c.Of(f)+"\n")
	}
	for _, column := range t.Source().Fractions {
		if t.Kind() != study.Binary {
			break
		}
		tell(news, "Column "+visible.Quote(column)+" has one number from 0 to 1 for each item. To compare the labels "+
			"with it, as probabilities:")
		_, _ = io.WriteString(news, "  "+c.Of(study.To("", "judge-column", column).With("judge"))+"\n")
	}
	for _, column := range t.Source().Times {
		if byTask { // by which labels are cut already
			break
		}
		tell(news, "Column "+visible.Quote(column)+" has times. To see each alone, and the trend:")
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
