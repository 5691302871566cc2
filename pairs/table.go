package pairs

import (
	"cmp"
	"slices"

	"concord/internal/verdicts"
	"concord/study"
)

// Columns name the factors of a table that say which candidates each label compares.
type Columns struct {
	Prompt, A, B, Place string
}

// NoPrompt is the only level of the prompts of comparisons without prompt.
const NoPrompt = "-"

// Of returns the comparisons of a study. Its labels say whether A is better, as in package verdicts. Its candidates are
// in the order of their names.
func Of(v study.View, by Columns) *Data {
	t := v.Table()
	index := func(factor string) ([]int32, []string) {
		at, _ := v.Factor(factor)
		levels, _ := t.Levels(factor)
		return at, levels
	}
	prompt, prompts := index(by.Prompt)
	a, as := index(by.A)
	b, bs := index(by.B)
	place, places := index(by.Place)
	d := &Data{}
	used := map[string]bool{}
	for n := range v.Len() {
		used[as[a[n]]], used[bs[b[n]]] = true, true
	}
	for name := range used {
		d.Candidates = append(d.Candidates, name)
	}
	slices.Sort(d.Candidates)
	at := map[string]int32{}
	for i, name := range d.Candidates {
		at[name] = int32(i)
	}
	var grade func(y float64) int32
	d.Grades, grade = gradesOf(v)
	nobody := len(prompts) == 1 && prompts[0] == NoPrompt
	for n, y := range v.Value() {
		c := Comparison{A: at[as[a[n]]], B: at[bs[b[n]]], Prompt: -1, Labeler: -1, Place: 1, Grade: grade(y)}
		if !nobody {
			c.Prompt = prompt[n]
		}
		if t.HasLabelers() {
			c.Labeler = v.Labeler()[n]
		}
		if places[place[n]] == verdicts.Second {
			c.Place = -1
		}
		d.All = append(d.All, c)
	}
	return d
}

// gradesOf returns how many grades the labels of a study have, symmetric about the middle, and the grade of each label.
func gradesOf(v study.View) (grades int, grade func(y float64) int32) {
	t := v.Table()
	if t.Kind() != study.Ordinal {
		return 2, func(y float64) int32 { return int32(y) }
	}
	level := make([]int, len(t.Categories())) // with the sign of the winner
	var sizes []int
	ties := false
	for c, name := range t.Categories() {
		level[c] = verdicts.Order(name)
		if size := max(level[c], -level[c]); size == 0 {
			ties = true
		} else if !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
	}
	slices.SortFunc(sizes, cmp.Compare)
	of := make([]int32, len(level))
	grades = 2 * len(sizes)
	if ties {
		grades++
	}
	for c, l := range level {
		k := slices.Index(sizes, max(l, -l)) + 1 // steps from the middle
		switch {
		case l == 0:
			of[c] = int32(grades / 2)
		case l < 0:
			of[c] = int32(len(sizes) - k)
		default:
			of[c] = int32(grades - 1 - (len(sizes) - k))
		}
	}
	return grades, func(y float64) int32 { return of[int(y)-1] }
}
