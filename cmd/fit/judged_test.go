package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// judgedFile has items with a judge's answer, the first of them with two people's yes or no. Answer is by an item's
// place and by how good it is.
func judgedFile(t *testing.T, items, labelled int, answer func(i int, z float64) string) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(63, 10))
	var rows []string
	for i := range items {
		z := 1.5 * rng.NormFloat64()
		says := func(k int) string {
			if rng.Float64() < 1/(1+math.Exp(-z)) {
				return fmt.Sprintf("i%d,%s,p%d,yes", i, answer(i, z), k)
			}
			return fmt.Sprintf("i%d,%s,p%d,no", i, answer(i, z), k)
		}
		if i < labelled {
			rows = append(rows, says(i%7), says(7+i%5))
		} else {
			rows = append(rows, fmt.Sprintf("i%d,%s,,", i, answer(i, z)))
		}
	}
	return written(t, "item,gpt,labeler,human", rows)
}

func scoresOf(t *testing.T, file string, more ...string) found {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"score", "--judge-column", "gpt", "--label", "human", "--draws",
		"400", "--quiet", "--format", "json", file}, more...)...)
	assert.NotContains(t, out, "brms_code")
	return foundIn(t, out)
}

// People's yes and no are scored whatever scale the judge has, and the judge is worth something.
func TestScoresOfJudgesOnOtherScales(t *testing.T) {
	for name, answer := range map[string]func(i int, z float64) string{
		"probabilities": func(_ int, z float64) string { return fmt.Sprintf("%.3f", 1/(1+math.Exp(-z))) },
		"1 to 5":        func(_ int, z float64) string { return fmt.Sprint(math.Max(1, math.Min(5, math.Round(3+z)))) },
		"words": func(_ int, z float64) string {
			if z > 0 {
				return "pass"
			}
			return "fail"
		},
	} {
		scores := scoresOf(t, judgedFile(t, 300, 100, answer))
		const rate = "rate of yes"
		require.Equal(t, []float64{300, 300, 100}, []float64{scores.value(t, "items", rate),
			scores.value(t, "judged_items", rate), scores.value(t, "labelled_items", rate)}, name)
		require.Greater(t, scores.value(t, "equal_items", rate), 110.0, name)
		require.InDelta(t, scores.value(t, "plain_score", rate), scores.value(t, "people_score", rate), 0.03, name)
		require.NotContains(t, strings.Join(scores.Doubts, " "), "people's labels alone", name)
	}
}

// A judge that says the same of people's items by chance leaves the rate to people, which is said. One whose failures
// alone people saw leaves nothing, and the error has a command that works.
func TestScoresOfPeopleAlone(t *testing.T) {
	seldom := func(i int, _ float64) string {
		if i > 290 {
			return "1"
		}
		return "0"
	}
	file := strings.TrimSuffix(judgedFile(t, 300, 40, seldom), "\n")
	scores := scoresOf(t, file)
	require.Equal(t, "people alone", scores.of("basis", "")[0].Said)
	require.Contains(t, scores.Verdict[0], "By people alone")
	require.Contains(t, strings.Join(scores.Doubts, " "), "people's labels alone")
	require.Equal(t, 9., scores.value(t, "unseen_items", ""))

	file = judgedFile(t, 300, 100, func(i int, _ float64) string {
		if i < 150 {
			return "fail"
		}
		return "pass"
	})
	args := []string{"score", "--judge-column", "gpt", "--label", "human", "--draws", "300", file}
	_, said := runFit(t, exitInput, args...)
	require.Contains(t, said,
		`people labelled none of the 150 items that gpt called "pass", only items that it called "fail"`)
	require.Contains(t, said, "--where gpt=fail")
	alone := scoresOf(t, file, "--where", "gpt=fail")
	require.Equal(t, "people alone", alone.of("basis", "")[0].Said)
	require.Equal(t, 150., alone.value(t, "items", ""))
}

// Replies that are no answer are counted, whichever command reads them, and change no kind of labels.
func TestUnusableRepliesAreSaid(t *testing.T) {
	file := judgedFile(t, 150, 150, func(i int, z float64) string {
		switch {
		case i%15 == 0:
			return "PARSE_ERROR"
		case i%50 == 1:
			return "timeout"
		case z > 0:
			return "yes"
		}
		return "no"
	})
	for _, args := range [][]string{{"judge", "--judge-column", "gpt"}, {"score", "--judge-column", "gpt"},
		{"gold", "--gold-column", "gpt"}} {
		out, _ := runFit(t, exitFine, append(args, "--label", "human", "--quiet", "--draws", "300", file)...)
		require.Contains(t, out, `13 of 150 replies unusable, and left out ("PARSE_ERROR", "timeout")`, args)
		require.Contains(t, out, "positive = yes", args)
	}
	file = judgedFile(t, 100, 100, func(i int, _ float64) string { return []string{"yes", "no", "maybe"}[i%3] })
	for _, command := range []string{"judge", "score"} {
		_, said := runFit(t, exitInput, command, "--judge-column", "gpt", "--label", "human", file)
		require.Contains(t, said, "gpt says maybe to 33 items, and no person does")
		require.Contains(t, said, "--missing maybe")
		require.Contains(t, said, "--as-is")
		runFit(t, exitFine, command, "--judge-column", "gpt", "--label", "human", "--draws", "300", "--as-is", "-q",
			file)
	}
}
