package say

import (
	"fmt"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// pair is a number of the reference and another group, which is in Against; nil if they have none.
func (s Scope) pair(name, group string) *answer.Row {
	r := defined(WithReference(Scope{s.Answer, answer.Key{Group: group}}, name))
	if r == nil {
		return nil
	}
	r = r.Times(1)
	r.Key = answer.Key{Of: s.Set["reference"], Against: group}
	return r
}

// lead is the number that a fit of one or two groups leads with: ρ of two, or the reliability of one label; nil if
// there is none. It is little if its interval is too wide for a finding.
func (s Scope) lead() (r *answer.Row, little bool) {
	switch all := s.Data.Studies; {
	case len(all) == 2 && all[0].Name == s.Set["reference"]:
		r = s.pair(catalogue.Rho, all[1].Name)
	case len(all) == 2:
		r = s.pair(catalogue.Rho, all[0].Name)
	case len(all) == 1 && s.Runs[0].Model != nil:
		name, _ := s.Leading()
		r = s.Get(name, answer.Key{Group: all[0].Name})
	}
	if r = defined(r); r == nil {
		return nil, false
	}
	return r, saysLittle(r)
}

// leads says how far two groups agree, or how reliable one label is.
func leads(s Scope) string {
	r, little := s.lead()
	if r == nil || little {
		return ""
	}
	interval := s.Fill(", with {level}% probability ") + span(r)
	if r.Q.Name == catalogue.Rho {
		return s.at(r).Fill("With unlimited labels, {of} and {against} would correlate ") + value(r) + interval
	}
	text := "One label has a reliability of " + value(r) + interval
	if n := s.Get("labels_needed", answer.Key{Group: r.Group}); n != nil && n.Defined() && n.Value > 1 {
		text += s.Fill("; the mean of " + document.Plural(int(n.Value), "label") + " reaches {target}")
	}
	return text
}

// littleIsNotNo denies that a number that is not known is low.
func littleIsNotNo(s Scope) string {
	r, little := s.lead()
	if !little {
		return ""
	}
	what, number := "The labels are unreliable", "reliability"
	if r.Q.Name == catalogue.Rho {
		what, number = s.at(r).Fill("{of} and {against} disagree"), "correlation"
	}
	return claim(what, "Too little to say does not mean no: the "+number+" could be anywhere "+span(r))
}

// reliableIsNotRight denies that the group that agrees with itself most is the best.
func reliableIsNotRight(s Scope) string {
	for _, r := range s.Of("crossing") {
		return claim(s.at(r).Fill("{of} has the better labels, because people there agree more with each other"),
			s.at(r).Fill("Being consistent is not being right: {of} agrees less with {reference} than {against} "+
				"does, ")+value(s.pair(catalogue.Rho, r.Key.Of))+" against "+value(s.pair(catalogue.Rho, r.Against)))
	}
	return ""
}

// often is the agreement by chance from which a coefficient is low though people agree: one label is frequent.
const often = 0.8

// frequentLabel denies that people disagree if one label is frequent.
func frequentLabel(s Scope) string {
	r, _ := s.lead()
	if r == nil || r.Value >= 0.5 || !(s.Value("same_label_by_chance", r.Key) >= often) {
		return ""
	}
	percent := func(name string) string { return document.Percent(s.Value(name, r.Key), 0) }
	return claim("People disagree", "Two of them give an item the same label "+percent("same_label")+" of the time. "+
		"The reliability is low because one label is so frequent: chance alone gives "+percent("same_label_by_chance"))
}

// levelIgnored denies that two groups that agree give the same labels.
func levelIgnored(s Scope) string {
	r, _ := s.lead()
	if r == nil || s.Data.Log {
		return ""
	}
	d := s.Get("mean_difference", answer.Key{Of: r.Against, Against: r.Key.Of})
	if d == nil || !onOneSide(d) {
		return ""
	}
	side := "higher"
	if d.Value < 0 {
		d, side = d.Times(-1), "lower"
	}
	s = s.at(r)
	why := s.Fill("labels from {against} are ") + value(d) + " " + side + s.Fill(" on average than those from {of}")
	if s.Data.Positive != "" {
		why = fmt.Sprintf("“%s” is %s of the labels from %s, and %s of those from %s", visible.Text(s.Data.Positive),
			s.share(r.Key.Of), s.Fill("{of}"), s.share(r.Against), s.Fill("{against}"))
	}
	return claim(s.Fill("{of} and {against} give the same labels"), "A correlation ignores the level: "+why)
}

// fewPeople denies that other people agree as well, if too few people labelled.
func fewPeople(s Scope) string {
	if r, _ := s.lead(); r == nil {
		return ""
	}
	for _, g := range s.Data.Studies {
		if result.CautionLabelers(g.Labelers) != "" {
			return claim("Other people would agree just as well", "Only "+document.Plural(g.Labelers, "rater")+
				" took part: too few to show how much people differ")
		}
	}
	return ""
}

// unlimitedIsNotOne denies that single labels agree as well as means of unlimited ones.
func unlimitedIsNotOne(s Scope) string {
	r, _ := s.lead()
	if d, _, _ := s.leader(); d != nil {
		r = s.pair(catalogue.Rho, d.Key.Of)
	}
	if r == nil {
		return ""
	}
	x := s.pair(catalogue.XCC, r.Against)
	if x == nil || x.Upper >= r.Value {
		return ""
	}
	return claim(s.at(r).Fill("A label from {against} agrees that well with one from {of}"),
		"Means of unlimited labels do; one label of each would correlate "+value(x))
}

// agreedIsNotRight denies that labels that people agree on are right.
func agreedIsNotRight(s Scope) string {
	if r, _ := s.lead(); r != nil {
		return claim("The labels are right", "A reliability of "+value(r)+" says how far people agree, not whether "+
			"they are right")
	}
	return ""
}

// frequentByChance denies that people disagree if they agree often by chance.
func frequentByChance(s Scope) string {
	r := Leading(s.Answer, false)
	if r == nil || r.Distance != "nominal" || !(r.Value < 0.5) {
		return ""
	}
	same := s.Value("percent_agreement", r.Key)
	if !((same-r.Value)/(1-r.Value) >= often) {
		return ""
	}
	return claim("People disagree", "They give an item the same label "+document.Percent(same, 0)+" of the time. "+
		capital(r.Q.Head)+" is low because one label is so frequent that chance alone gives almost as much")
}

// coefficientIsNotRight denies that labels that people agree on are right.
func coefficientIsNotRight(s Scope) string {
	if r := Leading(s.Answer, false); r != nil && r.Defined() {
		return claim("The labels are right", capital(r.Q.Head)+" says how far people agree, not whether they are right")
	}
	return ""
}

// changedFirst says which number changed.
func changedFirst(s Scope) string {
	for _, r := range Changes(s.Answer, "") {
		if onOneSide(r) {
			return s.Fill("From {earlier} to {later}, the ") + moved(Scope{s.Answer, r.Key}, Measure(r)) + ", " +
				sure(Surely(r))
		}
	}
	return ""
}

// unclearIsNoChange denies that nothing changed because nothing is shown to have changed.
func unclearIsNoChange(s Scope) string {
	all := Changes(s.Answer, "")
	if len(all) == 0 || changedFirst(s) != "" {
		return ""
	}
	return claim("Nothing changed", "Unclear does not mean equal: the change in the "+
		Changed(Scope{s.Answer, all[0].Key}, Measure(all[0]))+" could be anywhere "+span(all[0]))
}

// sameItems denies that items changed if they are the same.
func sameItems(s Scope) string {
	s.At = answer.Key{}
	shared := s.Row("shared_items")
	other := func(r *answer.Row) bool { return r.Value != shared.Value }
	if shared == nil || slices.ContainsFunc(s.Of("items"), other) {
		return ""
	}
	return claim("The items changed", s.Fill("{earlier} and {later} have the same {shared_items:item}: what changed "+
		"is how people label them"))
}
