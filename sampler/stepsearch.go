package sampler

// stepSearch adapts the step size of HMC by the metric that is kept. Each step size is the one at which the acceptance
// curve of those before it has the target, and at most a little larger or smaller than the last.
//
// Dual averaging, whose gain is meant for trajectories of NUTS, swings between steps so large that all is rejected and
// so small that most gradients are spent there: of a million binary labels its warm-up took 7.7 gradients for an
// iteration, where the draws took 4.3, and shorter warm-ups ended with ever smaller steps. Here mean acceptances next to
// the target are what is learnt from, which tells the step size to an eighth after thirty iterations, and costs no more
// than draws.
type stepSearch struct {
	target, limit float64
	step          float64
	curve         acceptanceCurve
}

const (
	// The first step sizes tried may be this many times as large as those before them, and the square of it smaller.
	searchFast, searchSlow = 1.5, 1.2
	// So many are the first ones.
	searchFirst = 10
)

func (ss *stepSearch) restart(step float64) {
	ss.step = min(step, ss.limit)
	ss.curve.restart()
}

func (ss *stepSearch) learn(eps, accept float64) {
	ss.curve.learn(eps, accept)
	at, _ := ss.curve.step(ss.target, ss.limit) // 0 while nothing has been accepted
	fastest := searchSlow
	if len(ss.curve.accepts) <= searchFirst {
		fastest = searchFast
	}
	ss.step = min(ss.limit, max(ss.step/(fastest*fastest), min(at, ss.step*fastest)))
}

func (ss *stepSearch) next() float64 { return ss.step }

func (ss *stepSearch) final() float64 { return ss.step }
