package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The action hands each input to its entry, which reads it, and the entry writes each output.
func TestActionAndItsEntryAgree(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "action", name))
		require.NoError(t, err)
		return string(text)
	}
	action, entry := read("action.yml"), read("run")
	inputs, rest, _ := strings.Cut(action, "\noutputs:")
	outputs, _, _ := strings.Cut(rest, "\nruns:")
	names := regexp.MustCompile(`(?m)^  ([a-z-]+):$`)
	found := names.FindAllStringSubmatch(inputs, -1)
	require.Greater(t, len(found), 5)
	for _, input := range found {
		variable := "INPUT_" + strings.ToUpper(strings.ReplaceAll(input[1], "-", "_"))
		assert.Contains(t, action, variable+": ${{ inputs."+input[1]+" }}")
		assert.Contains(t, entry, "${"+variable)
	}
	found = names.FindAllStringSubmatch(outputs, -1)
	require.Greater(t, len(found), 5)
	for _, output := range found {
		assert.Contains(t, action, "value: ${{ steps.run.outputs."+output[1]+" }}")
		assert.Regexp(t, `[\\n'"]`+output[1]+`(=%s|<<%s)`, entry)
	}
}

// The entry hands on lines without the carriage returns of Windows, and gives only a single fit a folder.
func TestActionHandsOnLines(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	binary, log := filepath.Join(dir, "fit"), filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(binary, []byte("#!/bin/sh\ncase $* in *--help*) echo ' --html ';; *) "+
		"printf '%s\\n' \"$@\" >\"$LOG\";; esac\n"), 0o700))
	entry, err := filepath.Abs(filepath.Join("..", "..", "action", "run"))
	require.NoError(t, err)
	for arguments, folder := range map[string]bool{"--label=is toxic\r\n--where=a=b\r\n": true, "--by=task\r\n": false,
		"--by\r\ntask": false, "--label=a,b": false} {
		cmd := exec.Command("sh", entry)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LOG=" + log, "INPUT_BINARY=" + binary,
			"INPUT_ARGUMENTS=" + arguments,
			"INPUT_FAIL_IF=icc<0.4\r\nrho<1\r\n", "INPUT_FILE=a b.csv\r\nc.csv\r\n", "INPUT_FOLDER=results"}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		assert.NotContains(t, string(text), "\r")
		words := strings.Split(strings.TrimSpace(string(text)), "\n")
		var want []string
		for _, word := range words {
			if !strings.HasPrefix(word, "--also=") && !strings.HasPrefix(word, "--out=") &&
				!strings.HasPrefix(word, "--html=") {
				want = append(want, word)
			}
		}
		given := strings.Split(strings.TrimSpace(strings.ReplaceAll(arguments, "\r", "")), "\n")
		assert.Equal(t, slices.Concat([]string{"--fail-if=icc<0.4", "--fail-if=rho<1"}, given, []string{"--", "a b.csv",
			"c.csv"}), want)
		assert.Equal(t, folder, strings.Contains(string(text), "--out="), arguments)
	}
}
