package say

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
)

// made is an answer with groups, of 20 people each, and with a verdict.
func made(command string, groups ...string) *answer.Answer {
	a := answer.New(command, result.Data{}, result.Intervals{Level: 0.95})
	for _, name := range groups {
		a.Data.Studies = append(a.Data.Studies, result.Study{Name: name, Labelers: 20})
	}
	a.Verdict, a.Runs = []string{"The verdict is 0.5 [0.4, 0.6]."}, []answer.Run{{Model: &result.Model{}}}
	a.Set["reference"], a.Set["source"], a.Set["target"] = "gold", "gold", "0.8"
	a.Set["earlier"], a.Set["later"] = "march", "april"
	return a
}

// around adds a number with an interval of some half width.
func around(a *answer.Answer, name string, at answer.Key, value, half float64) *answer.Row {
	return a.Add(name, at, value).Within(value-half, value+half)
}

func with(group string) answer.Key { return answer.Key{Of: "gold", Against: group} }

// says requires the two sentences.
func says(t *testing.T, a *answer.Answer, may, not string) {
	t.Helper()
	gotMay, gotNot := Repeat(a)
	assert.Equal(t, may, gotMay)
	assert.Equal(t, not, gotNot)
}

// compared has two groups beside the reference, the first of which is closer with a probability.
func compared(p float64) *answer.Answer {
	a := made("fit", "gold", "old", "new")
	around(a, "rho", with("old"), 0.7, 0.04)
	around(a, "rho", with("new"), 0.9, 0.04)
	around(a, "xcc", with("old"), 0.37, 0.04)
	around(a, "xcc", with("new"), 0.42, 0.04)
	around(a, "rho_difference", answer.Key{Group: "gold", Of: "new", Against: "old"}, 0.2, 0.3).P = p
	return a
}

// Being consistent is not being right, unclear does not mean equal, and means of unlimited labels are not single ones.
// The order of the names of a difference does not matter.
func TestRepeatComparison(t *testing.T) {
	const closer = "With unlimited labels, new agrees better with gold than old does: a correlation of 0.90 against " +
		"0.70, more than 99.9% sure."
	a := compared(0.9999)
	says(t, a, closer, "“A label from new agrees that well with one from gold.” Means of unlimited labels do; one "+
		"label of each would correlate 0.42.")
	a.Words("crossing", answer.Key{Of: "old", Against: "new"}, "yes")
	says(t, a, closer, "“old has the better labels, because people there agree more with each other.” Being "+
		"consistent is not being right: old agrees less with gold than new does, 0.70 against 0.90.")
	says(t, compared(0.6), "It is unclear whether new agrees better with gold than old does: the probability is 60.0%.",
		"“new and old agree equally well with gold.” Unclear does not mean equal: the difference could be anywhere "+
			"between −0.10 and 0.50.")
	may, _ := Repeat(compared(0.4)) // medians and draws disagree
	assert.Equal(t, "It is unclear whether old agrees better with gold than new does: the probability is 60.0%.", may)
	a = made("fit", "gold", "old", "new")
	around(a, "rho", with("old"), 0.7, 0.04)
	around(a, "rho", with("new"), 0.9, 0.04)
	around(a, "rho_difference", answer.Key{Group: "gold", Of: "old", Against: "new"}, -0.2, 0.3).P = 0.01
	may, _ = Repeat(a)
	assert.Contains(t, may, "new agrees better with gold than old does: a correlation of 0.90 against 0.70, 99.0% sure")
}

// Nothing is said of chains that have not converged, of an interrupted run, of several tasks, and without a verdict.
func TestRepeatNothing(t *testing.T) {
	for _, spoil := range []func(*answer.Answer){
		func(a *answer.Answer) { a.Runs[0].Trust = &result.Diagnostics{} },
		func(a *answer.Answer) { a.Runs[0].Sampler = &result.Sampler{Partial: true} },
		func(a *answer.Answer) {
			a.Runs = append(a.Runs, answer.Run{Group: "old", Trust: &result.Diagnostics{}})
		},
		func(a *answer.Answer) { a.Add("icc", answer.Key{Task: "t", Group: "gold"}, 0.5) },
		func(a *answer.Answer) { a.Verdict = nil },
		func(a *answer.Answer) { a.Command = "check" },
	} {
		a := compared(0.99)
		spoil(a)
		says(t, a, "", "")
	}
}

// A correlation ignores the level, and few people do not show how people differ. Too little to say does not mean no.
func TestRepeatTwoGroups(t *testing.T) {
	two := func(half float64) *answer.Answer {
		a := made("fit", "gold", "crowd")
		around(a, "rho", with("crowd"), 0.8, half)
		around(a, "xcc", with("crowd"), 0.34, 0.1)
		return a
	}
	const correlate = "With unlimited labels, gold and crowd would correlate 0.80, with 95% probability between " +
		"0.70 and 0.90."
	a := two(0.1)
	says(t, a, correlate, "“A label from crowd agrees that well with one from gold.” Means of unlimited labels do; "+
		"one label of each would correlate 0.34.")
	a.Data.Studies[1].Labelers = 5
	says(t, a, correlate, "“Other people would agree just as well.” Only 5 raters took part: too few to show how "+
		"much people differ.")
	d := around(a, "mean_difference", answer.Key{Of: "crowd", Against: "gold"}, -0.65, 0.7)
	_, not := Repeat(a)
	assert.Contains(t, not, "Other people")
	d.Upper = -0.1
	says(t, a, correlate, "“gold and crowd give the same labels.” A correlation ignores the level: labels from "+
		"crowd are 0.65 lower on average than those from gold.")
	a.Data.Positive, a.Data.Studies[0].Mean, a.Data.Studies[1].Mean = "{yes}", 0.3, 0.5
	_, not = Repeat(a)
	assert.Contains(t, not, "“{yes}” is 30% of the labels from gold, and 50% of those from crowd.")
	says(t, two(0.3), "The verdict is 0.5.", "“gold and crowd disagree.” Too little to say does not mean no: the "+
		"correlation could be anywhere between 0.50 and 1.10.")
}

// That people agree does not make them right, and one frequent label makes a reliability low.
func TestRepeatOneGroup(t *testing.T) {
	at := answer.Key{Group: "all"}
	a := made("fit", "all")
	around(a, "icc", at, 0.32, 0.04)
	around(a, "labels_needed", at, 9, 2)
	same := around(a, "same_label", at, 0.93, 0.01)
	chance := around(a, "same_label_by_chance", at, 0.9, 0.01)
	const reliable = "One label has a reliability of 0.32, with 95% probability between 0.28 and 0.36; the mean of " +
		"9 labels reaches 0.8."
	says(t, a, reliable, "“People disagree.” Two of them give an item the same label 93% of the time. The "+
		"reliability is low because one label is so frequent: chance alone gives 90%.")
	same.Value, chance.Value = 0.66, 0.51
	says(t, a, reliable, "“The labels are right.” A reliability of 0.32 says how far people agree, not whether they "+
		"are right.")
	a = made("fit", "all")
	around(a, "icc", at, 0.32, 0.25)
	says(t, a, "The verdict is 0.5.", "“The labels are unreliable.” Too little to say does not mean no: the "+
		"reliability could be anywhere between 0.07 and 0.57.")
}

// Better than one person is not better than several, agreement of judges is not truth, open is not equal, and more
// labels do not fix a bias.
func TestRepeatJudges(t *testing.T) {
	judges := func(p float64) *answer.Answer {
		a := made("judge", "people")
		around(a, "validity", answer.Key{Group: "people", Of: "gpt"}, 0.6, 0.1).P = p
		around(a, "worth", answer.Key{Group: "people", Of: "gpt"}, 2.4, 0.8)
		return a
	}
	says(t, judges(0.98), "gpt follows people's true scores better than one random person: probability 98.0%; one "+
		"of its labels is worth 2.4 human labels.", "“gpt can replace all of our labelers.” Better than one person "+
		"is not better than 4: the mean label of 4 people follows their true scores better.")
	const unclear = "It is unclear whether gpt follows people's true scores better than one random person: " +
		"probability 60.0%."
	a := judges(0.6)
	says(t, a, unclear, "“gpt is as good as a person.” Unclear does not mean equal: one of its labels could be "+
		"worth anything between 1.6 and 3.2 human labels.")
	m := around(a, "independent_judges", answer.Key{Group: "people"}, 1.4, 0.7)
	m.N = 2
	_, not := Repeat(a)
	assert.Contains(t, not, "as good as a person", "errors that may be independent")
	m.Upper = 1.7
	says(t, a, unclear, "“If the judges agree, they are right.” They share errors: together they are worth only 1.4 "+
		"independent judges.")
	says(t, judges(0.02), "gpt follows people's true scores less well than one random person: probability 98.0%; "+
		"one of its labels is worth 2.4 human labels.", "“If we ask gpt several times, it is as good as people.” "+
		"More labels do not fix a bias: they average out noise, but not what gpt gets wrong every time.")
	says(t, judges(math.NaN()), "The verdict is 0.5.", "")
}

// A gold standard may be wrong where people differ from it, unless one of its labels is worth very many of theirs.
func TestRepeatGold(t *testing.T) {
	gold := func(p float64) *answer.Answer {
		a := made("gold")
		for i, group := range []string{"students", "crowd"} {
			golden(a, "", group, "right", 0.8-0.1*float64(i), 0.78-0.2*float64(i))
		}
		around(a, "validity_difference", answer.Key{Of: "students", Against: "crowd"}, 0.2, 0.4).P = p
		return a
	}
	const closer = "students is closer to gold than crowd is: a correlation of 0.78 against 0.58, 97.0% sure."
	a := gold(0.97)
	says(t, a, closer, "")
	worth := around(a, "worth_of_gold", answer.Key{Group: "students", Of: "gold"}, 2.5, 1)
	says(t, a, closer, "“students is wrong on 20% of the items.” Where the two differ, gold may be the one that is "+
		"wrong: one of its labels is worth 2.5 labels of students.")
	worth.Upper = 40
	says(t, a, closer, "")
	says(t, gold(0.9), "It is unclear whether students is closer to gold than crowd is: the probability is 90.0%.",
		"“students and crowd are equally close to gold.” Unclear does not mean equal: the difference could be "+
			"anywhere between −0.20 and 0.60.")
}

// One person's scores are not people's, and labels of a judge do not take the place of people's.
func TestRepeatScores(t *testing.T) {
	at := answer.Key{Group: "mean", Of: "new"}
	a := made("score")
	around(a, "people_score", at, 0.76, 0.1)
	says(t, a, "The verdict is 0.5.", "")
	a.Add("judge_mean", answer.Key{Group: "mean", Of: "new", Against: "gpt"}, 0.8)
	says(t, a, "The verdict is 0.5.", "“With more labels from gpt, we need no people.” More labels do not fix a "+
		"bias: how far gpt is off is known only from the items that people labelled.")
	a.Add("labelers", answer.Key{Group: "mean"}, 1)
	says(t, a, "The verdict is 0.5.", "“People would say so.” All human labels come from one person, so these are "+
		"that person's scores.")
	at.Of = "old"
	around(a, "people_score", at, 0.59, 0.1)
	d := around(a, "score_difference", answer.Key{Group: "mean", Of: "new", Against: "old"}, 0.17, 0.2)
	d.P = 0.7
	says(t, a, "It is unclear whether new has a higher mean than old: the probability is 70.0%.", "“new and old "+
		"have the same mean.” Unclear does not mean equal: the difference could be anywhere between −0.03 and 0.37.")
	d.P = 0.99
	may, _ := Repeat(a)
	assert.Equal(t, "According to people, new has a higher mean than old: 0.76 against 0.59, 99.0% sure.", may)
}

// A ranking with an open order does not say who is better, and the best is not therefore good.
func TestRepeatRank(t *testing.T) {
	ranked := func(best, better float64) *answer.Answer {
		a := made("rank")
		for i, name := range []string{"a", "b", "c"} {
			at := answer.Key{Group: "people", Of: name}
			a.Add("skill", at, -float64(i)).P = best - float64(i)
			a.Add("win_rate", at, 0.66)
		}
		a.Add("pair_win_rate", answer.Key{Group: "people", Of: "a", Against: "b"}, 0.6).P = better
		return a
	}
	says(t, ranked(0.7, 0.71), "a is probably best, but only with a probability of 70.0%.", "“a is better than b.” "+
		"Their order is open: the probability is 71.0%.")
	says(t, ranked(0.98, 0.99), "a is best, 98.0% sure: it wins 66% of comparisons with the others.", "“a is good.” "+
		"It is ahead of the other 2; a ranking does not say how good any of them is.")
	says(t, made("rank"), "The verdict is 0.5.", "")
}

// A coefficient is low if one label is frequent, and says nothing of truth.
func TestRepeatAgreement(t *testing.T) {
	for same, not := range map[float64]string{
		0.9: "“People disagree.” They give an item the same label 90% of the time. Krippendorff's α is low because " +
			"one label is so frequent that chance alone gives almost as much.",
		0.7: "“The labels are right.” Krippendorff's α says how far people agree, not whether they are right.",
	} {
		a := made("agreement", "all")
		at := answer.Key{Group: "all", Distance: "nominal"}
		around(a, "kripp_alpha", at, 0.2, 0.1)
		around(a, "percent_agreement", at, same, 0.1)
		says(t, a, "The verdict is 0.5.", not)
	}
	says(t, made("agreement"), "The verdict is 0.5.", "")
}

// What is not shown to have changed may have changed. If items are the same, people changed.
func TestRepeatCompare(t *testing.T) {
	at := answer.Key{Group: "all"}
	a := made("compare")
	says(t, a, "The verdict is 0.5.", "")
	change := around(a, "icc_change", at, 0.1, 0.15)
	change.P = 0.99
	for k := 1; k < 3; k++ {
		a.Add("icc", answer.Key{Group: "all", K: k}, 0.3+0.1*float64(k))
		a.Add("items", answer.Key{Of: fmt.Sprint("run", k)}, 80)
	}
	says(t, a, "The verdict is 0.5.", "“Nothing changed.” Unclear does not mean equal: the change in the ICC could "+
		"be anywhere between −0.05 and 0.25.")
	change.Lower = 0.05
	const rose = "From march to april, the ICC rose by 0.10, from 0.40 to 0.50, 99.0% sure."
	says(t, a, rose, "")
	a.Add("shared_items", answer.Key{}, 80)
	says(t, a, rose, "“The items changed.” march and april have the same 80 items: what changed is how people label "+
		"them.")
	a.Add("items", answer.Key{Of: "run3"}, 90)
	says(t, a, rose, "")
}

// Criteria correlate less than one labeler's labels, and more labels do not make a mean right.
func TestRepeatOtherCommands(t *testing.T) {
	at := answer.Key{Group: "people"}
	a := made("criteria", "people")
	a.Add("one_labeler", at, 0.35)
	two := a.Add("two_labelers", at, 0.2)
	a.Add("true_scores", at, 0.59)
	says(t, a, "The verdict is 0.5.", "“Two criteria correlate 0.35.” One person's labels do, because errors go "+
		"together; labels by two people correlate 0.20, and true scores 0.59.")
	two.Value = 0.4
	says(t, a, "The verdict is 0.5.", "")
	a = made("plan", "people")
	says(t, a, "The verdict is 0.5.", "")
	a.Add("labels_enough", at, 5)
	says(t, a, "The verdict is 0.5.", "“With that many labels the mean is right.” More labels do not fix a bias: "+
		"they average out what one person gets wrong, not what most people do.")
	says(t, made("labelers"), "The verdict is 0.5.", "“The other raters are right.” Raters are compared with "+
		"each other, so a mistake that most of them make will not show.")
	says(t, made("consensus"), "The verdict is 0.5.", "“The consensus is right.” It is what most people would say, "+
		"and most people can be wrong.")
}
