package main

import (
	"time"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result/export"
)

// work is one call of a command: what its options ask for, and what is known so far.
type work struct {
	*option.Request
	cmd     *cobra.Command
	given   []string     // arguments besides options
	call    advice.Call  // from which others follow
	weights *weightsFile // that --distance names; nil if it names a distance
	single  bool         // grouping, whatever the command takes

	of []string
	// Facts about the run, set when it begins.
	arguments []string
	values    map[string][]string
	earlier   *export.Manifest // the one to repeat, or nil
	input     export.Input
	started   time.Time
}

// Command is a command: what help says of it, its options, what its arguments are, and what it does.
type Command struct {
	Use, Short, Long, Example string
	Options                   option.Set
	Args                      func(w *work, args []string) error // nil: files
	Run                       func(w *work, path string, s streams) error
	Complete                  cobra.CompletionFunc // of arguments; nil: files
	Below                     []Command
}

// in makes the command of a program with streams.
func (c Command) in(s streams) *cobra.Command {
	cmd := &cobra.Command{Use: c.Use, Short: c.Short, Long: c.Long, Example: c.Example, ValidArgsFunction: completeFile}
	if c.Complete != nil {
		cmd.ValidArgsFunction = c.Complete
	}
	w := &work{Request: option.NewRequest(cmd.Flags(), c.Options), cmd: cmd}
	w.completeFlags(s)
	takes := c.Args
	if takes == nil {
		takes = (*work).take
	}
	cmd.Args = func(_ *cobra.Command, args []string) error { return takes(w, args) }
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		w.given, w.call = args, callOf(cmd, args)
		path, err := w.begin(args, s)
		if err != nil {
			return err
		}
		if err := w.check(); err != nil {
			return err
		}
		return orCommand(cmd, path, c.Run(w, path, s))
	}
	for _, below := range c.Below {
		cmd.AddCommand(below.in(s))
	}
	return cmd
}
