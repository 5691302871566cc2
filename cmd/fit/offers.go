package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/judge"
	"concord/study"
	"concord/study/read"
)

// call is a command with its arguments about the file, which other commands take too.
type call struct {
	files []string
	flags [][2]string // with their values
}

// callOf returns the part of a call that other commands take too.
func callOf(cmd *cobra.Command, args []string) call {
	c := call{files: args}
	for _, f := range changed(cmd) {
		group := groupOf(f.Name)
		if (group == groupColumns || group == groupLabels) && f.Name != "each-category" && f.Name != "text" {
			values := valuesOf(f)
			if f.Value.Type() == "stringSlice" {
				c.flags = append(c.flags, [2]string{f.Name, quoting.List(values...)})
				continue
			}
			for _, v := range values {
				c.flags = append(c.flags, [2]string{f.Name, v})
			}
		}
	}
	return c
}

// withoutEnd returns arguments without the -- before the files, so that flags can follow.
func withoutEnd(args []string) []string {
	end := slices.Index(args, "--")
	if end < 0 {
		return args
	}
	all := slices.Clone(args[:end])
	for _, file := range args[end+1:] {
		all = append(all, quoting.File(file))
	}
	return all
}

// of returns the command line of another command, with further flags; "fit" is the command without a name.
func (c call) of(command string, more ...string) string {
	return quoting.Line(append([]string{"fit"}, c.args(command, more...)...)...)
}

// args are the arguments of another command.
func (c call) args(command string, more ...string) (words []string) {
	if command != "fit" {
		words = append(words, command)
	}
	for _, file := range c.files {
		words = append(words, quoting.File(file))
	}
	for _, f := range c.flags {
		words = append(words, "--"+f[0])
		if f[1] != "true" || f[0] != "as-is" {
			words = append(words, f[1])
		}
	}
	return append(words, more...)
}

// offer prints other commands that would say more about a table.
func (c call) offer(t *study.Table, news io.Writer) {
	severalLabels := slices.ContainsFunc(c.flags, func(f [2]string) bool { // other commands take only one
		return f[0] == "label" && strings.Contains(f[1], ",") || f[1] == read.AllColumns
	})
	if len(c.files) == 0 || severalLabels { // no file: the call repeats a run
		return
	}
	byTask := slices.ContainsFunc(c.flags, func(f [2]string) bool { return f[0] == "by" })
	for _, column := range t.Source().Answers {
		tell(news, "Column "+visible.Quote(column)+" has one value for each item, and its values are "+
			"labels. To compare the labels with it, as right answers:")
		_, _ = io.WriteString(news, "  "+c.of("gold", "--gold-column", quoting.List(column))+"\n")
	}
	for _, column := range t.Source().Fractions {
		if t.Kind() != study.Binary {
			break
		}
		tell(news, "Column "+visible.Quote(column)+" has one number from 0 to 1 for each item. To compare the labels "+
			"with it, as probabilities:")
		_, _ = io.WriteString(news, "  "+c.of("judge", "--judge-column", quoting.List(column))+"\n")
	}
	for _, column := range t.Source().Times {
		if byTask { // by which labels are cut already
			break
		}
		tell(news, "Column "+visible.Quote(column)+" has times. To see each alone, and the trend:")
		_, _ = io.WriteString(news, "  "+c.of("fit", "--by", quoting.List(column))+"\n")
	}
	models := judge.LikeModels(t.Labelers())
	odd := func(name string) bool { return visible.Text(name) != name }
	byCategory := byTask && t.Kind() == study.Nominal // fit judge does not compare these in tasks
	if len(t.Studies()) == 1 && len(models) > 0 && !byCategory && !slices.ContainsFunc(models, odd) {
		tell(news, "Some labelers are called like language models: "+visible.Quoted(models, 5)+". To compare "+
			"them with the others:")
		_, _ = io.WriteString(news, "  "+c.of("judge", "--judge", quoting.List(models...))+"\n")
	}
}
