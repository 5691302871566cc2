package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

var helpPage = regexp.MustCompile(`[a-zA-Z/]+\.md|docs/guides`)

// The help of each command has what a manual page has: what it does, how it is called, examples of
// flags that exist, exit codes, and documents that are there.
func TestHelpIsWhole(t *testing.T) {
	commands := 0
	every(rootCommand(streams{}), func(cmd *cobra.Command) {
		commands++
		name := cmd.CommandPath()
		args := append(strings.Fields(name)[1:], "--help")
		help, stderr := runFit(t, exitFine, args...)
		assert.Empty(t, stderr, name)
		assert.NotEmpty(t, cmd.Short, name)
		assert.Contains(t, help, "Exit codes: 0 fine", name)
		assert.Contains(t, help, "\nUsage:\n  fit", name)
		assert.Contains(t, help, "\nExamples:\n", name)
		for line := range strings.Lines(cmd.Long) {
			assert.LessOrEqual(t, len([]rune(line)), 111, "%s: %s", name, line)
		}
		_, more, found := strings.Cut(cmd.Long, "More in the source: ")
		assert.True(t, found, name)
		for _, path := range helpPage.FindAllString(more, -1) {
			_, err := os.Stat(filepath.Join("..", "..", path))
			assert.NoError(t, err, name)
		}
		assert.NotEmpty(t, helpPage.FindString(more), name)
		for _, word := range strings.Fields(cmd.Example) {
			if flag, ok := strings.CutPrefix(word, "--"); ok {
				flag, _, _ = strings.Cut(flag, "=")
				assert.True(t, knownFlag(cmd.Root(), flag), "%s: --%s", name, flag)
			}
		}
	})
	assert.Equal(t, 22, commands)
}

// A word that other programs have for a flag is understood, or answered with the flag.
func TestOtherWordsForFlags(t *testing.T) {
	file := testdata("policy.csv")
	here, _ := runFit(t, exitFine, "check", "--group", "-", file)
	there, _ := runFit(t, exitFine, "check", "--study", "-", file)
	assert.Equal(t, here, there)
	runFit(t, exitFine, "check", "-o", filepath.Join(t.TempDir(), "check.json"), file)
	for said, meant := range map[string]string{"json": "format json", "hdi": "interval-kind hdi"} {
		_, stderr := runFit(t, exitUsage, "--"+said, file)
		assert.Contains(t, stderr, "did you mean --"+meant+"?")
	}
}

// A flag is described in two lines at most. Pages of docs have the rest.
func TestFlagsHaveTwoLines(t *testing.T) {
	flags := 0
	every(rootCommand(streams{}), func(cmd *cobra.Command) {
		help, _ := runFit(t, exitFine, append(strings.Fields(cmd.CommandPath())[1:], "--help")...)
		flag, lines := "", 0
		for line := range strings.Lines(help) {
			switch {
			case regexp.MustCompile(`^  (-., |    )--`).MatchString(line):
				flag, lines = strings.Fields(line)[0], 1
				flags++
			case flag != "" && strings.HasPrefix(line, "          "):
				lines++
			default:
				flag = ""
			}
			assert.LessOrEqual(t, lines, 2, "%s %s", cmd.CommandPath(), line)
		}
	})
	assert.Greater(t, flags, 300)
}

// The help of -h is one screen: how a command is called, examples, and the flags that most calls need, a line each.
func TestShortHelpIsOneScreen(t *testing.T) {
	every(rootCommand(streams{}), func(cmd *cobra.Command) {
		name := cmd.CommandPath()
		help, _ := runFit(t, exitFine, append(strings.Fields(name)[1:], "-h")...)
		assert.LessOrEqual(t, strings.Count(help, "\n"), 25, name)
		assert.Contains(t, help, cmd.Short+"\nUsage: "+name)
		assert.Contains(t, help, " "+name+" --help\n")
	})
	help, _ := runFit(t, exitFine, "demo", "-h")
	assert.Equal(t, []string{"csv", "full", "html"}, submatches(`(?m)^      --([a-z]+) `, help))
}

// Each flag is in a group of the help, and each command below a title.
func TestFlagsAndCommandsAreInGroups(t *testing.T) {
	every(rootCommand(streams{out: io.Discard}), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			assert.NotEmpty(t, option.GroupOf(f), "%s --%s", cmd.CommandPath(), f.Name)
		})
		if cmd.HasParent() && !cmd.Parent().HasParent() {
			assert.NotEmpty(t, cmd.GroupID, cmd.Name())
		}
	})
}

func TestOverviewIsShort(t *testing.T) {
	out, stderr := runFit(t, exitFine)
	assert.Empty(t, stderr)
	assert.LessOrEqual(t, strings.Count(out, "\n"), 16)
	for _, cmd := range rootCommand(streams{out: io.Discard}).Commands() {
		if cmd.GroupID == "answer" && cmd.Name() != "batch" {
			assert.Contains(t, out, "fit "+cmd.Name())
		}
	}
}

func TestDemoIsThePolicyStudy(t *testing.T) {
	want, err := os.ReadFile(testdata("policy.csv"))
	require.NoError(t, err)
	out, _ := runFit(t, exitFine, "demo", "--csv")
	assert.Equal(t, string(want), out)
	args := []string{"--draws", "200", "--bootstrap", "0", "--replications", "0", "--quiet", "--format", "csv"}
	demo, _ := runFit(t, exitFine, append([]string{"demo"}, args...)...)
	file, _ := runFit(t, exitFine, append(args, "--reference", "reference", testdata("policy.csv"))...)
	assert.Equal(t, file, demo)
	_, stderr := runFit(t, exitUsage, "demo", "ratings.csv")
	assert.Contains(t, stderr, "takes no argument")
}

// The file of the example is read from the program, whatever the folder has of that name, and a run of it can be
// repeated where it was written.
func TestDemoReadsTheFileInside(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("policy.csv", []byte("no study\n"), 0o600))
	short := []string{"--draws", "200", "--bootstrap", "0", "--replications", "0", "--quiet", "--format", "json"}
	out, _ := runFit(t, exitFine, append([]string{"demo", "--out", "run"}, short...)...)
	assert.Contains(t, out, `read.csv(\"policy.csv\"`)
	assert.NotContains(t, out, os.TempDir())
	_, stderr := runFit(t, exitInput, "--from", "run/run.json")
	assert.Contains(t, stderr, "policy.csv has changed")
	require.NoError(t, os.Remove("policy.csv"))
	_, stderr = runFit(t, exitInput, "--from", "run/run.json")
	assert.Contains(t, stderr, "the run read policy.csv, which is not there")
	file, _ := runFit(t, exitFine, "demo", "--csv")
	require.NoError(t, os.WriteFile("policy.csv", []byte(file), 0o600))
	runFit(t, exitFine, "--from", "run/run.json", "--quiet")
}

// Lists of flags and words fit a page, however narrow, and every flag is in them with its text.
func TestListsFitThePage(t *testing.T) {
	for _, columns := range []int{40, 60, 80, helpWidth} {
		every(rootCommand(streams{out: io.Discard}), func(cmd *cobra.Command) {
			list := grouped(cmd, columns)
			for line := range strings.Lines(list) {
				width := utf8.RuneCountInString(strings.TrimRight(line, "\n"))
				assert.LessOrEqual(t, width, columns, "%s: %s", cmd.CommandPath(), line)
			}
			joined := strings.Join(strings.Fields(list), " ")
			cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
				_, text := pflag.UnquoteUsage(f)
				assert.Contains(t, joined, strings.Join(strings.Fields(text), " "), f.Name)
			})
		})
	}
}

func TestDefaultsAreSaidOnce(t *testing.T) {
	help, _ := runFit(t, exitFine, "--help")
	assert.NotContains(t, help, "(default -1)")
	assert.Contains(t, help, "number of chains (default 4)")
	assert.Contains(t, help, `(default "auto")`)
}

func TestExplain(t *testing.T) {
	out, _ := runFit(t, exitFine, "explain", "XCC")
	assert.Contains(t, out, "xCC = ρ √ICC₀ √ICC₁")
	out, _ = runFit(t, exitFine, "explain")
	assert.Contains(t, out, "worth")
	_, stderr := runFit(t, exitUsage, "explain", "worht")
	assert.Contains(t, stderr, "did you mean \"worth\"?")
	_, stderr = runFit(t, exitUsage, "explain", "")
	assert.Contains(t, stderr, "which word?")
	for _, word := range []string{"rho", "k̂", "Φ", "CI", "true score", "prior sensitivity", "p-value", "R̂"} {
		runFit(t, exitFine, "explain", word)
	}
}

// submatches returns what the first group of a pattern matches in a text, each time.
func submatches(pattern, text string) (all []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// knownFlag reports whether some command has the flag.
func knownFlag(root *cobra.Command, flag string) bool {
	known := false
	every(root, func(cmd *cobra.Command) { known = known || cmd.Flags().Lookup(flag) != nil })
	return known
}

func TestMistypedCommands(t *testing.T) {
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{exitInput, []string{"simluate"}, "did you mean the command fit simulate?"},
		{exitInput, []string{"Agreement"}, "did you mean the command fit agreement?"},
		{exitUsage, []string{"chek", "a.csv"}, `there is no command "chek"; did you mean fit check?`},
		{exitUsage, []string{"diagnos", "--strict", "run"}, `did you mean fit diagnose?`},
	} {
		_, stderr := runFit(t, c.code, c.args...)
		assert.Contains(t, stderr, c.want)
	}
	for _, args := range [][]string{{"a.csv", "b.csv"}, {"ratings"}, {"check", "repot"}} {
		_, stderr := runFit(t, exitInput, args...)
		assert.NotContains(t, stderr, "did you mean", "%q", args)
	}
	// A file of such a name is a file.
	t.Chdir(t.TempDir())
	assert.NoError(t, os.WriteFile("repot", []byte("item,labeler\na,b\n"), 0o644))
	_, stderr := runFit(t, exitInput, "repot")
	assert.NotContains(t, stderr, "did you mean the command")
}
