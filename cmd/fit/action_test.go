package main

import (
	"os"
	"path/filepath"
	"regexp"
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
