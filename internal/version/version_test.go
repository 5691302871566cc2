package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOfBuild(t *testing.T) {
	assert.True(t, strings.HasPrefix(OfBuild(), Number))
	assert.True(t, strings.HasSuffix(OfBuild(), runtime.Version()))

	info := &debug.BuildInfo{GoVersion: "go1.26.8"}
	assert.Equal(t, Number+" go1.26.8", of(info))
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"},
		{Key: "vcs.modified", Value: "true"}}
	assert.Equal(t, Number+"+0123456789ab.modified go1.26.8", of(info))
}
