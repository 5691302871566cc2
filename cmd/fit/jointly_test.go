package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// manyCategories writes a file of labels of so many categories in some groups, each of which has other labelers. The
// last group never uses the last category.
func manyCategories(t *testing.T, categories int, groups ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("item,labeler,study,label\n")
	for i := range 40 {
		for g, group := range groups {
			for k := range 4 {
				c := i % categories
				if (i*7+k*3+g)%5 == 0 {
					c = (i*i + k*k + g) % categories
				}
				if g == len(groups)-1 {
					c = min(c, categories-2)
				}
				fmt.Fprintf(&b, "i%d,%s%d,%s,category %d\n", i, group, (i+k)%6, group, c)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "words.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	return path
}

// The contract of the JSON of categories fitted together.
func TestJointContract(t *testing.T) {
	shapes := map[string]bool{".data.warnings[] string": true, ".diagnostics.messages[] string": true}
	var out, told bytes.Buffer
	run([]string{"--family", "categorical", "--draws", "60", "--warmup", "50", "--chains", "2", "--quiet", "--format",
		"json", manyCategories(t, 3, "a", "b", "c")}, streams{in: strings.NewReader(""), out: &out, err: &told})
	var v any
	require.NoError(t, json.Unmarshal(out.Bytes(), &v), told.String())
	collectShapes(shapes, "", v)
	goldenShapes(t, "jointly_contract.golden", shapes)
}

// Every flag of fit is used by a joint fit of categories or refused, with a command that lacks it.
func TestJointFitRefusesFlagsThatItDoesNotUse(t *testing.T) {
	for _, name := range strings.Fields(jointFlags) {
		assert.NotNil(t, fitCommand(streams{}).Flags().Lookup(name), name)
	}
	refused := 0
	fitCommand(streams{}).Flags().VisitAll(func(flag *pflag.Flag) {
		value := map[string]string{"int": "1", "float64": "0.5", "bool": "true"}[flag.Value.Type()]
		if value == "" {
			value = "x"
		}
		if slices.Contains(strings.Fields(jointFlags), flag.Name) || flag.Name == "from" {
			return
		}
		refused++
		_, told := runFit(t, exitUsage, "--family", categorical, "--seed", "7", "--"+flag.Name+"="+value, "x.csv")
		assert.Contains(t, told, "does not use --"+flag.Name+". Without: fit --family=categorical --seed=7 x.csv")
	})
	assert.Greater(t, refused, 25)
}

// A joint fit finds the truth of a simulated file: each number lies within 3.5 standard deviations of the estimate.
func TestSimulatedCategoriesAreFound(t *testing.T) {
	base := t.TempDir()
	file, truth := filepath.Join(base, "words.csv"), filepath.Join(base, "truth.json")
	_, _ = runFit(t, exitFine, "simulate", "--family", categorical, "--studies", "a,b,c", "--items", "80", "--labelers",
		"12", "--item-sd", "1.5,1.5,2", "--category-means", "0.5,0,0", "--correlation", "0.8", "--seed", "4",
		"--output", file, "--truth", truth)
	b, err := os.ReadFile(truth)
	require.NoError(t, err)
	var known result.Truth
	require.NoError(t, json.Unmarshal(b, &known))
	assert.Equal(t, categorical, known.Family)
	out, _ := runFit(t, exitFine, "--family", categorical, "--draws", "300", "--chains", "3", "--bootstrap", "0",
		"--replications", "0", "--quiet", "--format", "json", file)
	var j result.Jointly
	require.NoError(t, json.Unmarshal([]byte(out), &j))
	require.Len(t, j.Estimates, len(known.Quantities))
	for _, want := range known.Quantities {
		got, ok := j.Find(want.Quantity, want.Category, want.Studies...)
		require.True(t, ok, want)
		assert.Equal(t, want.Scale, got.Scale)
		assert.InDelta(t, float64(want.Value), float64(got.Mean), 3.5*float64(got.SD), want)
	}
}
