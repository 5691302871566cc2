package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// rankOut ranks with few draws.
func rankOut(t *testing.T, code int, args ...string) (out, told string) {
	t.Helper()
	return runFit(t, code, append([]string{"rank", "--draws", "800"}, args...)...)
}

// The ranking has, of each study, the best candidate, what the order does, and contradictions.
func TestRank(t *testing.T) {
	slowtest.Only(t)
	out, told := rankOut(t, exitFine, "--format", "json", "--quiet", testdata("battles.csv"))
	assert.Empty(t, told)
	a := foundIn(t, out)
	require.Len(t, a.Runs, 2)
	assert.Equal(t, 540, a.one(t, "ties", "people").N)
	assert.Equal(t, 60.0, a.value(t, "prompts", "people"))
	skills := a.of("skill", "people")
	assert.Contains(t, []string{"atlas", "birch"}, skills[0].Of)
	assert.GreaterOrEqual(t, *skills[0].Value, *skills[1].Value)
	assert.Len(t, a.of("pair_win_rate", "people"), 10)
	assert.Empty(t, a.of("contradicted", "people"), "nobody saw two answers twice")
	assert.Equal(t, 180, a.one(t, "contradicted", "judge").N)
	assert.Greater(t, a.value(t, "first_twice", "judge"), a.value(t, "second_twice", "judge"))
	assert.Greater(t, *a.one(t, "position", "judge").Lower, 0.0, "the judge prefers what it sees first")
	assert.NotEmpty(t, a.one(t, "tastes", "judge").Why, "one labeler has no tastes beside the skills")
	alike := a.one(t, "alike", "")
	assert.Equal(t, []string{"people", "judge"}, []string{alike.Of, alike.Against})
	assert.Greater(t, *alike.Value, 0.8)
}

// What cannot be ranked is refused with the reason and, where there is one, a command.
func TestRankRefused(t *testing.T) {
	const header = "question_id,model_a,model_b,judge,winner\n"
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "x.csv")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"itself": {header + "p,m1,m2,ann,m1\nq,m1,m1,ann,model_a\n", []string{":3: ", "both candidates are \"m1\"",
			"leave such rows out"}},
		"islands": {header + "p,m1,m2,ann,m1\nq,m2,m1,ann,m1\nr,u1,u2,ann,u1\ns,u2,u1,ann,u2\n",
			[]string{"no comparisons connect 2 sets", "\"m1\", \"m2\" | \"u1\", \"u2\"", "--where"}},
		"unknown winner": {header + "p,m1,m2,ann,m9\nq,m2,m1,ann,m1\n", []string{":2: ",
			"\"m9\" does not say which of the two candidates won", "--positive m9", "--missing m9"}},
		"three candidates": {"prompt,model_a,model_b,model_c,rater,winner\np,x,y,z,ann,model_c\nq,y,x,z,ann,model_a\n",
			[]string{":2: ", "\"model_c\" does not say which of the two candidates won"}},
		"scale": {"prompt,model_a,model_b,rater,preference\np,x,y,ann,1\nq,y,x,ann,4\nr,y,x,ann,5\n", []string{
			"--positive 1 --negative 5", "--positive 5 --negative 1"}},
		"no comparisons": {"item,labeler,label\np,x,1\nq,y,0\n", []string{"no two columns name two candidates",
			"--pair COLUMNS --label COLUMN"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, told := rankOut(t, exitInput, file(c.text))
			for _, want := range c.want {
				assert.Contains(t, told, want)
			}
		})
	}
	_, told := rankOut(t, exitUsage, "--interval", "2", testdata("battles.csv"))
	assert.Contains(t, told, "--interval 2")
}

// A candidate that won all comparisons has a finite skill, and the output says that it rests on the prior.
func TestRankAlwaysWon(t *testing.T) {
	var s strings.Builder
	s.WriteString("question_id,model_a,model_b,judge,winner\n")
	for range 10 {
		s.WriteString("p,m1,m2,ann,m1\np,m2,m1,bob,m1\np,m2,m3,ann,m2\np,m3,m2,bob,m3\np,m1,m3,bob,m1\n")
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(s.String()), 0o600))
	out, _ := rankOut(t, exitFine, "--quiet", path)
	assert.Contains(t, out, "m1 won all comparisons")
	assert.Contains(t, out, "rests on the prior")
	out, _ = rankOut(t, exitFine, "--quiet", "--format", "csv", path)
	assert.NotContains(t, out, "Inf")
}
