package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// weeksFile writes labels of two studies in so many weeks.
func weeksFile(t *testing.T, weeks int) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("week,item,labeler,study,label\n")
	for w := range weeks {
		for i := range 20 {
			for l := range 6 {
				fmt.Fprintf(&b, "%d,%d,l%d,s%d,%d\n", w, i, l, l%2, (i/4+(i+w)*l/9)%2)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "weeks.csv")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}
