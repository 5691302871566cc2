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
	all := foundIn(t, out)
	// What has the names of labels differs between "not ant" and "bee,cat".
	named := func(r foundRow) bool {
		return r.Quantity == "category_share" || r.Category != "" || strings.HasPrefix(r.Quantity, "far_")
	}
	for _, c := range words {
		others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == c })
		out, _ := runFit(t, exitFine, append(args, "--positive", c, "--negative",
			strings.Join(others, ","), "--seed", fmt.Sprint(all.seed(c)), file)...)
		of := all.where(func(r foundRow) bool { return r.Task == c })
		require.JSONEq(t, asJSON(t, without(foundIn(t, out).Rows, named)), asJSON(t, without(of, named)), c)
		rates := func(rows []foundRow) (all []float64) {
			for _, r := range rows {
				if r.Quantity == "category_rate" && r.Value != nil {
					all = append(all, *r.Value)
				}
			}
			return all
		}
		require.Equal(t, rates(foundIn(t, out).Rows), rates(of))
	}
	for _, r := range all.of("category_share", "") {
		require.InDelta(t, 1.0/3, *r.Value, 0.2)
	}
	agree := all.of("gives_same_label", "")
	require.Len(t, agree, 3)
	for _, r := range agree {
		if r.Of == "judge" {
			require.InDelta(t, same/pairs, *r.Value, 1e-12)
		}
	}

	page := filepath.Join(t.TempDir(), "page.html")
	out, _ = runFit(t, exitFine, "judge", "--humans", "people", "--draws", "300", "--quiet", "--html", page, file)
	require.Contains(t, out, "judge gives a random person's label on ")
	require.Regexp(t, `(?m)^  judge +[0-9.]+% +[0-9.]+ \[.* of 3 +`, out)
	require.Contains(t, out, "── a person ──")
	out, _ = runFit(t, exitFine, "judge", "--humans", "people", "--draws", "300", "--quiet", "--full", file)
	require.Contains(t, out, "The labels are 3 words without order")
	require.Contains(t, out, "same – undefined: its labels are all the same, and follow nothing")
	require.Regexp(t, `(?m)^Draws, ant$`, out)
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "All categories")
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// judgedWords are labels of three categories by people and a judge.
func judgedWords(t *testing.T) string {
	t.Helper()
	var rows []string
	for i := range 24 {
		for p, who := range []string{"a", "b", "c", "gpt"} {
			group := "people"
			if who == "gpt" {
				group = who
			}
			rows = append(rows, fmt.Sprintf("i%d,%s,%s,%s", i, who, group,
				[]string{"ant", "bee", "cat"}[(i+i%(4+p)/(3+p))%3]))
		}
	}
	return written(t, "item,labeler,group,kind", rows)
}

// written writes rows of a file with the given columns and returns its path.
func written(t *testing.T, columns string, rows []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.csv")
	require.NoError(t, os.WriteFile(path, []byte(columns+"\n"+strings.Join(rows, "\n")), 0o644))
	return path
}

func judgesOf(t *testing.T, args ...string) found {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"judge", "--quiet", "--format", "json"}, args...)...)
	return foundIn(t, out)
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
	require.Len(t, a.of("worth", ""), judges+1)
	require.Len(t, a.of("common_errors", ""), judges*(judges-1)/2)
	require.Len(t, a.Notes, judges, "each lacks items")
	require.Len(t, a.Doubts, 1, "people are few")
	all := a.one(t, "independent_judges", "")
	require.GreaterOrEqual(t, *all.Lower, 1.0)
	require.LessOrEqual(t, *all.Upper, float64(judges))
	alone := func(r foundRow) bool { return r.Of != "" && r.Quantity != "common_errors" }
	require.JSONEq(t, asJSON(t, b.where(alone)), asJSON(t, a.where(alone)))
	two := judgesOf(t, append(sampler, "--humans", "people", "--judge", "j03,j07", byStudy)...)
	require.Len(t, two.of("worth", ""), 3)
	for _, name := range []string{"j03", "j07"} {
		of := func(r foundRow) bool { return r.Of == name && r.Quantity != "common_errors" }
		require.JSONEq(t, asJSON(t, b.where(of)), asJSON(t, two.where(of)), "no judge has a part in what is said "+
			"of another")
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
		require.Equal(t, float64(items*again), *j.one(t, "labels", "").Value)
		got := j.of("self_consistency", "")
		require.Equal(t, map[bool]int{false: 1, true: 2}[binary], len(got), "one on each scale")
		last := got[len(got)-1]
		require.Equal(t, items, j.where(func(r foundRow) bool { return r.Quantity == "validity" && r.Of != "" })[0].N)
		require.Less(t, *last.Lower, want)
		require.Greater(t, *last.Upper, want)
		require.InDelta(t, want, *last.Value, 0.12)
	}
}
