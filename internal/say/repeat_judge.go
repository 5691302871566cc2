package say

import (
	"fmt"
	"math"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// firstJudge is the judge with the highest validity among those that can be compared with a person, and whether it is
// better, as [Better] says; "" if there is none.
func (s Scope) firstJudge() (Scope, string) {
	for _, j := range s.Judges() {
		if better := Better(j.Row("validity").P); better != "" {
			return j, better
		}
	}
	return s, ""
}

// judgeStands compares the first judge with a person, and says what its labels are worth.
func judgeStands(s Scope) string {
	j, better := s.firstJudge()
	switch better {
	case "":
		return ""
	case "?":
		return j.standing()
	}
	return j.standing() + j.Fill("[; one of its labels is worth {worth} human labels]")
}

// oneIsNotSeveral denies that a judge that is better than one person replaces several.
func oneIsNotSeveral(s Scope) string {
	j, better := s.firstJudge()
	if worth := j.Row("worth"); better == "yes" && worth != nil && worth.Upper < document.MostNeeded {
		return claim(j.Fill("{of} can replace all of our labelers"), fmt.Sprintf("Better than one person is not "+
			"better than %.0[1]f: the mean label of %.0[1]f people follows their true scores "+
			"better", math.Floor(worth.Upper)+1))
	}
	return ""
}

// judgesAgree denies that judges are right if they agree.
func judgesAgree(s Scope) string {
	if m := s.Row("independent_judges"); m != nil && m.Upper < float64(m.N) {
		return claim("If the judges agree, they are right", s.Fill("They share errors: together they are worth only "+
			"{independent_judges} independent judges"))
	}
	return ""
}

// unclearIsNotAsGood denies that a judge is as good as a person because the order is open.
func unclearIsNotAsGood(s Scope) string {
	if j, better := s.firstJudge(); better == "?" {
		return j.Fill("[" + claim("{of} is as good as a person", "Unclear does not mean equal: one of its labels "+
			"could be worth anything {worth.span} human labels") + "]")
	}
	return ""
}

// againIsNotBetter denies that more labels of a judge mend what it always gets wrong.
func againIsNotBetter(s Scope) string {
	if j, better := s.firstJudge(); better == "no" {
		return j.Fill(claim("If we ask {of} several times, it is as good as people", "More labels do not fix a bias: "+
			"they average out noise, but not what {of} gets wrong every time"))
	}
	return ""
}

// goldIsNotTruth denies that a group is wrong where it differs from the standard.
func goldIsNotTruth(s Scope) string {
	for _, g := range s.Groups() {
		right, gold := g.Best().Row("right"), g
		gold.At.Of = s.Set["source"]
		if worth := gold.Row("worth_of_gold"); right != nil && right.Value < 1 && worth != nil &&
			worth.Upper < worth.Q.Most {
			wrong := *right
			wrong.Value = 1 - right.Value
			return claim(gold.Fill("{pool} is wrong on ")+value(&wrong)+" of the items", gold.Fill("Where the two "+
				"differ, {of} may be the one that is wrong: one of its labels is worth {worth_of_gold} labels of "+
				"{pool}"))
		}
	}
	return ""
}

// onePerson denies that one person's labels are people's.
func onePerson(s Scope) string {
	if s.Value("labelers", s.At) != 1 {
		return ""
	}
	return claim("People would say so", "All human labels come from one person, so these are that person's scores")
}

// judgeIsNotPeople denies that more labels of a judge take the place of people's.
func judgeIsNotPeople(s Scope) string {
	for _, r := range s.Of("judge_mean") {
		s.At.Of = r.Against
		return s.Fill(claim("With more labels from {of}, we need no people", "More labels do not fix a bias: how "+
			"far {of} is off is known only from the items that people labelled"))
	}
	return ""
}

// mostCanBeWrong denies that labelers who are like the others are right.
func mostCanBeWrong(Scope) string {
	return claim("The other raters are right", "Raters are compared with each other, so a mistake that most of "+
		"them make will not show")
}

// certainIsNotRight denies that a consensus is right.
func certainIsNotRight(Scope) string {
	return claim("The consensus is right", "It is what most people would say, and most people can be wrong")
}

// bestCandidate says which candidate of the first group is best.
func bestCandidate(s Scope) string {
	var first *answer.Row
	for _, r := range s.of("skill") {
		if first == nil || r.P > first.P {
			first = r
		}
	}
	if first == nil {
		return ""
	}
	text := "[According to {part}, ]{of} is probably best, but only with a probability of {skill.p}"
	if first.P >= result.Sure {
		text = "[According to {part}, ]{of} is best, {skill.sure}: it wins {win_rate} of comparisons with the others"
	}
	return s.at(first).Fill(text)
}

// openOrder denies that the first candidate is better than the next one, if that is open.
func openOrder(s Scope) string {
	all := s.of("pair_win_rate")
	if len(all) == 0 || all[0].P >= result.Sure {
		return ""
	}
	s = s.at(all[0])
	return s.Fill(claim("{of} is better than {against}", "Their order is open: the probability is {pair_win_rate.p}"))
}

// bestIsNotGood denies that the best candidate is good.
func bestIsNotGood(s Scope) string {
	all := s.of("skill")
	if len(all) == 0 {
		return ""
	}
	return claim(s.at(all[0]).Fill("{of} is good"), fmt.Sprintf("It is ahead of the other %d; a ranking does not say "+
		"how good any of them is", len(all)-1))
}

// oneLabelerCriteria denies that criteria correlate as much as one labeler's labels do.
func oneLabelerCriteria(s Scope) string {
	if !(s.Value("one_labeler", s.At) > s.Value("two_labelers", s.At)) {
		return ""
	}
	return s.Fill("[" + claim("Two criteria correlate {one_labeler}", "One person's labels do, because errors go "+
		"together; labels by two people correlate {two_labelers}, and true scores {true_scores}") + "]")
}

// moreIsNotRight denies that the mean of many labels is right.
func moreIsNotRight(s Scope) string {
	if len(s.Of("labels_enough")) == 0 {
		return ""
	}
	return claim("With that many labels the mean is right", "More labels do not fix a bias: they average out what "+
		"one person gets wrong, not what most people do")
}
