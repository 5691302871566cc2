package document

import (
	"math"
	"strconv"
	"strings"
)

// Cell is a value in a table. Nil is an empty cell.
type Cell interface {
	// print returns the value with at most a number of decimals.
	print(decimals int) string
	// spread is the standard deviation that decides how many decimals are worth printing; NaN: unknown.
	spread() float64
	// record returns the value as programs read it, and with it the ends of its interval if it has one.
	record() []string
}

// Say prints a cell as a sentence has it.
func Say(c Cell, decimals int) string { return c.print(decimals) }

// Said prints a cell as a sentence has it: with two digits of its spread, and at most a number of decimals.
func Said(c Cell, most int) string {
	if sd := c.spread(); sd > 0 {
		most = Places(sd, 0, most)
	}
	return c.print(most)
}

// Text is words.
type Text string

// Count is a number of things.
type Count int

// Number is a number. SD is its standard deviation; 0 if it is unknown. Signed numbers have a sign even if positive.
type Number struct {
	Value, SD float64
	Signed    bool
}

// Estimate is a number with its interval, printed together. An interval of NaN prints as none.
type Estimate struct {
	Value, Lower, Upper float64
	// SD decides how many decimals are printed; 0: the quarter of the interval's width.
	SD float64
	// Percent prints shares of 1 in per cent.
	Percent bool
	// Symbol comes before the number, in a column of several quantities: "α 0.58 [0.53, 0.63]".
	Symbol string
	// Undefined says why there is no number.
	Undefined string
}

// Interval is an interval without an estimate. SD decides how many decimals are printed, as in [Estimate].
type Interval struct {
	Lower, Upper, SD float64
	Percent          bool
}

// Share is a share of 1, printed in per cent.
type Share float64

// Chances is the posterior probability of an event, a belief.
type Chances float64

// PValue is the tail probability of a check.
type PValue float64

// Labels is a number of labels with its interval: how many labels of one kind are worth one of another. Plus infinity
// is a number that no labels reach. A number above Most is printed as above Most, because nobody has observed that many
// labels; 0 is no bound.
type Labels struct {
	Value, Lower, Upper float64
	Most                float64
	Undefined           string
}

// Needed is how many labels of an item are needed, or enough, with the interval of this number; NaN ends are none. An
// interval that tells nothing is printed as its lower end: "9 or more". Nobody plans more than MostNeeded.
type Needed struct{ Value, Lower, Upper float64 }

// MostNeeded is the largest number of labels of an item that is printed. Plans look no further either.
const MostNeeded = 1000

// Undefined is a cell without a number; the text says why.
type Undefined string

// MeanLabel is the mean label of a study, whose unit is not known.
type MeanLabel float64

// Exact is a number that programs read with all its digits.
type Exact float64

func (t Text) print(int) string { return string(t) }
func (Text) spread() float64    { return math.NaN() }
func (t Text) record() []string { return []string{string(t)} }

func (c Count) print(int) string { return Integer(int(c)) }
func (Count) spread() float64    { return math.NaN() }
func (c Count) record() []string { return []string{strconv.Itoa(int(c))} }

func (n Number) print(decimals int) string {
	text := Fixed(n.Value, decimals)
	if n.Signed && n.Value > 0 {
		return "+" + text
	}
	return text
}
func (n Number) spread() float64  { return n.SD }
func (n Number) record() []string { return []string{Full(n.Value)} }

func (e Estimate) print(decimals int) string {
	if !Finite(e.Value) {
		return "–"
	}
	value := figure(e.Value, decimals, e.Percent)
	if e.Symbol != "" {
		value = e.Symbol + " " + value
	}
	if !Finite(e.Lower) && !Finite(e.Upper) {
		return value
	}
	return value + " " + Interval{e.Lower, e.Upper, 0, e.Percent}.print(decimals)
}
func (e Estimate) spread() float64  { return spreadOf(e.SD, e.Lower, e.Upper, e.Percent) }
func (e Estimate) record() []string { return []string{Full(e.Value), Full(e.Lower), Full(e.Upper)} }

func (i Interval) print(decimals int) string {
	if !Finite(i.Lower) && !Finite(i.Upper) {
		return "–"
	}
	return "[" + figure(i.Lower, decimals, i.Percent) + ", " + figure(i.Upper, decimals, i.Percent) + "]"
}
func (i Interval) spread() float64  { return spreadOf(i.SD, i.Lower, i.Upper, i.Percent) }
func (i Interval) record() []string { return []string{"", Full(i.Lower), Full(i.Upper)} }

// figure prints a number, or a share in per cent.
func figure(x float64, decimals int, percent bool) string {
	if percent {
		return Percent(x, decimals)
	}
	return Fixed(x, decimals)
}

// spreadOf is the standard deviation, or a quarter of the width of an interval, in the unit that is printed.
func spreadOf(sd, lower, upper float64, percent bool) float64 {
	if !(sd > 0) {
		sd = (upper - lower) / 4
	}
	if percent {
		sd *= 100
	}
	return sd
}

func (s Share) print(decimals int) string { return Percent(float64(s), decimals) }
func (Share) spread() float64             { return math.NaN() }
func (s Share) record() []string          { return []string{Full(float64(s))} }

func (c Chances) print(int) string {
	if !Finite(float64(c)) {
		return "–"
	}
	return Chance(float64(c))
}
func (Chances) spread() float64    { return math.NaN() }
func (c Chances) record() []string { return []string{Full(float64(c))} }

func (p PValue) print(int) string { return PValueText(float64(p)) }
func (PValue) spread() float64    { return math.NaN() }
func (p PValue) record() []string { return []string{Full(float64(p))} }

func (l Labels) print(decimals int) string {
	if math.IsNaN(l.Value) {
		return "–"
	}
	bounded := l.Most > 0
	if bounded && l.Lower > l.Most && !math.IsInf(l.Lower, 1) {
		return "more than " + Integer(int(l.Lower))
	}
	show := func(n float64) string {
		switch {
		case math.IsInf(n, 1):
			return "∞"
		case bounded && n > l.Most:
			return ">" + Integer(int(l.Most))
		case n == math.Trunc(n) && math.Abs(n) < 1e15:
			return Integer(int(n))
		}
		return Fixed(n, decimals)
	}
	if math.IsNaN(l.Lower) && math.IsNaN(l.Upper) {
		return show(l.Value)
	}
	return show(l.Value) + " [" + show(l.Lower) + ", " + show(l.Upper) + "]"
}
func (Labels) spread() float64    { return math.NaN() }
func (l Labels) record() []string { return []string{Full(l.Value), Full(l.Lower), Full(l.Upper)} }

func (n Needed) print(int) string {
	if text := n.least(); text != "" {
		return text
	}
	return Labels{Value: n.Value, Lower: n.Lower, Upper: n.Upper, Most: MostNeeded}.print(0)
}

// Short prints the number without its interval.
func (n Needed) Short() string {
	if text := n.least(); text != "" {
		return text
	}
	return Integer(int(n.Value))
}

// least prints the lower end of a number if nothing else is informative, and "" otherwise.
func (n Needed) least() string {
	least := n.Lower
	if math.IsNaN(least) {
		least = n.Value
	}
	switch {
	case math.IsInf(least, 1):
		return "∞"
	case least > MostNeeded:
		return "more than " + Integer(MostNeeded)
	case n.Upper > tellsNothing*n.Value, n.Value > MostNeeded:
		return Integer(int(least)) + " or more"
	}
	return ""
}
func (Needed) spread() float64 { return math.NaN() }
func (n Needed) record() []string {
	return Labels{Value: n.Value, Lower: n.Lower, Upper: n.Upper}.record()
}

// tellsNothing is how many times its middle the upper end of an interval of [Needed] labels is that tells nothing.
const tellsNothing = 10

func (Undefined) print(int) string   { return "–" }
func (Undefined) spread() float64    { return math.NaN() }
func (u Undefined) record() []string { return []string{""} }

func (m MeanLabel) print(int) string { return Mean(float64(m)) }
func (MeanLabel) spread() float64    { return math.NaN() }
func (m MeanLabel) record() []string { return []string{Full(float64(m))} }

// print drops the residue of rounding after the twelfth digit.
func (x Exact) print(int) string {
	text := strconv.FormatFloat(float64(x), 'g', 12, 64)
	whole, _, _ := strings.Cut(text, ".")
	if n, err := strconv.Atoi(whole); err == nil && Finite(float64(x)) && n != 0 {
		text = Integer(n) + strings.TrimPrefix(text, whole)
	}
	return text
}
func (Exact) spread() float64    { return math.NaN() }
func (x Exact) record() []string { return []string{Full(float64(x))} }
