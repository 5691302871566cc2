package release

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The bill of the command lists the modules that "go list" says it imports, and no others.
func TestBillListsWhatIsLinked(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "fit")
	build := exec.Command("go", "build", "-o", binary, "concord/cmd/fit")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	bill, err := NewBill(binary)
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
	}
	assert.Equal(t, "concord", bill.Metadata.Component.Name)

	text, err := json.Marshal(bill)
	require.NoError(t, err)
	var keys map[string]any
	require.NoError(t, json.Unmarshal(text, &keys))
	assert.Equal(t, "CycloneDX", keys["bomFormat"])
	assert.Equal(t, "1.6", keys["specVersion"])
}

func TestBillOfNoBinary(t *testing.T) {
	_, err := NewBill(filepath.Join("..", "..", "go.mod"))
	assert.Error(t, err)
}
