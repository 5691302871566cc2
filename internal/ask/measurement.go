package ask

import (
	"context"
	"errors"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/tasks/batch"
	"concord/measurement"
	"concord/nonparam"
	"concord/study"
)

// Measurement says how far repeated measurements of the same items differ, in each group of a table whose labels are
// numbers, or ordered categories by their scores; of tasks, if there are some, in each alone. With log it measures
// logarithms, and the labels are positive.
func Measurement(data result.Data, t *study.Table, tasks []batch.Task, level float64, log bool) *answer.Answer {
	data = data.WithoutRepeated(t)
	a := answer.New("measurement", data, result.Intervals{Level: level, Kind: "confidence"})
	m := measurer{a, answer.Key{}, level, log}
	if log {
		a.Set["log"] = "true"
	}
	for _, task := range tasks {
		m.at.Task = task.Key.String()
		m.groups(task.Table())
	}
	if len(tasks) == 0 {
		m.groups(t)
		m.allLimits(t)
	}
	a.Verdict, a.Notes = say.MeasurementVerdict(a), say.MeasurementNotes(a)
	return a
}

// measurer makes the rows of a group.
type measurer struct {
	*answer.Answer
	at    answer.Key
	level float64
	log   bool
}

func (m measurer) groups(t *study.Table) {
	for s := range t.Studies() {
		v := t.StudyAt(s)
		m.at.Group = v.Name()
		m.group(v)
	}
}

// labelValues returns the numbers of the labels of a group; for ordered categories the scores.
func labelValues(v study.View) []float64 {
	value := append([]float64{}, v.Value()...)
	if scores := v.Table().Scores(); scores != nil {
		for n, place := range value {
			value[n] = scores[int(place)-1]
		}
	}
	return value
}

// add adds an estimate, or the reason why there is none.
func (m measurer) add(name string, at answer.Key, e measurement.Estimate, err error) *answer.Row {
	r := m.Add(name, at, e.Value)
	switch {
	case err != nil:
		r.Value, r.Why = math.NaN(), err.Error()
	case e.Limits != nil:
		r.Within(e.Limits.Lower, e.Limits.Upper).Method = e.Limits.Method
	}
	return r
}

// group measures a group.
func (m measurer) group(v study.View) {
	value := labelValues(v)
	if m.log {
		for n, x := range value {
			value[n] = math.Log(x)
		}
	}
	m.Add("labels", m.at, float64(v.Len()))
	a, err := measurement.New(v.Item(), v.Labeler(), value)
	if err != nil {
		m.Add("icc_A1", m.at, math.NaN()).Why = err.Error()
		return
	}
	mean := a.Mean
	if m.log {
		mean = math.Exp(mean)
	}
	m.Add("items", m.at, float64(a.Items))
	if a.Labelers > 0 {
		m.Add("labelers", m.at, float64(a.Labelers))
	}
	m.Add("labels_per_item", m.at, a.PerItem)
	m.Add("repeated", m.at, float64(a.Labels-a.Cells))
	m.Add("missing", m.at, float64(a.Items*a.Labelers-a.Cells))
	m.Add("mean_label", m.at, mean)
	for _, of := range []struct {
		form      measurement.Form
		one, mean string
	}{{measurement.OneWay, "icc_1", "icc_1k"}, {measurement.Agreement, "icc_A1", "icc_Ak"},
		{measurement.Consistency, "icc_C1", "icc_Ck"}} {
		one, mean, err := a.ICC(of.form, m.level)
		m.add(of.one, m.at, one, err)
		m.add(of.mean, m.at, mean, err)
	}
	if a.TwoWay != nil {
		m.errors(a, measurement.OneWay, "")
	} else {
		m.errors(a, measurement.Agreement, "_agreement")
		m.errors(a, measurement.Consistency, "_consistency")
	}
	m.repeated(a)
	m.concordance(v, value, a)
	m.variances(a)
}

// concordance adds Lin's coefficient of concordance, if each labeler gave an item one label.
func (m measurer) concordance(v study.View, value []float64, of *measurement.Analysis) {
	ratings := nonparam.FromStudy(v)
	switch {
	case of.Labelers < 2 || of.Labels > of.Cells || m.log && v.Table().Kind() != study.Numeric:
		return
	case m.log:
		ratings = ratings.WithValues(value)
	}
	found, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{ratings},
		nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.LinCCCName}, Intervals: nonparam.Jackknife{},
			Level: m.level})
	if err != nil {
		return
	}
	for _, c := range found {
		a := result.CoefficientOf(c)
		r := m.Add(a.Coefficient, m.at, float64(a.Estimate)).Within(float64(a.Lower), float64(a.Upper))
		r.Method, r.Why = a.Method, a.Undefined
	}
}

// errors adds the standard error of measurement of a form, the change that can be detected with it, and the coefficient
// of variation.
func (m measurer) errors(a *measurement.Analysis, f measurement.Form, form string) {
	sem, err := a.SEM(f, m.level)
	mdc := sem.Times(measurement.Detectable(m.level))
	m.add("sem"+form, m.at, sem, err)
	m.add("mdc"+form, m.at, mdc, err)
	cv, none := a.CV(f, m.level)
	if m.log {
		m.add("sem_factor"+form, m.at, sem.Factor(), err)
		m.add("mdc_factor"+form, m.at, mdc.Factor(), err)
		cv, none = sem.LogCV(), err
	}
	m.add("cv"+form, m.at, cv, none)
}

// repeated adds repeatability and reproducibility, from labels that were given again.
func (m measurer) repeated(a *measurement.Analysis) {
	between, err := a.BetweenLabelers(m.level)
	m.add("between_labelers_sd", m.at, between, err)
	if a.Labels == a.Cells {
		return
	}
	detectable := measurement.Detectable(m.level)
	again, err := a.Repeatability(m.level)
	m.add("repeatability_sd", m.at, again, err)
	m.add("repeatability_limit", m.at, again.Times(detectable), err)
	another, err := a.SEM(measurement.Agreement, m.level)
	m.add("reproducibility_sd", m.at, another, err)
	m.add("reproducibility_limit", m.at, another.Times(detectable), err)
	intra, err := a.Intra(m.level)
	m.add("icc_intra", m.at, intra, err)
	distinct, err := a.DistinctCategories()
	m.add("distinct_categories", m.at, measurement.Estimate{Value: float64(distinct)}, err)
}

// variances adds mean squares and components of variance.
func (m measurer) variances(a *measurement.Analysis) {
	type square struct {
		source string
		of     measurement.MeanSquare
	}
	squares := []square{{"items", a.Item}, {"labelers", a.Labeler}, {"residual", a.Residual},
		{"labels given again", a.Repeated}}
	if a.TwoWay != nil {
		squares = []square{{"items", a.Between}, {"within items", a.Within}}
	}
	at := m.at
	for _, s := range squares {
		if at.Of = s.source; s.of.DF > 0 {
			m.Add("df", at, s.of.DF)
			m.Add("mean_square", at, s.of.Value)
		}
	}
	c := a.Components()
	total := 0.0
	var rows []*answer.Row
	for _, of := range []struct {
		source   string
		variance float64
	}{{"item", c.Item}, {"labeler", c.Labeler}, {"item × labeler", c.Interaction}, {"residual", c.Repeated}} {
		if at.Of = of.source; !math.IsNaN(of.variance) {
			total += of.variance
			rows = append(rows, m.Add("variance", at, of.variance))
			m.Add("component_sd", at, math.Sqrt(of.variance))
		}
	}
	for _, r := range rows {
		m.Add("component_share", r.Key, r.Value/total)
	}
}

// mostPairs is the largest number of groups that are compared, each with each.
const mostPairs = 6

// allLimits adds limits of agreement: of the two labelers of a group, or with the mean if there are more, and of each
// two groups that share items.
func (m measurer) allLimits(t *study.Table) {
	groups := t.Studies()
	for s, group := range groups {
		v := t.StudyAt(s)
		if v.Labeler() == nil || m.Get("mean_label", answer.Key{Group: group}) == nil {
			continue
		}
		labelers := slices.Clone(v.Labeler())
		slices.Sort(labelers)
		switch labelers = slices.Compact(labelers); len(labelers) {
		case 0, 1:
		case 2:
			m.ofLabelers(v, labelers[0], labelers[1])
		default:
			m.ofMean(v)
		}
	}
	if len(groups) > mostPairs {
		return
	}
	for a := range groups {
		for b := a + 1; b < len(groups); b++ {
			x, y := t.StudyAt(a), t.StudyAt(b)
			pairs := measurement.Pairs(x.Item(), labelValues(x), y.Item(), labelValues(y))
			both := func(p measurement.Pair) bool { return len(p.First) > 0 && len(p.Second) > 0 }
			if slices.ContainsFunc(pairs, both) {
				m.limits(answer.Key{Of: groups[a], Against: groups[b]}, pairs)
			}
		}
	}
}

func (m measurer) settings() measurement.LimitsSettings {
	return measurement.LimitsSettings{Share: m.level, Level: m.level, Log: m.log}
}

// ofLabelers adds the limits of two labelers of a group.
func (m measurer) ofLabelers(v study.View, first, second int32) {
	var item [2][]int32
	var value [2][]float64
	numbers := labelValues(v)
	for n, labeler := range v.Labeler() {
		which := 0
		if labeler == second {
			which = 1
		}
		item[which], value[which] = append(item[which], v.Item()[n]), append(value[which], numbers[n])
	}
	names := v.Table().Labelers()
	m.limits(answer.Key{Group: v.Name(), Of: names[first], Against: names[second]},
		measurement.Pairs(item[0], value[0], item[1], value[1]))
}

// limits adds the limits of two.
func (m measurer) limits(at answer.Key, pairs []measurement.Pair) {
	of, err := measurement.Limits(pairs, m.settings())
	if m.undefined(at, err) {
		return
	}
	bias := "bias"
	if m.log {
		bias = "mean_ratio"
	}
	m.add(bias, at, of.Bias, nil)
	m.add("lower_limit", at, of.Lower, nil)
	m.points(m.add("upper_limit", at, of.Upper, nil), of.Points)
	m.Add("difference_sd", at, of.SD)
	m.compared(at, of.Items, of.LeftOut, of.First+of.Second, string(of.Design))
	if of.Proportional == nil {
		return
	}
	m.add("proportional_bias", at, of.Proportional.Slope, nil)
	m.Add("proportional_p", at, of.Proportional.P)
	m.add("spread_slope", at, of.Spread.Slope, nil)
	m.Add("spread_p", at, of.Spread.P)
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range of.Points {
		low, high = min(low, p.Mean), max(high, p.Mean)
	}
	for _, mean := range []float64{low, (low + high) / 2, high} {
		at.K++
		if lower, bias, upper, err := of.At(mean); err == nil {
			m.Add("mean_at", at, mean)
			m.Add("bias_at", at, bias)
			m.Add("lower_limit_at", at, lower)
			m.Add("upper_limit_at", at, upper)
		}
	}
}

// ofMean adds the limits of agreement with the mean of a group's items.
func (m measurer) ofMean(v study.View) {
	at := answer.Key{Group: v.Name()}
	of, err := measurement.MeanLimits(v.Item(), v.Labeler(), labelValues(v), m.settings())
	if m.undefined(at, err) {
		return
	}
	upper := m.add("upper_limit", at, of.Limit, nil)
	lower := upper.Times(-1)
	if m.log {
		lower.Value, lower.Lower, lower.Upper = 1/upper.Value, 1/upper.Upper, 1/upper.Lower
	}
	m.Add("lower_limit", at, lower.Value).Within(lower.Lower, lower.Upper).Method = upper.Method
	if of.Repeat != nil {
		m.add("repeated_limit", at, *of.Repeat, nil)
	}
	design := "incomplete"
	if of.Complete {
		design = "complete"
	}
	m.points(upper, of.Points)
	m.compared(at, of.Items, of.LeftOut, of.Readings, design)
}

// compared adds how many items and labels limits are of.
func (m measurer) compared(at answer.Key, items, leftOut, labels int, design string) {
	r := m.Add("compared_items", at, float64(items))
	r.N, r.Method = labels, design
	m.Add("left_out_items", at, float64(leftOut))
}

// points adds the points of a plot.
func (m measurer) points(of *answer.Row, all []measurement.Point) {
	s := answer.Series{Of: of}
	for _, p := range all {
		s.X, s.Y = append(s.X, p.Mean), append(s.Y, p.Difference)
	}
	m.Series = append(m.Series, s)
}

// undefined says why there are no limits, if there are none.
func (m measurer) undefined(at answer.Key, err error) bool {
	if err == nil {
		return false
	}
	r := m.Add("upper_limit", at, math.NaN())
	var why *measurement.UndefinedError
	if errors.As(err, &why) {
		r.Reason, r.Why = string(why.Reason), why.Reason.Text()
	}
	return true
}
