package sampler

import (
	"slices"

	"concord/posterior"
)

// newRun puts together chains whose lengths may differ. It cuts all chains that it keeps to the length of the shortest,
// and keeps the chains with which most draws remain. It is nil if there is no draw.
func newRun(chains []*chain, names []string) *Run {
	length := commonLength(chains)
	if length == 0 {
		return nil
	}
	r := &Run{}
	kept := slices.DeleteFunc(slices.Clone(chains), func(c *chain) bool { return len(c.stats) < length })
	r.Draws = transposed(kept, names, length, func(c *chain) []float64 { return c.draws })
	if n := chains[0].settings.KeepCoordinates; n > 0 {
		r.Coordinates = transposed(kept, coordinateNames(n), length, func(c *chain) []float64 { return c.coordinates })
	}
	for _, c := range kept {
		r.Stats = append(r.Stats, c.stats[:length:length])
		for _, d := range c.divergences {
			if d.Draw < length {
				r.Divergences = append(r.Divergences, d)
			}
		}
		r.Chains = append(r.Chains, c.infoOf(length))
	}
	return r
}

// transposed returns the first draws of chains; rows returns the draws of a chain, iteration × name.
func transposed(chains []*chain, names []string, length int, rows func(*chain) []float64) *posterior.Draws {
	draws := posterior.NewDraws(names, len(chains), length)
	for k, c := range chains {
		row := rows(c)
		for v := range names {
			column := draws.Chain(v, k)
			for i := range column {
				column[i] = row[i*len(names)+v]
			}
		}
	}
	return draws
}

// commonLength returns the length n that maximises n times the number of chains
// with at least n draws, the shortest if several do.
func commonLength(chains []*chain) int {
	lengths := make([]int, len(chains))
	for i, c := range chains {
		lengths[i] = len(c.stats)
	}
	slices.Sort(lengths)
	best, most := 0, 0
	for i, n := range lengths {
		if draws := n * (len(lengths) - i); draws > most {
			best, most = n, draws
		}
	}
	return best
}

// infoOf describes the chain as if it had made only its first draws.
func (c *chain) infoOf(draws int) ChainInfo {
	info := c.info
	for _, s := range c.stats[:draws] {
		if s.Divergent {
			info.Divergences++
		}
	}
	return info
}
