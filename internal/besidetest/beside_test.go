package besidetest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
)

// A file is found from any folder of the module; where it is missing, and only there, a test is skipped.
func TestPath(t *testing.T) {
	above := t.TempDir()
	inner := filepath.Join(above, "repository", "a", "b")
	require.NoError(t, os.MkdirAll(inner, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(above, "repository", "go.mod"), []byte("module m\n"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(above, "shared", "data"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(above, "shared", "data", "x.csv"), []byte("text"), 0o644))
	t.Chdir(inner)
	assert.Equal(t, "text", string(besidetest.Read(t, "data", "x.csv")))
	missing := &recorder{TB: t}
	assert.Panics(t, func() { besidetest.Path(missing, "data", "y.csv") })
	assert.Equal(t, "no shared/data/y.csv beside the repository, which this test compares with", missing.skipped)
}

// recorder notes why a test would be skipped, and ends it by a panic.
type recorder struct {
	testing.TB
	skipped string
}

func (r *recorder) Skipf(format string, args ...any) {
	r.skipped = fmt.Sprintf(format, args...)
	panic("skipped")
}
