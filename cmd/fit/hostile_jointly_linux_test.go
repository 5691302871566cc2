package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A joint fit of categories, its conditions and its folder show hostile names of categories, groups and labelers.
func TestHostileNamesOfCategories(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	require.NoError(t, w.Write([]string{"item", "labeler", "study", "label"}))
	for n := range 160 {
		item, labeler, group := n/8, n%4, n/4%2
		category := (item + labeler/3*(item/2+group)) % 3
		if group == 1 {
			category %= 2 // a group that never uses a category
		}
		require.NoError(t, w.Write([]string{fmt.Sprint("i", hostile, item), fmt.Sprint("l", hostile, group, labeler),
			fmt.Sprint("s", hostile, group), fmt.Sprint("c", hostile, category)}))
	}
	w.Flush()
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	run, page := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "page.html")
	fit := []string{"--family", categorical, "--draws", "20", "--warmup", "20", "--chains", "2", "--bootstrap", "10",
		"--replications", "20", path}
	show := func(what string, args ...string) {
		t.Helper()
		out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, args...)
		requireShown(t, out, what)
		assert.Contains(t, out, "evil", what)
	}
	show("fit", slices.Concat(fit, []string{"--out", run, "--html", page,
		"--fail-if", fmt.Sprint("icc:c", hostile, "0<1"), "--fail-if", "rate>0"})...)
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page")
	for _, format := range documentFormats() {
		show("report "+format, "report", run, "--full", "--format", format)
	}
	for what, condition := range map[string]string{"category": "icc:x" + hostile, "group": "icc(" + hostile + ")",
		"together": "disagreement:" + hostile, "unused": fmt.Sprint("icc:c", hostile, "2(s", hostile, "1)")} {
		show(what, slices.Concat(fit, []string{"--fail-if", condition + "<1"})...)
	}
	show("simulate", "simulate", "--family", categorical, "--items", "3", "--categories", "a,b,c"+hostile+"x")
}
