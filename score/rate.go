package score

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Corrected is a rate by Rogan and Gladen's correction.
type Corrected struct {
	Value, Lower, Upper float64 // kept between 0 and 1
	SE                  float64
	Apparent            float64 // the judge's rate
	Sensitivity         float64 // share of yes by the judge, of people's yes
	Specificity         float64 // share of no by the judge, of people's no
	Yes, No             float64 // people's labels of each kind that these rest on, in items
}

// Rate corrects the rate of a judge with labels 0 and 1 by its errors on the items that people labelled:
// (apparent + specificity − 1)/(sensitivity + specificity − 1) (Rogan and Gladen 1978, American Journal of Epidemiology
// 107).
//
// It is a second answer to the question of [Mean]. For yes and no that is the maximum likelihood estimate (Tenenbein
// 1970, Journal of the American Statistical Association 65), so it is more precise. The correction also holds if
// people's items were chosen by people's labels, such as 100 of each kind.
//
// The interval is by [roganGladen]. For [These] the apparent rate has no error, and for [Beyond] it is a share of the
// items. Means of several labels count as parts of an item. Weights and strata weigh the items.
//
// The error is a fault of y, as [System.Validate] finds it, or one of the codes NotYesOrNo, OneClass and
// NoBetterThanCoin.
func Rate(y *System, o Options) (Corrected, error) {
	if err := y.Validate(); err != nil {
		return Corrected{}, err
	}
	var c Corrected
	g := newRegression(y)
	for i := range y.Judge {
		switch {
		case !y.judged(i):
			continue
		case y.Judge[i] != 0 && y.Judge[i] != 1:
			return c, &Error{Code: NotYesOrNo, System: y.Name, Item: y.item(i), Part: "Judge", Value: y.Judge[i]}
		case y.Labels[i] > 0 && !(y.People[i] >= 0 && y.People[i] <= 1):
			return c, &Error{Code: NotYesOrNo, System: y.Name, Item: y.item(i), Part: "People", Value: y.People[i]}
		}
		c.Apparent += y.Judge[i]
	}
	items := sum(g.sizes)
	c.Apparent /= float64(items)
	var yes, no tally
	drawn := g.drawn()
	for r, i := range g.rows {
		yes.add(y.People[i]/drawn[r], y.People[i], y.Judge[i])
		no.add((1-y.People[i])/drawn[r], 1-y.People[i], 1-y.Judge[i])
	}
	for at, t := range []tally{yes, no} {
		if t.weight == 0 {
			return c, &Error{Code: OneClass, System: y.Name, Value: float64(at)}
		}
	}
	size := math.Inf(1)
	if o.Target == Beyond {
		size = float64(items)
	}
	sensitivity, specificity := yes.right/yes.weight, no.right/no.weight
	made, ok := roganGladen(c.Apparent, size, sensitivity, yes.count(), specificity, no.count(), o.level())
	if !ok {
		return c, &Error{Code: NoBetterThanCoin, System: y.Name, Value: sensitivity + specificity - 1}
	}
	return made, nil
}

// tally counts the judge's right answers among people's labels of one kind.
type tally struct{ weight, squares, parts, right float64 }

// add counts part of an item with a weight, for which the judge is right or not, 1 or 0.
func (t *tally) add(weight, part, right float64) {
	t.weight += weight
	t.parts += part
	t.right += weight * right
	if part > 0 {
		t.squares += weight * weight / part
	}
}

// count returns the effective number of labels (Kish 1965): the sum of parts if weights are equal.
func (t *tally) count() float64 { return t.weight * t.weight / t.squares }

// roganGladen returns the true rate for an apparent rate of n items, with the sensitivity and specificity found from
// labels of yes and no. n may be +Inf. ok is false if sensitivity + specificity may be 1 or less, because nothing
// follows from such a judge. That is possible if the normal lower limit of the sum, with one right and one wrong answer
// added to each, is not above 1 at the level.
//
// The limits are by Lang and Reiczigel (2014, Preventive Veterinary Medicine 113), and Lee, Zeng, Jeong, Sohn and Lee
// (arXiv 2511.21140) have them for judges. Shares p, s and c are shrunken to 1/2, by z² labels and by 2. The estimate θ
// is shifted by 2z²(θ s(1−s)/m₁ − (1−θ) c(1−c)/m₀). Limits are z standard errors from there,
// √(p(1−p)/n + θ² s(1−s)/m₁ + (1−θ)² c(1−c)/m₀)/(s + c − 1).
func roganGladen(apparent, n, sensitivity, yes, specificity, no, level float64) (c Corrected, ok bool) {
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	s, ofS := (sensitivity*yes+1)/(yes+2), yes+2
	sp, ofSp := (specificity*no+1)/(no+2), no+2
	p, ofP := apparent, 0.0
	if !math.IsInf(n, 1) {
		p = (apparent*n + z*z/2) / (n + z*z)
		ofP = p * (1 - p) / (n + z*z)
	}
	varS, varSp := s*(1-s)/ofS, sp*(1-sp)/ofSp
	youden := s + sp - 1
	if !(youden-z*math.Sqrt(varS+varSp) > 0) || !(sensitivity+specificity > 1) {
		return c, false
	}
	c = Corrected{Apparent: apparent, Sensitivity: sensitivity, Specificity: specificity, Yes: yes, No: no}
	theta := (p + sp - 1) / youden
	c.SE = math.Sqrt(ofP+theta*theta*varS+(1-theta)*(1-theta)*varSp) / youden
	shift := 2 * z * z * (theta*varS - (1-theta)*varSp)
	inside := func(x float64) float64 { return min(1, max(0, x)) }
	c.Value = inside((apparent + specificity - 1) / (sensitivity + specificity - 1))
	c.Lower, c.Upper = inside(theta+shift-z*c.SE), inside(theta+shift+z*c.SE)
	return c, true
}
