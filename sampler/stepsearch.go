package sampler

// stepSearch adapts the step size of HMC by the metric that is kept. Each step size is the one at which the acceptance
// curve of the step sizes before it reaches the target, and at most a little larger or smaller than the last.
//
// The gain of dual averaging is meant for trajectories of NUTS. Here dual averaging swings between steps so large that
// all are rejected and steps so small that they cost most of the gradients. With a million binary labels its warm-up
// took 7.7 gradients for an iteration, and the draws took 4.3; shorter warm-ups ended with ever smaller steps. This
// search learns from acceptances near the target. It finds the step size to an eighth after thirty iterations and costs
// no more than draws do.
type stepSearch struct {
	target, limit float64
	step          float64
	curve         acceptanceCurve
}

const (
	// The first step sizes tried may be this many times as large as those before them, and the square of it smaller.
	searchFast, searchSlow = 1.5, 1.2
	// The number of first step sizes.
	searchFirst = 10
)

func (sr *stepSearch) restart(step float64) {
	sr.step = min(step, sr.limit)
	sr.curve.restart()
}

func (sr *stepSearch) learn(eps, accept float64) {
	sr.curve.learn(eps, accept)
	at, _ := sr.curve.step(sr.target, sr.limit) // 0 while nothing has been accepted
	fastest := searchSlow
	if len(sr.curve.accepts) <= searchFirst {
		fastest = searchFast
	}
	sr.step = min(sr.limit, max(sr.step/(fastest*fastest), min(at, sr.step*fastest)))
}

func (sr *stepSearch) next() float64 { return sr.step }

func (sr *stepSearch) final() float64 { return sr.step }
