package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The memory of coefficients of many studies is that of what is kept: of 400 studies nearly half a million coefficients
// of pairs and of differences, in less than 1,000 bytes each. It was 1.7 kB and more, most of it garbage.
func TestMemoryOfManyStudies(t *testing.T) {
	const studies = 400
	var text strings.Builder
	text.WriteString("study,item,labeler,label\n")
	for n := range studies * 8 {
		s, k := n/8, n%8
		fmt.Fprintf(&text, "s%d,i%d,l%d_%d,%d\n", s, k/2, s, k%2, (s*7+k*k*5)/3%2)
	}
	file := filepath.Join(t.TempDir(), "studies.csv")
	require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
	cmd := exec.Command("fit", "agreement", "--quiet", "--bootstrap", "0", "--format", "csv", file)
	cmd.Env = append(os.Environ(), "GOGC=") // what the command finds
	out, err := cmd.Output()
	require.NoError(t, err)
	rows := strings.Count(string(out), "\n")
	assert.Greater(t, rows, 3*studies*(studies-1)/2)
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	require.True(t, ok)
	assert.Less(t, float64(usage.Maxrss<<10)/float64(rows), 1200.0, "bytes for each coefficient")
}
