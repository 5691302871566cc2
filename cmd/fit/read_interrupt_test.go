//go:build unix

package main

import (
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInterruptWhileReading stops a run that waits for the rest of its input.
func TestInterruptWhileReading(t *testing.T) {
	for _, command := range []string{"fit", "agreement", "check"} {
		args := []string{"-"}
		if command != "fit" {
			args = []string{command, "-"}
		}
		cmd := exec.Command("fit", args...)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		errs, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		// More than a pipe holds: once it is written, most of it has been read.
		_, err = io.WriteString(in, "item,label\n"+strings.Repeat("a,1\n", 1<<18))
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		message, err := io.ReadAll(errs)
		require.NoError(t, err)
		err = cmd.Wait()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		require.Equal(t, exitInterrupted, exit.ExitCode(), command)
		require.Contains(t, string(message), "fit: interrupted while reading, before there was anything to report")
		_ = in.Close() // the other end is gone
	}
}
