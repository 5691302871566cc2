package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// changeOf returns the difference of a quantity of the only group.
func changeOf(t *testing.T, c found, quantity string) foundRow {
	t.Helper()
	rows := slices.DeleteFunc(c.of(quantity+"_change", ""), func(r foundRow) bool { return r.Scale != "" })
	require.Len(t, rows, 1, quantity)
	return rows[0]
}

// Oracle: importance sampling over the logarithms of the standard deviations, with fixed effects and effects of
// labelers integrated out in closed form, of θ = μ_m + b_jm + a_k + g_km: the change of these people is .58 [.385,
// .777], that of people like them [.28, .88], and with other items [.17, .98]. lme4 has .583 with SE .099.
func TestCompareTheSamePeople(t *testing.T) {
	march, april := testdata("people_march.csv"), testdata("people_april.csv")
	compared := func(args ...string) found {
		out, _ := runFit(t, exitFine, append([]string{"compare", "--quiet", "--draws", "2000", "--format", "json",
			march, april}, args...)...)
		return foundIn(t, out)
	}
	near := func(lower, upper float64, of foundRow, within float64) {
		t.Helper()
		assert.InDelta(t, lower, *of.Lower, within)
		assert.InDelta(t, upper, *of.Upper, within)
	}
	c := compared()
	same := c.one(t, "same_people", "")
	assert.Equal(t, "everybody", same.Method)
	assert.Equal(t, 5., *same.Value)
	assert.Equal(t, "mean_of_same_people", c.Rows[0].Quantity)
	near(.385, .777, changeOf(t, c, "mean_of_same_people"), .02)
	near(.28, .88, changeOf(t, c, "mean"), .05)
	assert.Contains(t, c.Verdict[0], "The mean label of these 5 people rose by 0.58; that of people like them by 0.")
	assert.Contains(t, c.Verdict[0], "; that of people like them by 0.5")

	apart := compared("--different-items")
	assert.Zero(t, apart.value(t, "shared_items", ""))
	assert.Equal(t, "together", apart.Set["fitted"])
	assert.Empty(t, apart.of("rho_between_runs", ""), "nothing is known of ρ")
	near(.17, .98, changeOf(t, apart, "mean"), .06)
}

// runOfPeople writes labels of 40 items, each by all of some people, whose levels follow from their names.
func runOfPeople(
	t *testing.T, name string, seed uint64, shift float64, kind, group string, people ...string,
) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	rows := []string{"item,labeler,study,label"}
	for item := range 40 {
		score := rand.New(rand.NewPCG(uint64(item), 3)).NormFloat64()
		for _, person := range people {
			theta := shift + score + 0.8*(float64(person[0]-'a')-1.5)/1.5
			label := fmt.Sprintf("%.2f", theta+rng.NormFloat64())
			switch kind {
			case "binary":
				label = fmt.Sprint(map[bool]int{true: 1}[rng.Float64() < 1/(1+math.Exp(-2*theta))])
			case "ordinal":
				label = fmt.Sprint(1 + int(math.Min(3, math.Max(0, math.Round(theta+rng.NormFloat64()+1.5)))))
			}
			rows = append(rows, fmt.Sprintf("i%d,%s,%s,%s", item, person, group, label))
		}
	}
	path := filepath.Join(t.TempDir(), name+".csv")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(rows, "\n")+"\n"), 0o644))
	return path
}

// People whose levels differ much are no reason for doubt whether the same people moved: with links too, the change of
// these people is known nearly as well as a paired t over items knows it.
func TestCompareSamePeopleWithLinks(t *testing.T) {
	for kind, width := range map[string]float64{"numeric": 0.5, "binary": 0.18, "ordinal": 0.40} {
		t.Run(kind, func(t *testing.T) {
			early := runOfPeople(t, "early", 1, 0, kind, "all", "ann", "bob", "cyd", "dan")
			late := runOfPeople(t, "late", 2, 0.6, kind, "all", "ann", "bob", "cyd", "dan")
			flags := []string{"--draws", "2000"}
			if kind == "ordinal" {
				flags = append(flags, "--order", "1,2,3,4")
			}
			c := changesOf(t, append(flags, early, late)...)
			these, like := changeOf(t, c, "mean_of_same_people"), changeOf(t, c, "mean")
			assert.Positive(t, *these.Lower)
			assert.Less(t, *these.Upper-*these.Lower, width)
			assert.Less(t, *these.Upper-*these.Lower, *like.Upper-*like.Lower)
			assert.Contains(t, c.Verdict[0], "of these 4 people rose")
			nested := changesOf(t, append(flags, "--labeler-effects", "nested", early, late)...)
			assert.Empty(t, nested.of("same_people", ""))
			of := changeOf(t, nested, "mean")
			assert.Greater(t, *of.Upper-*of.Lower, 1.2*(*like.Upper-*like.Lower))
		})
	}
}

// Some people of a group are in both files, one person gave all labels of another group, and nobody of the third is in
// both: each group's change is about its own people.
func TestCompareGroupsOfPeople(t *testing.T) {
	joined := func(name string, files ...string) string {
		text := "item,labeler,study,label\n"
		for _, file := range files {
			of, err := os.ReadFile(file)
			require.NoError(t, err)
			_, rows, _ := strings.Cut(string(of), "\n")
			text += rows
		}
		path := filepath.Join(t.TempDir(), name+".csv")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	of := func(name string, seed uint64, shift float64, crowd ...string) string {
		return joined(name, runOfPeople(t, "x", seed, shift, "numeric", "crowd", crowd...),
			runOfPeople(t, "y", seed+1, shift, "numeric", "gpt", "bot"),
			runOfPeople(t, "z", seed+2, shift, "numeric", "experts", name+"1", name+"2", name+"3"))
	}
	early, late := of("early", 11, 0, "ann", "bob", "cyd"), of("late", 21, 0.5, "bob", "cyd", "dan")
	c := changesOf(t, early, late)
	people := map[string][]string{}
	for _, r := range c.of("person", "") {
		if r.Said == "in both" {
			people[r.Group] = append(people[r.Group], r.Of)
		}
	}
	assert.Equal(t, map[string][]string{"gpt": {"bot"}, "crowd": {"bob", "cyd"}}, people)
	assert.Equal(t, "everybody", c.one(t, "same_people", "gpt").Method)
	assert.Empty(t, c.one(t, "same_people", "crowd").Method)
	assert.Len(t, c.of("mean_change", ""), 3)
	assert.Len(t, c.of("mean_of_same_people_change", "crowd"), 1)
	out, _ := runFit(t, exitFine, withFewDraws("compare", "--full", early, late)...)
	for _, name := range []string{"crowd, the 2 people in both", "crowd ", "gpt, this person", "experts "} {
		assert.Contains(t, out, "  mean label of "+name)
	}
}

// Whatever fit says of a file, fit compare says too: few people, a label that decides all, items that tell nothing, and
// a prior that matters.
func TestCompareHasTheCautionsOfFit(t *testing.T) {
	early := runOfPeople(t, "early", 1, 0, "numeric", "all", "ann", "bob", "cyd")
	late := runOfPeople(t, "late", 2, 0.5, "numeric", "all", "dan", "eve", "fay")
	text, err := os.ReadFile(late)
	require.NoError(t, err)
	far := strings.Replace(string(text), "i3,dan,all,", "i3,dan,all,55", 1)
	require.NoError(t, os.WriteFile(late, []byte(far), 0o644))
	c := changesOf(t, "--different-items", "--as-is", early, late)
	assert.Empty(t, c.Set["fitted"])
	for i, file := range []string{early, late} {
		name := []string{"early", "late"}[i]
		out, _ := runFit(t, exitFine, withFewDraws("--format", "json", "--bootstrap", "0", "--as-is", file)...)
		r := answerIn(t, out)
		for _, text := range r.Data.Warnings {
			assert.Contains(t, c.Doubts, name+": "+text)
		}
		assert.Equal(t, i == 1, strings.Contains(strings.Join(r.Data.Warnings, "\n"), "decides all results"))
		assert.Contains(t, strings.Join(c.Doubts, "\n"), name+": too few labels to be sure")
		for _, d := range r.Of("doubt") {
			assert.Contains(t, strings.Join(c.Doubts, "\n"), d.Said)
		}
	}
	out, _ := runFit(t, exitFine, withFewDraws("compare", "--different-items", "--as-is", "--full", early, late)...)
	assert.Contains(t, strings.Join(strings.Fields(out), " "), "late: one label of the file, 55")
}
