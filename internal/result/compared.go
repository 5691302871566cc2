package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/checks/loo"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Other is a fit of another model to the same labels, for comparison.
type Other struct {
	// Model is how it was asked for, such as "--discrimination".
	Model string
	Fit   Fit
	// This and That are how well the fit and the other predict each label from all others.
	This, That *loo.Result
}

// Compared is another model of the same labels: its estimates, and whether it predicts the labels better.
type Compared struct {
	Model string `json:"model"`
	// Difference is the expected log predictive density of the other model minus this one's, over all labels, with its
	// standard error. It is by Pareto smoothed importance sampling (Vehtari, Gelman and Gabry 2017).
	Difference Number            `json:"elpd_difference"`
	SE         Number            `json:"elpd_difference_se"`
	This       Predicted         `json:"this"`
	Other      Predicted         `json:"other"`
	Estimates  []ComparedNumbers `json:"estimates"`
	// Resolved are the doubts about this model that the other model does not raise, and Remaining the doubts that it
	// raises. Both are null if no predictive check was made.
	Resolved  []ComparedDoubt `json:"resolved"`
	Remaining []ComparedDoubt `json:"remaining"`
	// Messages are warnings about the comparison: symptom, consequence.
	Messages []string `json:"messages"`
}

// Predicted is how well a fit predicts labels that it has not seen.
type Predicted struct {
	ELPD       Number `json:"elpd"` // expected log predictive density, the larger the better
	SE         Number `json:"se"`
	Parameters Number `json:"p_loo"` // effective number of parameters
	// Unreliable counts the labels whose numbers the draws cannot give (Pareto k̂ > 0.7, or less if draws are few).
	Unreliable int    `json:"unreliable"`
	LargestK   Number `json:"largest_pareto_k"`
}

// ComparedNumbers is one quantity by the other model.
type ComparedNumbers struct {
	Quantity string   `json:"quantity"`
	Studies  []string `json:"studies"`
	Scale    string   `json:"scale"`
	Mean     Number   `json:"mean"`
	Lower    Number   `json:"lower"`
	Upper    Number   `json:"upper"`
}

// ComparedDoubt is an assumption that is in doubt in some studies.
type ComparedDoubt struct {
	Assumption string   `json:"assumption"`
	Studies    []string `json:"studies"`
}

// comparedQuantities are the quantities whose change is reported.
var comparedQuantities = []string{catalogue.ICC, catalogue.Rho, catalogue.XCC}

// newCompared compares another fit with this one.
func newCompared(o Other, this Fit, interval posterior.Interval) Compared {
	d := o.That.Difference(o.This)
	c := Compared{
		Model: o.Model, Difference: Number(d.Value), SE: Number(d.SE), This: newPredicted(o.This),
		Other: newPredicted(o.That), Messages: []string{},
	}
	of := catalogue.NewEvaluator(o.Fit.Posterior)
	reported, _ := of.Instances(o.Fit.Reference)
	reported = slices.DeleteFunc(reported, func(at catalogue.Instance) bool {
		return !slices.Contains(comparedQuantities, at.Name)
	})
	summaries, _, _ := summarize(of, reported, interval, nil)
	for i, at := range reported {
		c.Estimates = append(c.Estimates, ComparedNumbers{at.Name, at.StudyNames(), at.Scale.String(),
			Number(summaries[i].Mean), Number(summaries[i].Lower), Number(summaries[i].Upper)})
	}
	if this.Check != nil && o.Fit.Check != nil {
		c.Resolved, c.Remaining = []ComparedDoubt{}, []ComparedDoubt{}
		for _, x := range o.Fit.Check.Doubts {
			c.Remaining = append(c.Remaining, ComparedDoubt{x.Assumption, x.Studies})
		}
		for _, x := range this.Check.Doubts {
			doubt := ComparedDoubt{x.Assumption, x.Studies}
			if !slices.ContainsFunc(c.Remaining, doubt.same) {
				c.Resolved = append(c.Resolved, doubt)
			}
		}
	}
	if d := newDiagnostics(o.Fit, summaries, nil); !d.OK {
		c.Messages = append(c.Messages, "The other fit: "+d.Messages[0])
	}
	labels := len(o.This.Labels)
	for i, p := range []Predicted{c.This, c.Other} {
		if p.Unreliable > 0 {
			c.Messages = append(c.Messages, fmt.Sprintf("%s of %s weigh too unevenly in the draws of %s (Pareto k̂ "+
				"%s), because little is known about an item or labeler without the label. Take the difference as "+
				"rough.", count(p.Unreliable), plural(labels, "label"), []string{"this fit", "the other fit"}[i],
				largestK(p.LargestK)))
		}
	}
	return c
}

func newPredicted(r *loo.Result) Predicted {
	elpd := r.ELPD()
	n, k := r.Unreliable()
	return Predicted{Number(elpd.Value), Number(elpd.SE), Number(r.Parameters()), n, Number(k)}
}

// largestK prints the largest Pareto k̂, which has no bound if some draws leave a label no chance.
func largestK(k Number) string {
	if !k.Defined() {
		return "without bound"
	}
	return "up to " + k.fixed(2)
}

func (x ComparedDoubt) same(y ComparedDoubt) bool {
	return x.Assumption == y.Assumption && slices.Equal(x.Studies, y.Studies)
}

// Verdict says which model predicts better, if the difference exceeds two standard errors and 4. Below 4 standard
// errors are too small (Sivula, Magnusson, Matamoros and Vehtari 2020).
func (c Compared) Verdict() string {
	const errors, least = 2, 4
	switch d := float64(c.Difference); {
	case !c.Difference.Defined() || !c.SE.Defined():
		return "it is not known which model predicts the labels better"
	case math.Abs(d) < least || math.Abs(d) < errors*float64(c.SE):
		return "these labels do not show which model predicts the labels better"
	case d > 0:
		return "the other model predicts the labels better"
	}
	return "this model predicts the labels better"
}

// Rows returns the estimates of this fit and of the other for the quantities that both have.
func (c Compared) Rows(r *Result) (this []Estimate, other []ComparedNumbers) {
	for _, o := range c.Estimates {
		i := slices.IndexFunc(r.Estimates, func(e Estimate) bool {
			return e.Quantity == o.Quantity && e.Scale == o.Scale && slices.Equal(e.Studies, o.Studies)
		})
		if i >= 0 && r.Estimates[i].Defined() {
			this, other = append(this, r.Estimates[i]), append(other, o)
		}
	}
	return this, other
}

// DoubtsSentence says which doubts remain; "" if no check was made.
func (c Compared) DoubtsSentence() string {
	if c.Resolved == nil {
		return ""
	}
	text := ""
	for _, part := range []struct {
		of   []ComparedDoubt
		word string
	}{{c.Resolved, "The other model resolves: "}, {c.Remaining, "Doubts about the other model: "}} {
		for i, d := range part.of {
			switch {
			case i == 0 && text != "":
				text += ". " + part.word
			case i == 0:
				text += part.word
			default:
				text += "; "
			}
			text += strings.Join(d.Studies, " × ") + ": " + d.Assumption
		}
	}
	if text == "" {
		return "Predictive checks find no doubt about either model."
	}
	if len(c.Remaining) == 0 {
		text += ". There are no doubts about the other model"
	}
	return text + "."
}

// Sentence gives the difference in expected log predictive density and the verdict.
func (c Compared) Sentence() string {
	if !c.Difference.Defined() || !c.SE.Defined() {
		return "Expected log predictive density of the labels is undefined, as where draws leave a label no " +
			"chance: " + c.Verdict() + "."
	}
	sign := "+"
	if c.Difference < 0 {
		sign = "" // has its own
	}
	return "Expected log predictive density of the labels: " + sign + c.Difference.fixed(1) + " ± " + c.SE.fixed(1) +
		" (standard error) against this model's " + c.This.ELPD.fixed(1) + ": " + c.Verdict() + "."
}
