package measurement

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/nonparam"
)

// Form is a model of labels. It says which effects count as error.
type Form int

// The forms.
const (
	// OneWay assumes that each item has other labelers: ICC(1) of McGraw and Wong, ICC(1,1) of Shrout and Fleiss.
	OneWay Form = iota
	// Agreement counts how labelers differ on average as error: ICC(A,1), ICC(2,1).
	Agreement
	// Consistency does not: ICC(C,1), ICC(3,1).
	Consistency
)

// ErrRepeated is why there is no one-way analysis of labels given again.
var ErrRepeated = errors.New("labelers gave labels again, and one-way analysis does not tell them from others")

// noise is the variance of a label about the value of its item, as a sum of mean squares.
func (a *Analysis) noise(f Form) (sum, error) {
	switch {
	case f == OneWay && a.Repeated.DF > 0 && a.Labelers > 1:
		return nil, ErrRepeated
	case f == OneWay:
		return sum{{1, a.Within}}, nil
	case a.TwoWay != nil:
		return nil, a.TwoWay
	}
	again := part{1 - 1/a.PerCell, a.Repeated}
	if f == Consistency {
		return sum{{1, a.Residual}, again}, nil
	}
	return sum{{1 / a.ofLabeler, a.Labeler}, {1 - 1/a.ofLabeler, a.Residual}, again}, nil
}

// ICC returns the intraclass correlation of one label, and of the mean of k labels of an item by different labelers,
// k = [Analysis.PerItem], with F limits.
//
// With E(item) = kσ²_item + E(residual), ρ/(1−ρ) is (MS_item − MS_residual)/(k·noise), and its limits follow from
// MS_item over F, whose second degrees of freedom are Satterthwaite's of kρ/(1−ρ)·noise + MS_residual. For complete
// tables these are the limits of McGraw and Wong (1996, Table 7), which for agreement are Fleiss and Shrout's (1978).
func (a *Analysis) ICC(f Form, level float64) (one, mean Estimate, err error) {
	noise, err := a.noise(f)
	if err != nil {
		return one, mean, err
	}
	item, residual, k := a.Item, a.Residual, a.ofItem
	if f == OneWay {
		item, residual, k = a.Between, a.Within, a.PerItem
	}
	unit := k * noise.value()
	odds := (item.Value - residual.Value) / unit
	if !finite(odds) { // labels of an item are all the same
		one = Estimate{Value: 1}
		return one, one, nil
	}
	of := func(odds float64) float64 { return odds / (1 + odds) }
	one = Estimate{Value: of(odds)}
	var below sum
	for _, p := range noise {
		p.by *= k * odds
		if p.of == residual {
			p.by++
		}
		below = append(below, p)
	}
	df := below.df()
	p := (1 + level) / 2
	lower := (item.Value/quantile(item.DF, df, p) - residual.Value) / unit
	upper := (item.Value*quantile(df, item.DF, p) - residual.Value) / unit
	if finite(lower) && finite(upper) && lower > -1 {
		one.Limits = &nonparam.Limits{Lower: of(lower), Upper: of(upper), Level: level, Method: "f"}
	}
	pole := -1 / (a.PerItem - 1)
	if one.Value <= pole {
		return one, mean, fmt.Errorf("the variance of means is estimated at 0 or less")
	}
	mean = one.mapped(func(r float64) float64 {
		if r <= pole {
			return math.Inf(-1)
		}
		return nonparam.SpearmanBrown(r, a.PerItem)
	})
	return one, mean, nil
}

func quantile(df1, df2, p float64) float64 {
	if !(df1 > 0 && df2 > 0 && finite(df1) && finite(df2)) {
		return math.NaN()
	}
	return distuv.F{D1: df1, D2: df2}.Quantile(p)
}
