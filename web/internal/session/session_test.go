package session

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/sampler"
)

// opened reads a file of the repository.
func opened(t *testing.T, name string, q Request) *Session {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "testdata", name))
	require.NoError(t, err)
	defer f.Close()
	s, err := Open(context.Background(), f, name, q)
	require.NoError(t, err)
	return s
}

// fitted fits in as many processes as the page has workers.
func fitted(t *testing.T, name string, q Request) *Fitted {
	t.Helper()
	const processes = 4
	var to [processes]chan *sampler.Run
	for p := range to {
		to[p] = make(chan *sampler.Run, processes)
	}
	var out *Fitted
	var group sync.WaitGroup
	for p := range processes {
		s := opened(t, name, q)
		if p == 0 {
			_, err := s.Coefficients(context.Background(), true)
			require.NoError(t, err)
		}
		group.Go(func() {
			share := &sampler.Share{
				Mine: func(chain int) bool { return chain%processes == p },
				Exchange: func(_ context.Context, mine *sampler.Run) (*sampler.Run, error) {
					all := []*sampler.Run{mine}
					for other := range to {
						if other != p {
							to[other] <- mine
						}
					}
					for range processes - 1 {
						all = append(all, <-to[p])
					}
					return sampler.Join(all...)
				},
			}
			from := Origin{SHA256: "00", Bytes: 1}
			f, err := s.Fit(context.Background(), share, p == 0, from, func(string, int, int) {})
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
	if out, err := exec.Command("go", "build", "-o", command, "concord/cmd/fit").CombinedOutput(); err != nil {
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
	command, err := fit()
	require.NoError(t, err)
	cmd := exec.Command(command, args...)
	cmd.Dir = filepath.Join("..", "..", "..", "testdata")
	var news bytes.Buffer
	cmd.Stderr = &news
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 4 {
		err = nil
	}
	require.NoError(t, err, news.String())
	return append(out, news.Bytes()...)
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
		assert.Equal(t, want["sampler"], numbers(t, got.JSON)["sampler"], name)
		assert.True(t, reflect.DeepEqual(want, numbers(t, got.JSON)), name)
		assert.NotEmpty(t, want["estimates"])
		assert.Contains(t, string(got.HTML), "<title>Rating quality: "+name)
		assert.Contains(t, string(got.CSV), "icc")
	}
}

// numbers returns a result without times, and without words for the reader of a page or a shell.
func numbers(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var r map[string]any
	require.NoError(t, json.Unmarshal(text, &r))
	for _, key := range []string{"setup_seconds", "warmup_seconds", "sampling_seconds"} {
		delete(r["sampler"].(map[string]any), key)
	}
	for _, key := range []string{"file", "default_kind", "warnings", "notes"} {
		delete(r["data"].(map[string]any), key)
	}
	for _, key := range []string{"doubts", "diagnostics", "items", "labelers"} {
		delete(r, key)
	}
	return r
}

// run.json repeats the run with the command, which says whether the draws are the same.
func TestRunRepeats(t *testing.T) {
	labels, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "single.csv"))
	require.NoError(t, err)
	s := opened(t, "single.csv", Request{Draws: 60, Seed: 3, Labelers: "nested"})
	sum := sha256.Sum256(labels)
	f, err := s.Fit(context.Background(), nil, true,
		Origin{SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(labels))}, func(string, int, int) {})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(file, f.Run, 0o644))
	assert.Contains(t, string(run(t, "--from", file, "single.csv")), "the draws are the same to the byte")
}

func TestFaultsSayWhatMendsThem(t *testing.T) {
	for text, want := range map[string]struct{ text, control string }{
		"ad,person,verdict,extra\n1,a,x,1\n":        {"Choose above which column is the", "item"},
		"item,labeler,label\n1,a,0\n1,a,1\n2,a,1\n": {"Choose above which of them count", "duplicates"},
		"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaa":          {"CSV", ""},
		"PAR1aaaaaaaaaaaaaaaaaaaaaaaaaaaa":          {"", ""},
		"":                                          {"empty", ""},
	} {
		_, err := Open(context.Background(), strings.NewReader(text), "labels.csv", Request{})
		require.Error(t, err, "%q", text)
		f := NewFault(err)
		assert.Contains(t, f.Text, want.text)
		assert.Equal(t, want.control, f.Control, f.Text)
		assert.NotContains(t, f.Text, "--", "flags are the command's")
	}
}
