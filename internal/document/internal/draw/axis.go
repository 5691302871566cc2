package draw

import (
	"math"
	"strconv"

	"concord/internal/document"
)

// axis maps values to a stretch of the figure, in per cent of its width.
type axis struct {
	low, high, step float64
	from, to        float64
}

// newAxis returns an axis from low to high, widened to round numbers.
func newAxis(low, high float64) axis {
	a := stepped(low, high)
	a.low, a.high = math.Floor(a.low/a.step+1e-9)*a.step, math.Ceil(a.high/a.step-1e-9)*a.step
	return a
}

// stepped is an axis from low to high with round ticks between.
func stepped(low, high float64) axis {
	if !(high > low) {
		low, high = low-0.5, low+0.5
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, by := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if (high-low)/step > 6 {
			step *= by
		}
	}
	return axis{low: low, high: high, step: step}
}

// over returns the axis on a stretch of the figure.
func (a axis) over(from, to float64) axis {
	a.from, a.to = from, to
	return a
}

// at returns the place of x, at the edge if it lies outside.
func (a axis) at(x float64) float64 {
	return a.from + (a.to-a.from)*math.Max(0, math.Min(1, (x-a.low)/(a.high-a.low)))
}

// ticks returns round values from low to high.
func (a axis) ticks() []float64 {
	var all []float64
	for i := math.Ceil(a.low/a.step - 1e-9); ; i++ {
		x := i * a.step
		if x > a.high+a.step/1e6 {
			return all
		}
		all = append(all, x)
	}
}

// label prints a tick.
func (a axis) label(x float64) string {
	d := int(math.Ceil(-math.Log10(a.step) - 1e-9))
	if d < 0 && math.Abs(a.low) < 1e6 && math.Abs(a.high) < 1e6 {
		d = 0 // no exponent
	}
	if math.Abs(x) < a.step/1e6 {
		x = 0 // but for rounding
	}
	if s := strconv.FormatFloat(a.step, 'g', 3, 64); d == 1 && len(s) > 3 {
		d = 2 // steps of 0.25
	}
	return document.Fixed(x, d)
}

// hold widens a range so that it holds finite values.
func (r *span) hold(values ...float64) {
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			r.low, r.high = math.Min(r.low, x), math.Max(r.high, x)
		}
	}
}

// span is a range of values, empty at first.
type span struct{ low, high float64 }

func nothing() span { return span{math.Inf(1), math.Inf(-1)} }

func (r *span) empty() bool { return r.low > r.high }

// grid draws a thin line at each tick.
func (f *Figure) grid(a axis, top, bottom float64, zero bool) {
	for _, x := range a.ticks() {
		if !zero || math.Abs(x) > a.step/1e6 {
			f.line(Grid, 1, a.at(x), top, a.at(x), bottom)
		}
	}
	if zero && a.low <= 0 && a.high >= 0 {
		f.line(Soft, 1.2, a.at(0), top, a.at(0), bottom)
	}
}

// scale writes ticks at the bottom of an axis that is some pixels long, and leaves out labels without room.
func (f *Figure) scale(a axis, y, pixels float64) {
	ticks := a.ticks()
	widest := 0.0
	for _, x := range ticks {
		widest = max(widest, textWidth(a.label(x), tickSize)+8)
	}
	every := 1
	for float64((len(ticks)+every-1)/every)*widest > pixels+widest/2 && every < len(ticks) {
		every++
	}
	for i, x := range ticks {
		f.line(Soft, 1, a.at(x), y, a.at(x), y+4)
		if i%every == 0 {
			f.text(Soft, Middle, a.at(x), y+15, a.label(x))
		}
	}
}
