package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

func TestMain(m *testing.M) {
	// The scripts and exec.Command run the test binary under the name fit.
	testscript.Main(m, map[string]func(){"fit": main, "fit-measured": measured})
}

// measured runs fit, and prints behind its messages how often garbage is collected in the end, and how much memory the
// process held at most, where the system has it in a file. What a parent is told of its child counts the parent's own
// memory, which the child shares until it begins.
func measured() {
	code := run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	fmt.Fprintf(os.Stderr, "GC percent: %d\n", debug.SetGCPercent(100))
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			_, _ = os.Stderr.WriteString(line)
		}
	}
	os.Exit(code)
}

// Each script runs the built command on files of its own.
func TestScripts(t *testing.T) { scripts(t, "script") }

func TestSlowScripts(t *testing.T) {
	slowtest.Only(t)
	scripts(t, "script_slow")
}

// scripts runs the scripts of a folder below testdata.
func scripts(t *testing.T, folder string) {
	data, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", folder),
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATA", data)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": exitsWith},
		// UPDATE_SCRIPTS=1 go test -tags slow ./cmd/fit -run Scripts rewrites what the scripts compare with.
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// exitsWith runs a command and requires its exit code: code 3 fit FILE.
func exitsWith(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND…")
	}
	code := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code = "1"
		if exit, ok := err.(interface{ ExitCode() int }); ok {
			code = strconv.Itoa(exit.ExitCode())
		}
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
