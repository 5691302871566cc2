package result

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// JudgeCovariate says whether a covariate moves the labels of a judge otherwise than people's labels: a bias.
type JudgeCovariate struct {
	ModelCovariate
	// Biases is "yes" if the direction of the bias is sure, "unclear" if it is not. It is "" if people's labels do not
	// differ in the covariate, or if there is no fit; Undefined then says why.
	Biases    string `json:"biases,omitempty"`
	Undefined string `json:"undefined,omitempty"`
	// Compared has the differences of mean labels: of each category and the others, or of a high and a low number.
	Compared []JudgeCompared `json:"compared"`
	Verdict  string          `json:"verdict"`
}

// JudgeCompared is by how much labels are higher with High than with Low, for a judge and for people.
type JudgeCompared struct {
	// High and Low are the category, or a number or time, and the value that labels are compared with; Low is "" for
	// the mean of all other categories.
	High string `json:"high"`
	Low  string `json:"low,omitempty"`
	// Judge and People are the differences of mean labels on the label scale, Bias is the first less the second.
	Judge  Measure `json:"judge"`
	People Measure `json:"people"`
	Bias   Measure `json:"bias"`
	// Positive is the probability that Bias is above 0; if people's labels do not differ, that Judge is.
	Positive Number `json:"probability_positive"`
}

// sure is the probability of the direction.
func (jc JudgeCompared) sure() Number { return max(jc.Positive, 1-jc.Positive) }

// AddCovariates adds what covariates do to the labels of a judge. fit is of the people and the judge with the
// covariates. If there is none, err says why.
func (js *Judges) AddCovariates(judge string, fit *Fit, err error, interval posterior.Interval) error {
	at := slices.IndexFunc(js.Judges, func(j JudgeStanding) bool { return j.Study == judge })
	j := &js.Judges[at]
	var data *model.DataError
	if errors.As(err, &data) {
		name := data.Term
		j.Covariates = []JudgeCovariate{{ModelCovariate: ModelCovariate{Name: name}, Compared: []JudgeCompared{},
			Undefined: data.Error(), Verdict: fmt.Sprintf("Whether %s biases %s cannot be said: %s",
				visible.Text(name), visible.Text(judge), data.Error())}}
		return nil
	}
	if err != nil {
		return err
	}
	mg := newMeasurer(fit.Posterior, interval)
	people, of := fit.Posterior.StudyAt(0), fit.Posterior.StudyAt(1)
	if of.Name() != judge {
		people, of = of, people
	}
	for i, c := range modelCovariates(fit.Posterior) {
		one := JudgeCovariate{ModelCovariate: c, Compared: mg.comparedWithPeople(i, people, of)}
		one.judge(js.Data.Kind, judge, js.People.Study)
		j.Covariates = append(j.Covariates, one)
	}
	j.CovariateDiagnostics = newDiagnostics(*fit, *mg.leading, *mg.others)
	return nil
}

// comparedWithPeople returns the differences that the i-th covariate makes: at the ends of the judge's numbers, or of
// the categories that labels of both have.
func (mg measurer) comparedWithPeople(i int, people, of model.StudyPosterior) []JudgeCompared {
	covariates := of.Posterior().Covariates()
	levels := covariates.Levels(i, of)
	varies := covariates.Varies(i, people)
	category := of.Posterior().Spec().Covariates[i].IsCategory()
	if category && varies {
		theirs := covariates.Levels(i, people)
		levels = slices.DeleteFunc(levels, func(l model.CovariateLevel) bool {
			return !slices.ContainsFunc(theirs, func(t model.CovariateLevel) bool { return t.Name == l.Name })
		})
	}
	all := []JudgeCompared{}
	if len(levels) < 2 {
		return all
	}
	if !category {
		low, high := catalogue.Ends(levels)
		return append(all, mg.compareAt(i, people, of, varies, high.Name, low.Name))
	}
	for k, level := range levels {
		var others []string
		for l, other := range levels {
			if l != k {
				others = append(others, other.Name)
			}
		}
		if len(levels) > 2 || k == 1 { // of two categories, the other difference has the other sign
			all = append(all, mg.compareAt(i, people, of, varies, level.Name, others...))
		}
	}
	return all
}

// compareAt compares labels at a level with labels at others. varies says that people's labels differ in the covariate.
func (mg measurer) compareAt(
	i int, people, of model.StudyPosterior, varies bool, level string, others ...string,
) JudgeCompared {
	scale := mg.scales[len(mg.scales)-1]
	measure := func(q posterior.Quantity) Measure {
		s := q.Summarize(mg.interval)
		*mg.leading = append(*mg.leading, s)
		return measureOf(scale, s)
	}
	out := JudgeCompared{High: level}
	if len(others) == 1 {
		out.Low = others[0]
	}
	judge := vpc.CovariateDifference(of, i, level, others...)
	out.Judge, out.Positive = measure(judge), Number(judge.Positive().Value)
	if !varies {
		none := Measure{Scale: scale.String(), Median: Undefined(), Mean: Undefined(), Lower: Undefined(),
			Upper: Undefined(), Undefined: "people's labels do not differ in it"}
		out.People, out.Bias = none, none
		return out
	}
	theirs := vpc.CovariateDifference(people, i, level, others...)
	bias := posterior.Map("covariate_bias", func(x []float64) float64 { return x[0] - x[1] }, judge, theirs)
	out.People, out.Bias, out.Positive = measure(theirs), measure(bias), Number(bias.Positive().Value)
	return out
}

// judge says whether the covariate biases the judge: whether the sign of some bias is sure. Among several, each needs a
// higher probability (Bonferroni).
func (c *JudgeCovariate) judge(kind, judge, people string) {
	name, by := visible.Text(c.Name), visible.Text(judge)
	surest := c.Surest()
	if surest == nil {
		c.Undefined = "its labels do not differ in it"
		c.Verdict = fmt.Sprintf("Whether %s biases %s cannot be said: labels of %s do not differ in it", name, by, by)
		return
	}
	sure := surest.sure() >= surely(len(c.Compared))
	rather := "another"
	if surest.Low != "" {
		rather = visible.Text(surest.Low)
	}
	labels := fmt.Sprintf("with %s %s rather than %s, its labels are %s%s", name, visible.Text(surest.High), rather,
		moves(kind), moved(kind, surest.Judge.Median))
	chance := document.Probability(float64(surest.sure()))
	if !surest.Bias.Median.Defined() {
		c.Undefined = surest.Bias.Undefined
		c.Verdict = fmt.Sprintf("%s of %s: %s %s, %s; labels of %s do not differ in it", name, by, labels,
			bracketedSize(kind, surest.Judge), chance, visible.Text(people))
		return
	}
	found := fmt.Sprintf("No clear bias of %s by %s", by, name)
	if c.Biases = CovariateUnclear; sure {
		c.Biases, found = CovariateMatters, name+" biases "+by
	}
	c.Verdict = fmt.Sprintf("%s: %s, people's %s. The difference is %s %s, %s", found, labels,
		moved(kind, surest.People.Median), sizeOf(kind, surest.Bias.Median), bracketedSize(kind, surest.Bias), chance)
}

// Surest returns the comparison whose direction is surest, nil if there is none.
func (c *JudgeCovariate) Surest() *JudgeCompared {
	var best *JudgeCompared
	for i, at := range c.Compared {
		if best == nil || at.sure() > best.sure() ||
			at.sure() == best.sure() && math.Abs(float64(at.Judge.Median)) > math.Abs(float64(best.Judge.Median)) {
			best = &c.Compared[i]
		}
	}
	return best
}

// moves is the word before [moved].
func moves(kind string) string {
	if kind == study.Binary.String() {
		return "positive "
	}
	return ""
}

// moved says which way labels go: "16 points more often", "0.4 higher".
func moved(kind string, x Number) string {
	more, less := "higher", "lower"
	if kind == study.Binary.String() {
		more, less = "more often", "less often"
	}
	if x < 0 {
		more = less
	}
	return sizeOf(kind, x) + " " + more
}

// sizeOf is the size of a difference of mean labels.
func sizeOf(kind string, x Number) string {
	x = max(x, -x)
	if kind != study.Binary.String() {
		return inBrief(x)
	}
	if text := fmt.Sprintf("%.0f", 100*float64(x)); text != "1" {
		return text + " points"
	}
	return "1 point"
}

// bracketedSize is the interval of the size of a difference.
func bracketedSize(kind string, m Measure) string {
	lower, upper := m.Lower, m.Upper
	if m.Median < 0 {
		lower, upper = -upper, -lower
	}
	if kind == study.Binary.String() {
		return "[" + document.Fixed(100*float64(lower), 0) + ", " + document.Fixed(100*float64(upper), 0) + "]"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%s, %s]", inBrief(lower), inBrief(upper)), "-", "−")
}

// CovariateVerdicts are sentences about whether covariates bias judges, a sentence about each of the first covariates:
// of the judge whose bias is surest.
func (js *Judges) CovariateVerdicts() []string {
	var names []string
	for _, j := range js.Judges {
		for _, c := range j.Covariates {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	var all []string
	for _, name := range names[:min(mostCovariates, len(names))] {
		all = append(all, js.covariateVerdict(name))
	}
	return all
}

// covariateVerdict is a sentence about a covariate.
func (js *Judges) covariateVerdict(name string) string {
	var best JudgeCovariate
	of, sure := -1, Number(-1)
	var biased []string
	for n, j := range js.Judges {
		for _, c := range j.Covariates {
			if c.Name != name {
				continue
			}
			p := Number(0)
			if at := c.Surest(); at != nil {
				p = at.sure()
			}
			if c.Biases == CovariateMatters {
				p++ // before all others
				biased = append(biased, j.Study)
			}
			if p > sure {
				best, of, sure = c, n, p
			}
		}
	}
	text := best.Verdict
	others := slices.DeleteFunc(biased, func(s string) bool { return s == js.Judges[of].Study })
	if len(others) > 0 {
		text += "; it also biases " + visible.Names(others)
	}
	return text
}
