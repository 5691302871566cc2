package result

import (
	"fmt"
	"math"

	"concord/internal/document"
	"concord/internal/visible"
	"concord/score"
	"concord/study"
)

// Drifts says how far a score changed because the judge changed, and how far because the outputs did.
type Drifts struct {
	Data     Data      `json:"data"`
	Interval Intervals `json:"interval"`
	Judges   [2]string `json:"judges"` // the old version and the new one
	People   string    `json:"people,omitempty"`
	System   string    `json:"system,omitempty"`
	// Measure is "mean", of labels; "rate", the share of the positive label Category; or "share", of labels at or above
	// Bar.
	ScoreName
	Drifts  []Drift  `json:"drifts"` // of each system
	Verdict []string `json:"verdict"`
	Doubts  []string `json:"doubts"`
	Notes   []string `json:"notes"`
}

// Drift is the change of one system's score. Change, Judge and Outputs are on the scale of labels, shares of 1.
type Drift struct {
	System string `json:"system,omitempty"`
	// Earlier and Later are the items that the old and the new version labelled in their periods, with the mean label.
	Earlier DriftPeriod `json:"earlier"`
	Later   DriftPeriod `json:"later"`
	// OtherAnchors counts items of neither period that both versions labelled.
	OtherAnchors int    `json:"other_anchors"`
	Change       Number `json:"change"` // null: there are no later items
	// Judge is how much higher the new version labels the same items, and Outputs the rest of Change.
	Judge   Observed `json:"judge"`
	Outputs Observed `json:"outputs"`
	// ByPeople divides Change by people's labels; null unless people labelled items of both periods.
	ByPeople *DriftByPeople `json:"by_people"`
}

// DriftPeriod is the items of a period.
type DriftPeriod struct {
	Name    string `json:"name,omitempty"`
	Items   int    `json:"items"`
	Anchors int    `json:"anchors"`
	Mean    Number `json:"mean"`
}

// DriftByPeople divides the change by people's labels of some items of both periods.
type DriftByPeople struct {
	Judge    Observed `json:"judge"`
	Outputs  Observed `json:"outputs"`
	Labelled [2]int   `json:"labelled"` // items of each period
}

// NewDrifts summarises drifts between two versions of a judge.
func NewDrifts(
	data Data, people, system string, judges [2]string, name ScoreName, all []score.Drift, level float64,
) *Drifts {
	r := &Drifts{Data: data, Interval: Intervals{Level: level, Kind: "confidence"}, Judges: judges, People: people,
		System: system, ScoreName: name, Verdict: []string{}, Doubts: []string{}, Notes: []string{}}
	for _, d := range all {
		of := Drift{System: d.System, OtherAnchors: d.Anchors[2], Change: Number(d.Change),
			Earlier: DriftPeriod{d.Periods[0], d.Earlier, d.Anchors[0], Number(d.Old)},
			Later:   DriftPeriod{d.Periods[1], d.Later, d.Anchors[1], Number(d.New)}}
		why := ""
		switch {
		case d.Err != nil:
			why = d.Err.Error()
		case d.Anchors == [3]int{}:
			why = "there are no anchors"
		}
		of.Judge, of.Outputs = observedOf(d.Judge, why), observedOf(d.Outputs, why)
		if d.Later == 0 {
			of.Outputs = observedOf(d.Outputs, "there are no later items")
		}
		if p := d.ByPeople; p != nil {
			of.ByPeople = &DriftByPeople{observedOf(p.Judge, ""), observedOf(p.Outputs, ""), p.Labelled}
		}
		r.Drifts = append(r.Drifts, of)
		r.doubt(d, of)
	}
	for _, of := range r.Drifts {
		r.Verdict = append(r.Verdict, r.verdict(of))
	}
	return r
}

// observedOf returns an estimate, or an undefined one if there is a reason.
func observedOf(e score.Estimate, why string) Observed {
	if why != "" {
		return Observed{Undefined(), Undefined(), Undefined(), why}
	}
	return Observed{Number(e.Value), Number(e.Lower), Number(e.Upper), ""}
}

// doubt adds reasons why a drift may be wrong.
func (r *Drifts) doubt(d score.Drift, of Drift) {
	name := ""
	if d.System != "" {
		name = " of " + visible.Text(d.System)
	}
	if d.P < study.DependenceLevel {
		r.Doubts = append(r.Doubts, fmt.Sprintf("Anchors%s are no random sample: the judge's mean label of them is "+
			"another than of all items.", name))
	}
	if d.Disagree() {
		r.Doubts = append(r.Doubts, fmt.Sprintf("Anchors and people disagree about the judge's part%s: %s and %s.",
			name, r.points(of.Judge.Estimate, true), r.points(of.ByPeople.Judge.Estimate, true)))
	}
	if d.Anchors[2] > 0 && d.Anchors[0]+d.Anchors[1] == 0 {
		r.Notes = append(r.Notes, "The anchors are items of neither period. The judge's part is right if the judge "+
			"changed as much on the outputs of the periods.")
	}
}

// parts returns the two parts of a change, by anchors if there are some.
func (of Drift) parts() (judge, outputs Observed) {
	if of.Judge.Undefined != "" && of.ByPeople != nil {
		return of.ByPeople.Judge, of.ByPeople.Outputs
	}
	return of.Judge, of.Outputs
}

// verdict says how much of a change is due to the judge.
func (r *Drifts) verdict(of Drift) string {
	judge, outputs := of.parts()
	subject := "The score"
	if of.System != "" {
		subject = "The score of " + visible.Text(of.System)
	}
	if judge.Undefined != "" {
		return fmt.Sprintf("%s: how much of the change is the judge's is not known, because %s", subject,
			judge.Undefined)
	}
	if !of.Change.Defined() {
		text := fmt.Sprintf("%s gives %s more than %s to the same items", visible.Text(r.Judges[1]),
			r.points(judge.Estimate, true), visible.Text(r.Judges[0]))
		if judge.Lower < judge.Upper {
			text += " " + r.interval(judge)
		}
		return text
	}
	moved := "rose"
	sign := Number(1)
	if of.Change < 0 {
		moved, sign = "fell", -1
	}
	part := observedTimes(judge, sign)
	text := fmt.Sprintf("%s %s by %s: ", subject, moved, r.points(sign*of.Change, false))
	if judge.Lower <= 0 && judge.Upper >= 0 {
		r.Notes = append(r.Notes, unchanged(of.System))
	}
	unit := "of them are"
	if !r.percent() {
		unit = "of it is"
	}
	if part.Estimate >= 0 && part.Estimate <= sign*of.Change {
		return text + fmt.Sprintf("%s %s %s the judge's", r.number(part.Estimate, false), r.interval(part), unit)
	}
	return text + fmt.Sprintf("%s %s by the judge, %s by the outputs", r.number(judge.Estimate, true),
		r.interval(judge), r.number(outputs.Estimate, true))
}

// unchanged says that the judge of a system may not have changed.
func unchanged(system string) string {
	of := ""
	if system != "" {
		of = " of " + visible.Text(system)
	}
	return fmt.Sprintf("The judge%s may not have changed: the interval of its part has 0 in it.", of)
}

// observedTimes is an estimate times 1 or −1.
func observedTimes(o Observed, sign Number) Observed {
	o.Estimate, o.Lower, o.Upper = sign*o.Estimate, sign*o.Lower, sign*o.Upper
	if o.Lower > o.Upper {
		o.Lower, o.Upper = o.Upper, o.Lower
	}
	return o
}

// percent reports whether numbers are percentage points.
func (r *Drifts) percent() bool { return r.Measure != "mean" }

// places is the number of decimals of a number.
func (r *Drifts) places() int {
	if r.percent() {
		return 1
	}
	return 2
}

func (r *Drifts) scaled(x Number) float64 {
	if r.percent() {
		x *= 100
	}
	return float64(x)
}

// number prints a number without its unit.
func (r *Drifts) number(x Number, signed bool) string {
	text := document.Fixed(r.scaled(x), r.places())
	if signed && x > 0 {
		text = "+" + text
	}
	return text
}

// points prints a number with its unit.
func (r *Drifts) points(x Number, signed bool) string {
	text := r.number(x, signed && x < 0)
	if r.percent() {
		text += " points"
	}
	return text
}

func (r *Drifts) interval(o Observed) string {
	return interval(Number(r.scaled(o.Lower)), Number(r.scaled(o.Upper)), r.places())
}

// Scaled returns a number in the unit of the report: percentage points of shares.
func (r *Drifts) Scaled(x Number) float64 {
	if !x.Defined() {
		return math.NaN()
	}
	return r.scaled(x)
}

// Observed is a quantity that was counted, with its interval for other items. Numbers are null if it is not defined,
// and Undefined says why.
type Observed struct {
	Estimate  Number `json:"estimate"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}
