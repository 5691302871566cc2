package result

import (
	"context"
	"math"
	"slices"

	"concord/measurement"
	"concord/nonparam"
	"concord/study"
)

// Measurement is how far repeated measurements of the same items differ.
type Measurement struct {
	Data  Data    `json:"data"`
	Level float64 `json:"level"` // of intervals, and of detectable changes
	// Log says that labels were replaced by their natural logarithms. Variances and standard deviations are of the
	// logarithms.
	Log     bool            `json:"log"`
	Studies []MeasuredStudy `json:"studies"`
	// Limits are limits of agreement: of the two labelers of a study, or with the mean, and of two studies.
	Limits  []AgreementLimits `json:"limits"`
	Verdict []string          `json:"verdict"`
	Notes   []string          `json:"notes"`
}

// MeasuredStudy is the analysis of variance of one study and what follows from it.
type MeasuredStudy struct {
	Task     string `json:"task,omitempty"`
	Study    string `json:"study"`
	Labels   int    `json:"labels"`
	Items    int    `json:"items"`
	Labelers int    `json:"labelers"` // 0: the labels name nobody
	// Complete says that each labeler labelled each item. Repeated counts labels that a labeler gave again.
	Complete bool   `json:"complete"`
	Repeated int    `json:"repeated"`
	Mean     Number `json:"mean"`            // for logarithms, the geometric mean of the labels
	PerItem  Number `json:"labels_per_item"` // k
	// SEM is the quantity that the verdict is about: "sem_agreement", or "sem" in a one-way analysis.
	SEM         string              `json:"sem"`
	MeanSquares []MeanSquare        `json:"mean_squares"`
	Components  []VarianceComponent `json:"components"`
	Estimates   []Measured          `json:"estimates"`
	// Undefined says why there is no analysis, "" if there is one.
	Undefined string `json:"undefined,omitempty"`
}

// MeanSquare is a line of an analysis of variance.
type MeanSquare struct {
	Source     string `json:"source"`
	DF         Number `json:"df"`
	MeanSquare Number `json:"mean_square"`
}

// VarianceComponent is a component of variance by the method of moments.
type VarianceComponent struct {
	Source   string `json:"source"`
	Variance Number `json:"variance"`
	SD       Number `json:"sd"`
	Share    Number `json:"share"` // of the variance of a label
}

// Measured is a quantity with its interval.
type Measured struct {
	Quantity  string `json:"quantity"`
	Estimate  Number `json:"estimate"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Method    string `json:"method,omitempty"` // of the interval: "f", "chi-square", "mls" or "jackknife"
	Undefined string `json:"undefined,omitempty"`
}

// Of returns an estimate of the study. It is undefined if the study lacks the quantity.
func (s MeasuredStudy) Of(quantity string) Measured {
	for _, e := range s.Estimates {
		if e.Quantity == quantity {
			return e
		}
	}
	return Measured{Quantity: quantity, Estimate: Undefined(), Lower: Undefined(), Upper: Undefined(),
		Undefined: s.Undefined}
}

// NewMeasurement measures each study of a table whose labels are numbers, or ordered categories by their scores. If
// log, it measures their logarithms, and the labels are positive.
func NewMeasurement(data Data, t *study.Table, level float64, log bool) *Measurement {
	data.Notes = slices.DeleteFunc(data.Notes, func(note string) bool { return note == repeatedNote(t.Source()) })
	m := &Measurement{Data: data, Level: level, Log: log, Studies: []MeasuredStudy{}, Limits: []AgreementLimits{},
		Verdict: []string{}, Notes: []string{}}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		value := LabelValues(v)
		if log {
			for n, x := range value {
				value[n] = math.Log(x)
			}
		}
		m.Studies = append(m.Studies, m.measured(v, value))
	}
	m.addLimits(t)
	m.conclude()
	return m
}

// LabelValues returns the numbers of the labels of a study; for ordered categories the scores.
func LabelValues(v study.View) []float64 {
	value := append([]float64{}, v.Value()...)
	if scores := v.Table().Scores(); scores != nil {
		for n, place := range value {
			value[n] = scores[int(place)-1]
		}
	}
	return value
}

// measured measures a study.
func (m *Measurement) measured(v study.View, value []float64) MeasuredStudy {
	s := MeasuredStudy{Study: v.Name(), Labels: v.Len(), Mean: Undefined(), PerItem: Undefined(),
		MeanSquares: []MeanSquare{}, Components: []VarianceComponent{}, Estimates: []Measured{}}
	a, err := measurement.New(v.Item(), v.Labeler(), value)
	if err != nil {
		s.Undefined = err.Error()
		return s
	}
	s.Items, s.Labelers, s.Complete, s.Repeated = a.Items, a.Labelers, a.Complete, a.Labels-a.Cells
	s.Mean, s.PerItem = Number(a.Mean), Number(a.PerItem)
	if m.Log {
		s.Mean = Number(math.Exp(a.Mean))
	}
	s.addSquares(a)
	s.addComponents(a)
	for _, of := range []struct {
		form      measurement.Form
		one, mean string
	}{{measurement.OneWay, "icc_1", "icc_1k"}, {measurement.Agreement, "icc_A1", "icc_Ak"},
		{measurement.Consistency, "icc_C1", "icc_Ck"}} {
		one, mean, err := a.ICC(of.form, m.Level)
		s.add(of.one, one, err)
		s.add(of.mean, mean, err)
	}
	if s.SEM = "sem_agreement"; a.TwoWay != nil {
		s.SEM = "sem"
		m.addError(&s, a, measurement.OneWay, "")
	} else {
		m.addError(&s, a, measurement.Agreement, "_agreement")
		m.addError(&s, a, measurement.Consistency, "_consistency")
	}
	m.addRepeated(&s, a)
	m.addConcordance(&s, v, value)
	return s
}

// addConcordance adds Lin's coefficient of concordance, if each labeler gave an item one label.
func (m *Measurement) addConcordance(s *MeasuredStudy, v study.View, value []float64) {
	ratings := nonparam.FromStudy(v)
	switch {
	case s.Labelers < 2 || s.Repeated > 0 || m.Log && v.Table().Kind() != study.Numeric:
		return
	case m.Log:
		ratings = ratings.WithValues(value)
	}
	found, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{ratings},
		nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.LinCCCName}, Intervals: nonparam.Jackknife{},
			Level: m.Level})
	if err != nil {
		return
	}
	for _, c := range found {
		a := newAgreement(c)
		s.Estimates = append(s.Estimates, Measured{Quantity: a.Coefficient, Estimate: a.Estimate, Lower: a.Lower,
			Upper: a.Upper, Method: a.Method, Undefined: a.Undefined})
	}
}

// addError adds the standard error of measurement of a form, the change that can be detected with it, and the
// coefficient of variation.
func (m *Measurement) addError(s *MeasuredStudy, a *measurement.Analysis, f measurement.Form, suffix string) {
	sem, err := a.SEM(f, m.Level)
	mdc := sem.Times(measurement.Detectable(m.Level))
	s.add("sem"+suffix, sem, err)
	s.add("mdc"+suffix, mdc, err)
	if m.Log {
		s.add("sem_factor"+suffix, sem.Factor(), err)
		s.add("mdc_factor"+suffix, mdc.Factor(), err)
		s.add("cv"+suffix, sem.LogCV(), err)
		return
	}
	cv, err := a.CV(f, m.Level)
	s.add("cv"+suffix, cv, err)
}

// addRepeated adds repeatability and reproducibility, from labels that were given again.
func (m *Measurement) addRepeated(s *MeasuredStudy, a *measurement.Analysis) {
	between, err := a.BetweenLabelers(m.Level)
	s.add("between_labelers_sd", between, err)
	if s.Repeated == 0 {
		return
	}
	again, err := a.Repeatability(m.Level)
	s.add("repeatability_sd", again, err)
	s.add("repeatability_limit", again.Times(measurement.Detectable(m.Level)), err)
	another, err := a.SEM(measurement.Agreement, m.Level)
	s.add("reproducibility_sd", another, err)
	s.add("reproducibility_limit", another.Times(measurement.Detectable(m.Level)), err)
	intra, err := a.Intra(m.Level)
	s.add("icc_intra", intra, err)
	distinct, err := a.DistinctCategories()
	s.add("distinct_categories", measurement.Estimate{Value: float64(distinct)}, err)
}

// add adds an estimate, or the reason why there is none.
func (s *MeasuredStudy) add(quantity string, e measurement.Estimate, err error) {
	of := Measured{Quantity: quantity, Estimate: Number(e.Value), Lower: Undefined(), Upper: Undefined()}
	switch {
	case err != nil:
		of.Estimate, of.Undefined = Undefined(), err.Error()
	case e.Limits != nil:
		of.Lower, of.Upper, of.Method = Number(e.Limits.Lower), Number(e.Limits.Upper), e.Limits.Method
	}
	s.Estimates = append(s.Estimates, of)
}

// addSquares adds the mean squares.
func (s *MeasuredStudy) addSquares(a *measurement.Analysis) {
	add := func(source string, of measurement.MeanSquare) {
		if of.DF > 0 {
			s.MeanSquares = append(s.MeanSquares, MeanSquare{source, Number(of.DF), Number(of.Value)})
		}
	}
	if a.TwoWay != nil {
		add("items", a.Between)
		add("within items", a.Within)
		return
	}
	add("items", a.Item)
	add("labelers", a.Labeler)
	add("residual", a.Residual)
	add("labels given again", a.Repeated)
}

// addComponents adds the components of variance.
func (s *MeasuredStudy) addComponents(a *measurement.Analysis) {
	c := a.Components()
	total := Number(0)
	for _, of := range []VarianceComponent{{Source: "item", Variance: Number(c.Item)},
		{Source: "labeler", Variance: Number(c.Labeler)}, {Source: "item × labeler", Variance: Number(c.Interaction)},
		{Source: "residual", Variance: Number(c.Repeated)}} {
		if of.Variance.Defined() {
			total += of.Variance
			of.SD = Number(math.Sqrt(float64(of.Variance)))
			s.Components = append(s.Components, of)
		}
	}
	for n := range s.Components {
		s.Components[n].Share = s.Components[n].Variance / total
	}
}
