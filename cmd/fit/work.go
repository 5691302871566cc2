package main

import (
	"time"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result/export"
	"concord/posterior"
	"concord/sampler"
)

// work is one call of a command: what its options ask for, and what is known so far.
type work struct {
	*option.Request
	streams
	cmd     *cobra.Command
	given   []string     // arguments besides options
	path    string       // of the file, or the first of several, in messages
	file    string       // its name there
	weights *weightsFile // that --distance names; nil if it names a distance
	single  bool         // grouping, whatever the command takes

	of    []string // what simulated covariates are of
	items []string // quantities of the table of --out; the first is of what they are
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
	Run                       func(w *work) error
	Complete                  cobra.CompletionFunc // of arguments; nil: files
	Below                     []Command
}

// in makes the command of a program with streams.
func (c Command) in(s streams) *cobra.Command {
	if s.call == nil {
		s.call = &advice.Call{}
	}
	cmd := &cobra.Command{Use: c.Use, Short: c.Short, Long: c.Long, Example: c.Example, ValidArgsFunction: completeFile}
	if c.Complete != nil {
		cmd.ValidArgsFunction = c.Complete
	}
	w := &work{Request: option.NewRequest(cmd.Flags(), c.Options), streams: s, cmd: cmd}
	w.completeFlags()
	takes := c.Args
	if takes == nil {
		takes = (*work).take
	}
	cmd.Args = func(_ *cobra.Command, args []string) error { return takes(w, args) }
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		w.given = args
		w.called(cmd, args)
		if !isInside(s.in) { // whose outputs the command around it has looked at
			if err := apart(cmd, args, s); err != nil {
				return err
			}
		}
		if err := w.begin(args); err != nil {
			return err
		}
		if err := w.check(); err != nil {
			return err
		}
		return orCommand(cmd, w.path, c.Run(w))
	}
	for _, below := range c.Below {
		cmd.AddCommand(below.in(s))
	}
	return cmd
}

// interval returns the intervals that the call asks for.
func (w *work) interval() posterior.Interval {
	i, _ := option.CredibleInterval(w)
	return i
}

// settings returns what the call asks of the sampler.
func (w *work) settings() sampler.Settings {
	s, _ := option.Sampler(w)
	return s
}
