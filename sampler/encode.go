package sampler

import (
	"concord/internal/wire"
	"concord/posterior"
)

// runFormat begins an encoded run, and changes with its layout.
const runFormat = "concord chains 4"

// MarshalBinary writes a run for another process of the same version, see [Share]: numbers are to the bit, metrics
// included. Implements [encoding.BinaryMarshaler]; there is no error.
func (r *Run) MarshalBinary() ([]byte, error) { return wire.Write(runFormat, r.fields), nil }

// UnmarshalBinary reads what [Run.MarshalBinary] wrote. Implements [encoding.BinaryUnmarshaler].
func (r *Run) UnmarshalBinary(data []byte) error {
	return wire.Read(r, data, runFormat, (*Run).fields)
}

func (r *Run) fields(f *wire.Form) {
	draws(f, &r.Draws)
	more := r.Coordinates != nil
	if f.Bool(&more); more {
		draws(f, &r.Coordinates)
	}
	wire.Int(f, &r.Algorithm)
	f.Ints(&r.Thin)
	f.Floats(&r.TargetAccept)
	metric := &Metric{} // of the chain before
	wire.List(f, &r.Chains, func(c *ChainInfo) {
		f.Ints(&c.Chain, &c.Warmup, &c.WarmupGradients, &c.SamplingGradients, &c.WarmupDivergences, &c.Divergences)
		wire.Int(f, &c.WarmupTime)
		wire.Int(f, &c.SamplingTime)
		f.Floats(&c.StepSize)
		// Chains that did not learn a metric share one; it is written once.
		own := c.Metric != metric
		if f.Bool(&own); own {
			if metric = c.Metric; metric == nil {
				metric = &Metric{}
			}
			f.Numbers(&metric.Center)
			f.Numbers(&metric.Scale)
			wire.List(f, &metric.Vectors, func(u *[]float64) { f.Numbers(u) })
			f.Numbers(&metric.Values)
		}
		c.Metric = metric
	})
	wire.List(f, &r.Stats, func(of *[]Stat) {
		wire.List(f, of, func(s *Stat) {
			f.Floats(&s.LogDensity, &s.AcceptStat, &s.StepSize, &s.Energy, &s.EnergyError)
			f.Ints(&s.TreeDepth, &s.Leapfrogs)
			f.Bool(&s.Divergent)
			f.Bool(&s.MaxDepthHit)
		})
	})
	wire.List(f, &r.Divergences, func(d *Divergence) {
		f.Ints(&d.Chain, &d.Draw)
		f.Numbers(&d.Start)
		f.Numbers(&d.End)
		f.Floats(&d.EnergyError)
	})
}

// draws are draws with their names and sizes.
func draws(f *wire.Form, of **posterior.Draws) {
	var names []string
	var chains, iterations int
	if d := *of; d != nil {
		names, chains, iterations = d.Names(), d.Chains(), d.Iterations()
	}
	f.Names(&names)
	chains = f.Size(chains, 1)
	iterations = f.Size(iterations, 8*max(1, chains*len(names)))
	if *of == nil {
		*of = posterior.NewDraws(names, chains, iterations)
	}
	for v := range names {
		for c := range chains {
			f.Block((*of).Chain(v, c))
		}
	}
}
