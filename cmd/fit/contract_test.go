package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// runFit runs the command within the test and returns what it wrote.
func runFit(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	got := run(args, streams{in: strings.NewReader(""), out: &out, err: &err})
	require.Equal(t, code, got, "exit code of fit %v\n%s%s", args, out.String(), err.String())
	return out.String(), err.String()
}

// inFormats runs the command once and returns its result in formats, by the ends of the names of their files. A script
// (also.txtar) tests that a file has what the format prints.
func inFormats(t *testing.T, args ...string) map[string]string {
	t.Helper()
	dir, all := t.TempDir(), map[string]string{"json": "", "csv": "", "txt": ""}
	for end := range all {
		args = append(slices.Clone(args), "--also", filepath.Join(dir, "result."+end))
	}
	runFit(t, exitFine, args...)
	for end := range all {
		text, err := os.ReadFile(filepath.Join(dir, "result."+end))
		require.NoError(t, err)
		all[end] = string(text)
	}
	return all
}

// testdata names a file of the repository's testdata.
func testdata(name string) string { return filepath.Join("..", "..", "testdata", name) }

// The contract of the JSON: every key that it may have and the type of its value.
// UPDATE_GOLDEN=1 go test ./cmd/fit writes the file anew.
func TestJSONContract(t *testing.T) {
	// There may be warnings or none, and chains that had to go on or none.
	shapes := map[string]bool{".data.warnings[] string": true, ".diagnostics.messages[] string": true,
		".sampler.thin float64": true}
	for _, args := range [][]string{
		{"--labeler-effects", "none", testdata("funniness.csv")}, // undefined estimates
		{"--compare", "--labeler-effects none", "--items", filepath.Join(t.TempDir(), "items.csv"),
			testdata("single.csv")},
		{"--labelers", filepath.Join(t.TempDir(), "labelers.csv"), testdata("single.csv")},
		{testdata("misfit_shift.csv")},  // a note on κx
		{testdata("misfit_random.csv")}, // a doubt
		{"--family", "ordinal", testdata("stars.csv")},
		{bothArms(t)},            // pairs left out
		{testdata("claims.csv")}, // one label of each item
		{"--covariate", "country,length", "--slopes", "length", fromCountries(t)},
		{"--items-are", "t", testdata("funniness.csv")},
	} {
		out, _ := runFit(t, exitFine, append(args, "--format", "json", "--bootstrap", "20", "--draws", "300")...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
		r := answerIn(t, out)
		for _, e := range estimates(r) {
			_, known := catalogue.OfTerm(e.Q.Name, e.Term)
			assert.True(t, known, e.Q.Name)
		}
	}
	goldenShapes(t, "contract.golden", shapes)
}

func collectShapes(shapes map[string]bool, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			collectShapes(shapes, path+"."+key, value)
		}
	case []any:
		for _, value := range v {
			collectShapes(shapes, path+"[]", value)
		}
	case nil:
		shapes[path+" null"] = true
	default:
		shapes[fmt.Sprintf("%s %T", path, v)] = true
	}
}

// goldenShapes compares the shapes of JSON, a line each, with those of the contract in a file of testdata.
func goldenShapes(t *testing.T, name string, shapes map[string]bool) {
	t.Helper()
	golden(t, filepath.Join("testdata", name), strings.Join(slices.Sorted(maps.Keys(shapes)), "\n")+"\n")
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test makes it")
	assert.Equal(t, string(want), got)
}

// What a fit says of a simulated study is near what the study was made with: within 4
// posterior standard deviations, where the model was right.
func TestFitFindsTheTruth(t *testing.T) {
	for _, name := range []string{"funniness", "single"} {
		out, _ := runFit(t, exitFine, "--format", "json", "--bootstrap", "0", "--residual", "study",
			testdata(name+".csv"))
		r := answerIn(t, out)
		text, err := os.ReadFile(testdata(name + "_truth.json"))
		require.NoError(t, err)
		var truth result.Truth
		require.NoError(t, json.Unmarshal(text, &truth))
		found := 0
		for _, q := range truth.Quantities {
			for _, e := range estimates(r) {
				if isTruth(e, q) {
					found++
					assert.InDelta(t, float64(q.Value), e.Value, 4*e.SD, "%s of %v", q.Quantity, q.Studies)
				}
			}
		}
		assert.Equal(t, len(truth.Quantities), found, "every true value has its estimate")
	}
}

// The same seed gives the same bytes for any number of cores, times apart.
func TestSameSeedSameBytes(t *testing.T) {
	args := []string{"--draws", "200", "--bootstrap", "50", "--format", "csv", testdata("single.csv")}
	one, _ := runFit(t, exitFine, append(args, "--cores", "1")...)
	two, _ := runFit(t, exitFine, append(args, "--cores", "3")...)
	assert.Equal(t, one, two)
	other, _ := runFit(t, exitFine, append(args, "--seed", "2")...)
	assert.NotEqual(t, one, other)
}

// The commands of testdata/README.md make its files again, byte for byte.
func TestTestdataIsReproducible(t *testing.T) {
	text, err := os.ReadFile(testdata("README.md"))
	require.NoError(t, err)
	made := 0
	for _, line := range strings.Split(string(text), "\n") {
		args, ok := strings.CutPrefix(line, "fit simulate ")
		if !ok {
			continue
		}
		fields := append([]string{"simulate"}, strings.Fields(args)...)
		dir := t.TempDir()
		var files []string
		for i, f := range fields {
			if f == "--output" || f == "--truth" {
				files = append(files, fields[i+1])
				fields[i+1] = filepath.Join(dir, fields[i+1])
			}
		}
		runFit(t, exitFine, fields...)
		for _, f := range files {
			got, err := os.ReadFile(filepath.Join(dir, f))
			require.NoError(t, err)
			want, err := os.ReadFile(testdata(f))
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, got), "%s differs", f)
			made++
		}
	}
	assert.Equal(t, 12, made)
}
