package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"concord/result"
)

// fitHelp breaks the help of a command and those below it for the terminal it may go to.
func fitHelp(cmd *cobra.Command, out io.Writer) {
	columns := columnsOf(out)
	if columns == 0 {
		return
	}
	narrow(cmd, columns)
	// pflag breaks the descriptions of flags, each below its own beginning.
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), "Flags.FlagUsages",
		fmt.Sprintf("Flags.FlagUsagesWrapped %d", columns)))
}

// narrow breaks the texts of commands. Examples stay as they are, because they are to be copied.
func narrow(cmd *cobra.Command, columns int) {
	cmd.Long = result.Wrap(cmd.Long, columns, 0)
	for _, below := range cmd.Commands() {
		// What a command does goes on below its own beginning, behind two blanks, the name and a blank.
		indent := below.NamePadding() + 3
		below.Short = strings.ReplaceAll(result.Wrap(below.Short, columns-indent, 0), "\n",
			"\n"+strings.Repeat(" ", indent))
		narrow(below, columns)
	}
}
