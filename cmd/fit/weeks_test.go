package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/say"
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

// The verdict says of the mean and of reliability whether they changed, in fit and in fit batch. A mean that jumps by a
// standard deviation is no change of reliability, and labelers who take turns are no change at all.
func TestVerdictOfWeeks(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	var rows []string
	level := make([]float64, 6)
	for k := range level {
		level[k] = 0.8 * rng.NormFloat64()
	}
	for w := range 12 {
		for i := range 15 {
			b := 0.7 * rng.NormFloat64()
			for l := range 3 {
				k := (w + l) % 6
				y := b + level[k] + 0.7*rng.NormFloat64()
				if w >= 6 {
					y++
				}
				rows = append(rows, fmt.Sprintf("%d,w%di%d,p%d,%.3f", w+1, w, i, k, y))
			}
		}
	}
	file := written(t, "week,item,labeler,label", rows)
	quick := []string{"--by", "week", "--draws", "100", "--warmup", "100", "--replications", "0", "--bootstrap", "0"}
	out, _ := runFit(t, exitNotConverged, append(slices.Clone(quick), "--format", "json", file)...)
	sev := answerIn(t, out)
	require.GreaterOrEqual(t, len(sev.Verdict), 2)
	assert.Regexp(t, `^The mean rose from .* to .* after 6 \(changed: `, sev.Verdict[0])
	assert.Regexp(t, `^Reliability of one label \(ICC\): no (sign of a )?change in 12 tasks`, sev.Verdict[1])
	of := func(name string) float64 { return sev.Of(name)[len(sev.Of(name))-1].Value }
	assert.Equal(t, say.MeanOverTime, sev.Of("trend")[len(sev.Of("trend"))-1].Term)
	assert.InDelta(t, 1, of("trend_after")-of("trend_before"), 0.3)

	out, _ = runFit(t, exitNotConverged, append(append([]string{"batch", "--out", filepath.Join(t.TempDir(), "w"),
		"--format", "json"}, quick...), file)...)
	all := answerIn(t, out)
	assert.Equal(t, sev.Verdict[:2], all.Verdict[:2])
}
