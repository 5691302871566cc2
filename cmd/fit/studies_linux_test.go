package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// The memory of coefficients of many studies is that of what is kept: of 400 studies nearly half a million coefficients
// of pairs and of differences, in less than 1,000 bytes each. It was 1.7 kB and more, most of it garbage.
func TestMemoryOfManyStudies(t *testing.T) {
	slowtest.Only(t)
	const studies = 400
	var text strings.Builder
	text.WriteString("study,item,labeler,label\n")
	for n := range studies * 8 {
		s, k := n/8, n%8
		fmt.Fprintf(&text, "s%d,i%d,l%d_%d,%d\n", s, k/2, s, k%2, (s*7+k*k*5)/3%2)
	}
	file := filepath.Join(t.TempDir(), "studies.csv")
	require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
	cmd := exec.Command("fit-measured", "agreement", "--quiet", "--bootstrap", "0", "--format", "csv", file)
	cmd.Env = append(os.Environ(), "GOGC=") // what the command finds
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	require.NoError(t, err, told.String())
	rows := strings.Count(string(out), "\n")
	assert.Greater(t, rows, 3*studies*(studies-1)/2)
	_, peak, found := strings.Cut(told.String(), "VmHWM:")
	require.True(t, found, told.String())
	kilobytes, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(peak), "kB")))
	require.NoError(t, err)
	assert.Less(t, float64(kilobytes<<10)/float64(rows), 1200.0, "bytes for each coefficient")
}
