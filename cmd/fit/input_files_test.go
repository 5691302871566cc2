package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/quoting"
	"concord/internal/result/export"
	"concord/study/read"
)

func TestConditions(t *testing.T) {
	for text, want := range map[string]read.Condition{
		"source=expert":         {Column: "source", Values: []string{"expert"}},
		"source = expert,crowd": {Column: "source", Values: []string{"expert", "crowd"}},
		`source="a,b",c`:        {Column: "source", Values: []string{"a,b", "c"}},
		"source!=a=b":           {Column: "source", Values: []string{"a=b"}, Not: true},
		"source=":               {Column: "source", Values: []string{""}},
		`"a=b"=c`:               {Column: "a=b", Values: []string{"c"}},
		`"a=b"!=c`:              {Column: "a=b", Values: []string{"c"}, Not: true},
	} {
		got, ok := read.Condition{}, false
		got.Column, got.Not, got.Values, ok = quoting.ConditionOf(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "source", "=a", "!=a", `"source"a`, `"source`} {
		_, _, _, ok := quoting.ConditionOf(text)
		assert.False(t, ok, text)
	}
}

// Rows that a condition leaves out are as if they were not in the file, and are counted.
func TestWhere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	const head = "item,labeler,label,source\n"
	const kept = "a,u,1,x\na,v,2,x\nb,u,3,x\nb,v,3,x\nc,u,2,x\nc,v,1,x\n"
	only := write("only.csv", head+kept)
	both := write("both.csv", head+"a,u,3,y\na,v,1,y\n"+kept+"c,w,9,z\n")
	want, _ := runFit(t, exitFine, "agreement", "--format", "csv", only)
	got, _ := runFit(t, exitFine, "agreement", "--format", "csv", "--where", "source=x", both)
	assert.Equal(t, want, got)
	out, _ := runFit(t, exitFine, "check", "--full", "--where", "source!=y,z", both)
	assert.Contains(t, out, "Left out on request: 3 rows. Kept: source != y, z.")
	again, _ := runFit(t, exitFine, "agreement", "--format", "csv", "--where", "source=x,x", both)
	assert.Equal(t, want, again)
	_, told := runFit(t, exitInput, "--text", "sourse", "--html", filepath.Join(dir, "page.html"), both)
	assert.Contains(t, told, `no column is named "sourse"`)
	assert.Contains(t, told, " --text source\n")
	_, told = runFit(t, exitInput, "check", "--where", "source=X", both)
	assert.Contains(t, told, `no row has "X" in column "source", which has x, y, z`)
	_, told = runFit(t, exitUsage, "check", "--where", "source", both)
	assert.Contains(t, told, "--where source: it is COLUMN=VALUE")
}

// Files are read as one, whichever way they are named, and a run of them says which they were, so that it can be
// repeated.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "labels")
	require.NoError(t, os.Mkdir(folder, 0o700))
	var paths []string
	long := "item,labeler,label\n"
	for _, who := range []string{"ann", "bob", "cleo"} {
		text := "item,label\n"
		for n := range 12 {
			row := fmt.Sprintf("%d\n", (n*len(who)+n/3)%2)
			text += fmt.Sprintf("i%d,%s", n, row)
			long += fmt.Sprintf("i%d,%s,%s", n, who, row)
		}
		paths = append(paths, filepath.Join(folder, who+".csv"))
		require.NoError(t, os.WriteFile(paths[len(paths)-1], []byte(text), 0o600))
	}
	one := filepath.Join(dir, "one.csv")
	require.NoError(t, os.WriteFile(one, []byte(long), 0o600))
	want, _ := runFit(t, exitFine, "agreement", "--format", "csv", one)
	for _, named := range [][]string{paths, {folder}, {filepath.Join(folder, "*.csv")}, {folder + "/"}} {
		got, _ := runFit(t, exitFine, append([]string{"agreement", "--format", "csv"}, named...)...)
		assert.Equal(t, want, got)
	}
	short := []string{"--draws", "50", "--warmup", "50", "--chains", "2", "--replications", "0", "--bootstrap", "0",
		"-q"}
	kept := filepath.Join(dir, "run")
	runAny := func(args ...string) (out, told string) { // few draws need not converge
		var o, e bytes.Buffer
		code := run(args, streams{in: strings.NewReader(""), out: &o, err: &e})
		require.Contains(t, []int{exitFine, exitNotConverged}, code, e.String())
		return o.String(), e.String()
	}
	first, _ := runAny(append(short, "--out", kept, folder)...)
	var m export.Manifest
	text, err := os.ReadFile(filepath.Join(kept, "run.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &m))
	require.Len(t, m.Input.Files, 3)
	for k, file := range m.Input.Files {
		text, err := os.ReadFile(paths[k])
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(text)), file.SHA256)
		assert.Equal(t, paths[k], file.Absolute)
	}
	again, told := runAny("--from", filepath.Join(kept, "run.json"))
	assert.Contains(t, told, "the draws are the same to the byte")
	assert.Equal(t, strings.Split(first, "\n")[2], strings.Split(again, "\n")[2])
	require.NoError(t, os.WriteFile(paths[1], []byte("item,label\ni1,1\ni2,0\n"), 0o600))
	_, told = runFit(t, exitInput, "--from", filepath.Join(kept, "run.json"))
	assert.Contains(t, told, "has changed since the run")

	// A run is no folder of labels, and its report can be printed.
	_, told = runFit(t, exitInput, "agreement", kept)
	assert.Contains(t, told, "\n  fit report "+kept)
	runAny("report", kept)
	runAny("plan", "-q", kept)

	_, told = runFit(t, exitUsage, "agreement", "--file-as", "item", folder)
	assert.Contains(t, told, "--file-as item: it is labeler or study")
	_, told = runFit(t, exitUsage, "agreement", "--file-as", "study", "--group", "x", folder)
	assert.Contains(t, told, "--file-as study and --group")
}

// The commands that errors about folders print can be pasted.
func TestFolderAdvice(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mixed/ann.csv": "item,label\na,1\nb,0\n", "mixed/bob.csv": "item,label\na,1\nb,1\n", "mixed/README.md": "",
		"nested/in/ann.csv": "item,label\na,1\nb,0\n", "nested/in/bob.csv": "item,label\na,1\nb,1\n",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for folder, code := range map[string]string{"mixed": "mixed_files", "nested": "nested_folder"} {
		got, commands := outcomeOf(t, "check", filepath.Join(dir, folder))
		assert.Equal(t, code, got)
		require.NotEmpty(t, commands)
		got, _ = outcomeOf(t, argumentsOf(t, commands[0])...)
		assert.Equal(t, "read", got, commands[0])
	}
}

// Columns of a long file are described by its first rows, and the heading says so. Groups are counted over all rows.
func TestCheckSaysWhichRowsDescribeColumns(t *testing.T) {
	var out, messages bytes.Buffer
	require.Equal(t, exitFine, run([]string{"check", testdata("policy.csv")}, streams{out: &out, err: &messages}))
	require.Contains(t, out.String(), "looks like, by the first 5 000 rows\n")
	require.Contains(t, out.String(), "144 raters · 3 groups")
	out.Reset()
	require.Equal(t, exitFine, run([]string{"check", testdata("stars.csv")}, streams{out: &out, err: &messages}))
	require.NotContains(t, out.String(), "by the first")
}
