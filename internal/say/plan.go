package say

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/nonparam"
	"concord/planning/assumed"
	"concord/study"
)

// percent prints a probability among the options.
func (s Scope) percent(name string) string { return fmt.Sprintf("%.4g%%", 100*s.set(name)) }

// Target is the design of the target reliability that the verdict is about.
func Target(s Scope) string { return answer.Reaching(s.Set["target"]) }

// PlanVerdict says how many labels an item needs, and how many labels show which of two groups is closer to the
// reference.
func PlanVerdict(a *answer.Answer) []string {
	all := []string{}
	var parts []string
	for _, r := range a.Of("labels_needed") {
		if r.Design != Target(Scope{Answer: a}) {
			continue
		}
		need := document.Needed{Value: r.Value, Lower: r.Lower, Upper: r.Upper}.Short()
		switch {
		case need == "∞":
			need = "unlimited labels"
		case need == "1" && parts == nil: // the first part has the noun
			need += " label"
		case parts == nil:
			need += " labels"
		}
		if !a.Data.Whole() {
			need += " of " + visible.Text(r.Group)
		}
		parts = append(parts, need)
	}
	if more := len(parts) - most; more > 1 {
		parts = append(parts[:most], document.Integer(more)+" more groups below")
	}
	if parts != nil {
		all = append(all, fmt.Sprintf("For a mean of reliability %s an item needs %s", a.Set["target"],
			strings.Join(parts, ", ")))
	}
	for _, best := range a.Of("choice") {
		s := Scope{a, best.Key}
		r := s.Row("items_needed")
		if r == nil || len(all) >= most {
			continue
		}
		text := "{items_needed} items with {k:label} each in every group show %s: power {assurance}"
		if r.Value > r.Q.Most {
			text = "No practical number of items shows %s"
		}
		all = append(all, s.Fill(strings.Replace(text, "%s", "which of {of} and {against} is closer to {reference}",
			1)))
	}
	return all
}

// PlanJudgeVerdict says how many items show whether a judge is as good as a person, and at what cost.
func PlanJudgeVerdict(a *answer.Answer) []string {
	s := Scope{a, answer.Key{}}
	judge := "the judge"
	if a.Set["judge"] != "" {
		judge = "{judge}"
	}
	question := "whether " + judge + " is better or worse than a person"
	if worth := s.set("at_least"); worth != 1 {
		question = fmt.Sprintf("whether %s is worth %.4g labels or less", judge, worth)
	}
	return cheapest(a, "{items_needed:item} with {k:label} each show "+question+": power "+s.percent("power"),
		"No number of items shows "+question+": the judge is too close")
}

// PlanWanted states the aim of a plan from assumptions: half a width, or a power.
func PlanWanted(s Scope) string {
	if s.Set["within"] == "" {
		return "power " + s.percent("power")
	}
	return "± " + document.Fixed(s.set("within"), 2)
}

// PlanStudyVerdict says how many items give the interval that is wanted, or show the target.
func PlanStudyVerdict(a *answer.Answer, as assumed.Assumption) []string {
	s := Scope{a, answer.Key{}}
	symbol, groups := symbolOf(as.Coefficient), ""
	of := symbol
	if as.Groups == 2 {
		of, groups = "the difference of "+of, ", in each group,"
	}
	gives := "give " + of + " " + PlanWanted(s)
	if a.Set["within"] == "" {
		side := "is above"
		if s.set("target") > as.Value {
			side = "is below"
		}
		if side += " " + document.Full(s.set("target")); as.Groups == 2 {
			side = "differs"
		}
		gives = fmt.Sprintf("show that %s %s: %s", symbol, side, PlanWanted(s))
	}
	return cheapest(a, "{items_needed:item} with {k:rater} each"+groups+" "+gives, fmt.Sprintf("No number of "+
		"items up to %s is enough to %s", document.Integer(assumed.MostItems), gives))
}

// cheapest describes the cheapest design and its cost, or says that there is none.
func cheapest(a *answer.Answer, does, none string) []string {
	for _, best := range a.Of("choice") {
		s := Scope{a, best.Key}
		return []string{s.Fill(does), s.Fill("This is the cheapest design: {cost:label}")}
	}
	return []string{Scope{Answer: a}.Fill(none)}
}

// PlanScoreVerdict says how many items people label, and how many without the judge.
func PlanScoreVerdict(a *answer.Answer) []string {
	within := "within ± " + document.Full(Scope{Answer: a}.set("within"))
	items := document.Plural(int(Scope{Answer: a}.set("judged")), "item")
	best := a.Of("choice")
	if len(best) == 0 {
		return []string{"Labels of people for all " + items + " do not give the score " + within}
	}
	s, strata, alone := Scope{a, best[0].Key}, Scope{a, best[0].Key}, Scope{a, best[0].Key}
	strata.At.Design, alone.At.Design = answer.Stratified, answer.WithoutJudge
	all := []string{s.Fill("{items_needed:item} with {k:label} of people each give the score of " + items + " " +
		within)}
	if alone.Row("items_needed").Defined() {
		all = append(all, alone.Fill("Without the judge it takes {items_needed:item}"))
	} else {
		all = append(all, "Without the judge no number of the items is enough")
	}
	if r := strata.Row("items_needed"); r != nil && r.Value < s.Row("items_needed").Value {
		all = append(all, strata.Fill("Drawn by the judge's label, as in the table, {items_needed:item} are enough"))
	}
	if r := s.Row("cost"); r != nil {
		text := "Cost: " + document.Fixed(r.Value, 2)
		if r := alone.Row("cost"); r.Defined() {
			text += "; without the judge " + document.Fixed(r.Value, 2)
		}
		all = append(all, text)
	}
	return all
}

// PlanJudgeNotes say what the pilot shows, or what is assumed.
func PlanJudgeNotes(a *answer.Answer) []string {
	s := Scope{a, a.Of("worth")[0].Key}
	if s.At.Of != "" {
		return []string{s.Fill("Pilot: one label of {of} is worth {worth.all} labels of {group}.")}
	}
	return []string{s.Fill("Assumed: labels of people have ICC {icc}. One label of the judge follows their true " +
		"scores with r = {validity} and is worth {worth} of their labels[; {observed_rate} of labels are yes]" +
		"[; labeler ICC {labeler_icc}][; {labelers:labeler}].")}
}

// PlanScoreNotes say what the pilot shows, or what is assumed.
func PlanScoreNotes(a *answer.Answer) []string {
	s := Scope{a, a.Of("validity")[0].Key}
	text := "Assumed: the judge's label follows true scores"
	if s.At.Group != "" {
		text = "Pilot: {judge} follows true scores of {group}"
	}
	return []string{s.Fill(text + " with r = {validity}. Scores of items have a standard deviation of {item_sd}" +
		"[, and labels of one item {noise_sd}].")}
}

// symbolOf returns the symbol of a coefficient of an assumption.
func symbolOf(c assumed.Coefficient) string {
	return map[assumed.Coefficient]string{assumed.ICC: "ICC", assumed.Consistency: "ICC(C,1)", assumed.Kappa: "κ",
		assumed.Alpha: "α", assumed.AC1: "AC1"}[c]
}

// PlanStudyNotes say what is assumed about a study.
func PlanStudyNotes(a assumed.Assumption) []string {
	value, symbol := document.Full, symbolOf(a.Coefficient)
	all := []string{fmt.Sprintf("Assumed: %s of two labelers is %s.", symbol, value(a.Value))}
	if a.Groups == 2 {
		all[0] = fmt.Sprintf("Assumed: %s of two labelers is %s in one group and %s in the other.", symbol,
			value(a.Value+a.Difference), value(a.Value))
	}
	var shares []string
	for _, r := range a.Rates {
		shares = append(shares, document.Percent(r, 0))
	}
	categories := fmt.Sprintf("Labels are %d %%s: %s.", len(shares), strings.Join(shares, ", "))
	switch a.Kind {
	case study.Binary:
		all = append(all, shares[1]+" of labels are yes.")
	case study.Numeric:
		all = append(all, "Labels are numbers.")
	case study.Ordinal:
		all = append(all, strings.Replace(categories, "%s", "ordered categories", 1))
	default:
		all = append(all, strings.Replace(categories, "%s", "categories without order", 1))
	}
	switch a.Labelers {
	case assumed.Same:
		all = append(all, "The same people label all items.")
	case assumed.Other:
		all = append(all, "Other people label each item.")
	default:
		all = append(all, document.Integer(a.Labelers)+" people label, and each of them sees some items.")
	}
	switch {
	case a.LabelerICC > 0:
		all = append(all, fmt.Sprintf("Labelers differ in their level: labeler ICC %s.", value(a.LabelerICC)))
	case a.Labelers != assumed.Other:
		all = append(all, "No labeler is stricter than the others (labeler ICC 0).")
	}
	if a.Groups == 2 && a.Rho > 0 {
		all = append(all, fmt.Sprintf("Both groups label the same items, with ρ = %s.", value(a.Rho)))
	} else if a.Groups == 2 {
		all = append(all, "The groups label different items.")
	}
	return []string{strings.Join(all, " ")}
}

// PlanFoot explains the numbers of a plan.
func PlanFoot(s Scope) string {
	switch s.Set["plan"] {
	case "judge":
		return "The judge labels each item once. A study is conclusive if the posterior probability is " +
			s.percent("settled") + " or more. Costs are in labels of people: an item " + s.Set["item_cost"] + ", a " +
			"label of the judge " + s.Set["judge_cost"] + "."
	case "score":
		return "The judge labels all " + document.Plural(int(s.set("judged")), "item") + ". Intervals have a " +
			"probability of " + s.Fill("{level}%.")
	case "study":
		return s.studyFoot()
	}
	text := "Reliability: means of labels by different people."
	if len(s.Of("dependability")) > 0 {
		text += " Labels that an item needs, and ICC(k), are of labels that share nothing but the item: each has " +
			"other levels of all facets."
	}
	return text
}

// studyFoot says which intervals are planned, and how exact the numbers are.
func (s Scope) studyFoot() string {
	name := "half_width"
	if len(s.Of("power")) > 0 {
		name = "power"
	}
	rows, items := s.Of(name), 0.0
	least, most, worst := rows[0].N, 0, 0.0
	var names []string
	for _, r := range rows {
		if name := catalogue.CoefficientName(r.Method); !slices.Contains(names, name) {
			names = append(names, name)
		}
		if worst = max(worst, r.SD); math.IsNaN(worst) {
			worst = 0
		}
		least, most = min(least, r.N), max(most, r.N)
	}
	for _, r := range s.Of("items_needed") {
		if r.Defined() {
			items = max(items, r.SD/r.Value)
		}
	}
	how := "by a jackknife"
	if c := nonparam.Coefficient(rows[0].Method); c == nonparam.ICCA1Name || c == nonparam.ICCC1Name {
		how = "by F limits"
	}
	studies := fmt.Sprint(least)
	if most > least {
		studies += fmt.Sprintf(" to %d", most)
	}
	errors := document.Fixed(worst, 3)
	if name == "power" {
		errors = document.Percent(worst, 0)
	}
	return s.Fill("{level}% intervals of ") + strings.Join(names, " or ") + ", " + how + ". Each number is from " +
		studies + " simulated studies, with Monte Carlo errors of " + errors + " or less, and " +
		document.Percent(items, 0) + " for numbers of items."
}
