package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// labelsAgain writes numbers of 20 items, each by so many labelers of its own or of a pool, each twice.
func labelsAgain(t *testing.T, labelers int, who func(item, k int) int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 1))
	var b strings.Builder
	b.WriteString("item,labeler,label\n")
	for i := range 20 {
		score := 3 * r.NormFloat64()
		for k := range labelers {
			seen := score + r.NormFloat64()
			for range 2 {
				fmt.Fprintf(&b, "i%d,w%d,%.2f\n", i, who(i, k), seen+r.NormFloat64())
			}
		}
	}
	path := filepath.Join(t.TempDir(), "again.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	return path
}

// Labels given again make a facet of item and labeler, which is that of the items where each has one labeler, and that
// of the labelers where each has one item: what is advised does not presume that the facet was asked for, and helps.
func TestLabelsAgainOfOneLabelerEach(t *testing.T) {
	args := []string{"--duplicates", "keep", "--draws", "300", "--bootstrap", "0", "--replications", "0", "--quiet"}
	oneLabeler := labelsAgain(t, 1, func(item, _ int) int { return item % 4 })
	_, said := runFit(t, exitInput, append(args, oneLabeler)...)
	assert.Contains(t, said, "a level of item:labeler for each level of item, so their effects cannot be told apart")
	assert.Contains(t, said, "collect labels by a second labeler for some items")

	oneItem := labelsAgain(t, 3, func(item, k int) int { return 3*item + k })
	_, said = runFit(t, exitInput, append(args, oneItem)...)
	assert.Contains(t, said, "leave the labelers out: --labeler-effects none")
	out, _ := runFit(t, exitFine, append(args, "--labeler-effects", "none", oneItem)...)
	assert.Contains(t, out, "no labeler effects, effects of item:labeler")
}
