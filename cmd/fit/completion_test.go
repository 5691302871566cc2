package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// every calls f with a command and those below it that are ours.
func every(cmd *cobra.Command, f func(*cobra.Command)) {
	if cmd.Name() != "help" {
		f(cmd)
	}
	for _, below := range cmd.Commands() {
		every(below, f)
	}
}

// Each value that completion offers is one that the command takes: it comes as far as the file, which is not there.
func TestCompletedValuesAreTaken(t *testing.T) {
	flags := 0
	every(rootCommand(streams{}), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			o := option.Of(f)
			if o == nil || o.Choices == nil || cmd.Name() == "demo" { // whose flags are those of fit
				return
			}
			values := o.Choices
			flags++
			assert.True(t, f.DefValue == "" || f.DefValue == "[]" || slices.Contains(values, f.DefValue),
				"--%s of %s: the default %s", f.Name, cmd.Name(), f.DefValue)
			for _, value := range values {
				args, code := []string{"--" + f.Name, value, "absent"}, exitInput
				if cmd.Name() == "simulate" {
					args, code = args[:2], exitFine
				}
				if f.Name == "every" || f.Name == "dates" { // which are about a column
					args = append(args, "--by", "week")
				}
				if cmd.Name() == "compare" { // which takes two files
					args = append(args, "absent")
				}
				if cmd.Name() == "batch" {
					args = append(args, "--out", filepath.Join(t.TempDir(), "run"))
				}
				if cmd.HasParent() {
					args = append(strings.Fields(cmd.CommandPath())[1:], args...)
				}
				runFit(t, code, args...)
			}
		})
	})
	assert.Greater(t, flags, 20)
}

// complete is what the shell would offer for the last word.
func complete(t *testing.T, words ...string) (offered []string, directive string) {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"__complete"}, words...)...)
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, ":"); ok {
			return offered, rest
		}
		word, _, _ := strings.Cut(line, "\t")
		offered = append(offered, word)
	}
	return offered, ""
}

func TestCompletion(t *testing.T) {
	const files, nothingElse, noSpace, folders = "0", "4", "6", "16" // cobra.ShellCompDirective
	for _, c := range []struct {
		words     []string
		offered   []string
		directive string
	}{
		{[]string{"di"}, []string{"diagnose"}, files},
		{[]string{"ratings"}, nil, files},
		{[]string{"agreement", "rat"}, nil, files},
		{[]string{"--algorithm", ""}, []string{"auto", "nuts", "hmc"}, nothingElse},
		{[]string{"agreement", "--interval-kind="}, []string{"percentile", "bca"}, nothingElse},
		{[]string{"--seed", ""}, nil, nothingElse},
		{[]string{"--fail-if", "rho"}, []string{"rho", "rho_k", "rho_difference"}, noSpace},
		{[]string{"--criteria", "tone,style", "--fail-if", "h"}, []string{"halo", "halo_difference"}, noSpace},
		{[]string{"--criteria", "tone,style", "x.csv", "--fail-if", "halo:"}, []string{"halo:tone,style"}, noSpace},
		{[]string{"--criteria", "tone,style", "x.csv", "--fail-if", "icc:s"}, []string{"icc:style"}, noSpace},
		{[]string{"--criteria", "criterion", testdata("criteria.csv"), "--fail-if", "xcc:f"}, []string{"xcc:fluency"},
			noSpace},
		{[]string{"--html", ""}, nil, files},
		{[]string{"--labeler-e"}, []string{"--labeler-effects"}, nothingElse},
		{[]string{"plan", "--assume", "icc=0.6,label"}, []string{"icc=0.6,labels=", "icc=0.6,labelers=",
			"icc=0.6,labeler-icc=", "icc=0.6,labels=binary", "icc=0.6,labels=numbers", "icc=0.6,labels=ordinal:5",
			"icc=0.6,labels=categories:4", "icc=0.6,labelers=same", "icc=0.6,labelers=other"}, noSpace},
		{[]string{"plan", "score", "--assume", "s"}, []string{"share=", "sd="}, noSpace},
		{[]string{"report", ""}, nil, folders},
		{[]string{"completion", ""}, []string{"bash", "fish", "powershell", "zsh"}, nothingElse},
	} {
		offered, directive := complete(t, c.words...)
		assert.ElementsMatch(t, c.offered, offered, "%q", c.words)
		assert.Equal(t, c.directive, directive, "%q", c.words)
	}
}

// Columns and studies are those of the file that stands on the command line already.
func TestCompletionOfNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	var b strings.Builder
	b.WriteString("ad id,who,condition,\"ba\x1b[1md\",\"tab\there\",score\n")
	for i := range 2000 {
		study := []string{"old tool", "new", "\u202eevil"}[i%3]
		b.WriteString(strings.Join([]string{"a", "b", study, "c", "d", "1"}, ",") + "\n")
	}
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	columns := []string{"ad id", "who", "condition", "score"}
	for _, c := range []struct {
		words   []string
		offered []string
	}{
		{[]string{path, "--item", ""}, columns},
		{[]string{path, "--labeler", ""}, append(columns, "-")},
		{[]string{path, "--group", "c"}, []string{"condition"}},
		{[]string{path, "--label=s"}, []string{"score"}},
		{[]string{"check", path, "--item", "w"}, []string{"who"}},
		{[]string{"plan", path, "--item", "w"}, []string{"who"}},
		{[]string{"agreement", path, "--label", "who,s"}, []string{"who,score"}},
		{[]string{path, "--wide", "who,s"}, []string{"who,score"}},
		{[]string{path, "--reference", ""}, []string{"old tool", "new"}},
		{[]string{"agreement", path, "--reference", "o"}, []string{"old tool"}},
		{[]string{path, "--group", "who", "--reference", ""}, []string{"b"}},
		{[]string{path, "--group", "-", "--reference", ""}, nil},
		{[]string{path, "--order", ""}, []string{"1"}},
		{[]string{path, "--label", "condition", "--order", ""}, []string{"old tool", "new"}},
		{[]string{"agreement", path, "--label", "condition", "--order", "new,"}, []string{"new,old tool"}},
		{[]string{path, "--label", "condition", "--order", "new,n"}, nil},
		{[]string{"--item", ""}, nil},
		{[]string{filepath.Join(dir, "absent"), "--item", ""}, nil},
		{[]string{dir, "--reference", ""}, nil},
		{[]string{"-", "--item", ""}, nil},
	} {
		offered, directive := complete(t, c.words...)
		assert.Equal(t, c.offered, offered, "%q", c.words)
		assert.Equal(t, "4", directive, "%q: no files", c.words)
		_, stderr := runFit(t, exitFine, append([]string{"__completeNoDesc"}, c.words...)...)
		for line := range strings.Lines(stderr) {
			assert.Contains(t, line, "Completion ended with directive", "%q says nothing on standard error", c.words)
		}
	}
}

// The scripts are what their shells can read, where these are there to ask.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, _ := runFit(t, exitFine, "completion", shell)
		assert.Contains(t, script, "__complete", shell)
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			continue
		}
		file := filepath.Join(t.TempDir(), "script")
		require.NoError(t, os.WriteFile(file, []byte(script), 0o644))
		out, err := exec.Command(path, "-n", file).CombinedOutput()
		assert.NoError(t, err, "%s: %s", shell, out)
	}
	_, stderr := runFit(t, exitUsage, "completion", "csh")
	assert.Contains(t, stderr, "there are bash, zsh, fish, powershell")
	_, stderr = runFit(t, exitUsage, "completion")
	assert.Contains(t, stderr, "for which shell?")
}
