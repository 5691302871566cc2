package main

import (
	"bytes"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// commandsOf are the command and all those below it.
func commandsOf() []*cobra.Command {
	var all []*cobra.Command
	every(rootCommand(streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}), func(cmd *cobra.Command) {
		all = append(all, cmd)
	})
	return all
}

// Every flag that names a file or a folder is one of those that are written, which are held apart, or of those that are
// read.
func TestFlagsOfFiles(t *testing.T) {
	read := []string{"from", "exclude-labelers", "judge", "new-items", "drop", "folder"}
	names := regexp.MustCompile("`(file|folder)`|@FILE|run.json")
	found := 0
	for _, cmd := range commandsOf() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if names.MatchString(f.Usage) && !assert.ObjectsAreEqual(true, option.IsWritten(f)) {
				assert.Contains(t, read, f.Name, "%s: is it read or written? option.Writes says so", cmd.Name())
			}
			if option.IsWritten(f) {
				found++
			}
		})
	}
	assert.GreaterOrEqual(t, found, 10)
}

// files makes a folder of labels, names in files, links to them, and a run of an earlier day.
func placesToWrite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	labels, err := os.ReadFile(testdata("single.csv"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(at("ratings.csv"), labels, 0o644))
	require.NoError(t, os.WriteFile(at("bad.csv"), []byte("labeler_01\n"), 0o644))
	require.NoError(t, os.Symlink("ratings.csv", at("soft.csv")))
	require.NoError(t, os.Link(at("ratings.csv"), at("hard.csv")))
	require.NoError(t, os.Mkdir(at("folder"), 0o755))
	require.NoError(t, os.Symlink("folder", at("way")))
	require.NoError(t, os.Symlink("new.csv", at("dangling.csv")))
	var out bytes.Buffer
	code := run([]string{"--draws", "20", "--warmup", "20", "--chains", "1", "--bootstrap", "0", "--replications", "0",
		"--quiet", "--out", at("run"), at("ratings.csv")}, streams{in: strings.NewReader(""), out: &out, err: &out})
	require.Contains(t, []int{exitFine, exitNotConverged}, code, out.String())
	return dir
}

// contentsOf are checksums of the files of a folder and of those in it, by name.
func contentsOf(t *testing.T, dir string) map[string]uint32 {
	t.Helper()
	all := map[string]uint32{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = crc32.ChecksumIEEE(b)
		if err != nil && d.Type()&os.ModeSymlink != 0 {
			return nil // that leads nowhere
		}
		return err
	}))
	return all
}

// No command writes over what it reads, by whatever name, nor one output over another, and it says which flags do so
// before it begins.
func TestOutputsAreHeldApart(t *testing.T) {
	dir := placesToWrite(t)
	t.Chdir(dir)
	before := contentsOf(t, ".")
	quick := "--draws 20 --warmup 20 --chains 1 --bootstrap 0 --replications 0 "
	for _, c := range []struct{ args, want string }{
		{quick + "--html ratings.csv ratings.csv", "--html ratings.csv: this file is read, as ratings.csv"},
		{quick + "--items ratings.csv ratings.csv", "--items ratings.csv: this file is read"},
		{quick + "--labelers ratings.csv ratings.csv", "--labelers ratings.csv: this file is read"},
		{quick + "--out ratings.csv ratings.csv", "--out ratings.csv: this file is read"},
		{quick + "--items soft.csv ratings.csv", "--items soft.csv: this file is read, as ratings.csv"},
		{quick + "--items hard.csv ratings.csv", "--items hard.csv: this file is read, as ratings.csv"},
		{quick + "--labelers ratings.csv soft.csv", "--labelers ratings.csv: this file is read, as soft.csv"},
		{quick + "--html ./folder/../ratings.csv ratings.csv", "this file is read, as ratings.csv"},
		{quick + "--items bad.csv --exclude-labelers @bad.csv ratings.csv", "as --exclude-labelers @bad.csv"},
		{quick + "--html run/run.json --from run/run.json", "--html run/run.json: this file is read, as --from"},
		{quick + "--html ratings.csv --from run/run.json", "--html ratings.csv: this file is read"},
		{quick + "--html known.csv --items known.csv ratings.csv", "--html known.csv and --items known.csv: these are"},
		{quick + "--items known.csv --labelers known.csv ratings.csv", "--items known.csv and --labelers known.csv"},
		{quick + "--items folder/k.csv --labelers way/k.csv ratings.csv", "--items folder/k.csv and --labelers way"},
		{quick + "--out page --html page ratings.csv", "--out page and --html page: these are one"},
		{quick + "--out run --items run/items.csv ratings.csv", "--items run/items.csv: this is in the folder"},
		{quick + "--out new --items new/items.csv ratings.csv", "--items new/items.csv: this is in the folder"},
		{quick + "--out run run/summary.csv", "--out run: the folder holds run/summary.csv, which is read"},
		{"judge --humans all --html ratings.csv ratings.csv", "--html ratings.csv: this file is read"},
		{"judge --judge @bad.csv --html bad.csv ratings.csv", "--html bad.csv: this file is read, as --judge @bad.csv"},
		{"judge --humans all --html run/run.json --from run/run.json", "--html run/run.json: this file is read"},
		{"gold --html soft.csv ratings.csv", "--html soft.csv: this file is read, as ratings.csv"},
		{"batch --by item --out run run/summary.csv", "--out run: the folder holds run/summary.csv, which is read"},
		{"report --html run/draws.json run", "--html run/draws.json: this file is read, as run/draws.json"},
		{"report --html run/page.html run", "--html run/page.html: this is in the folder of a run"},
		{"simulate --output a.csv --truth a.csv", "--output a.csv and --truth a.csv: these are one file"},
		{"simulate --output dangling.csv --truth new.csv", "--output dangling.csv and --truth new.csv"},
		{"simulate --truth -", "--truth -: the truth goes to a file"},
	} {
		var out, stderr bytes.Buffer
		code := run(strings.Fields(c.args), streams{in: strings.NewReader(""), out: &out, err: &stderr})
		assert.Equal(t, exitUsage, code, "%s: %s", c.args, &stderr)
		assert.Contains(t, stderr.String(), c.want, c.args)
		assert.Empty(t, out.String(), c.args)
		require.Equal(t, before, contentsOf(t, "."), c.args)
	}
}

// Standard input and output are files too where a shell has opened one.
func TestStandardStreamsAreHeldApart(t *testing.T) {
	t.Chdir(placesToWrite(t))
	labels, err := os.Open("ratings.csv")
	require.NoError(t, err)
	defer labels.Close()
	more, err := os.OpenFile("ratings.csv", os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	defer more.Close()
	page, err := os.Create("page.html")
	require.NoError(t, err)
	defer page.Close()
	for want, c := range map[string]struct {
		in   io.Reader
		out  io.Writer
		args []string
	}{
		"--html ratings.csv: this file is read, as standard input": {
			labels, io.Discard, []string{"--html", "ratings.csv", "-"}},
		"standard output: this file is read, as ratings.csv": {
			strings.NewReader(""), more, []string{"check", "ratings.csv"}},
		"standard output and --html page.html: these are one file": {
			labels, page, []string{"--html", "page.html", "-"}},
	} {
		var stderr bytes.Buffer
		assert.Equal(t, exitUsage, run(c.args, streams{in: c.in, out: c.out, err: &stderr}), want)
		assert.Contains(t, stderr.String(), want)
	}
}

// What does not collide is written: two outputs into a device, and the page of a run into its folder.
func TestOutputsThatMayStandTogether(t *testing.T) {
	t.Chdir(placesToWrite(t))
	for _, args := range []string{
		"simulate --items 5 --output " + os.DevNull + " --truth " + os.DevNull,
		"report --html run/report.html run",
		"--quiet --draws 20 --warmup 20 --chains 1 --bootstrap 0 --replications 0 --out run --html " +
			"run/report.html ratings.csv",
		"--quiet --from run/run.json --out run",
	} {
		var out bytes.Buffer
		code := run(strings.Fields(args), streams{in: strings.NewReader(""), out: &out, err: &out})
		assert.Contains(t, []int{exitFine, exitNotConverged}, code, "%s: %s", args, &out)
	}
}

// A run.json names what to repeat, and nothing that is written: that is said on the command line alone.
func TestRunToRepeatWritesNothing(t *testing.T) {
	t.Chdir(placesToWrite(t))
	manifest, err := os.ReadFile(filepath.Join("run", "run.json"))
	require.NoError(t, err)
	hostile := strings.Replace(string(manifest), `"flags": {`,
		`"flags": { "items": ["bad.csv"], "labelers": ["victim.csv"], "html": ["ratings.csv"], `+
			`"out": ["elsewhere"],`, 1)
	require.NotEqual(t, string(manifest), hostile)
	require.NoError(t, os.WriteFile("hostile.json", []byte(hostile), 0o644))
	before := contentsOf(t, ".")
	var out, stderr bytes.Buffer
	code := run([]string{"--from", "hostile.json"}, streams{in: strings.NewReader(""), out: &out, err: &stderr})
	assert.Contains(t, []int{exitFine, exitNotConverged}, code, stderr.String())
	assert.Equal(t, before, contentsOf(t, "."))
	assert.Contains(t, stderr.String(), "the draws are the same to the byte")
	assert.Contains(t, stderr.String(),
		"--html ratings.csv and --items bad.csv and --labelers victim.csv and --out elsewhere")
}
