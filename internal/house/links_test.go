package house

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dependencies returns the packages that a package of this module is linked from, without packages of Go. Packages of
// this module are named by their folders.
func dependencies(t *testing.T, folder string) []string {
	t.Helper()
	const path = "{{if not .Standard}}{{if .Module.Main}}{{.Module.Path}}/{{end}} {{.ImportPath}}\n{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", path, root+"/"+folder).Output()
	require.NoError(t, err)
	var all []string
	for line := range strings.Lines(string(out)) {
		if module, pkg, _ := strings.Cut(strings.TrimRight(line, "\n"), " "); pkg != "" {
			all = append(all, strings.TrimPrefix(pkg, module))
		}
	}
	return all
}

// A program that has its labels already links no reader of files.
func TestTablesAndModelsLinkNoReader(t *testing.T) {
	allowed := []string{"study", "internal/forest", "internal/visible", "internal/spelling"}
	for _, d := range dependencies(t, "study") {
		assert.Contains(t, allowed, d, "study")
	}
	for _, d := range dependencies(t, "model") {
		for _, reader := range []string{"study/read", "parquet", "compress", "protobuf"} {
			assert.NotContains(t, d, reader, "model")
		}
	}
	assert.Contains(t, dependencies(t, "model"), "study", "folders of this module are found")
	linked := strings.Join(dependencies(t, "study/read"), " ")
	assert.Contains(t, linked, "parquet", "what is looked for is found where it is")
}
