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

// testdata/drift.csv is made here: marks from 1 to 5 of 600 outputs in January and 600 in February, each by the version
// of a judge that was in use, and of 150 outputs of January by both. The new version is milder by about 0.2, and
// outputs became better by about 0.25. UPDATE_GOLDEN=1 writes it anew.
func TestDriftIsMade(t *testing.T) {
	const outputs, anchors = 600, 150
	rng := rand.New(rand.NewPCG(46, 1))
	mark := func(z float64) string { return fmt.Sprint(math.Max(1, math.Min(5, math.Round(z)))) }
	var s strings.Builder
	s.WriteString("output,month,judge_v1,judge_v2\n")
	for m, month := range []string{"January", "February"} {
		also := map[int]bool{}
		for _, i := range rng.Perm(outputs)[:anchors] {
			also[i] = m == 0
		}
		for i := range outputs {
			z := 3.1 + 0.25*float64(m) + 0.9*rng.NormFloat64()
			v1, v2 := mark(z+0.5*rng.NormFloat64()), mark(z+0.2+0.5*rng.NormFloat64())
			if m == 1 {
				v1 = ""
			} else if !also[i] {
				v2 = ""
			}
			fmt.Fprintf(&s, "%s-%03d,%s,%s,%s\n", strings.ToLower(month[:3]), i+1, month, v1, v2)
		}
	}
	file := filepath.Join("..", "testdata", "drift.csv")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, []byte(s.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), s.String())
}
