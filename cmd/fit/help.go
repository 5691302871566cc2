package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/document"
	"concord/internal/option"
)

// helpWidth is the width of help that goes to a file or a pipe.
const helpWidth = 100

// pageWidth is the width of text for w: the terminal's, or [helpWidth].
func pageWidth(w io.Writer) int {
	if columns := columnsOf(w); columns > 0 {
		return columns
	}
	return helpWidth
}

// fitHelp lists flags and commands in groups and breaks the help of a command and of those below it for the place it
// goes to.
func fitHelp(cmd *cobra.Command, out io.Writer) {
	columns := pageWidth(out)
	narrow(cmd, columns)
	groupCommands(cmd)
	cobra.AddTemplateFunc("grouped", func(c *cobra.Command) string { return grouped(c, columns) })
	template := cmd.UsageTemplate()
	flags := strings.Index(template, "{{if .HasAvailableLocalFlags}}")
	cmd.SetUsageTemplate(template[:flags] + "{{if .HasAvailableLocalFlags}}\n\n{{grouped .}}{{end}}" +
		"{{if .HasAvailableSubCommands}}\n\nMore of each: {{.CommandPath}} COMMAND --help{{end}}\n")
	whole := cmd.HelpFunc()
	cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		if !slices.Contains(args, "-h") {
			whole(c, args)
			return
		}
		_, _ = io.WriteString(out, brief(c, columns))
	})
}

// mostExamples is the largest number of examples in the help of -h.
const mostExamples = 5

// brief is the help of -h: how a command is called, and the flags that most calls need, a line each.
func brief(cmd *cobra.Command, columns int) string {
	var commands []string
	for _, below := range cmd.Commands() {
		commands = append(commands, below.Name())
	}
	examples, _, _ := strings.Cut(cmd.Example, "\n\n")
	lines := strings.Split(examples, "\n")
	text := fmt.Sprintf("%s\nUsage: %s\n\n%s\n", cmd.Short, cmd.UseLine(),
		strings.Join(lines[:min(mostExamples, len(lines))], "\n"))
	all := 0
	everyday := func(f *pflag.Flag) bool { return option.Of(f) != nil && option.Of(f).Is(option.Everyday) }
	cmd.LocalFlags().VisitAll(func(*pflag.Flag) { all++ })
	var rows []described
	for _, set := range inGroups(cmd, everyday) {
		rows = append(rows, flagRows(set)...)
	}
	for i, r := range rows {
		rows[i].text = aside.ReplaceAllString(r.text, "")
	}
	if rows != nil {
		text += "\n" + inColumns(rows, columns)
	}
	if commands != nil {
		text += document.Wrap("\nCommands: "+strings.Join(commands, ", "), columns, 2)
	}
	return text + fmt.Sprintf("\nAll %d flags: %s --help\n", all, cmd.CommandPath())
}

// aside matches the text of a flag from its second clause on.
var aside = regexp.MustCompile(`([,:;] | \(default).*`)

// narrow breaks the texts of commands. Examples stay as they are, because they are to be copied.
func narrow(cmd *cobra.Command, columns int) {
	cmd.Long = document.Wrap(reflowed(cmd.Long), columns, 0)
	for _, below := range cmd.Commands() {
		// The description of a command continues below its beginning, behind two blanks, the name and a blank.
		indent := below.NamePadding() + 3
		below.Short = strings.ReplaceAll(document.Wrap(below.Short, columns-indent, 0), "\n",
			"\n"+strings.Repeat(" ", indent))
		narrow(below, columns)
	}
}

// reflowed puts each paragraph on one line. Lines with an indent are lists, and stay.
func reflowed(text string) string {
	var paragraphs []string
	for _, p := range strings.Split(text, "\n\n") {
		lines := strings.Split(p, "\n")
		one := lines[0]
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(one[strings.LastIndexByte(one, '\n')+1:], " ") {
				one += "\n" + line
			} else {
				one += " " + line
			}
		}
		paragraphs = append(paragraphs, one)
	}
	return strings.Join(paragraphs, "\n\n")
}

// described is a name with its meaning.
type described struct{ name, text string }

// narrowest is the least width of a column of descriptions. If there is less room, descriptions are below their names.
const narrowest = 30

// inColumns lists names and, next to them or below, their meanings. No line is wider than the page unless a word is.
func inColumns(rows []described, columns int) string {
	widest := 0
	for _, r := range rows {
		widest = max(widest, utf8.RuneCountInString(r.name))
	}
	indent := widest + 3
	beside := columns-indent >= narrowest
	if !beside {
		indent = 6
	}
	var s strings.Builder
	for _, r := range rows {
		text := strings.ReplaceAll(document.Wrap(r.text, columns-indent, 0), "\n", "\n"+strings.Repeat(" ", indent))
		if beside {
			fmt.Fprintf(&s, "%s%s%s\n", r.name, strings.Repeat(" ", indent-utf8.RuneCountInString(r.name)), text)
		} else {
			fmt.Fprintf(&s, "  %s\n%s%s\n", strings.TrimLeft(r.name, " "), strings.Repeat(" ", indent), text)
		}
	}
	return s.String()
}

// flagRows returns the flags of a set as help lists them. pflag's list has no layout for narrow pages, and repeats
// defaults that the text of a flag has.
func flagRows(set *pflag.FlagSet) []described {
	var rows []described
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		value, text := pflag.UnquoteUsage(f)
		if value != "" {
			name += " " + value
		}
		rows = append(rows, described{name, text + defaultOf(f)})
	})
	return rows
}

// defaultOf returns the default of a flag; "" if it has none or if its text says it.
func defaultOf(f *pflag.Flag) string {
	if f.DefValue == "" || strings.Contains(f.Usage, "(default") {
		return ""
	}
	if f.Value.Type() == "string" {
		return fmt.Sprintf(" (default %q)", f.DefValue)
	}
	switch f.DefValue {
	case "0", "false", "[]":
		return ""
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}

// inGroups returns the flags of a command that are wanted, in the order of their groups.
func inGroups(cmd *cobra.Command, wanted func(*pflag.Flag) bool) (sets []*pflag.FlagSet) {
	for _, g := range option.Groups() {
		set := pflag.NewFlagSet(string(g), pflag.ContinueOnError)
		set.SortFlags = false
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if option.GroupOf(f) == g && wanted(f) {
				set.AddFlag(f)
			}
		})
		if set.HasFlags() {
			sets = append(sets, set)
		}
	}
	return sets
}

// grouped lists the flags of a command below the titles of their groups, for a page of a number of columns.
func grouped(cmd *cobra.Command, columns int) string {
	var lists []string
	for _, set := range inGroups(cmd, func(*pflag.Flag) bool { return true }) {
		lists = append(lists, fmt.Sprintf("%s:\n%s", set.Name(), inColumns(flagRows(set), columns)))
	}
	return strings.TrimRight(strings.Join(lists, "\n"), "\n")
}

// groupCommands puts the commands below titles, by their purpose.
func groupCommands(root *cobra.Command) {
	of := map[string][]string{
		"answer": {"judge", "score", "gold", "rank", "labelers", "consensus", "next", "agreement",
			"measurement", "batch"},
		"before": {"check", "plan", "simulate"},
		"after":  {"report", "diagnose", "compare"},
		"help":   {"demo", "explain", "mcp", "completion", "help"},
	}
	root.AddGroup(&cobra.Group{ID: "answer", Title: "Answers:"}, &cobra.Group{ID: "before",
		Title: "Before you collect labels:"},
		&cobra.Group{ID: "after", Title: "An earlier run:"}, &cobra.Group{ID: "help", Title: "Help:"})
	root.SetHelpCommandGroupID("help")
	for id, names := range of {
		for _, name := range names {
			for _, cmd := range root.Commands() {
				if cmd.Name() == name {
					cmd.GroupID = id
				}
			}
		}
	}
}

// changed returns the flags that were given, in their order in the help.
func changed(cmd *cobra.Command) []*pflag.Flag {
	var given []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			given = append(given, f)
		}
	})
	return given
}
