package result

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
	"concord/measurement"
	"concord/study"
)

// AgreementLimits are limits of agreement: of two labelers of a study, of two studies, or with the mean of an item.
type AgreementLimits struct {
	Of     string `json:"of"`               // LimitsOfLabelers, LimitsOfStudies or LimitsOfMean
	Study  string `json:"study"`            // "" of two studies
	First  string `json:"first,omitempty"`  // labeler or study whose labels come first in a difference
	Second string `json:"second,omitempty"` // the other
	// Design is "single", "replicates", "complete" or "incomplete".
	Design    string     `json:"design"`
	Items     int        `json:"items"`
	LeftOut   int        `json:"items_left_out"` // without labels of both, or with one label
	Labels    int        `json:"labels"`
	Estimates []Measured `json:"estimates"`
	// ProportionalP and SpreadP are p of tests for no slope over the means of items: of differences, and of their
	// spread.
	ProportionalP Number     `json:"proportional_p"`
	SpreadP       Number     `json:"spread_p"`
	ByMean        []LimitsAt `json:"by_mean"` // by lines over the means; only if items have one label of each
	// If there are no limits, Reason has a code and Undefined the words.
	Reason    string `json:"reason,omitempty"`
	Undefined string `json:"undefined,omitempty"`
	// Points of a plot are means and differences.
	Points []measurement.Point `json:"-"`
}

// The kinds of limits of agreement.
const (
	LimitsOfLabelers = "labelers"
	LimitsOfStudies  = "studies"
	LimitsOfMean     = "mean"
)

// LimitsAt are the limits for items with a given mean.
type LimitsAt struct {
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Bias  Number `json:"bias"`
	Upper Number `json:"upper"`
}

// Estimate returns an estimate of the limits. It is undefined if they lack the quantity.
func (l AgreementLimits) Estimate(quantity string) Measured {
	return MeasuredStudy{Estimates: l.Estimates, Undefined: l.Undefined}.Of(quantity)
}

// mostPairsOfStudies is the largest number of studies that are compared, each with each.
const mostPairsOfStudies = 6

// addLimits adds limits of agreement: of the two labelers of a study, or with the mean if there are more, and of each
// two studies that share items.
func (m *Measurement) addLimits(t *study.Table) {
	for s := range t.Studies() {
		v := t.StudyAt(s)
		if v.Labeler() == nil || m.Studies[s].Undefined != "" {
			continue
		}
		switch labelers := whoLabelled(v.Labeler()); len(labelers) {
		case 0, 1:
		case 2:
			m.Limits = append(m.Limits, m.ofLabelers(v, labelers[0], labelers[1]))
		default:
			m.Limits = append(m.Limits, m.ofMean(v))
		}
	}
	studies := len(t.Studies())
	if studies > mostPairsOfStudies {
		return
	}
	for a := range studies {
		for b := a + 1; b < studies; b++ {
			if l, shared := m.ofStudies(t.StudyAt(a), t.StudyAt(b)); shared {
				m.Limits = append(m.Limits, l)
			}
		}
	}
}

func (m *Measurement) settings() measurement.LimitsSettings {
	return measurement.LimitsSettings{Share: m.Level, Level: m.Level, Log: m.Log}
}

// ofLabelers returns the limits of two labelers of a study.
func (m *Measurement) ofLabelers(v study.View, first, second int32) AgreementLimits {
	var item [2][]int32
	var value [2][]float64
	numbers := LabelValues(v)
	for n, labeler := range v.Labeler() {
		which := 0
		if labeler == second {
			which = 1
		}
		item[which], value[which] = append(item[which], v.Item()[n]), append(value[which], numbers[n])
	}
	labelers := v.Table().Labelers()
	l := AgreementLimits{Of: LimitsOfLabelers, Study: v.Name(), First: labelers[first], Second: labelers[second]}
	l.fill(measurement.Limits(measurement.Pairs(item[0], value[0], item[1], value[1]), m.settings()))
	return l
}

// ofStudies returns the limits of two studies, and whether they share items.
func (m *Measurement) ofStudies(a, b study.View) (AgreementLimits, bool) {
	l := AgreementLimits{Of: LimitsOfStudies, First: a.Name(), Second: b.Name()}
	pairs := measurement.Pairs(a.Item(), LabelValues(a), b.Item(), LabelValues(b))
	shared := slices.ContainsFunc(pairs, func(p measurement.Pair) bool { return len(p.First) > 0 && len(p.Second) > 0 })
	if shared {
		l.fill(measurement.Limits(pairs, m.settings()))
	}
	return l, shared
}

// fill copies computed limits.
func (l *AgreementLimits) fill(of *measurement.LimitsOfAgreement, err error) {
	l.start(err)
	if err != nil {
		return
	}
	l.Design, l.Items, l.LeftOut, l.Labels = string(of.Design), of.Items, of.LeftOut, of.First+of.Second
	l.add("bias", of.Bias)
	l.add("lower_limit", of.Lower)
	l.add("upper_limit", of.Upper)
	l.add("difference_sd", measurement.Estimate{Value: of.SD})
	l.Points = of.Points
	if of.Proportional == nil {
		return
	}
	l.add("proportional_bias", of.Proportional.Slope)
	l.add("spread_slope", of.Spread.Slope)
	l.ProportionalP, l.SpreadP = Number(of.Proportional.P), Number(of.Spread.P)
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range of.Points {
		low, high = min(low, p.Mean), max(high, p.Mean)
	}
	for _, mean := range []float64{low, (low + high) / 2, high} {
		if lower, bias, upper, err := of.At(mean); err == nil {
			l.ByMean = append(l.ByMean, LimitsAt{Number(mean), Number(lower), Number(bias), Number(upper)})
		}
	}
}

// ofMean returns the limits of agreement with the mean of a study.
func (m *Measurement) ofMean(v study.View) AgreementLimits {
	l := AgreementLimits{Of: LimitsOfMean, Study: v.Name()}
	of, err := measurement.MeanLimits(v.Item(), v.Labeler(), LabelValues(v), m.settings())
	l.start(err)
	if err != nil {
		return l
	}
	l.Design, l.Items, l.LeftOut, l.Labels = "incomplete", of.Items, of.LeftOut, of.Readings
	if of.Complete {
		l.Design = "complete"
	}
	l.add("mean_limit", of.Limit)
	if of.Repeat != nil {
		l.add("repeated_mean_limit", *of.Repeat)
	}
	l.Points = of.Points
	return l
}

// start sets the fields that are there without limits too, and says why there are no limits.
func (l *AgreementLimits) start(err error) {
	l.Estimates, l.ByMean, l.ProportionalP, l.SpreadP = []Measured{}, []LimitsAt{}, Undefined(), Undefined()
	var undefined *measurement.UndefinedError
	if errors.As(err, &undefined) {
		l.Reason, l.Undefined = string(undefined.Reason), undefined.Reason.Text()
	}
}

func (l *AgreementLimits) add(quantity string, e measurement.Estimate) {
	s := MeasuredStudy{Estimates: l.Estimates}
	s.add(quantity, e, nil)
	l.Estimates = s.Estimates
}

// Name says whose labels are compared.
func (l AgreementLimits) Name() string {
	switch l.Of {
	case LimitsOfMean:
		return "a label and its item's mean"
	default:
		return visible.Text(l.First) + " − " + visible.Text(l.Second)
	}
}

// limitsSaid returns sentences on the first limits that exist: at most one on a study, and one on two studies.
func (m *Measurement) limitsSaid() []string {
	var all []string
	said := map[bool]bool{}
	for _, l := range m.Limits {
		ofStudies := l.Of == LimitsOfStudies
		if l.Undefined != "" || said[ofStudies] || !ofStudies && len(m.Studies) > 1 {
			continue
		}
		said[ofStudies] = true
		all = append(all, m.saysLimits(l))
	}
	return all
}

// saysLimits says limits of agreement in a sentence.
func (m *Measurement) saysLimits(l AgreementLimits) string {
	cases := fmt.Sprintf("%.4g of 100", 100*m.Level)
	if l.Of == LimitsOfMean {
		limit := l.Estimate("mean_limit")
		x := float64(limit.Estimate)
		if m.Log {
			return fmt.Sprintf("In %s cases a label lies within a factor of %s of its item's mean.", cases,
				document.Fixed(x, 2))
		}
		return fmt.Sprintf("In %s cases a label lies within ±%s of its item's mean.", cases,
			document.Fixed(x, document.Places(x/10, 0, 6)))
	}
	lower, upper := float64(l.Estimate("lower_limit").Estimate), float64(l.Estimate("upper_limit").Estimate)
	if m.Log {
		return fmt.Sprintf("In %s items a label of %s is %s to %s times one of %s.", cases, visible.Text(l.First),
			document.Fixed(lower, 2), document.Fixed(upper, 2), visible.Text(l.Second))
	}
	decimals := document.Places((upper-lower)/40, 0, 6)
	return fmt.Sprintf("Two labels of one item differ by %s to %s in %s items (%s less %s).",
		document.Fixed(lower, decimals), document.Fixed(upper, decimals), cases, visible.Text(l.First),
		visible.Text(l.Second))
}

// whoLabelled returns the labelers that occur, ascending.
func whoLabelled(all []int32) []int32 {
	known := slices.Clone(all)
	slices.Sort(known)
	return slices.Compact(known)
}
