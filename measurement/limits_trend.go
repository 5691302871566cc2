package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/nonparam"
)

// Trend is a straight line over the means of items: Intercept + Slope × mean.
type Trend struct {
	Intercept float64
	Slope     Estimate
	P         float64 // of no slope, by a t test
	SD        float64 // of what the line leaves
}

// trends sets how the differences of items, and their spread about that line, grow with the means of items (Bland and
// Altman 1999, section 3.2). Absolute residuals of normal errors have the mean σ√(2/π).
func (l *LimitsOfAgreement) trends(pairs []Pair) {
	x, y := make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, p := range pairs {
		a, b := stat.Mean(p.First, nil), stat.Mean(p.Second, nil)
		x[i], y[i] = (a+b)/2, a-b
	}
	if l.Proportional = straight(x, y, l.Settings.Level); l.Proportional == nil {
		return
	}
	for i := range y {
		y[i] = math.Sqrt(math.Pi/2) * math.Abs(y[i]-l.Proportional.at(x[i]))
	}
	l.Spread = straight(x, y, l.Settings.Level)
}

func (t *Trend) at(mean float64) float64 { return t.Intercept + t.Slope.Value*mean }

// straight fits a line by least squares; nil if all x are equal.
func straight(x, y []float64, level float64) *Trend {
	meanX, varianceX := stat.MeanVariance(x, nil)
	meanY := stat.Mean(y, nil)
	n, products, largest := float64(len(x)), 0.0, 0.0
	for i := range x {
		products += (x[i] - meanX) * (y[i] - meanY)
		largest = math.Max(largest, math.Abs(x[i]))
	}
	if math.Sqrt(varianceX) <= rounding*largest {
		return nil
	}
	squares := varianceX * (n - 1)
	t := &Trend{}
	t.Slope.Value = products / squares
	t.Intercept = meanY - t.Slope.Value*meanX
	rest := 0.0
	for i := range x {
		rest += square(y[i] - t.at(x[i]))
	}
	t.SD = math.Sqrt(rest / (n - 2))
	se := t.SD / math.Sqrt(squares)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 2}
	half := student.Quantile((1+level)/2) * se
	lower, upper := t.Slope.Value-half, t.Slope.Value+half
	t.Slope.Limits = &nonparam.Limits{Lower: lower, Upper: upper, Level: level, Method: "t"}
	switch {
	case se > 0:
		t.P = 2 * student.Survival(math.Abs(t.Slope.Value)/se)
	case t.Slope.Value == 0:
		t.P = 1
	}
	return t
}

// Grows reports whether the spread of differences changes with the mean of an item (p below 0.05).
func (l *LimitsOfAgreement) Grows() bool { return l.Spread != nil && l.Spread.P < 0.05 }

// At returns the bias and the limits for items of a mean, by lines over the means (Bland and Altman 1999, section 3.2).
// The spread about the bias is a line too if it grows, and otherwise the same for all items. The error says why there
// is no line: items have several readings, or all the same mean.
func (l *LimitsOfAgreement) At(mean float64) (lower, bias, upper float64, err error) {
	switch {
	case l.Design != SingleReadings:
		return 0, 0, 0, &UndefinedError{limitsName, WithReplicates}
	case l.Proportional == nil:
		return 0, 0, 0, &UndefinedError{limitsName, NoMeanSpread}
	}
	if l.Settings.Log {
		mean = math.Log(mean)
	}
	bias, sd := l.Proportional.at(mean), l.Proportional.SD
	if l.Grows() {
		sd = math.Max(0, l.Spread.at(mean))
	}
	lower, upper = bias-l.z()*sd, bias+l.z()*sd
	if l.Settings.Log {
		return math.Exp(lower), math.Exp(bias), math.Exp(upper), nil
	}
	return lower, bias, upper, nil
}
