package sampler

// Divergences of a chain are kept while they are few and small enough.
const (
	maxDivergences     = 1000
	maxDivergenceFloat = 1 << 20 // numbers in the positions kept
)

// keepDivergence records a step that diverged while sampling.
func (c *chain) keepDivergence(from, to *point, energyError float64) {
	metric := c.mover.space.metric
	kept := len(c.divergences)
	if kept >= maxDivergences || kept > 0 && 2*(kept+1)*metric.Dim() > maxDivergenceFloat {
		return
	}
	d := Divergence{
		Chain: c.index, Draw: len(c.stats),
		Start: make([]float64, metric.Dim()), End: make([]float64, metric.Dim()),
		EnergyError: energyError,
	}
	metric.Apply(d.Start, from.x)
	metric.Apply(d.End, to.x)
	c.divergences = append(c.divergences, d)
}
