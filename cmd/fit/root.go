package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/version"
)

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
