package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Labels given again make a facet of item and labeler, which is that of the items where each has one labeler, and that
// of the labelers where each has one item: what is advised does not presume that the facet was asked for, and helps.
func TestLabelsAgainOfOneLabelerEach(t *testing.T) {
	simulated := func(args ...string) string {
		path := filepath.Join(t.TempDir(), "again.csv")
		runFit(t, exitFine, append([]string{"simulate", "--family", "gaussian", "--items", "20", "--labels-again", "2",
			"--output", path}, args...)...)
		return path
	}
	args := []string{"--duplicates", "keep", "--draws", "300", "--bootstrap", "0", "--replications", "0", "--quiet"}
	oneLabeler := simulated("--labelers", "4", "--labels-per-item", "1")
	_, said := runFit(t, exitInput, append(args, oneLabeler)...)
	assert.Contains(t, said, "a level of item:labeler for each level of item, so the model cannot separate their "+
		"effects")
	assert.Contains(t, said, "collect labels by a second labeler for some items")

	oneItem := simulated("--labelers", "60", "--labels-per-labeler", "1")
	_, said = runFit(t, exitInput, append(args, oneItem)...)
	assert.Contains(t, said, "leave the labelers out; effects of item:labeler stand for both:\n  fit ")
	out, _ := runFit(t, exitFine, append(args, "--full", "--labeler-effects", "none", oneItem)...)
	assert.Contains(t, out, "no labeler effects, effects of item:labeler")
}
