package sampler

import (
	"context"
	"errors"
	"slices"

	"concord/posterior"
)

// Share is the part of one process in a run that several processes make together. All have the same targets and
// settings except Share. Each makes some of the chains, and has the whole run in the end. A chain depends only on the
// seed and on its number, so that the run is the same as from a single process, to the byte.
type Share struct {
	// Mine says of a chain whether this process makes it. Each chain has to be one process's; a process may have none.
	Mine func(chain int) bool
	// MinePilot says so of the chains of runs that prepare a fit, where that is another matter; nil: as Mine.
	MinePilot func(chain int) bool
	// Exchange gives the chains of this process, or nil, to the other processes. It returns the chains of all, as
	// [Join] combines them. It is called once in each run, and again when its chains went on.
	Exchange func(ctx context.Context, mine *Run) (*Run, error)
}

// Pilot returns the part of the process in runs that prepare a fit.
func (sh *Share) Pilot() *Share {
	if sh == nil || sh.MinePilot == nil {
		return sh
	}
	return &Share{Mine: sh.MinePilot, Exchange: sh.Exchange}
}

// chains returns the numbers of the chains that are made here.
func (s Settings) chains() []int {
	var all []int
	for c := range s.Chains {
		if s.Share == nil || s.Share.Mine(c) {
			all = append(all, c)
		}
	}
	return all
}

// Join puts the chains of runs together that are parts of one, in the order of their numbers; nil parts have none.
// The error says why they are no parts of one run.
func Join(parts ...*Run) (*Run, error) {
	parts = slices.DeleteFunc(slices.Clone(parts), func(r *Run) bool { return r == nil })
	if len(parts) == 0 {
		return nil, errors.New("sampler: there is no chain")
	}
	type place struct {
		part  *Run
		chain int // in the part
	}
	var places []place
	first := parts[0]
	for _, r := range parts {
		switch {
		case !slices.Equal(r.Draws.Names(), first.Draws.Names()),
			r.Draws.Iterations() != first.Draws.Iterations(),
			(r.Coordinates == nil) != (first.Coordinates == nil),
			r.Algorithm != first.Algorithm:
			return nil, errors.New("sampler: the parts are of different runs")
		}
		for c := range r.Chains {
			places = append(places, place{r, c})
		}
	}
	number := func(p place) int { return p.part.Chains[p.chain].Chain }
	slices.SortStableFunc(places, func(a, b place) int { return number(a) - number(b) })
	whole := &Run{Algorithm: first.Algorithm, Thin: first.Thin, TargetAccept: first.TargetAccept}
	for i, p := range places {
		if i > 0 && number(p) == number(places[i-1]) {
			return nil, errors.New("sampler: a chain is in two parts of a run")
		}
		whole.Chains = append(whole.Chains, p.part.Chains[p.chain])
		whole.Stats = append(whole.Stats, p.part.Stats[p.chain])
		for _, d := range p.part.Divergences {
			if d.Chain == number(p) {
				whole.Divergences = append(whole.Divergences, d)
			}
		}
	}
	together := func(of func(*Run) *posterior.Draws) *posterior.Draws {
		names := of(first).Names()
		all := posterior.NewDraws(names, len(places), of(first).Iterations())
		for c, p := range places {
			for v := range names {
				copy(all.Chain(v, c), of(p.part).Chain(v, p.chain))
			}
		}
		return all
	}
	whole.Draws = together(func(r *Run) *posterior.Draws { return r.Draws })
	if first.Coordinates != nil {
		whole.Coordinates = together(func(r *Run) *posterior.Draws { return r.Coordinates })
	}
	return whole, nil
}
