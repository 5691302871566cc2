package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/document"
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
}

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
