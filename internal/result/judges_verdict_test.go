package result

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// standing is a judge that follows people better than a random person with a probability.
func standing(name string, p Number) JudgeStanding {
	return JudgeStanding{Study: name, BetterThanRandom: p}
}

func converged() *Diagnostics { return &Diagnostics{OK: true, Converged: true} }

// A verdict counts conclusive judges, those with a probability of 0.95 or more, and of 0.05 or less.
func TestVerdictOfJudges(t *testing.T) {
	for _, c := range []struct {
		of   []Number
		want string
	}{
		{[]Number{0.95, 0.5, 0.05, 0.96},
			"2 of 4 judges follow people's true scores better than one random person; 1 less well; 1 undecided"},
		{[]Number{0.99, Undefined()}, "1 of 2 judges follows people's true scores better than one random person"},
		{[]Number{0.94, 0.06}, "0 of 2 judges follow people's true scores better than one random person; 2 undecided"},
		{[]Number{1, 1, 1}, "All 3 judges follow people's true scores better than one random person"},
		{[]Number{0.988}, "j0 follows people's true scores better than one random person: probability 98.8%"},
		{[]Number{0.012}, "j0 follows people's true scores less well than one random person: probability 98.8%"},
		{[]Number{0.6}, "It is unclear whether j0 follows people's true scores better than one random person: " +
			"probability 60.0%"},
		{[]Number{Undefined()}, "j0 cannot be compared with a person: there is no r"},
	} {
		js := &Judges{Diagnostics: converged()}
		for i, p := range c.of {
			js.Judges = append(js.Judges, standing(fmt.Sprint("j", i), p))
		}
		assert.Equal(t, c.want, js.sentence())
		js.Judges[0].Diagnostics = &Diagnostics{Messages: []string{"NOT CONVERGED: "}}
		assert.Equal(t, "No verdict: the chains have not converged", js.sentence())
	}
}

// Errors count as shared if judges are surely worth less than as many independent ones.
func TestSharedErrors(t *testing.T) {
	js := &Judges{Judges: []JudgeStanding{standing("a", 0.9), standing("b", 0.9), standing("c", 0.9),
		{Study: "flat", Undefined: "its labels are all the same"}},
		CommonErrors: []CommonErrors{{Judges: [2]string{"a", "b"}, Measure: Measure{Median: 0.2}},
			{Judges: [2]string{"a", "c"}, Measure: Measure{Median: 0.55}}},
		IndependentJudges: &Measure{Median: 2.4, Lower: 2.1, Upper: 2.8}}
	assert.Equal(t, "Errors are shared: all 3 are worth 2.4 [2.1, 2.8] independent judges. Most alike: a × c 0.55.",
		js.SharedErrors())
	js.IndependentJudges.Upper = 3
	assert.Equal(t, "Judges do not clearly share errors: all 3 are worth 2.4 [2.1, 3.0] independent judges.",
		js.SharedErrors())
	js.IndependentJudges = nil
	assert.Empty(t, js.SharedErrors())
}

// Over all categories the judge that gives people's labels most often comes first, and the verdict names judges that
// follow people better in some category.
func TestVerdictByCategory(t *testing.T) {
	category := func(a, b Number) CategoryJudges {
		return CategoryJudges{Judges: &Judges{Judges: []JudgeStanding{standing("a", a), standing("b", b)}}}
	}
	jc := &JudgesByCategory{
		Categories: []CategoryJudges{category(0.99, 0.01), category(0.97, 0.5), {Undefined: "rare"}},
		Agreement:  []NominalAgreement{{Same: 0.7}, {Judge: "a", Same: 0.75}, {Judge: "b", Same: 0.8}},
	}
	all := jc.Standings()
	assert.Equal(t, []string{"b", "a"}, []string{all[0].Judge, all[1].Judge})
	assert.Equal(t, [3]int{2, 0, 1}, [3]int{all[0].Categories, all[0].Better, all[0].Worse})
	assert.Equal(t, []string{"b gives a random person's label on 80.0% of items, another person on 70.0%",
		"Better than one random person: a (2 of 2 categories)"}, jc.newVerdict())
	jc.Categories = []CategoryJudges{category(0.5, 0.5)}
	assert.Equal(t, "No judge follows people's true scores better than one random person in any category",
		jc.newVerdict()[1])
}
