package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bothArms is a file of which four of seven people label each item in both studies.
func bothArms(t *testing.T) string {
	var s strings.Builder
	s.WriteString("item,labeler,study,label\n")
	for i := range 40 {
		for k := range 4 {
			for arm, study := range []string{"old", "new"} {
				label := 0
				if hash := (i*2654435761 + k*40503 + arm*9973) >> 3; (i%2 == 0) != (hash%4 == 0) {
					label = 1
				}
				fmt.Fprintf(&s, "i%d,p%d,%s,%d\n", i, (i+k)%7, study, label)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "arms.csv")
	require.NoError(t, os.WriteFile(path, []byte(s.String()), 0o600))
	return path
}

// TestCrossPairs says how many pairs by one labeler are left out, and takes them all if it is told to.
func TestCrossPairs(t *testing.T) {
	file := bothArms(t)
	out, _ := runFit(t, exitFine, "agreement", "--full", file)
	assert.Contains(t, strings.Join(strings.Fields(out), " "), "Coefficients of two groups compare different "+
		"labelers: 160 pairs of labels of an item by one labeler are left out (old × new).")
	all, _ := runFit(t, exitFine, "agreement", "--full", "--cross-pairs", "all", file)
	assert.NotContains(t, all, "left out")
	kappa := func(args ...string) found {
		out, _ := runFit(t, exitFine, append(args, "--format", "json", file)...)
		return foundIn(t, out)
	}
	different, every := kappa("agreement"), kappa("agreement", "--cross-pairs", "all")
	assert.Equal(t, []float64{7, 160}, []float64{different.value(t, "labelers_in_both", ""),
		different.value(t, "own_pairs", "")})
	assert.NotEqual(t, different.value(t, "cross_kappa", ""), every.value(t, "cross_kappa", ""))
	_, message := runFit(t, exitUsage, "agreement", "--cross-pairs", "some", file)
	assert.Contains(t, message, "different, all")
}
