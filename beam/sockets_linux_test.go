package main

import (
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listening returns the addresses at which a process listens for TCP connections, as the kernel lists them.
func listening(pid int) []net.IP {
	own := map[string]bool{}
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, f := range files {
		if to, err := os.Readlink(f); err == nil {
			if inode, ok := strings.CutPrefix(to, "socket:["); ok {
				own[strings.TrimSuffix(inode, "]")] = true
			}
		}
	}
	const listen = "0A" // TCP_LISTEN
	var all []net.IP
	for _, table := range []string{"tcp", "tcp6"} {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if len(fields) < 10 || fields[3] != listen || !own[fields[9]] {
				continue
			}
			address, _, _ := strings.Cut(fields[1], ":")
			all = append(all, addressOf(address))
		}
	}
	return all
}

// addressOf reads an address as /proc/net has it: words of four bytes, the last byte of each first.
func addressOf(text string) net.IP {
	b, err := hex.DecodeString(text)
	if err != nil {
		return nil
	}
	for w := 0; w+4 <= len(b); w += 4 {
		b[w], b[w+1], b[w+2], b[w+3] = b[w+3], b[w+2], b[w+1], b[w]
	}
	return b
}

// The kernel's list is read rightly: it has listeners of this process, whatever their addresses.
func TestListeningIsSeen(t *testing.T) {
	for address, want := range map[string]net.IP{"127.0.0.1:0": net.IPv4(127, 0, 0, 1), "0.0.0.0:0": net.IPv4zero} {
		l, err := net.Listen("tcp4", address)
		require.NoError(t, err)
		seen := false
		for _, ip := range listening(os.Getpid()) {
			seen = seen || ip.Equal(want)
		}
		assert.True(t, seen, address)
		require.NoError(t, l.Close())
	}
}

// Nobody can connect to a run in this process, from this machine or another: it opens no port, from begin to end.
func TestRunOpensNoPort(t *testing.T) {
	base := t.TempDir()
	weeks := filepath.Join(base, "weeks.csv")
	require.NoError(t, os.WriteFile(weeks, weeksText(6), 0o644))
	run := pipelineOf("--by", "week", "--draws", "300", "--warmup", "100", "--replications", "0", "--out",
		filepath.Join(base, "run"), weeks)
	var said strings.Builder
	run.Stderr = &said
	require.NoError(t, run.Start())
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	looks := 0
	for {
		select {
		case err := <-ended:
			require.NoError(t, err, said.String())
			require.Greater(t, looks, 10, "the run was looked at while it was at work")
			return
		default:
		}
		assert.Empty(t, listening(run.Process.Pid), "addresses that the run listens at")
		if files, _ := filepath.Glob(filepath.Join(base, "run", "tasks", "*.json")); len(files) > 0 {
			looks++ // tasks are fitted, so that a runner is at work
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// Workers in the process of a run for another job service listen to this machine only.
func TestLoopbackWorkersListenToThisMachine(t *testing.T) {
	base := t.TempDir()
	weeks := filepath.Join(base, "weeks.csv")
	require.NoError(t, os.WriteFile(weeks, weeksText(2), 0o644))
	service, err := net.Listen("tcp", "127.0.0.1:0") // which never answers
	require.NoError(t, err)
	defer service.Close()
	run := pipelineOf(quick("--by", "week", "--runner", "portable", "--endpoint", service.Addr().String(),
		"--environment_type", "LOOPBACK", "--out", filepath.Join(base, "run"), weeks)...)
	require.NoError(t, run.Start())
	var seen []net.IP
	assert.Eventually(t, func() bool { seen = listening(run.Process.Pid); return len(seen) > 0 }, time.Minute,
		2*time.Millisecond)
	require.NoError(t, run.Process.Kill())
	_ = run.Wait()
	for _, ip := range seen {
		assert.True(t, ip.IsLoopback(), "%s", ip)
	}
}

// Prism is refused in words: it would run the command of whoever connects.
func TestPrismIsRefused(t *testing.T) {
	weeks := filepath.Join(t.TempDir(), "weeks.csv")
	require.NoError(t, os.WriteFile(weeks, weeksText(2), 0o644))
	said, err := pipelineOf("--runner", "prism", "--by", "week", "--out", filepath.Join(t.TempDir(), "run"),
		weeks).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "Prism listens on all network interfaces")
}
