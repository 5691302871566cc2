package measurement

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/nonparam"
)

// SEM returns the standard error of measurement, the standard deviation of a label about the value of its item:
// √(σ²_labeler + σ²) for agreement, and σ for consistency (Weir 2005; de Vet, Terwee, Knol and Bouter 2006).
func (a *Analysis) SEM(f Form, level float64) (Estimate, error) {
	noise, err := a.noise(f)
	if err != nil {
		return Estimate{}, err
	}
	return noise.estimate(level).mapped(math.Sqrt), nil
}

// Detectable is how many standard errors of measurement two labels of one item differ by at most, with the probability
// of the level: 1.96·√2 at 0.95.
func Detectable(level float64) float64 {
	return math.Sqrt2 * distuv.UnitNormal.Quantile((1+level)/2)
}

// Times returns the estimate of a multiple.
func (e Estimate) Times(by float64) Estimate {
	return e.mapped(func(x float64) float64 { return by * x })
}

// Factor reads a difference of logarithms as a factor.
func (e Estimate) Factor() Estimate { return e.mapped(math.Exp) }

// LogCV turns a standard deviation of natural logarithms into the coefficient of variation of log-normal labels,
// √(exp(s²)−1).
func (e Estimate) LogCV() Estimate {
	return e.mapped(func(s float64) float64 { return math.Sqrt(math.Expm1(s * s)) })
}

// CV returns the coefficient of variation, the standard error of measurement over the mean label. Limits combine the
// limits of the error and of the mean on the scale of logarithms (Zou and Donner 2008).
func (a *Analysis) CV(f Form, level float64) (Estimate, error) {
	sem, err := a.SEM(f, level)
	if err != nil {
		return sem, err
	}
	half := distuv.UnitNormal.Quantile((1+level)/2) * math.Sqrt(a.meanVariance)
	if !(a.Mean > half) {
		return Estimate{}, errors.New("the mean label is not surely above 0")
	}
	e := Estimate{Value: sem.Value / a.Mean}
	if l := sem.Limits; l != nil && l.Lower > 0 {
		below := math.Hypot(math.Log(sem.Value/l.Lower), math.Log((a.Mean+half)/a.Mean))
		above := math.Hypot(math.Log(l.Upper/sem.Value), math.Log(a.Mean/(a.Mean-half)))
		limits := *l
		limits.Lower, limits.Upper, limits.Method = e.Value*math.Exp(-below), e.Value*math.Exp(above), "mls"
		e.Limits = &limits
	}
	return e, nil
}

// errOnce is why repeatability is unknown.
var errOnce = errors.New("nobody gave a label again")

// Repeatability returns s_r of ISO 5725-2, the standard deviation of labels of one item by one labeler.
func (a *Analysis) Repeatability(level float64) (Estimate, error) {
	if a.Repeated.DF == 0 {
		return Estimate{}, errOnce
	}
	return sum{{1, a.Repeated}}.estimate(level).mapped(math.Sqrt), nil
}

// BetweenLabelers returns s_L of ISO 5725-2, the standard deviation of labelers' values of an item. It includes how
// labelers differ on average. If labels given again separate it from error, it includes how they differ from item to
// item.
func (a *Analysis) BetweenLabelers(level float64) (Estimate, error) {
	if a.TwoWay != nil {
		return Estimate{}, a.TwoWay
	}
	s := sum{{1 / a.ofLabeler, a.Labeler}, {-1 / a.ofLabeler, a.Residual}}
	if a.Repeated.DF > 0 {
		s = sum{{1 / a.ofLabeler, a.Labeler}, {1 - 1/a.ofLabeler, a.Residual}, {-1 / a.PerCell, a.Repeated}}
	}
	return s.estimate(level).mapped(math.Sqrt), nil
}

// Intra returns the intraclass correlation of labels that one labeler gives an item again, (σ²_item +
// σ²_item×labeler)/(σ²_item + σ²_item×labeler + σ²_repeated): Eliasziw, Young, Woodbury and Fryday-Field (1994), with
// labelers that stay the same. Its limits are by F, with Satterthwaite's degrees of freedom.
func (a *Analysis) Intra(level float64) (Estimate, error) {
	switch {
	case a.Repeated.DF == 0:
		return Estimate{}, errOnce
	case a.Labelers == 1:
		one, _, err := a.ICC(OneWay, level)
		return one, err
	case a.TwoWay != nil:
		return Estimate{}, a.TwoWay
	}
	signal := sum{{1 / a.ofItem, a.Item}, {1 - 1/a.ofItem, a.Residual}}
	of := func(ratio float64) float64 {
		odds := ratio - 1/a.PerCell
		return odds / (1 + odds)
	}
	ratio := signal.value() / a.Repeated.Value
	if !finite(ratio) {
		return Estimate{Value: 1}, nil
	}
	e, p := Estimate{Value: of(ratio)}, (1+level)/2
	lower := ratio / quantile(signal.df(), a.Repeated.DF, p)
	upper := ratio * quantile(a.Repeated.DF, signal.df(), p)
	if finite(lower) && finite(upper) {
		e.Limits = &nonparam.Limits{Lower: of(lower), Upper: of(upper), Level: level, Method: "f"}
	}
	return e, nil
}

// DistinctCategories is how many classes of items the labels of one labeler distinguish: √2·σ_item/σ_error, as a whole
// number (AIAG, Measurement Systems Analysis).
func (a *Analysis) DistinctCategories() (int, error) {
	noise, err := a.noise(Agreement)
	if err != nil {
		return 0, err
	}
	ratio := math.Sqrt(2 * max(0, a.itemVariance()) / noise.value())
	if !finite(ratio) {
		return 0, errors.New("labels of an item are all the same")
	}
	return int(ratio), nil
}
