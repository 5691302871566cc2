package sampler

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"concord/posterior"
)

// runFormat begins an encoded run, and changes with its layout.
const runFormat = "concord chains 2\n"

// MarshalBinary writes a run for another process of the same version, see [Share]: numbers are to the bit, metrics
// included. Implements [encoding.BinaryMarshaler]; there is no error.
func (r *Run) MarshalBinary() ([]byte, error) {
	e := encoder(runFormat)
	e.draws(r.Draws)
	e.whole(asInt(r.Coordinates != nil))
	if r.Coordinates != nil {
		e.draws(r.Coordinates)
	}
	e.whole(int(r.Algorithm))
	e.whole(r.Thin)
	e.numbers([]float64{r.TargetAccept})
	e.whole(len(r.Chains))
	for c, info := range r.Chains {
		for _, n := range []int{info.Chain, info.Warmup, info.WarmupGradients, info.SamplingGradients,
			info.WarmupDivergences, info.Divergences, int(info.WarmupTime), int(info.SamplingTime)} {
			e.whole(n)
		}
		e.numbers([]float64{info.StepSize})
		// Chains that did not learn a metric have one in common, which is written once.
		e.whole(asInt(c == 0 || info.Metric != r.Chains[c-1].Metric))
		if c == 0 || info.Metric != r.Chains[c-1].Metric {
			e.metric(info.Metric)
		}
		e.whole(len(r.Stats[c]))
		for _, s := range r.Stats[c] {
			e.numbers([]float64{s.LogDensity, s.AcceptStat, s.StepSize, s.Energy, s.EnergyError})
			e.whole(s.TreeDepth)
			e.whole(s.Leapfrogs)
			e.whole(asInt(s.Divergent) | asInt(s.MaxDepthHit)<<1)
		}
	}
	e.whole(len(r.Divergences))
	for _, d := range r.Divergences {
		e.whole(d.Chain)
		e.whole(d.Draw)
		e.list(d.Start)
		e.list(d.End)
		e.numbers([]float64{d.EnergyError})
	}
	return e, nil
}

// UnmarshalBinary reads what [Run.MarshalBinary] wrote. Implements [encoding.BinaryUnmarshaler].
func (r *Run) UnmarshalBinary(data []byte) (err error) {
	d := &decoder{data}
	// What is cut off, or no run at all, ends in a read behind its end.
	defer func() {
		if p := recover(); p != nil {
			err = errNoRun
		}
	}()
	if d.text(len(runFormat)) != runFormat {
		return errNoRun
	}
	out := Run{Draws: d.draws()}
	if d.whole() == 1 {
		out.Coordinates = d.draws()
	}
	out.Algorithm = Algorithm(d.whole())
	out.Thin = d.whole()
	out.TargetAccept = d.number()
	for range d.whole() {
		info := ChainInfo{Chain: d.whole(), Warmup: d.whole(), WarmupGradients: d.whole(), SamplingGradients: d.whole(),
			WarmupDivergences: d.whole(), Divergences: d.whole(), WarmupTime: time.Duration(d.whole()),
			SamplingTime: time.Duration(d.whole()), StepSize: d.number()}
		if d.whole() == 1 {
			info.Metric = d.metric()
		} else {
			info.Metric = out.Chains[len(out.Chains)-1].Metric
		}
		out.Chains = append(out.Chains, info)
		var stats []Stat
		for range d.whole() {
			s := Stat{LogDensity: d.number(), AcceptStat: d.number(), StepSize: d.number(), Energy: d.number(),
				EnergyError: d.number(), TreeDepth: d.whole(), Leapfrogs: d.whole()}
			flags := d.whole()
			s.Divergent, s.MaxDepthHit = flags&1 != 0, flags&2 != 0
			stats = append(stats, s)
		}
		out.Stats = append(out.Stats, stats)
	}
	for range d.whole() {
		out.Divergences = append(out.Divergences,
			Divergence{Chain: d.whole(), Draw: d.whole(), Start: d.list(), End: d.list(), EnergyError: d.number()})
	}
	if len(d.rest) > 0 {
		return errNoRun
	}
	*r = out
	return nil
}

var errNoRun = errors.New("sampler: these are no chains of this version, or not all of them")

func asInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// encoder is what has been written.
type encoder []byte

func (e *encoder) whole(n int) { *e = binary.LittleEndian.AppendUint64(*e, uint64(n)) }

func (e *encoder) numbers(x []float64) {
	for _, v := range x {
		*e = binary.LittleEndian.AppendUint64(*e, math.Float64bits(v))
	}
}

func (e *encoder) list(x []float64) {
	e.whole(len(x))
	e.numbers(x)
}

func (e *encoder) draws(d *posterior.Draws) {
	e.whole(len(d.Names()))
	for _, name := range d.Names() {
		e.whole(len(name))
		*e = append(*e, name...)
	}
	e.whole(d.Chains())
	e.whole(d.Iterations())
	for v := range d.Names() {
		for c := range d.Chains() {
			e.numbers(d.Chain(v, c))
		}
	}
}

func (e *encoder) metric(m *Metric) {
	e.list(m.Center)
	e.list(m.Scale)
	e.whole(len(m.Vectors))
	for _, u := range m.Vectors {
		e.list(u)
	}
	e.list(m.Values)
}

// decoder is what is still to be read. It panics behind the end.
type decoder struct{ rest []byte }

func (in *decoder) take(n int) []byte {
	b := in.rest[:n]
	in.rest = in.rest[n:]
	return b
}

func (in *decoder) text(n int) string { return string(in.take(n)) }

func (in *decoder) whole() int { return int(int64(binary.LittleEndian.Uint64(in.take(8)))) }

func (in *decoder) number() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(in.take(8)))
}

func (in *decoder) numbers(x []float64) {
	b := in.take(8 * len(x))
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
}

func (in *decoder) list() []float64 {
	n := in.size(8)
	if n == 0 {
		return nil
	}
	x := make([]float64, n)
	in.numbers(x)
	return x
}

// size reads the number of things of which each takes at least so many bytes, so that no more is made than was sent.
func (in *decoder) size(bytes int) int {
	n := in.whole()
	if n < 0 || n > len(in.rest)/bytes {
		panic("sampler: cut off")
	}
	return n
}

func (in *decoder) draws() *posterior.Draws {
	names := make([]string, in.size(8))
	for i := range names {
		names[i] = in.text(in.whole())
	}
	chains, iterations := in.whole(), in.whole()
	if chains < 0 || iterations < 0 || len(names) > 0 && chains > 0 && iterations > len(in.rest)/8/chains/len(names) {
		panic("sampler: cut off")
	}
	all := posterior.NewDraws(names, chains, iterations)
	for v := range names {
		for c := range chains {
			in.numbers(all.Chain(v, c))
		}
	}
	return all
}

func (in *decoder) metric() *Metric {
	m := &Metric{Center: in.list(), Scale: in.list()}
	for range in.size(8) {
		m.Vectors = append(m.Vectors, in.list())
	}
	m.Values = in.list()
	return m
}
