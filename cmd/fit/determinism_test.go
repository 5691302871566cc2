package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// times are what two runs differ in: how long they took and when they began.
var times = regexp.MustCompile(
	`("(?:setup_seconds|warmup_seconds|sampling_seconds|setup|warmup|sampling|started)": )[^,\n]+` +
		`|[0-9.]+ (?:s|ms|seconds|minutes)\b`)

// Each run gives the same bytes, on any number of cores: on standard output and in all files.
func TestBytesDependOnNothingButInputAndSeed(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		keep bool // folder and page too: text, JSON, CSV, HTML
	}{
		{"fit of labels of 0 and 1",
			[]string{"--warmup", "60", "--draws", "40", "--bootstrap", "20", "--replications", "10",
				testdata("policy.csv")}, true},
		{"fit of numbers by shared labelers",
			[]string{"--warmup", "60", "--draws", "40", "--labeler-effects", "shared", "--bootstrap", "0",
				"--replications", "10", "--effects", testdata("funniness.csv")}, true},
		{"coefficients", []string{"agreement", "--resample", "both", "--interval-kind", "bca", "--bootstrap", "50",
			testdata("policy.csv")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want map[string]string
			for _, cores := range []string{"1", "2", "8"} {
				got := everything(t, c.args, cores, c.keep)
				if want == nil {
					want = got
				}
				require.Len(t, got, len(want))
				for name, text := range want {
					assert.Equal(t, text, got[name], "%s by %s cores", name, cores)
				}
			}
		})
	}
}

// everything runs a command and returns all that it wrote, without times.
func everything(t *testing.T, args []string, cores string, keep bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	base := t.TempDir()
	line := append(slices.Clone(args), "--format", "json", "--cores", cores)
	if keep {
		line = append(line, "--out", filepath.Join(base, "run"), "--html", filepath.Join(base, "page.html"))
	}
	var stdout, stderr bytes.Buffer
	code := run(line, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	require.Contains(t, []int{exitFine, exitNotConverged}, code, "%q: %s", line, &stderr)
	all["standard output"] = withoutTimes(stdout.String())
	require.NoError(t, filepath.WalkDir(base, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		// The command line, which is kept, names the cores and the folder.
		text := strings.ReplaceAll(strings.ReplaceAll(string(b), base, "FOLDER"), "--cores="+cores, "--cores=N")
		all[strings.TrimPrefix(path, base)] = withoutTimes(text)
		return err
	}))
	return all
}

func withoutTimes(text string) string { return times.ReplaceAllString(text, "${1}TIME") }
