package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
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

	const usual, sparingly = 100, 50 // the second is the usual of the program
	before := debug.SetGCPercent(usual)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	few := []string{"--draws", "20", "--warmup", "20", "--bootstrap", "0", "--replications", "0", "--quiet"}
	for _, command := range [][]string{{}, {"check"}, {"agreement"}, {"batch", "--by", "week"}} {
		for file, want := range map[string]int{small: 400, between: usual, large: 30} {
			args := append([]string{}, command...)
			switch {
			case len(command) == 0:
				args = append(args, few...)
			case command[0] == "batch":
				args = append(append(args, few...), "--out", t.TempDir())
			}
			debug.SetGCPercent(usual)
			var out, messages bytes.Buffer
			code := run(append(args, file), streams{strings.NewReader(""), &out, &messages})
			require.Contains(t, []int{exitFine, exitNotConverged}, code, "%v\n%s", command, messages.String())
			got := debug.SetGCPercent(usual)
			// A run before, on a small file, may have found that the program has much in use.
			if want != 400 && got == sparingly {
				continue
			}
			require.Equal(t, want, got, "%v %s", command, filepath.Base(file))
		}
	}
}
