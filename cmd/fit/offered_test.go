package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// said is what a call that samples little ends with, and what it writes to standard error.
func said(args ...string) (exit int, told string) {
	root := rootCommand(streams{})
	if cmd, _, err := root.Find(args); err == nil && cmd.Flags().Lookup("draws") != nil {
		args = append(slices.Clone(args), "--draws", "10", "--warmup", "10", "--chains", "1")
	}
	var out, messages bytes.Buffer
	exit = run(args, streams{in: strings.NewReader(""), out: &out, err: &messages})
	return exit, messages.String()
}

// reasonIn is the first line of an error in messages.
func reasonIn(told string) string {
	_, text, _ := strings.Cut("\n"+told, "\nfit: ")
	reason, _, _ := strings.Cut(text, "\n")
	return reason
}

// filesTried are the files of testdata, and of the folders of cases if they are there.
func filesTried(t *testing.T) (files []string) {
	for _, folder := range []string{testdata(""), testdata("strangers"), "../../../shared/cases",
		"../../../shared/cases4"} {
		found, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, f := range found {
			switch filepath.Ext(f.Name()) {
			case ".csv", ".tsv", ".json", ".jsonl":
				files = append(files, filepath.Join(folder, f.Name()))
			}
		}
	}
	require.NotEmpty(t, files)
	return files
}

// A command that a refusal offers is another one than the refused one, its flags are known, and it is not refused for
// the same reason.
func TestOfferedCommandsHelp(t *testing.T) {
	slowtest.Only(t)
	tried := 0
	for _, file := range filesTried(t) {
		for _, call := range [][]string{{"check"}, {"check", "--by", "study"},
			{"check", "--facet", "Station,item:Station"}, {"gold", "--gold-column", "nosuch"},
			{"score", "--judge-column", "nosuch"}, {"judge", "--judge-column", "nosuch"}} {
			args := append(slices.Clone(call), file)
			exit, told := said(args...)
			if exit == exitFine || exit == exitNotConverged {
				continue
			}
			reason := reasonIn(told)
			for line := range strings.Lines(told) {
				command, ok := strings.CutPrefix(line, "  fit ")
				if !ok {
					continue
				}
				offered := argumentsOf(t, "fit "+strings.TrimSpace(command))
				same := slices.Equal(slices.Sorted(slices.Values(offered)), slices.Sorted(slices.Values(args)))
				require.False(t, same, "fit %v offers itself", args)
				if offered[0] != args[0] { // another command, which may sample
					continue
				}
				tried++
				exit, then := said(offered...)
				again := reasonIn(then)
				assert.NotContains(t, again, "unknown flag", "fit %v", offered)
				if exit != exitFine && exit != exitNotConverged {
					assert.NotEqual(t, reason, again, "fit %v", offered)
				}
			}
		}
	}
	assert.Greater(t, tried, 50)
}

// Of the columns of a table a constant one is somebody's, too; groups of other questions are not offered to commands
// whose groups have roles.
func TestOffersLeaveNobodyOut(t *testing.T) {
	wide := filepath.Join(t.TempDir(), "wide.csv")
	var b strings.Builder
	b.WriteString("Case,Anna,Ben,Carla,Dmitri\n")
	for i := range 20 {
		cells := []string{"C" + string(rune('A'+i)), "3", "3", "3", "3"}
		cells[1], cells[2], cells[4] = string("234"[i%3]), string("342"[i/2%3]), string("2344"[i%4])
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	require.NoError(t, os.WriteFile(wide, []byte(b.String()), 0o600))
	_, told := said("check", wide)
	require.Contains(t, told, "a column for each labeler: Anna, Ben, Carla, Dmitri")
	_, told = said("gold", testdata("single.csv"))
	require.NotContains(t, told, "--gold all")
	require.Contains(t, told, "--gold-column COLUMN")
}
