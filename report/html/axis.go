package html

import (
	"math"
	"strconv"

	"concord/result"
)

// axis maps values to per cents across a figure, with a margin for dots and for the ends of tick labels.
type axis struct {
	low, high, step float64
}

const axisMargin = 3 // per cent

// newAxis returns an axis from low to high, widened to round numbers.
func newAxis(low, high float64) axis {
	if !(high > low) {
		low, high = low-0.5, low+0.5
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, by := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if (high-low)/step > 6 {
			step *= by
		}
	}
	return axis{math.Floor(low/step+1e-9) * step, math.Ceil(high/step-1e-9) * step, step}
}

// at returns the place of x in per cent, at the edge if it lies outside.
func (a axis) at(x float64) float64 {
	share := math.Max(0, math.Min(1, (x-a.low)/(a.high-a.low)))
	return axisMargin + (100-2*axisMargin)*share
}

// ticks returns round values from low to high.
func (a axis) ticks() []float64 {
	var all []float64
	for i := 0; ; i++ {
		x := a.low + float64(i)*a.step
		if x > a.high+a.step/1e6 {
			return all
		}
		all = append(all, x)
	}
}

// label prints a tick.
func (a axis) label(x float64) string {
	d := int(math.Ceil(-math.Log10(a.step) - 1e-9))
	if d < 0 && result.Decimals(a.step, 0, 0) == 0 {
		d = 0 // no exponent
	}
	if math.Abs(x) < a.step/1e6 {
		x = 0 // but for rounding
	}
	if s := strconv.FormatFloat(a.step, 'g', 3, 64); d == 1 && len(s) > 3 {
		d = 2 // steps of 0.25
	}
	return fixed(x, d)
}

// grid draws a thin line at each tick, a stronger one at zero.
func (f *figure) grid(a axis, top, bottom float64) {
	for _, x := range a.ticks() {
		class := "grid"
		if math.Abs(x) < a.step/1e6 && a.low < 0 {
			class = "zero"
		}
		f.line(class, a.at(x), top, a.at(x), bottom)
	}
}

// scale writes the tick labels at y.
func (f *figure) scale(a axis, y float64) {
	for _, x := range a.ticks() {
		f.text("tick", "middle", a.at(x), y, a.label(x))
	}
}

// scaleFigure is the scale of a column of strips.
func scaleFigure(a axis) figure {
	f := figure{Height: 18}
	for _, x := range a.ticks() {
		f.line("tickmark", a.at(x), 0, a.at(x), 4)
	}
	f.scale(a, 15)
	return f
}
