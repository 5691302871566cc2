package sampler

// Divergences of a chain are kept while they are few and small enough.
const (
	maxDivergences     = 1000
	maxDivergenceFloat = 1 << 20 // numbers in the positions kept
)

// keepDivergence records a step that diverged while sampling.
func (c *chain) keepDivergence(from, to *point, energyError float64) {
	space, dim := c.stepper.space, c.stepper.space.metric.Dim()
	kept := len(c.divergences)
	if kept >= maxDivergences || kept > 0 && 2*(kept+1)*dim > maxDivergenceFloat {
		return
	}
	d := Divergence{
		Chain: c.index, Draw: len(c.stats),
		Start: make([]float64, dim), End: make([]float64, dim),
		EnergyError: energyError,
	}
	space.position(d.Start, from)
	space.position(d.End, to)
	c.divergences = append(c.divergences, d)
}
