package session

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/sampler"
)

// pathOf returns the path of a file: one of the repository, if it is a name alone.
func pathOf(name string) string {
	if strings.Contains(name, string(filepath.Separator)) {
		return name
	}
	return filepath.Join("..", "..", "..", "testdata", name)
}

func originOf(t *testing.T, name string) Origin {
	t.Helper()
	labels, err := os.ReadFile(pathOf(name))
	require.NoError(t, err)
	sum := sha256.Sum256(labels)
	return Origin{SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(labels))}
}

func fileOf(text string) File { return func() io.Reader { return strings.NewReader(text) } }

// opened reads a file.
func opened(t *testing.T, name string, q Request) *Session {
	t.Helper()
	b, err := os.ReadFile(pathOf(name))
	require.NoError(t, err)
	s, err := Open(context.Background(), fileOf(string(b)), filepath.Base(name), q)
	require.NoError(t, err)
	return s
}

// fitted fits in as many processes as the page has workers.
func fitted(t *testing.T, name string, q Request) *Fitted {
	t.Helper()
	const processes = 4
	// By process and other one: what the one has been sent by the other, which may be in its next exchange already.
	var to [processes][processes]chan *sampler.Run
	for p := range to {
		for other := range to[p] {
			to[p][other] = make(chan *sampler.Run, 1)
		}
	}
	beside := make(chan []byte, 2)
	var out *Fitted
	from := originOf(t, name)
	var group sync.WaitGroup
	for p := range processes {
		s := opened(t, name, q)
		if p == 0 {
			_, err := s.Coefficients(context.Background(), true)
			require.NoError(t, err)
		}
		group.Go(func() {
			share := &sampler.Share{
				Mine:      func(chain int) bool { return chain%processes == p },
				MinePilot: func(chain int) bool { return chain%(processes-1) == p-1 },
				Exchange: func(_ context.Context, mine *sampler.Run) (*sampler.Run, error) {
					all := []*sampler.Run{mine}
					for other := range to {
						if other != p {
							to[other][p] <- mine
						}
					}
					for other := range to {
						if other != p {
							all = append(all, <-to[p][other])
						}
					}
					return sampler.Join(all...)
				},
			}
			process := Process{Share: share, Leads: p == 0}
			switch p {
			case 0:
				process.Await = func() []byte { return <-beside }
			case processes - 1:
				process.HandOver = func(b []byte) { beside <- b }
			}
			f, err := s.Fit(context.Background(), process, from, func(string, int, int) {})
			if assert.NoError(t, err) && p == 0 {
				out = f
			}
		})
	}
	group.Wait()
	require.NotNil(t, out)
	return out
}

// fit builds the command once.
var fit = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "concord-session-")
	if err != nil {
		return "", err
	}
	command := filepath.Join(dir, "fit")
	if out, err := exec.Command("go", "build", "-o", command, "../../../cmd/fit").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return command, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if command, err := fit(); err == nil {
		os.RemoveAll(filepath.Dir(command))
	}
	os.Exit(code)
}

// run runs the command among the files of the repository and returns what it printed; few draws have not converged,
// which is no failure here.
func run(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := runs(t, args...)
	require.NoError(t, err, string(out))
	return out
}

// fails is run of what has to end in an error.
func fails(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := runs(t, args...)
	require.Error(t, err, string(out))
	return out
}

func runs(t *testing.T, args ...string) ([]byte, error) {
	t.Helper()
	command, err := fit()
	require.NoError(t, err)
	cmd := exec.Command(command, args...)
	cmd.Dir = filepath.Join("..", "..", "..", "testdata")
	var news bytes.Buffer
	cmd.Stderr = &news
	out, err := cmd.Output()
	var exit *exec.ExitError
	said := news.String()
	if errors.As(err, &exit) && exit.ExitCode() == 4 {
		said, _, _ = strings.Cut("\n"+said, "\nfit: ") // the reason of the exit code stands last
		said, err = strings.TrimPrefix(said, "\n"), nil
	}
	return append(out, said...), err
}

// The page's result is the command's, given the same settings: every number of it but the times, also where the first
// draws are not good enough and are made anew.
func TestFitIsTheCommands(t *testing.T) {
	for name, q := range map[string]Request{
		"single.csv": {Draws: 200},
		"stars.csv":  {Draws: 40, Seed: 7, Labelers: "nested", Labels: "ordered", Reference: "critics"},
	} {
		got := fitted(t, name, q)
		want := numbers(t, run(t, append(q.arguments(name), "--quiet", "--format=json")...))
		assert.Equal(t, want["runs"], numbers(t, got.JSON)["runs"], name)
		assert.True(t, reflect.DeepEqual(want, numbers(t, got.JSON)), name)
		assert.NotEmpty(t, want["rows"])
		assert.Contains(t, string(got.HTML), "<title>Rating quality: "+name)
		assert.Contains(t, string(got.CSV), "icc")
	}
}

// What is told of judges is what the command tells, of studies, of labelers and of words, and run.json repeats it.
func TestJudgesAreTheCommands(t *testing.T) {
	slowtest.Only(t)
	var labelers, words strings.Builder
	labelers.WriteString("item,labeler,label\n")
	words.WriteString("item,labeler,study,label\n")
	for i := range 24 {
		for who, name := range []string{"a", "b", "c", "gpt, the first", "mis"} {
			y := (i + i*(who+3)%7/5) % 3
			fmt.Fprintf(&labelers, "i%d,\"%s\",%v\n", i, name, y/2)
			of := "people"
			if who > 2 {
				of = "judge " + name[:1]
			}
			fmt.Fprintf(&words, "i%d,\"%s\",%s,%s\n", i, name, of, []string{"ant", "bee", "cat"}[y])
		}
	}
	dir := t.TempDir()
	for _, c := range []struct {
		file, text string // "": of the repository
		q          Request
		judges     string // something that the table says
	}{
		{"claims.csv", "", Request{Humans: "crowd", Draws: 250}, "\nworth,,crowd,checker,"},
		{"labelers.csv", labelers.String(), Request{Judges: []string{"gpt, the first"}, Draws: 400, Seed: 3},
			"\nworth,,people,\"gpt, the first\","},
		{"words.csv", words.String(), Request{Humans: "people", Draws: 100}, "\nworth,bee,people,judge g,"},
	} {
		c.q.Task = judges
		path := pathOf(c.file)
		if c.text != "" {
			path = filepath.Join(dir, c.file)
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o644))
		}
		got := fitted(t, path, c.q)
		path, err := filepath.Abs(path)
		require.NoError(t, err)
		arguments := c.q.arguments(path)
		require.Equal(t, "judge", arguments[0])
		want := string(run(t, append(arguments, "--quiet", "--format=json")...))
		assert.Equal(t, judgesNumbers(t, []byte(want)), judgesNumbers(t, got.JSON), c.file)
		assert.Equal(t, string(run(t, append(arguments, "--quiet", "--format=csv")...)), string(got.CSV))
		assert.Contains(t, string(got.CSV), c.judges)
		assert.Contains(t, string(got.HTML), "random person")
		assert.Contains(t, string(got.Text), "── a person ──")
		if c.file == "claims.csv" {
			assert.Contains(t, string(got.JSON), `"reweighted_ess"`, "what processes make together besides chains")
		}
		file := filepath.Join(dir, "run.json")
		require.NoError(t, os.WriteFile(file, got.Run, 0o644))
		assert.Contains(t, string(run(t, "judge", "--from", file, path)), "the numbers are the same to the byte")
		assert.Contains(t, string(fails(t, "--from", file, path)), "this is a run of fit judge. Repeat it with")
	}
}

// judgesNumbers returns all of a comparison but times, and words for the reader of a page or a shell.
func judgesNumbers(t *testing.T, text []byte) (numbers []any) {
	t.Helper()
	var whole map[string]any
	require.NoError(t, json.Unmarshal(text, &whole))
	for _, key := range []string{"rows", "verdict", "doubts", "interval", "set"} {
		require.Contains(t, whole, key)
		numbers = append(numbers, whole[key])
	}
	return numbers
}

// numbers returns a result without times, and without words for the reader of a page or a shell.
func numbers(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var r map[string]any
	require.NoError(t, json.Unmarshal(text, &r))
	run := r["runs"].([]any)[0].(map[string]any)
	for _, key := range []string{"setup_seconds", "warmup_seconds", "sampling_seconds"} {
		delete(run["sampler"].(map[string]any), key)
	}
	delete(run["diagnostics"].(map[string]any), "messages")
	for _, key := range []string{"file", "default_kind", "warnings", "notes"} {
		delete(r["data"].(map[string]any), key)
	}
	return r
}

// run.json repeats the run with the command, which says whether the draws are the same; it says how many draws there
// are where nothing was said.
func TestRunRepeats(t *testing.T) {
	s := opened(t, "single.csv", Request{Seed: 3, Labelers: "nested"})
	f, err := s.Fit(context.Background(), Process{Leads: true}, originOf(t, "single.csv"), func(string, int, int) {})
	require.NoError(t, err)
	assert.Contains(t, string(f.HTML), "--draws=400 --warmup=75")
	file := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(file, f.Run, 0o644))
	text := string(run(t, "--from", file, "single.csv"))
	assert.Contains(t, text, "the draws are the same to the byte")
	assert.Contains(t, text, "4 × 400 draws")
}

// Words without order have no model of one ICC.
func TestWordsHaveNoModel(t *testing.T) {
	s := opened(t, "topics.csv", Request{Task: reliability})
	_, err := s.Fit(context.Background(), Process{Leads: true}, originOf(t, "topics.csv"), func(string, int, int) {})
	require.Error(t, err)
	f := NewFault(err)
	assert.Contains(t, f.Text, "4 categories without order")
	assert.Equal(t, "positive", f.Control)
}

func TestFaultsSayWhatMendsThem(t *testing.T) {
	for text, want := range map[string]struct{ text, control string }{
		"ad,person,verdict,extra\n1,a,x,1\n":        {"Choose above which column is the", "item"},
		"item,labeler,label\n1,a,0\n1,a,1\n2,a,1\n": {"Choose above which of them count", "duplicates"},
		"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaa":          {"CSV", ""},
		"PAR1aaaaaaaaaaaaaaaaaaaaaaaaaaaa":          {"", ""},
		"":                                          {"empty", ""},
	} {
		_, err := Open(context.Background(), fileOf(text), "labels.csv", Request{})
		require.Error(t, err, "%q", text)
		f := NewFault(err)
		assert.Contains(t, f.Text, want.text)
		assert.Equal(t, want.control, f.Control, f.Text)
		assert.NotContains(t, f.Text, "--", "flags are the command's")
	}
	const one = "item,labeler,label\n1,a,1\n1,b,0\n2,a,1\n"
	const two = "item,labeler,study,label\n1,a,p,1\n1,b,p,0\n1,g,j,1\n"
	for _, c := range []struct {
		text, humans  string
		judges        string
		said, control string
	}{
		{one, "", "", "Choose the judges above", "judges"},
		{one, "", "c", "Choose other judges above", "judges"},
		{one, "", "a,b", "Choose other judges above", "judges"},
		{one, "", "a", "Choose the people above", "humans"},
		{"item,label\n1,1\n1,0\n", "", "c", "Choose the column of the labelers", "labeler"},
		{two, "", "", "Choose the people above", "humans"},
		{two, "p", "p", "Choose the judges above", "judges"},
		{two, "x", "", "Choose the people above", "humans"},
		{two + "2,a,j,1\n", "p", "", "Leave its rows out", "humans"},
	} {
		q := Request{Task: "judges", Humans: c.humans}
		if c.judges != "" {
			q.Judges = strings.Split(c.judges, ",")
		}
		_, err := Open(context.Background(), fileOf(c.text), "labels.csv", q)
		require.Error(t, err, "%+v", c)
		f := NewFault(err)
		assert.Contains(t, f.Text, c.said)
		assert.Equal(t, c.control, f.Control, f.Text)
		assert.NotContains(t, f.Text, "--", "flags are the command's")
	}
}

// The menus of a file: labelers with most labels first where they may be judges, and judges only where they are beyond
// doubt.
func TestLook(t *testing.T) {
	look := func(text string) *Look {
		s, err := Open(context.Background(), fileOf(text), "labels.csv", Request{})
		require.NoError(t, err)
		return s.Look(&Look{})
	}
	one := look("item,labeler,label\n1,a,1\n1,b,0\n2,b,1\n2,c,1\n3,b,0\n3,c,1\n")
	assert.Equal(t, []string{"b", "c", "a"}, one.Labelers)
	assert.Nil(t, one.Likely)
	two := look("item,labeler,study,label\n1,a,p,1\n1,b,p,0\n2,a,p,1\n1,g,j,1\n2,g,j,0\n")
	assert.Nil(t, two.Labelers)
	assert.Equal(t, &Likely{"p", []string{"j"}}, two.Likely)
}
