// Fit says how good human ratings are. It reads a file of labels and fits a hierarchical model with item and labeler
// effects. It prints reliability and validity with credible intervals, and coefficients without a model.
//
// Run "fit --help" for its use.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/posterior"
	"concord/sampler"
)

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: messagesFor(os.Getenv, os.Stderr),
		agents: os.Getenv(messagesVariable) == "agents", shellWaits: completionTime}))
}

// streams are where a run reads and writes: results to out, the rest to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	call     *advice.Call // that commands to paste follow from, once it is known
	agents   bool         // who read the commands, as calls of tools
	// shellWaits is how long a file may be read to complete a word of the command line; 0 for as long as it takes.
	shellWaits time.Duration
}

// completing returns the context in which a file is read to complete a word.
func (s streams) completing() (context.Context, context.CancelFunc) {
	if s.shellWaits == 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), s.shellWaits)
}

// news returns the writer for the progress of a run.
func (w *work) news() io.Writer {
	if option.Quiet.In(w) {
		return io.Discard
	}
	return w.err
}

// run runs the command and returns its exit code.
func run(args []string, s streams) int {
	out := &firstError{w: s.out}
	s.out = out
	if len(args) == 0 {
		return exitCode(printOverview(s.out))
	}
	messages, asMessages := s.err.(*messages)
	s.call = &advice.Call{}
	cmd := rootCommand(s)
	cmd.SetArgs(args)
	cmd.SetIn(s.in)
	cmd.SetOut(s.out)
	cmd.SetErr(s.err)
	executed, err := cmd.ExecuteC()
	if err == nil {
		err = out.err // from output whose errors nobody checks, such as the help text
	}
	if err != nil && s.call.Files == nil { // wrong use
		s.called(executed, executed.Flags().Args())
	}
	if calls := besideJudge(executed, err, *s.call); calls != nil && !asMessages {
		return runInstead(calls, s)
	}
	if errors.Is(err, context.Canceled) {
		err = interrupted(" before there was anything to report")
	}
	var exit *exitError
	if err != nil && (!errors.As(err, &exit) || exit.err != nil) {
		if asMessages {
			messages.fault(err, *s.call)
		} else {
			fmt.Fprintln(s.err, message(s.err, "fit: "+s.call.Error(err)))
		}
	}
	return exitCode(err)
}

func rootCommand(s streams) *cobra.Command {
	cmd := fitCommand().in(s)
	cmd.Version = version.OfBuild()
	cmd.SetVersionTemplate("fit {{.Version}}\n")
	cmd.SilenceErrors = true
	cmd.SilenceUsage = true
	cmd.SetFlagErrorFunc(flagError)
	for _, c := range []Command{agreementCommand(), batchCommand(), checkCommand(), planCommand(), reportCommand(),
		diagnoseCommand(), simulateCommand(), judgeCommand(), scoreCommand(), goldCommand(), rankCommand(),
		consensusCommand(), labelersCommand(), measurementCommand(), nextCommand(), compareCommand(), mcpCommand()} {
		cmd.AddCommand(c.in(s))
	}
	cmd.AddCommand(demoCommand(s), explainCommand(s), completionCommand(s))
	fitHelp(cmd, s.out)
	return cmd
}

// called notes the call, from which commands to paste follow.
func (s streams) called(cmd *cobra.Command, args []string) {
	if *s.call = callOf(cmd, args); triable(args) {
		s.call.Try = try
	}
	if s.agents {
		s.call.Write = toolCall(cmd.Root())
	}
}

// noArguments refuses arguments that are not flags.
func noArguments(w *work, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no argument, but there is %q", w.cmd.CommandPath(), args[0])
	}
	return nil
}

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

	items []string // quantities of the table of --out; the first is of what they are
	// conditions are those of --fail-if. A run looks up their groups and scales.
	conditions []condition
	// Facts about the run, set when it begins.
	arguments []string
	values    map[string][]string
	earlier   *export.Manifest // the one to repeat, or nil
	input     export.Input
	started   time.Time
	later     []string // warnings, for after the answer
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
		if err := w.readConditions(); err != nil {
			return err
		}
		defer w.tellLater()
		return orCommand(cmd, w.path, w.inFile(c.Run(w)))
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
