package sampler

// windows are the stretches of warm-up from which the metric is learnt: after an
// initial stretch for finding the bulk of the posterior come windows that double
// in length, then a last stretch for the step size alone (Stan Reference Manual,
// section "Adaptation").
type windows struct {
	begin  int   // first iteration used
	closes []int // the metric is learnt anew after so many iterations, ascending
}

// Lengths of Stan's stretches for warm-ups that hold them.
const (
	windowsInitial = 75
	windowsFirst   = 25
	windowsFinal   = 50
	// windowsShortest is the warm-up below which no metric is learnt.
	windowsShortest = 20
)

// newWindows returns the windows in a warm-up of so many iterations.
func newWindows(warmup int) windows {
	if warmup < windowsShortest {
		return windows{begin: warmup}
	}
	initial, size, final := windowsInitial, windowsFirst, windowsFinal
	if initial+size+final > warmup {
		initial, final = warmup*15/100, warmup/10
		size = warmup - initial - final
	}
	end := warmup - final
	w := windows{begin: initial}
	for at := initial + size; ; {
		w.closes = append(w.closes, at)
		if at == end {
			return w
		}
		size *= 2
		at += size
		// A window after which the next would not fit takes the rest.
		if at != end && at+2*size > end {
			at = end
		}
	}
}

// inside tells whether iteration i, from 0, lies in a window.
func (w windows) inside(i int) bool {
	return len(w.closes) > 0 && i >= w.begin && i < w.closes[len(w.closes)-1]
}

// closesAfter tells whether a window closes with iteration i.
func (w windows) closesAfter(i int) bool {
	for _, c := range w.closes {
		if c == i+1 {
			return true
		}
	}
	return false
}
