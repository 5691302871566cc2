package score_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// testdata/outputs.csv is made here: outputs of two systems to 2,500 prompts, all labelled by a judge, which likes
// long answers and so the second system, and 100 of each by two of eight people. UPDATE_GOLDEN=1 writes it anew.
func TestOutputsAreMade(t *testing.T) {
	const prompts, labelled, people = 2500, 100, 8
	rng := rand.New(rand.NewPCG(7, 46))
	logistic := func() float64 { u := rng.Float64(); return math.Log(u / (1 - u)) }
	word := func(z float64) string {
		if z > 0 {
			return "yes"
		}
		return "no"
	}
	var level [people]float64
	for k := range level {
		level[k] = 0.5 * rng.NormFloat64()
	}
	seen := map[int]bool{}
	for _, i := range rng.Perm(prompts)[:labelled] {
		seen[i] = true
	}
	var s strings.Builder
	s.WriteString("item,system,gpt,labeler,good\n")
	for i := range prompts {
		prompt := rng.NormFloat64()
		for _, of := range []struct {
			name         string
			level, liked float64
		}{{"old", 1.0, 0.6}, {"new", 1.8, 0.6}} {
			z := of.level + prompt + 1.4*rng.NormFloat64()
			judged := word(1.3*z + of.liked + logistic())
			if !seen[i] {
				fmt.Fprintf(&s, "q%04d,%s,%s,,\n", i+1, of.name, judged)
				continue
			}
			for _, k := range rng.Perm(people)[:2] {
				fmt.Fprintf(&s, "q%04d,%s,%s,p%d,%s\n", i+1, of.name, judged, k+1, word(z+level[k]+logistic()))
			}
		}
	}
	file := filepath.Join("..", "testdata", "outputs.csv")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, []byte(s.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), s.String())
}
