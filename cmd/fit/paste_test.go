package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/quoting"
	"concord/internal/visible"
)

// hostileParts are what a shell, a terminal or a flag of the command would obey. What makes a file would make CAN.
var hostileParts = []string{"'", `"`, "`touch CAN`", "$(touch CAN)", `\`, `\'`, ";touch CAN;",
	"&touch CAN&", "|touch CAN ",
	">CAN", "<CAN", " #", "*", "?", "[a]", "~", "!", "{a,b}", "=", ",", "@", "-", "--out CAN ", "\u200b", "\x1b[2J",
	"\u202e", "\t", "é", "日", "%s", "$HOME", "${IFS}", "(touch CAN)", `\x27;touch CAN;`, `\u0027;touch CAN;`,
	"\u200b';touch CAN #", "\u200b\\';touch CAN #"}

// hostileName is a name of some hostile parts.
func hostileName(r *rand.Rand) string {
	name := ""
	for range 1 + r.IntN(4) {
		name += hostileParts[r.IntN(len(hostileParts))] + [3]string{"", "a", "b c"}[r.IntN(3)]
	}
	return strings.TrimSpace(name)
}

// hostileFile writes labels with a name in one of some places, and returns calls of the command that go wrong.
func hostileFile(t *testing.T, dir, place, name string) (path string, calls [][]string) {
	t.Helper()
	path = filepath.Join(dir, "labels.csv")
	study, criterion, odd, yes := "study", "criterion", "y", "1"
	switch place {
	case "file":
		path = filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".csv")
	case "column":
		study, criterion = name, name+"2"
	case "label":
		yes = name
	case "group":
		odd = name
	}
	write := func(path string, rows [][]string) {
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(rows))
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	}
	// A group with one item, and criteria that nobody named.
	rows := [][]string{{"item", "labeler", study, "label"}}
	again := [][]string{{"item", "labeler", criterion, "label"}}
	for n := range 24 {
		label := [2]string{"0", yes}[(n/6+n%3/2)%2]
		rows = append(rows, []string{fmt.Sprint("i", n/3), fmt.Sprint("p", n%3), "x", label})
		again = append(again, []string{fmt.Sprint("i", n/6), fmt.Sprint("p", n%3), [2]string{"good", odd}[n/3%2],
			label})
	}
	rows = append(rows, []string{"i0", "p4", odd, "0"}, []string{"i0", "p5", odd, yes})
	write(path, rows)
	second := strings.TrimSuffix(path, ".csv") + ".again.csv"
	write(second, again)
	named := []string{"--item=item", "--labeler=labeler", "--label=label"}
	return path, [][]string{
		slices.Concat([]string{"check", "--group", study}, named, []string{"--", path}),
		slices.Concat([]string{"agreement", "--where", quoting.Condition(study, false, odd+"q"), "--group=" + study},
			named, []string{path}),
		slices.Concat([]string{"check"}, named, []string{second}),
		slices.Concat([]string{"agreement", "--group", study + "z"}, named, []string{path}),
	}
}

// printedCommands are the lines of an output that can be pasted.
var printedCommands = regexp.MustCompile(`(?m)^ +((?:fit|sed|iconv|tail|\(printf) .*)$`)

// inShells runs commands in each shell, where fit is a function that writes its arguments down, and returns these.
func inShells(t *testing.T, dir string, shells, commands []string) [][]string {
	t.Helper()
	var all [][]string
	for k, shell := range shells {
		log := filepath.Join(dir, "log")
		script := exec.Command(shell, "-c",
			"fit() { printf '%s\\0' \"$@\" end >>\"$LOG\"; }\n"+strings.Join(commands, "\n"))
		script.Dir = filepath.Join(dir, "cwd")
		script.Env = []string{"PATH=/usr/bin:/bin", "LOG=" + log, "HOME=" + script.Dir}
		out, err := script.CombinedOutput()
		assert.NoError(t, err, "%s: %s\n%s", shell, commands, out)
		assert.Empty(t, string(out), "%s: %s", shell, commands)
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		require.NoError(t, os.Remove(log))
		var called [][]string
		for call := range strings.SplitSeq(strings.TrimSuffix(string(text), "\x00end\x00"), "\x00end\x00") {
			called = append(called, strings.Split(call, "\x00"))
		}
		require.Len(t, called, len(commands), "%s: %s", shell, commands)
		if k > 0 {
			require.Equal(t, all, called, "%s and %s differ", shells[0], shell)
		}
		all = called
	}
	return all
}

// Every command that is printed of 240 hostile names of files, columns, labels and groups says these names to a shell
// unchanged, or NAME with a comment, and runs nothing else.
func TestCommandsCanBePasted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("quotes of another shell")
	}
	var shells []string
	for _, shell := range []string{"dash", "bash", "sh"} {
		if path, err := exec.LookPath(shell); err == nil {
			shells = append(shells, path)
		}
	}
	if shells = shells[:min(2, len(shells))]; shells == nil {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "cwd"), 0o700))
	r := rand.New(rand.NewPCG(1, 1))
	commands, shown, unsayable := 0, 0, 0
	for n := range 240 {
		place, name := [4]string{"file", "column", "label", "group"}[n%4], hostileName(r)
		files := filepath.Join(dir, fmt.Sprint(n))
		require.NoError(t, os.Mkdir(files, 0o700))
		path, calls := hostileFile(t, files, place, name)
		raw := []string{"item", "labeler", "label", "study", "criterion", "x", "y", "0", "1", "good", name, name + "2",
			name + "q", name + "z", path, strings.TrimSuffix(path, ".csv") + ".again.csv"}
		var printed []string
		for _, args := range calls {
			var out bytes.Buffer
			run(args, streams{in: strings.NewReader(""), out: &out, err: &out})
			for _, found := range printedCommands.FindAllStringSubmatch(out.String(), -1) {
				printed = append(printed, found[1])
			}
		}
		for k, argv := range inShells(t, dir, shells, printed) {
			commands++
			said, hidden := namesOf(argv)
			for _, text := range said {
				assert.Contains(t, raw, text, "%q in %s", name, printed[k])
				shown += strings.Count(text, name)
			}
			assert.Equal(t, hidden, strings.HasSuffix(printed[k], quoting.Note), printed[k])
			if hidden {
				unsayable++
				assert.NotEqual(t, visible.Text(name), name, printed[k])
			}
		}
		made, err := filepath.Glob(filepath.Join(dir, "cwd", "*"))
		require.NoError(t, err)
		require.Empty(t, made, "%q", name)
		files2, err := os.ReadDir(files)
		require.NoError(t, err)
		require.Len(t, files2, 2, "%q", name)
	}
	assert.Greater(t, commands, 1000)
	assert.Greater(t, shown, 500)
	assert.Greater(t, unsayable, 100)
	t.Log(commands, shown, unsayable)
}

// namesOf returns the names of files, columns and values in arguments of the command, and whether one is hidden.
func namesOf(argv []string) (names []string, hidden bool) {
	for i := 0; i < len(argv); i++ {
		flag, isFlag := strings.CutPrefix(argv[i], "--")
		value := argv[i]
		if isFlag {
			var within bool
			if flag, value, within = strings.Cut(flag, "="); !within && i+1 < len(argv) && flag != "as-is" &&
				flag != "each-category" {
				i++
				value = argv[i]
			}
		}
		switch {
		case value == quoting.Unsayable || argv[i] == quoting.Unsayable:
			hidden = true
		case !isFlag && (i == 0 || filepath.Ext(value) != ".csv"): // the name of the command
		case isFlag && flag == "where":
			column, _, values, _ := quoting.ConditionOf(value)
			names = append(append(names, column), values...)
		case slices.Contains(strings.Fields("by criteria item facet positive negative missing order"), flag):
			names = append(names, quoting.Names(value)...)
		case isFlag && slices.Contains([]string{"group", "labeler", "label"}, flag) && value != "-":
			names = append(names, value)
		case !isFlag:
			names = append(names, value)
		}
	}
	return names, hidden
}
