package sampler

// windows are the parts of warm-up from which the metric is learnt. An initial phase finds the bulk of the posterior.
// Then come windows that double in length, and a final phase for the step size alone (Stan Reference Manual, section
// "Adaptation").
type windows struct {
	begin  int   // first iteration used
	closes []int // numbers of iterations after which the metric is learnt anew, ascending
}

// Lengths of Stan's phases, for warm-ups long enough for all of them.
const (
	windowsInitial = 75
	windowsFirst   = 25
	windowsFinal   = 50
	// windowsShortest is the warm-up below which no metric is learnt.
	windowsShortest = 20
)

// newWindows returns the windows in a warm-up of the given number of iterations.
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

// inside reports whether iteration i, from 0, lies in a window.
func (ws windows) inside(i int) bool {
	return len(ws.closes) > 0 && i >= ws.begin && i < ws.closes[len(ws.closes)-1]
}

// closesAfter reports whether a window closes with iteration i.
func (ws windows) closesAfter(i int) bool {
	for _, c := range ws.closes {
		if c == i+1 {
			return true
		}
	}
	return false
}
