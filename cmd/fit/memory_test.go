package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each command that fits a file is sparing with memory where the file is large, and seldom collects garbage where it is
// small. Those that are not small have few labels, and lines without any behind them.
func TestGarbageIsCollectedByTheSizeOfTheFile(t *testing.T) {
	t.Setenv("GOGC", "")
	small := filepath.Join(t.TempDir(), "small.csv")
	labels := []byte("item,labeler,week,label\n")
	for i := range 40 {
		name := string(rune('a' + i/2))
		labels = append(labels, name+","+string(rune('p'+i%2))+",s,"+string(rune('0'+i/7%2))+"\n"...)
	}
	require.NoError(t, os.WriteFile(small, labels, 0o600))
	padded := func(name string, size int) string {
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, append(labels, bytes.Repeat([]byte("\n"), size)...), 0o600))
		return file
	}
	between, large := padded("between.csv", 5<<20), padded("large.csv", 33<<20)

	few := []string{"--draws", "20", "--warmup", "20", "--bootstrap", "0", "--replications", "0", "--quiet"}
	for _, command := range [][]string{{}, {"check"}, {"agreement"}, {"batch", "--by", "week"}} {
		for file, want := range map[string]int{small: 400, between: 100, large: 30} {
			args := append([]string{}, command...)
			switch {
			case len(command) == 0:
				args = append(args, few...)
			case command[0] == "batch":
				args = append(append(args, few...), "--out", t.TempDir())
			}
			cmd := exec.Command("fit-measured", append(args, file)...) // alone in its process
			var messages bytes.Buffer
			cmd.Stderr = &messages
			var exit *exec.ExitError
			if err := cmd.Run(); errors.As(err, &exit) {
				require.Equal(t, exitNotConverged, exit.ExitCode(), "%v\n%s", command, messages.String())
			} else {
				require.NoError(t, err)
			}
			_, text, found := strings.Cut(messages.String(), "GC percent: ")
			require.True(t, found, messages.String())
			percent, _, _ := strings.Cut(text, "\n")
			got, err := strconv.Atoi(percent)
			require.NoError(t, err)
			require.Equal(t, want, got, "%v %s", command, filepath.Base(file))
		}
	}
}
