package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inProcess runs the command in the process of the test.
func inProcess(_ context.Context, args []string) (string, string, int, error) {
	var out, messages bytes.Buffer
	code := run(args, streams{in: strings.NewReader(""), out: &out, err: &messages})
	return out.String(), messages.String(), code, nil
}

// agent is a client of a server whose tools read a folder.
func agent(t *testing.T, folder string, run command) *mcp.ClientSession {
	t.Helper()
	in, err := newRoots([]string{folder})
	require.NoError(t, err)
	here, there := mcp.NewInMemoryTransports()
	server, err := newServer(in, run).Connect(t.Context(), there, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Wait() })
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// ask calls a tool, and returns its text and its result.
func ask(t *testing.T, session *mcp.ClientSession, tool string, arguments map[string]any) (
	string, map[string]any, bool,
) {
	t.Helper()
	got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(t, err)
	require.NotEmpty(t, got.Content)
	structured, _ := got.StructuredContent.(map[string]any)
	return got.Content[0].(*mcp.TextContent).Text, structured, got.IsError
}

// Tools have the arguments of their commands, with types, and no argument that names a file to be written or read.
func TestToolsOfAgents(t *testing.T) {
	session := agent(t, t.TempDir(), inProcess)
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	types := map[string]map[string]string{}
	for _, tool := range list.Tools {
		text, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		var schema struct {
			Properties map[string]struct{ Type, Description string }
		}
		require.NoError(t, json.Unmarshal(text, &schema))
		types[tool.Name] = map[string]string{}
		for name, property := range schema.Properties {
			types[tool.Name][name] = property.Type
			assert.NotEmpty(t, property.Description, "%s of %s", name, tool.Name)
			assert.NotContains(t, property.Description, "--")
		}
	}
	assert.Len(t, types, 8)
	assert.Equal(t, map[string]string{"word": "string"}, types["explain"])
	assert.Equal(t, "integer", types["fit"]["draws"])
	assert.Equal(t, "boolean", types["agreement"]["full"])
	assert.Equal(t, "number", types["plan"]["width"])
	assert.Equal(t, "array", types["judge"]["judge"])
	text, err := json.Marshal(list.Tools)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "@FILE")
	for name, of := range types {
		for _, file := range []string{"out", "html", "also", "items", "labelers", "from", "format", "output"} {
			assert.NotContains(t, of, file, name)
		}
	}
}

// A tool returns the text and the JSON of its command, also if the chains have not converged, and errors in its words.
func TestCallsOfAgents(t *testing.T) {
	data, err := filepath.Abs(filepath.Dir(testdata("policy.csv")))
	require.NoError(t, err)
	session := agent(t, data, inProcess)
	text, structured, failed := ask(t, session, "agreement", map[string]any{"path": "policy.csv",
		"coefficients": []string{"kripp_alpha", "fleiss_kappa"}})
	require.False(t, failed, text)
	want, _ := runFit(t, exitFine, "agreement", "--coefficients", "kripp_alpha,fleiss_kappa", "--format", "json",
		testdata("policy.csv"))
	whole, err := json.Marshal(structured)
	require.NoError(t, err)
	assert.JSONEq(t, want, string(whole))
	assert.Contains(t, text, "Krippendorff's α")

	text, structured, failed = ask(t, session, "fit", map[string]any{"path": filepath.Join(data, "policy.csv"),
		"reference": "reference", "draws": 20, "chains": 2})
	assert.False(t, failed, text)
	assert.NotEmpty(t, structured["verdict"])
	text, structured, failed = ask(t, session, "check", map[string]any{"path": "policy.csv"})
	assert.False(t, failed)
	assert.Contains(t, text, "This file can be fitted")
	assert.NotContains(t, text, "--")
	assert.NotEmpty(t, structured)
	text, structured, failed = ask(t, session, "plan", map[string]any{"assume": "icc=0.6", "max_labels": 2})
	assert.False(t, failed)
	assert.Contains(t, text, "items with 2 labelers each")
	assert.NotEmpty(t, structured["needed"])
	text, structured, failed = ask(t, session, "explain", map[string]any{"word": "ICC"})
	assert.False(t, failed)
	assert.Contains(t, text, "reliability")
	assert.Nil(t, structured)

	for _, c := range []struct {
		tool, want string
		arguments  map[string]any
	}{
		{"agreement", `agreement {"path":"` + filepath.Join(data, "policy.csv") + `"}`,
			map[string]any{"path": "policy.csv", "label": "verdct"}},
		{"agreement", "agreement takes no argument xx; there are path, item", map[string]any{"xx": 1}},
		{"fit", "fit takes no argument referense; there are reference", map[string]any{"path": "policy.csv",
			"referense": "x"}},
		{"fit", "draws is of type integer", map[string]any{"path": "policy.csv", "draws": "many"}},
		{"fit", "family takes one value", map[string]any{"path": "policy.csv",
			"family": []string{"a"}}},
		{"agreement", "distance takes no weights.csv; it is one of", map[string]any{"path": "policy.csv",
			"distance": "weights.csv"}},
		{"check", "check needs a path", map[string]any{}},
		{"plan", "humans GROUP", map[string]any{"path": "claims.csv", "judge": "checker"}},
		{"judge", "@/etc/passwd", map[string]any{"path": "claims.csv", "humans": "crowd", "judge": "@/etc/passwd"}},
		{"judge", "@/etc/passwd", map[string]any{"path": "claims.csv", "humans": "crowd",
			"judge": []string{"@/etc/passwd", "checker"}}},
		{"explain", "did you mean", map[string]any{"word": "ICCC"}},
	} {
		text, structured, failed := ask(t, session, c.tool, c.arguments)
		assert.True(t, failed, text)
		assert.Contains(t, text, c.want)
		assert.NotContains(t, text, "--")
		assert.NotContains(t, text, "root:")
		assert.Nil(t, structured)
	}
}

// The first call that an error of a file proposes is one that the agent can make, and it answers.
func TestAgentsFollowAdvice(t *testing.T) {
	folder, err := filepath.Abs(testdata("strangers"))
	require.NoError(t, err)
	session := agent(t, folder, inProcess)
	for file, tool := range map[string]string{"raters_criteria.csv": "check", "mean_below.csv": "measurement",
		"questions.csv": "agreement", "people_measured.csv": "measurement", "names_pre_post.csv": "agreement"} {
		text, _, failed := ask(t, session, tool, map[string]any{"path": file})
		require.True(t, failed, file)
		_, call, found := strings.Cut(text, "\n  "+tool+" {")
		require.True(t, found, text)
		call, _, _ = strings.Cut(call, "\n")
		var arguments map[string]any
		require.NoError(t, json.Unmarshal([]byte("{"+call), &arguments), call)
		text, structured, failed := ask(t, session, tool, arguments)
		assert.False(t, failed, text)
		assert.NotEmpty(t, structured)
	}
	assert.Equal(t, []string{"fit", "a b", "it's", "--x", ""}, shellWords(`fit 'a b' 'it'\''s' --x ''`))
	assert.Nil(t, shellWords(`fit $'a\nb'`))
}

// Tools read what is below the folders of the server, and nothing that a symbolic link leads to outside.
func TestAgentsStayInTheirFolders(t *testing.T) {
	outside, inside := t.TempDir(), t.TempDir()
	labels, err := os.ReadFile(testdata("single.csv"))
	require.NoError(t, err)
	write := func(folder, name string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, labels, 0o644))
		return path
	}
	secret, own := write(outside, "secret.csv"), write(inside, "own.csv")
	write(inside, "good/a.csv")
	require.NoError(t, os.Symlink(own, filepath.Join(inside, "good", "link.csv")))
	write(inside, "bad/a.csv")
	require.NoError(t, os.Symlink(secret, filepath.Join(inside, "link.csv")))
	require.NoError(t, os.Symlink(secret, filepath.Join(inside, "bad", "b.csv")))
	require.NoError(t, os.Symlink(outside, filepath.Join(inside, "away")))
	require.NoError(t, os.Symlink(filepath.Join(outside, "none"), filepath.Join(inside, "dangling.csv")))
	in, err := newRoots([]string{inside})
	require.NoError(t, err)
	for _, path := range []string{"own.csv", own, "good", "good/link.csv", "."} {
		_, err := in.resolve(path)
		if path == "." {
			assert.ErrorContains(t, err, "leads out of the folders", "it has bad links")
			continue
		}
		assert.NoError(t, err, path)
	}
	for path, want := range map[string]string{
		secret: "not below", outside: "not below", "../" + filepath.Base(outside) + "/secret.csv": "not below",
		"link.csv": "not below", "away": "not below", "away/secret.csv": "not below", "away/none.csv": "not below",
		"bad": "leads out", "none.csv": "no such file", "-": "no such file", "/etc/passwd": "not below",
		"/etc/none": "not below", "": "leads out", "own.csv/none": "below", "dangling.csv": "not below",
	} {
		_, err := in.resolve(path)
		assert.ErrorContains(t, err, want, path)
	}
	_, message := runFit(t, exitUsage, "mcp")
	assert.Contains(t, message, "fit mcp --folder .")
	_, message = runFit(t, exitUsage, "mcp", "--folder", own)
	assert.Contains(t, message, "it is no folder")
	_, message = runFit(t, exitUsage, "mcp", "--folder", filepath.Join(inside, "none"))
	assert.Contains(t, message, "no such file")
}

// A client on the pipe of the command gets answers, and a call that it gives up ends at once.
func TestAgentsOverAPipe(t *testing.T) {
	data, err := filepath.Abs(filepath.Dir(testdata("policy.csv")))
	require.NoError(t, err)
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	fit := &mcp.CommandTransport{Command: exec.Command("fit", "mcp", "--folder", data)}
	session, err := client.Connect(t.Context(), fit, nil)
	require.NoError(t, err)
	text, structured, failed := ask(t, session, "agreement", map[string]any{"path": "single.csv"})
	assert.False(t, failed, text)
	assert.NotEmpty(t, structured)
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "fit", Arguments: map[string]any{"path": "policy.csv",
		"draws": 100_000}})
	assert.Error(t, err)
	began := time.Now()
	_, _, failed = ask(t, session, "explain", map[string]any{"word": "ICC"}) // its turn comes when the fit has ended
	assert.False(t, failed)
	assert.Less(t, time.Since(began), 20*time.Second)
	require.NoError(t, session.Close())
}
