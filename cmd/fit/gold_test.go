package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// The contract of the JSON of a comparison with a gold standard: every key that it may have and the type of its value,
// of words without a fit and of numbers with one.
func TestGoldContract(t *testing.T) {
	words := filepath.Join(t.TempDir(), "words.csv")
	require.NoError(t, os.WriteFile(words, []byte("item,labeler,study,label\n"+
		"1,g,gold,cat\n2,g,gold,dog\n3,g,gold,ant\n"+
		"1,a,crowd,cat\n1,b,crowd,ant\n2,a,crowd,dog\n3,b,crowd,ant\n"+
		"1,y,others,cat\n1,z,others,cat\n2,z,others,ant\n"), 0o644))
	numbers := filepath.Join(t.TempDir(), "numbers.csv")
	runFit(t, exitFine, "simulate", "--family", "gaussian", "--studies", "a,b,gold", "--items", "40", "--labelers",
		"3,3,1", "--labels-per-item", "3,3,1", "--mean", "0", "--item-sd", "1.5", "--labeler-sd", "0", "--residual-sd",
		"1", "--correlation", "0.8", "--output", numbers)
	shapes := map[string]bool{".data.warnings[] string": true, ".diagnostics.messages[] string": true,
		".notes[] string": true}
	for _, args := range [][]string{
		{words},
		{"--labeler-effects", "none", "--draws", "500", "--reliability", "0.9", numbers},
	} {
		out, _ := runFit(t, exitFine, append([]string{"gold", "--quiet", "--format", "json"}, args...)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
		var g result.Gold
		require.NoError(t, json.Unmarshal([]byte(out), &g))
		require.NotEmpty(t, g.Groups)
	}
	goldenShapes(t, "contract_gold.golden", shapes)
}
