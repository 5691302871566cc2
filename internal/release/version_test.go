package release

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/version"
)

// The command, the packages of other languages and the changelog have one version. Python writes 1.0.0-rc.1 as 1.0.0rc1
// (PEP 440). Versions of R are numbers alone: a release candidate is 0.99 and its number there.
func TestOneVersion(t *testing.T) {
	number, candidate, isCandidate := strings.Cut(version.Number, "-rc.")
	python, r := number, number
	if isCandidate {
		python, r = number+"rc"+candidate, "0.99."+candidate
	}
	for file, want := range map[string]string{
		"python/pyproject.toml": `(?m)^version = "` + regexp.QuoteMeta(python) + `"$`,
		"r/DESCRIPTION":         `(?m)^Version: ` + regexp.QuoteMeta(r) + `$`,
		"CHANGELOG.md":          `(?m)\A# Changelog\n\n## ` + regexp.QuoteMeta(version.Number) + `\n`,
	} {
		text, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		assert.Regexp(t, want, string(text), file)
	}
}
