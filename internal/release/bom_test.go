package release

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The bill of the command lists the modules that "go list" says it imports, and no others.
func TestBillListsWhatIsLinked(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "fit")
	build := exec.Command("go", "build", "-o", binary, command)
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	bill, err := NewBill(binary, Sources)
	require.NoError(t, err)
	want := linked(t, runtime.GOOS)
	require.NotEmpty(t, want)
	require.Len(t, bill.Components, 1+len(want))
	assert.Equal(t, "std", bill.Components[0].Name)
	for i, m := range want {
		c := bill.Components[i+1]
		assert.Equal(t, m.Path, c.Name)
		assert.Equal(t, m.Version, c.Version)
		assert.Equal(t, "pkg:golang/"+m.Path+"@"+m.Version, c.PURL)
		require.Len(t, c.Properties, 1)
		assert.Contains(t, c.Properties[0].Value, "h1:")
		l, err := LicenceOf(m.Dir)
		require.NoError(t, err)
		assert.Equal(t, []License{{l.SPDX, "declared"}}, c.Licenses)
	}
	own := []License{{"BSD-3-Clause", "declared"}} // Go's as well
	assert.Equal(t, own, bill.Components[0].Licenses)
	assert.Equal(t, own, bill.Metadata.Component.Licenses)
	assert.Equal(t, bill.Metadata.Component.Name+"/cmd/fit", pathOf(t, command))

	text, err := json.Marshal(bill)
	require.NoError(t, err)
	var keys map[string]any
	require.NoError(t, json.Unmarshal(text, &keys))
	assert.Equal(t, "CycloneDX", keys["bomFormat"])
	assert.Equal(t, "1.6", keys["specVersion"])
	assert.Contains(t, string(text), `"licenses":[{"expression":"BSD-3-Clause","acknowledgement":"declared"}]`)
}

// pathOf returns the path by which a package is imported.
func pathOf(t *testing.T, folder string) string {
	t.Helper()
	out, err := exec.Command("go", "list", folder).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

func TestBillOfNoBinary(t *testing.T) {
	_, err := NewBill(filepath.Join("..", "..", "go.mod"), Sources)
	assert.Error(t, err)
	_, err = Sources("github.com/stretchr/testify", "v0.0.1")
	assert.ErrorContains(t, err, "the binary has v0.0.1, and the source beside it is v1.")
	_, err = Sources("example.com/none", "v1.0.0")
	assert.ErrorContains(t, err, "example.com/none: go list -m")
}
