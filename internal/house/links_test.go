package house

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dependencies returns the packages that a package is linked from, but for those of Go.
func dependencies(t *testing.T, pkg string) []string {
	t.Helper()
	const path = "{{if not .Standard}}{{.ImportPath}}{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", path, pkg).Output()
	require.NoError(t, err)
	return strings.Fields(string(out))
}

// A program that has its labels already links no reader of files.
func TestTablesAndModelsLinkNoReader(t *testing.T) {
	allowed := []string{"concord/study", "concord/internal/visible", "concord/internal/spelling"}
	for _, d := range dependencies(t, "concord/study") {
		assert.Contains(t, allowed, d, "study")
	}
	for _, d := range dependencies(t, "concord/model") {
		for _, reader := range []string{"concord/study/read", "parquet", "compress", "protobuf"} {
			assert.NotContains(t, d, reader, "model")
		}
	}
	linked := strings.Join(dependencies(t, "concord/study/read"), " ")
	assert.Contains(t, linked, "parquet", "what is looked for is found where it is")
}
