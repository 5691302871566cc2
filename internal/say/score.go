package say

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// ScoreVerdict says which system has the highest score of the first measure.
func ScoreVerdict(a *answer.Answer) []string {
	s := Scope{a, a.Parts()[0]}
	if !a.Converged(s.At) {
		return []string{unconverged}
	}
	all := s.of("people_score")
	first := s.at(all[0])
	value := func(r *answer.Row) string { return document.Fixed(r.Value, 2) }
	switch {
	case len(all) == 1:
		return []string{first.Fill("By people"+s.alone()+", the {group} would be ") + value(all[0]) + " " +
			within(all[0])}
	case len(all) == 2:
		return []string{first.Fill("{of} has a higher {group} than ") + visible.Text(all[1].Of) + ", " + value(all[0]) +
			" against " + value(all[1]) + ": " + document.Probability(s.between(all[0], all[1]).P)}
	case all[0].P < result.Sure:
		return []string{"It is unclear which of " + document.Plural(len(all), "system") +
			first.Fill(" has the highest {group}: "+document.Probability(all[0].P)+" that it is {of}, ") +
			value(all[0])}
	}
	return []string{first.Fill("{of} has the highest {group} of ") + document.Plural(len(all), "system") + ", " +
		value(all[0]) + ": " + document.Probability(all[0].P)}
}

// alone says that judges told nothing.
func (s Scope) alone() string {
	if s.Get("basis", answer.Key{Group: s.At.Group, K: 1}) != nil {
		return " alone"
	}
	return ""
}

// between is the difference of the scores of two systems.
func (s Scope) between(a, b *answer.Row) *answer.Row {
	return s.Get("score_difference", answer.Key{Group: a.Group, Of: a.Of, Against: b.Of})
}

// ScoreNotes say whose scores they are, and where intervals are too wide.
func ScoreNotes(a *answer.Answer) (all []string) {
	first := a.Parts()[0]
	if a.Value("labelers", first) == 1 {
		all = append(all, "All labels of people are by one person, so the scores are that person's, and not other "+
			"people's.")
	}
	if a.Get("basis", answer.Key{Group: first.Group, K: 2}) != nil {
		all = append(all, "Items and noise cannot be told apart: the intervals are rather too wide.")
	}
	return all
}

// Judges are the names of the judges of scores.
func Judges(a *answer.Answer) (names []string) {
	all := a.Of("judge_mean")
	for _, r := range all {
		if r.Group == all[0].Group && r.Key.Of == all[0].Key.Of {
			names = append(names, r.Against)
		}
	}
	return names
}

// ScoreDoubts are reasons why the scores of a measure may be wrong. Some describe the first measure alone.
func ScoreDoubts(a *answer.Answer, measure string, independent bool) (all []string) {
	s := Scope{a, answer.Key{Group: measure}}
	first := a.Parts()[0] == s.At
	if first && s.alone() != "" {
		judges, who := Judges(a), "each judge says"
		if len(judges) == 1 {
			who = visible.Text(judges[0]) + " says"
		}
		all = append(all, "The scores come from people's labels alone: "+who+" the same of all items that people "+
			"labelled.")
	}
	if first && independent {
		all = append(all, "The model cannot tell clusters from items, so only the column without a model has them.")
	}
	scores, unseen := s.of("people_score"), 0
	for _, m := range scores {
		w, of := s.Get("plain_score", m.Key), ""
		if len(scores) > 1 {
			of = " of {of}"
		}
		if (w.Value < m.Lower || w.Value > m.Upper) && (m.Value < w.Lower || m.Value > w.Upper) {
			all = append(all, s.at(m).Fill("The {group}"+of+" is ")+document.Fixed(m.Value, 2)+" by the model and "+
				document.Fixed(w.Value, 2)+" without it.")
		}
		unseen += int(s.Get("unseen_items", m.Key).Value)
	}
	if first && unseen > 0 {
		all = append(all, fmt.Sprintf("A judge said of %s what it said of none that people labelled: what people "+
			"would say of them is guessed.", document.Plural(unseen, "item")))
	}
	return all
}

// NoRandomSample says that people's items of a system have another mean label of a judge than all.
func NoRandomSample(systems []string, system int, judge string, labelled, all float64) string {
	of := ""
	if len(systems) > 1 {
		of = " of " + visible.Text(systems[system])
	}
	return fmt.Sprintf("People's items%s are no random sample: the mean label of %s is %s on them and %s on all. The "+
		"model allows for that.", of, visible.Text(judge), document.Fixed(labelled, 2), document.Fixed(all, 2))
}

// ScoreBought says how much precision the labels of judges add to the highest score, and the cost of labels.
func ScoreBought(a *answer.Answer) []string {
	s := Scope{a, a.Parts()[0]}
	scores := s.of("people_score")
	first, name, with := s.at(scores[0]), "The judge's labels", ""
	if len(Judges(a)) > 1 {
		name = "The judges' labels"
	}
	if len(scores) > 1 {
		with = " for " + document.Clip(first.At.Of)
	}
	half := func(name string) string {
		x := first.Row(name).Value
		return document.Fixed(x, document.Places(x/2, 0, 3))
	}
	all := []string{fmt.Sprintf("%s and people's labels of %s give ±%s%s, people's labels alone ±%s: as good as "+
		"people's labels of %s.",
		name,
		document.Plural(int(first.Row("labelled_items").Value), "item"), half("half_width"), with,
		half("people_half_width"), document.Plural(int(first.Row("equal_items").Value+0.5), "item"))}
	if len(a.Of("all_cost")) > 0 {
		cost, alone := 0.0, 0.0
		for _, r := range scores {
			cost, alone = cost+a.Value("all_cost", r.Key), alone+a.Value("people_cost", r.Key)
		}
		all = append(all, fmt.Sprintf("Cost of all labels: %s. As good labels of people alone: %s.",
			document.Fixed(cost, 2), document.Fixed(alone, 2)))
	}
	return all
}

// drifts are the rows of the judge's part of each system, by anchors if there are some.
func drifts(a *answer.Answer) (all []*answer.Row) {
	for _, name := range []string{"judge_part", "rate_judge_part"} {
		for _, r := range a.Of(name) {
			people := r.Key
			people.Against = "people"
			by := a.Get(name, people)
			if r.Against == "anchors" && (r.Defined() || by == nil) {
				all = append(all, r)
			} else if r.Against == "anchors" {
				all = append(all, by)
			}
		}
	}
	return all
}

// points prints a number with its unit: for shares, percentage points.
func points(r *answer.Row, sign float64, signed, unit bool) string {
	decimals, x := 2, sign*r.Value
	percent := strings.HasPrefix(r.Q.Name, "rate_")
	if percent {
		decimals, x = 1, 100*x
	}
	text := document.Fixed(x, decimals)
	if signed && x > 0 {
		text = "+" + text
	}
	if percent && unit {
		text += " points"
	}
	return text
}

// pointsWithin prints the interval of a number as [points] does.
func pointsWithin(r *answer.Row, sign float64) string {
	r = r.Times(sign)
	lower, upper := *r, *r
	lower.Value, upper.Value = r.Lower, r.Upper
	return "[" + points(&lower, 1, false, false) + ", " + points(&upper, 1, false, false) + "]"
}

// DriftDoubts are reasons why the drift of a system may be wrong: anchors that are no random sample, and people who
// disagree with them.
func DriftDoubts(a *answer.Answer, whole answer.Key, chosen, disagree bool) (all []string) {
	of := Scope{a, whole}.Fill("[ of {of}]")
	if chosen {
		all = append(all, fmt.Sprintf("Anchors%s are no random sample: the judge's mean label of them is another than "+
			"of all items.", of))
	}
	if disagree {
		part := func(by string) string {
			whole.Against = by
			return points(a.Get("judge_part|rate_judge_part", whole), 1, false, true)
		}
		all = append(all, fmt.Sprintf("Anchors and people disagree about the judge's part%s: %s and %s.", of,
			part("anchors"), part("people")))
	}
	return all
}

// DriftVerdict says how much of the change of each system is due to the judge, and notes what the parts rest on.
func DriftVerdict(a *answer.Answer) (verdict, notes []string) {
	verdict, notes = []string{}, []string{}
	for _, judge := range drifts(a) {
		s := Scope{a, judge.Key}
		anchors := 0.0
		for _, r := range a.Of("anchors") {
			if r.Key.Of == s.At.Of && r.K < 3 {
				anchors += r.Value
			}
		}
		others := answer.Key{Group: s.At.Group, Of: s.At.Of, K: 3}
		if anchors == 0 && a.Value("anchors", others) > 0 {
			notes = append(notes, "The anchors are items of neither period. The judge's part is right if the judge "+
				"changed as much on the outputs of the periods.")
		}
		change := s.Row("score_change|rate_score_change")
		subject := s.Fill("The score[ of {of}]")
		switch {
		case !judge.Defined():
			verdict = append(verdict, subject+": how much of the change is the judge's is not known, because "+
				""+judge.Why)
		case !change.Defined():
			text := s.Fill("{later} gives ") + points(judge, 1, false, true) +
				s.Fill(" more than {earlier} to the same items")
			if judge.Lower < judge.Upper {
				text += " " + pointsWithin(judge, 1)
			}
			verdict = append(verdict, text)
		default:
			if judge.Lower <= 0 && judge.Upper >= 0 {
				notes = append(notes, s.Fill("The judge[ of {of}] may not have changed: the interval of its part has "+
					"0 in it."))
			}
			verdict = append(verdict, subject+s.moved(change, judge))
		}
	}
	return verdict, notes
}

// moved says by how much a score changed, and how much of it is the judge's.
func (s Scope) moved(change, judge *answer.Row) string {
	moved, sign := "rose", 1.0
	if change.Value < 0 {
		moved, sign = "fell", -1
	}
	text := fmt.Sprintf(" %s by %s: ", moved, points(change, sign, false, true))
	if part := sign * judge.Value; part >= 0 && part <= math.Abs(change.Value) {
		unit := " of it is the judge's"
		if strings.HasPrefix(judge.Q.Name, "rate_") {
			unit = " of them are the judge's"
		}
		return text + points(judge, sign, false, false) + " " + pointsWithin(judge, sign) + unit
	}
	return text + points(judge, 1, true, false) + " " + pointsWithin(judge, 1) + " by the judge, " +
		points(s.Row("outputs_part|rate_outputs_part"), 1, true, false) + " by the outputs"
}

// within prints the interval of a number with two decimals.
func within(r *answer.Row) string {
	return "[" + document.Fixed(r.Lower, 2) + ", " + document.Fixed(r.Upper, 2) + "]"
}
