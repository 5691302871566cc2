package sampler

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
)

// Sample runs chains and returns their draws. It calls newTarget once for each chain, one call at a time, before any
// chain runs. It then uses the targets in parallel, each by one goroutine.
//
// When the context ends, Sample returns the draws so far together with ctx.Err(). These are the chains that give the
// most draws when cut to equal length, or nil if none has a draw. Any other error comes without a result. It names the
// chain whose target could not be made, panicked, gave no finite density at the start, or is improper. If several
// processes share the run ([Settings.Share]), Sample calls newTarget only for the chains of this process, and returns
// an error of the exchange. An error while chains go on ([Settings.GoOn]) takes no draws away: the earlier draws come
// with it.
func Sample(ctx context.Context, newTarget func(chain int) (Target, error), s Settings) (*Run, error) {
	s, err := s.resolved()
	if err != nil {
		return nil, err
	}
	numbers := s.chains()
	targets, names, err := newTargets(newTarget, s, numbers)
	if err != nil {
		return nil, err
	}
	// One chain that fails ends the others.
	run, stop := context.WithCancel(ctx)
	defer stop()
	g := group{settings: s, names: names, context: run, stop: stop}
	g.progress = newMeter(s.Progress, len(numbers), s.Warmup+s.Draws*s.Thin)
	for i, number := range numbers {
		g.chains = append(g.chains, newChain(run, number, targets[i], s))
	}
	r, err := g.draws(ctx, (*chain).run)
	if r == nil || err != nil || s.GoOn == nil {
		return r, err
	}
	for {
		times := 1
		if err := guard(s.Chains-1, func() error { times = s.GoOn(r); return nil }); err != nil || times <= 1 {
			return r, err
		}
		more := (times - 1) * g.settings.Thin * s.Draws
		g.settings.Thin *= times
		for _, c := range g.chains {
			c.thin(times)
		}
		g.progress.goOn(g.chains, more)
		longer, err := g.draws(ctx, (*chain).goOn)
		if err != nil {
			return r, err
		}
		r = longer
	}
}

// group is the chains that a process makes of a run.
type group struct {
	settings Settings // resolved
	names    []string
	chains   []*chain
	progress *meter
	context  context.Context
	stop     context.CancelFunc
}

// draws has all chains do something and returns the draws of the run.
func (gr *group) draws(ctx context.Context, do func(*chain, context.Context) error) (*Run, error) {
	s, progress := gr.settings, gr.progress
	errs := make([]error, len(gr.chains))
	next := make(chan int, len(gr.chains))
	for i, c := range gr.chains {
		c.tick = progress.tick
		next <- i
	}
	close(next)
	var wait sync.WaitGroup
	for range min(s.Workers, len(gr.chains)) {
		wait.Go(func() {
			for i := range next {
				errs[i] = guard(gr.chains[i].index, func() error { return do(gr.chains[i], gr.context) })
				if errs[i] != nil {
					gr.stop()
					continue
				}
				progress.finished.Add(1)
			}
		})
	}
	wait.Wait()
	last := guard(s.Chains-1, func() error { progress.finish(); return nil })
	for _, err := range append(errs, last) {
		if err != nil && !errors.Is(err, gr.context.Err()) {
			return nil, err
		}
	}
	r := newRun(gr.chains, gr.names)
	if r != nil {
		r.Algorithm, r.Thin, r.TargetAccept = s.Algorithm, s.Thin, s.TargetAccept
	}
	if s.Share != nil && ctx.Err() == nil {
		return s.Share.Exchange(ctx, r)
	}
	return r, ctx.Err()
}

// newTargets returns one target for each of the chains and the names of their reported quantities.
func newTargets(newTarget func(chain int) (Target, error), s Settings, chains []int) ([]Target, []string, error) {
	targets := make([]Target, len(chains))
	var names []string
	for i, chain := range chains {
		err := guard(chain, func() (err error) {
			targets[i], err = newTarget(chain)
			if err != nil {
				return err
			}
			if targets[i] == nil {
				return errors.New("the target is nil")
			}
			n, err := targetNames(targets[i], s)
			if err != nil {
				return err
			}
			if i == 0 {
				names = n
			} else if len(n) != len(names) || targets[i].Dim() != targets[0].Dim() {
				return fmt.Errorf("the target differs in size from that of chain %d", chains[0])
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return targets, names, nil
}

// targetNames returns the names of a target's reported quantities, if it has a valid size.
func targetNames(t Target, s Settings) ([]string, error) {
	d, m := t.Dim(), s.Metric
	if d < 1 {
		return nil, fmt.Errorf("the target has dimension %d", d)
	}
	if m != nil && m.Dim() != d {
		return nil, fmt.Errorf("the target has dimension %d, the metric %d", d, m.Dim())
	}
	if s.KeepCoordinates > d {
		return nil, fmt.Errorf("the target has dimension %d, less than KeepCoordinates %d", d, s.KeepCoordinates)
	}
	if r, ok := t.(Reporter); ok {
		return r.Names(), nil
	}
	return coordinateNames(d), nil
}

// coordinateNames names the first n coordinates of a target.
func coordinateNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "x." + strconv.Itoa(i+1)
	}
	return names
}

// A TargetPanic is the error of a chain whose target, or a function of the
// settings called for it, panicked.
type TargetPanic struct {
	Value any    // given to panic
	Stack []byte // of the goroutine, as from debug.Stack
}

func (p *TargetPanic) Error() string { return fmt.Sprintf("the target panicked: %v", p.Value) }

// guard calls f and returns its error or panic as the error of a chain.
func guard(chain int, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &TargetPanic{Value: v, Stack: debug.Stack()}
		}
		if err != nil {
			err = fmt.Errorf("sampler: chain %d: %w", chain, err)
		}
	}()
	return f()
}
