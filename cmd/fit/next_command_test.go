package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// The command at the end of a first screen can be pasted: it runs, and is not the one that printed it.
func TestNextCommandsRun(t *testing.T) {
	slowtest.Only(t)
	next := regexp.MustCompile(`(?m)^Next   [^:]+:\s+(fit .*)$`)
	for _, line := range []string{"single.csv", "stars.csv", "judge --humans crowd claims.csv",
		"judge --humans people answers.csv", "gold claims.csv", "score --judge-column gpt --label good outputs.csv",
		"labelers misfit_random.csv", "labelers --drop flagged misfit_random.csv", "consensus claims.csv",
		"next misfit_random.csv", "rank battles.csv", "compare people_march.csv people_april.csv",
		"measurement peak_flow.csv", "measurement stars.csv", "agreement policy.csv"} {
		t.Run(line, func(t *testing.T) {
			dir := t.TempDir()
			args := strings.Fields(line)
			for i, word := range args {
				if strings.HasSuffix(word, ".csv") {
					data, err := os.ReadFile(testdata(word))
					require.NoError(t, err)
					require.NoError(t, os.WriteFile(filepath.Join(dir, word), data, 0o644))
				}
				if i == 0 && !strings.HasPrefix(line, "measurement") && !strings.HasPrefix(line, "agreement") {
					args = append(args, "--draws", "300", "--chains", "2")
				}
			}
			run := func(args ...string) string {
				fit := exec.Command("fit", args...)
				fit.Dir = dir
				out, err := fit.Output()
				var ended *exec.ExitError
				if assert.True(t, err == nil || assert.ErrorAs(t, err, &ended)) && err != nil {
					assert.Equal(t, 4, ended.ExitCode(), "few draws: %s", ended.Stderr)
				}
				return string(out)
			}
			found := next.FindStringSubmatch(run(args...))
			require.NotNil(t, found)
			pasted := strings.Fields(found[1])[1:]
			assert.NotElementsMatch(t, args, pasted)
			assert.NotEmpty(t, run(pasted...))
		})
	}
}
