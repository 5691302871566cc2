//go:build long

package export

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/spec"
)

// Oracle: rstan, R posterior and jsonlite, by the script that the documentation quotes.
func TestRReadsTheFolder(t *testing.T) {
	const missing = `for (p in c("rstan", "posterior", "jsonlite")) if (!nzchar(system.file(package = p))) cat(p, "")`
	switch absent, err := exec.Command("Rscript", "-e", missing).Output(); {
	case errors.Is(err, exec.ErrNotFound):
		t.Skip("no R")
	case err != nil:
		t.Fatal(err)
	case len(absent) > 0:
		t.Skipf("R has no %s", absent)
	}
	for _, c := range []struct {
		file string
		spec spec.Spec
	}{
		{"policy.csv", spec.Spec{}},
		{"policy.csv", spec.Spec{Effects: true}},
		{"policy.csv", spec.Spec{Effects: true, Labelers: spec.Shared}},
		{"single.csv", spec.Spec{Effects: true}},
		{"funniness.csv", spec.Spec{Residual: spec.StudyResidual}},
		{"four.csv", spec.Spec{Labelers: spec.NoLabelers}},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		require.NoError(t, outputOf(t, c.file, c.spec, 100).Write(dir))
		script := filepath.Join("..", "..", "..", "bench", "read_exports.R")
		said, err := exec.Command("Rscript", script, dir).CombinedOutput()
		require.NoError(t, err, "%s %+v: %s", c.file, c.spec, said)
		t.Logf("%s\n%s", c.file, said)
	}
}
