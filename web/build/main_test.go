package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The policy of the page lets its own script run, by the hash of the bytes between the tags, and that of the report
// that it shows. Any other script, in the labels say, does not run.
func TestPolicyNamesTheScripts(t *testing.T) {
	page, err := pageOf("// glue", []byte("program"))
	require.NoError(t, err)
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	require.NotNil(t, policy)
	sources := regexp.MustCompile(`script-src ([^;]*);`).FindStringSubmatch(html.UnescapeString(string(policy[1])))
	require.NotNil(t, sources)
	assert.NotContains(t, sources[1], "unsafe-inline")
	_, script, found := bytes.Cut(page, []byte("<script>"))
	require.True(t, found)
	script, _, found = bytes.Cut(script, []byte("</script>"))
	require.True(t, found)
	sum := sha256.Sum256(script)
	assert.Contains(t, sources[1], "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	assert.Len(t, regexp.MustCompile(`'sha256-`).FindAllString(sources[1], -1), 2, "the page's, and the report's")
}
