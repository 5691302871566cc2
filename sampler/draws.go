package sampler

import (
	"context"
	"time"
)

// settle ends the adaptation.
func (c *chain) settle() {
	c.stepper.diverged = c.keepDivergence
	c.stepper.settled = true
	c.reserve()
}

// reserve makes room for the draws.
func (c *chain) reserve() {
	n := c.settings.Draws
	c.draws = make([]float64, 0, n*c.names)
	c.coordinates = make([]float64, 0, n*c.settings.KeepCoordinates)
	c.stats = make([]Stat, 0, n)
}

// goOn draws, with everything fixed, until there are all draws.
func (c *chain) goOn(ctx context.Context) error {
	begin := time.Now()
	defer func() {
		c.info.SamplingTime += time.Since(begin)
		c.info.SamplingGradients = c.stepper.space.gradients - c.info.WarmupGradients
	}()
	eps, space := c.steps.final(), c.stepper.space
	for len(c.stats) < c.settings.Draws {
		before := c.iterations
		for ; c.iterations < c.settings.Thin; c.iterations++ {
			c.begun = c.transition(eps).after(c.begun, c.iterations, 1)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		space.position(space.q, c.state)
		c.coordinates = append(c.coordinates, space.q[:c.settings.KeepCoordinates]...)
		at := len(c.draws)
		c.draws = c.draws[:at+c.names]
		c.report(c.draws[at:at+c.names:at+c.names], space.q)
		c.stats = append(c.stats, c.begun)
		c.tick(c.settings.Thin-before, true, c.begun.Divergent)
		c.begun, c.iterations = Stat{}, 0
	}
	return nil
}

// thin multiplies the iterations for each draw by times: it keeps the last of every times draws. Runs that were
// assembled from the draws before stay unchanged.
func (c *chain) thin(times int) {
	draws, coordinates, stats := c.draws, c.coordinates, c.stats
	wide := c.settings.KeepCoordinates
	c.reserve()
	for i, stat := range stats {
		c.begun = stat.after(c.begun, c.iterations, c.settings.Thin)
		c.iterations += c.settings.Thin
		if c.iterations < times*c.settings.Thin {
			continue
		}
		c.draws = append(c.draws, draws[i*c.names:(i+1)*c.names]...)
		c.coordinates = append(c.coordinates, coordinates[i*wide:(i+1)*wide]...)
		c.stats = append(c.stats, c.begun)
		c.begun, c.iterations = Stat{}, 0
	}
	for i := range c.divergences {
		c.divergences[i].Draw /= times
	}
	c.settings.Thin *= times
}
