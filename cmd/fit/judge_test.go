package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/slowtest"
)

// Of words without order each category is compared as it is where it is said to be the positive one, with its seed; the
// chance of the same label is counted by hand.
func TestJudgeOfWords(t *testing.T) {
	slowtest.Only(t)
	file := filepath.Join(t.TempDir(), "words.csv")
	rows := []string{"item,labeler,study,label"}
	words := []string{"ant", "bee", "cat"}
	same, pairs := 0.0, 0.0
	for i := range 24 {
		truth := i % 3
		labels := []int{truth, (truth + i%4/3) % 3, (truth + i%5/4) % 3}
		judge := (truth + i%6/5) % 3
		for p, y := range labels {
			rows = append(rows, fmt.Sprintf("i%d,p%d,people,%s", i, p, words[y]))
			pairs++
			if y == judge {
				same++
			}
		}
		rows = append(rows, fmt.Sprintf("i%d,j,judge,%s", i, words[judge]),
			fmt.Sprintf("i%d,s,same,ant", i))
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(rows, "\n")), 0o644))
	args := []string{"judge", "--humans", "people", "--draws", "300", "--quiet", "--format", "json"}
	out, _ := runFit(t, exitFine, append(args, file)...)
	var all result.JudgesByCategory
	require.NoError(t, json.Unmarshal([]byte(out), &all))
	require.Len(t, all.Categories, 3)
	for _, c := range all.Categories {
		others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == c.Category })
		out, _ := runFit(t, exitFine, append(args, "--positive", c.Category, "--negative",
			strings.Join(others, ","), "--seed", fmt.Sprint(c.Seed), file)...)
		var one result.Judges
		require.NoError(t, json.Unmarshal([]byte(out), &one))
		require.JSONEq(t, asJSON(t, unnamed(one.Judges)), asJSON(t, unnamed(c.Judges.Judges)), c.Category)
		require.Equal(t, one.People.Rates.Rates, c.Judges.People.Rates.Rates)
		one.People.Rates, c.Judges.People.Rates = nil, nil
		require.JSONEq(t, asJSON(t, one.People), asJSON(t, c.Judges.People), c.Category)
		require.InDelta(t, 1.0/3, float64(c.Share), 0.2)
	}
	require.Equal(t, "", all.Agreement[0].Judge)
	require.Equal(t, "judge", all.Agreement[1].Judge)
	require.InDelta(t, same/pairs, float64(all.Agreement[1].Same), 1e-12)
	require.Equal(t, "same", all.Agreement[2].Judge)

	page := filepath.Join(t.TempDir(), "page.html")
	out, _ = runFit(t, exitFine, "judge", "--humans", "people", "--draws", "300", "--quiet", "--html", page, file)
	require.Contains(t, out, "judge gives a random person's label on ")
	require.Regexp(t, `(?m)^  judge +[0-9.]+% +[0-9.]+ \[.* of 3 +`, out)
	require.Contains(t, out, "── another person ──")
	out, _ = runFit(t, exitFine, "judge", "--humans", "people", "--draws", "300", "--quiet", "--full", file)
	require.Contains(t, out, "The labels are 3 words without order")
	require.Contains(t, out, "same – undefined: its labels are all the same, and follow nothing")
	require.Regexp(t, `(?m)^Fits +R̂ ≤`, out)
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "All categories")
}

// unnamed drops what has the names of labels, which differ between "not ant" and "bee,cat".
func unnamed(judges []result.JudgeStanding) []result.JudgeStanding {
	judges = slices.Clone(judges)
	for i := range judges {
		judges[i].Furthest, judges[i].Confusion, judges[i].Rates = nil, nil, nil
	}
	return judges
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// written writes rows of a file with the given columns and returns its path.
func written(t *testing.T, columns string, rows []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.csv")
	require.NoError(t, os.WriteFile(path, []byte(columns+"\n"+strings.Join(rows, "\n")), 0o644))
	return path
}

func judgesOf(t *testing.T, args ...string) result.Judges {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"judge", "--quiet", "--format", "json"}, args...)...)
	var j result.Judges
	require.NoError(t, json.Unmarshal([]byte(out), &j))
	return j
}

// In a file of one study judges are labelers, and what is said of them is what is said where each is a study. Of
// several studies those that are named are compared alone. More than ten judges, each of which lacks some items, are
// compared like few.
func TestJudgesThatAreNamed(t *testing.T) {
	const judges = 12
	rng := rand.New(rand.NewPCG(3, 1))
	var three, four, names []string
	for j := range judges {
		names = append(names, fmt.Sprintf("j%02d", j))
	}
	add := func(item int, labeler, study string, y float64) {
		three = append(three, fmt.Sprintf("i%02d,%s,%.3f", item, labeler, y))
		four = append(four, fmt.Sprintf("i%02d,%s,%s,%.3f", item, labeler, study, y))
	}
	for i := range 40 {
		z := rng.NormFloat64()
		for p := range 3 {
			add(i, fmt.Sprint("p", p), "people", z+rng.NormFloat64())
		}
		for j, name := range names {
			if (i+j)%6 > 0 {
				add(i, name, name, z+rng.NormFloat64()*float64(j+1)/6)
			}
		}
	}
	byLabeler := written(t, "item,labeler,label", three)
	byStudy := written(t, "item,labeler,study,label", four)
	sampler := []string{"--draws", "400", "--warmup", "100"}
	a := judgesOf(t, append(sampler, "--judge", strings.Join(names, ","), byLabeler)...)
	b := judgesOf(t, append(sampler, "--humans", "people", byStudy)...)
	require.Len(t, a.Judges, judges)
	require.Len(t, a.CommonErrors, judges*(judges-1)/2)
	require.Len(t, a.Notes, judges+1, "each lacks items, and people are few")
	require.GreaterOrEqual(t, float64(a.IndependentJudges.Lower), 1.0)
	require.LessOrEqual(t, float64(a.IndependentJudges.Upper), float64(judges))
	require.JSONEq(t, asJSON(t, b.Judges), asJSON(t, a.Judges))
	two := judgesOf(t, append(sampler, "--humans", "people", "--judge", "j03,j07", byStudy)...)
	require.Len(t, two.Judges, 2)
	for _, of := range two.Judges {
		i := slices.IndexFunc(b.Judges, func(j result.JudgeStanding) bool { return j.Study == of.Study })
		require.JSONEq(t, asJSON(t, b.Judges[i]), asJSON(t, of), "no judge has a part in what is said of another")
	}
}

// A judge that labels items again has a self-consistency: the correlation of two of its labels of an item. With item
// effects of variance v and noise of variance w it is v/(v + w); of binary labels it is that of labels, by simulation.
func TestSelfConsistency(t *testing.T) {
	const items, again = 300, 3
	for _, binary := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(5, 1))
		var rows []string
		label := func(theta, noise float64) float64 {
			if binary {
				u := rng.Float64()
				return math.Max(0, math.Copysign(1, theta+math.Log(u/(1-u))))
			}
			return theta + noise*rng.NormFloat64()
		}
		// The judge follows the people's z with 0.8 and has opinions of its own with 1.2.
		judge := func() float64 { return 0.8*rng.NormFloat64() + 1.2*rng.NormFloat64() }
		for i := range items {
			z := rng.NormFloat64()
			for p := range 3 {
				rows = append(rows, fmt.Sprintf("i%d,p%d,people,%v", i, p, label(z+0.3*float64(p-1), 1)))
			}
			own := 0.8*z + 1.2*rng.NormFloat64()
			for range again {
				rows = append(rows, fmt.Sprintf("i%d,j,judge,%v", i, label(own, 1.5)))
			}
		}
		want := (0.8*0.8 + 1.2*1.2) / (0.8*0.8 + 1.2*1.2 + 1.5*1.5)
		if binary {
			const n = 200_000
			both, one := 0.0, 0.0
			for range n {
				theta := judge()
				a, b := label(theta, 0), label(theta, 0)
				both += a * b / n
				one += (a + b) / 2 / n
			}
			want = (both - one*one) / (one * (1 - one))
		}
		file := written(t, "item,labeler,study,label", rows)
		runFit(t, exitInput, "judge", "--humans", "people", file) // which labels count must be said
		j := judgesOf(t, "--humans", "people", "--duplicates", "keep", "--draws", "300", "--interval", "0.999", file)
		require.Len(t, j.Judges, 1)
		require.Equal(t, items*again, j.Judges[0].Labels)
		require.Equal(t, items, j.Judges[0].Items)
		got := j.Judges[0].SelfConsistency
		require.Equal(t, map[bool]int{false: 1, true: 2}[binary], len(got), "one on each scale")
		last := got[len(got)-1]
		require.Less(t, float64(last.Lower), want)
		require.Greater(t, float64(last.Upper), want)
		require.InDelta(t, want, float64(last.Median), 0.12)
	}
}
