package sampler

import (
	"errors"
	"time"

	"concord/internal/wire"
	"concord/posterior"
)

// runFormat begins an encoded run, and changes with its layout.
const runFormat = "concord chains 3"

// MarshalBinary writes a run for another process of the same version, see [Share]: numbers are to the bit, metrics
// included. Implements [encoding.BinaryMarshaler]; there is no error.
func (r *Run) MarshalBinary() ([]byte, error) {
	e := &encoder{*wire.NewWriter(runFormat)}
	e.draws(r.Draws)
	e.Bool(r.Coordinates != nil)
	if r.Coordinates != nil {
		e.draws(r.Coordinates)
	}
	e.Int(int(r.Algorithm))
	e.Int(r.Thin)
	e.Floats(r.TargetAccept)
	e.Int(len(r.Chains))
	for c, info := range r.Chains {
		for _, n := range []int{info.Chain, info.Warmup, info.WarmupGradients, info.SamplingGradients,
			info.WarmupDivergences, info.Divergences, int(info.WarmupTime), int(info.SamplingTime)} {
			e.Int(n)
		}
		e.Floats(info.StepSize)
		// Chains that did not learn a metric share one; it is written once.
		e.Bool(c == 0 || info.Metric != r.Chains[c-1].Metric)
		if c == 0 || info.Metric != r.Chains[c-1].Metric {
			e.metric(info.Metric)
		}
		e.Int(len(r.Stats[c]))
		for _, s := range r.Stats[c] {
			e.Floats(s.LogDensity, s.AcceptStat, s.StepSize, s.Energy, s.EnergyError)
			e.Int(s.TreeDepth)
			e.Int(s.Leapfrogs)
			e.Bool(s.Divergent)
			e.Bool(s.MaxDepthHit)
		}
	}
	e.Int(len(r.Divergences))
	for _, d := range r.Divergences {
		e.Int(d.Chain)
		e.Int(d.Draw)
		e.List(d.Start)
		e.List(d.End)
		e.Floats(d.EnergyError)
	}
	return e.Writer, nil
}

// UnmarshalBinary reads what [Run.MarshalBinary] wrote. Implements [encoding.BinaryUnmarshaler].
func (r *Run) UnmarshalBinary(data []byte) error {
	var out Run
	if !wire.Read(data, runFormat, func(r *wire.Reader) { out = (&decoder{r}).run() }) {
		return errNoRun
	}
	*r = out
	return nil
}

var errNoRun = errors.New("sampler: these are not chains of this version, or they are incomplete")

// encoder writes the parts of runs.
type encoder struct{ wire.Writer }

func (e *encoder) draws(d *posterior.Draws) {
	e.Texts(d.Names())
	e.Int(d.Chains())
	e.Int(d.Iterations())
	for v := range d.Names() {
		for c := range d.Chains() {
			e.Floats(d.Chain(v, c)...)
		}
	}
}

func (e *encoder) metric(m *Metric) {
	e.List(m.Center)
	e.List(m.Scale)
	e.Int(len(m.Vectors))
	for _, u := range m.Vectors {
		e.List(u)
	}
	e.List(m.Values)
}

// decoder reads them.
type decoder struct{ *wire.Reader }

func (in *decoder) run() Run {
	out := Run{Draws: in.draws()}
	if in.Bool() {
		out.Coordinates = in.draws()
	}
	out.Algorithm = Algorithm(in.Int())
	out.Thin = in.Int()
	out.TargetAccept = in.Float()
	for range in.Int() {
		info := ChainInfo{Chain: in.Int(), Warmup: in.Int(), WarmupGradients: in.Int(), SamplingGradients: in.Int(),
			WarmupDivergences: in.Int(), Divergences: in.Int(), WarmupTime: time.Duration(in.Int()),
			SamplingTime: time.Duration(in.Int()), StepSize: in.Float()}
		if in.Bool() {
			info.Metric = in.metric()
		} else {
			info.Metric = out.Chains[len(out.Chains)-1].Metric
		}
		out.Chains = append(out.Chains, info)
		var stats []Stat
		for range in.Int() {
			s := Stat{LogDensity: in.Float(), AcceptStat: in.Float(), StepSize: in.Float(), Energy: in.Float(),
				EnergyError: in.Float(), TreeDepth: in.Int(), Leapfrogs: in.Int(), Divergent: in.Bool(),
				MaxDepthHit: in.Bool()}
			stats = append(stats, s)
		}
		out.Stats = append(out.Stats, stats)
	}
	for range in.Int() {
		out.Divergences = append(out.Divergences,
			Divergence{Chain: in.Int(), Draw: in.Int(), Start: in.List(), End: in.List(), EnergyError: in.Float()})
	}
	return out
}

func (in *decoder) draws() *posterior.Draws {
	names := in.Texts()
	chains, iterations := in.Size(1), in.Int()
	in.Holds(iterations, 8*chains*len(names))
	all := posterior.NewDraws(names, chains, iterations)
	for v := range names {
		for c := range chains {
			in.Floats(all.Chain(v, c))
		}
	}
	return all
}

func (in *decoder) metric() *Metric {
	m := &Metric{Center: in.List(), Scale: in.List()}
	for range in.Size(8) {
		m.Vectors = append(m.Vectors, in.List())
	}
	m.Values = in.List()
	return m
}
