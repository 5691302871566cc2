package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// Items of several columns, a facet and a cut are columns of their own, whichever of them is named.
func TestItemsOfSeveralColumnsBesideFacetsAndCuts(t *testing.T) {
	var b strings.Builder
	b.WriteString("text,criterion,week,day,rater,label\n")
	for n := range 24 {
		fmt.Fprintf(&b, "t%d,c%d,w%d,d%d,r%d,%d\n", n%3, n%2, n/12, n%4, n, n%5%2)
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f := &work{Request: option.NewRequest(fs, fitOptions()), streams: streams{err: os.Stderr}, path: path}
	require.NoError(t, fs.Parse([]string{"--item", "text,criterion", "--by", "week", "--facet", "day"}))
	tables, spec, err := f.load()
	require.NoError(t, err)
	assert.Contains(t, tables[0].Items(), "t0 · c1")
	assert.Equal(t, []string{"week"}, f.cutOf(tables[0]).By)
	require.Len(t, spec.Facets, 1)
	assert.Equal(t, []string{"day"}, spec.Facets[0].By)
	tasks, err := f.cutOf(tables[0]).Tasks(spec, tables...)
	require.NoError(t, err)
	require.Len(t, tasks, 2)
	assert.Equal(t, "w0", tasks[0].Key.String())
	assert.Len(t, tasks[0].Table().Items(), 6)
}
