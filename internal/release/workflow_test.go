package release

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Actions of workflows are named by commits, and a job that may write runs no code of the repository.
func TestWorkflowsGiveLittleAway(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", ".github", "workflows", "*.yml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	uses := regexp.MustCompile(`uses: *(\S+)(.*)`)
	pinned := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+@[0-9a-f]{40}$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range uses.FindAllStringSubmatch(string(text), -1) {
			assert.Regexp(t, pinned, found[1], file)
			assert.Regexp(t, `^ # v[0-9.]+$`, found[2], file)
		}
		all, jobs, _ := strings.Cut(string(text), "\njobs:\n")
		assert.Contains(t, all, "\npermissions:", file)
		assert.NotContains(t, all, ": write", file)
		for _, job := range regexp.MustCompile(`(?m)^  [a-z]+:$`).Split(jobs, -1) {
			if strings.Contains(job, ": write") {
				assert.NotContains(t, job, "actions/checkout", file)
				assert.NotContains(t, job, ".ci/", file)
			}
		}
	}
}

// The image does not run as root.
func TestImageHasAUser(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "Containerfile"))
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^USER [1-9][0-9]*:[1-9][0-9]*$`, string(text))
}
